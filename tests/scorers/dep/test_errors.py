"""Lists of errors of dependency trees: classes, items, the words around."""

import nerkit

GOLD = [
    [
        ("book", 0, "root"),
        ("the", 3, "det"),
        ("flight", 1, "obj"),
        ("through", 5, "case"),
        ("Houston", 3, "nmod"),
        (".", 1, "punct"),
    ]
]
SYSTEM = [
    [
        ("book", 0, "root"),
        ("the", 3, "case"),
        ("flight", 1, "obj"),
        ("through", 3, "case"),
        ("Houston", 1, "obl"),
        (".", 1, "punct"),
    ]
]


def errors(gold, system, **options):
    rows = nerkit.evaluate(gold, system, task="dep", **options).errors().rows
    return [(row.kind, row.gold_item["text"], row.system_item["text"], row.context) for row in rows]


def test_classes():
    """Head, label, both; each word with its head, and the sentence around it."""
    assert errors(GOLD, SYSTEM) == [
        ("label", "the ← flight", "the ← flight", "book [the] flight through Houston ."),
        ("head", "through ← Houston", "through ← flight", "book the flight [through] Houston ."),
        ("label+head", "Houston ← flight", "Houston ← book", "book the flight through [Houston] ."),
    ]


def test_other_tokens():
    """What is cut otherwise is missed and spurious.

    Offsets count characters of the document, blanks not counted.
    """
    gold, system = [[("to", 2, "case"), ("morrow", 0, "root")]], [[("tomorrow", 0, "root")]]
    rows = nerkit.evaluate(gold, system).errors().rows
    listed = [
        (r.kind, r.gold_item["start"], r.gold_item["end"], r.system_item["end"], r.context) for r in rows
    ]
    assert listed == [
        ("missed", 0, 2, None, "[to] morrow"),
        ("spurious", None, None, 8, "[tomorrow]"),
        ("missed", 2, 8, None, "to [morrow]"),
    ]


def test_what_does_not_count_is_not_listed():
    """Punctuation that is ignored, and labels that are not selected."""
    wrong = [[*SYSTEM[0][:5], (".", 3, "punct")]]
    assert len(errors(GOLD, wrong)) == 4
    assert len(errors(GOLD, wrong, punctuation="ignore")) == 3
    assert [kind for kind, *_ in errors(GOLD, wrong, labels=["nmod"])] == ["label+head"]


def test_confusion():
    """Labels of aligned words against each other."""
    table = nerkit.evaluate(GOLD, SYSTEM).errors().confusion()
    items = {(line["gold"], line["system_label"]): line["items"] for line in table.lines}
    assert items["det", "case"] == 1
    assert items["case", "case"] == 1
    assert items["nmod", "obl"] == 1


def test_a_missing_document():
    """All its words are missed."""
    errors = nerkit.evaluate({"a": GOLD, "b": GOLD}, {"b": SYSTEM}, task="dep").errors()
    assert [row.kind for row in errors.rows[:6]] == ["missed"] * 6
    assert {row.document for row in errors.rows[:6]} == {"a"}


def test_of_a_token_of_many_words_both_ends_are_shown(write):
    """It stands around each of its words."""
    size = 1_200
    words = [
        f"{i}\tw{i}\t_\t_\t_\t_\t{i - 1}\t{'dep' if i > 1 else 'root'}\t_\t_\n" for i in range(1, size + 1)
    ]
    token = "".join(f"w{i}" for i in range(1, size + 1))
    gold = write("g.conllu", f"1-{size}\t{token}" + "\t_" * 8 + "\n" + "".join(words) + "\n")
    system = write("s.conllu", f"1\t{token}\t_\t_\t_\t_\t0\troot\t_\t_\n\n")
    rows = nerkit.evaluate(gold, system, task="dep").errors().rows
    contexts = {row.context for row in rows if row.kind == "missed"}
    (context,) = contexts
    assert context.startswith("[w1 w2 w3 ")
    assert context.endswith(f" w{size}]")
    assert " … " in context
    assert len(context) < 1_010
