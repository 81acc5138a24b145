"""Lists of errors of semantic roles: classes, items, the words around."""

import nerkit


def sentence(*predicates):
    """A sentence of seven words."""
    words = ["Yesterday", "the", "dog", "barked", "at", "me", "."]
    return [{"words": words, "predicates": list(predicates)}]


def barked(*arguments, name="bark", word=3):
    return {"word": word, "name": name, "arguments": [("V", word, word + 1), *arguments]}


def listed(gold, system, **options):
    rows = nerkit.evaluate(gold, system, task="srl", **options).errors().rows
    return [(row.kind, row.gold_item["text"], row.system_item["text"]) for row in rows]


GOLD = sentence(barked(("AM-TMP", 0, 1), ("A0", 1, 3), ("A2", 4, 6)))


def test_classes():
    """Another label, other words, both; missed and spurious."""
    system = sentence(barked(("AM-LOC", 0, 1), ("A0", 2, 3), ("A1", 5, 6)))
    assert listed(GOLD, system) == [
        ("argument label", "Yesterday ← bark", "Yesterday ← bark"),
        ("argument boundary", "the dog ← bark", "dog ← bark"),
        ("argument label+boundary", "at me ← bark", "me ← bark"),
    ]
    fewer = sentence(barked(("AM-TMP", 0, 1), ("A1", 6, 7)))
    assert listed(GOLD, fewer) == [
        ("argument missed", "the dog ← bark", None),
        ("argument missed", "at me ← bark", None),
        ("argument spurious", None, ". ← bark"),
    ]


def test_pieces():
    """The same first and last word, but not all pieces."""
    gold, system = (sentence(barked(("A1", 0, 1), *more, ("C-A1", 4, 6))) for more in ([], [("C-A1", 2, 3)]))
    (row,) = nerkit.evaluate(gold, system, task="srl").errors().rows
    assert (row.kind, row.gold_item["text"]) == ("argument pieces", "Yesterday … at me ← bark")
    assert row.system_item["text"] == "Yesterday … dog … at me ← bark"


def test_predicates():
    """A predicate of one side alone, with its arguments, and one of another name."""
    other = sentence(barked(("A0", 1, 3), word=4, name="at"))
    assert listed(GOLD, other) == [
        ("predicate missed", "Yesterday ← bark", None),
        ("predicate spurious", None, "the dog ← at"),
        ("predicate missed", "the dog ← bark", None),
        ("predicate missed", "bark", None),
        ("predicate spurious", None, "at"),
        ("predicate missed", "at me ← bark", None),
    ]
    kinds = [kind for kind, *_ in listed(GOLD, sentence(barked(("A0", 1, 3), name="run")))]
    assert sorted(kinds) == ["predicate label", *["predicate missed"] * 3, "predicate spurious"]


def test_context_and_offsets():
    """Words of the sentence around the item; offsets are words of the document."""
    system = sentence(barked(("AM-LOC", 0, 1), ("A0", 1, 3), ("A2", 4, 6)))
    (row,) = nerkit.evaluate(GOLD * 2, GOLD + system, task="srl").errors().rows
    assert (row.gold_item["start"], row.gold_item["end"], row.gold_item["label"]) == (7, 8, "AM-TMP")
    assert row.context == "[Yesterday] the dog barked at me"


def test_heads():
    """Another sense, and the right label on another word."""
    gold = (
        "1\tgo\tgo\tgo\tV\tV\t_\t_\t0\t0\tR\tR\tY\tgo.01\t_\n"
        "2\the\the\the\tP\tP\t_\t_\t1\t1\tS\tS\t_\t_\tA0\n"
        "3\tup\tup\tup\tI\tI\t_\t_\t1\t1\tS\tS\t_\t_\t_\n\n"
    )
    system = (
        gold.replace("go.01", "go.02").replace("A0", "_").replace("S\tS\t_\t_\t_\n\n", "S\tS\t_\t_\tA0\n\n")
    )
    assert listed(gold, system) == [
        ("predicate label", "go.01", "go.02"),
        ("argument head", "he ← go.01", "up ← go.02"),
    ]


def test_confusion_counts_labels():
    """Labels of gold against those of the system, correct ones too."""
    system = sentence(barked(("AM-LOC", 0, 1), ("A0", 1, 3), ("A2", 4, 6)))
    rows = nerkit.evaluate(GOLD, system, task="srl").errors().confusion().rows
    counts = {(row["gold"], row["system_label"]): row["items"] for row in rows}
    assert counts["AM-TMP", "AM-LOC"] == counts["A0", "A0"] == counts["predicate", "predicate"] == 1
