"""Classes of errors, on spans made by hand; what must hold for any spans."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.exceptions import UsageError


def found(gold, system):
    """(class, gold span, system span) of every error."""
    result = nerkit.evaluate({"d": gold}, {"d": system}, measures=["sets::span"])
    return [
        (
            row.kind,
            *(
                item["start"] is not None and (item["start"], item["end"])
                for item in (row.gold_item, row.system_item)
            ),
        )
        for row in result.errors().rows
    ]


CASES = {
    "correct": ([(0, 5, "A")], [(0, 5, "A")], []),
    "label": ([(0, 5, "A")], [(0, 5, "B")], [("label", (0, 5), (0, 5))]),
    "boundary": ([(0, 5, "A")], [(1, 5, "A")], [("boundary", (0, 5), (1, 5))]),
    "label+boundary": ([(0, 5, "A")], [(1, 6, "B")], [("label+boundary", (0, 5), (1, 6))]),
    "missed": ([(0, 5, "A")], [], [("missed", (0, 5), False)]),
    "spurious": ([], [(0, 5, "A")], [("spurious", False, (0, 5))]),
    "merged": (
        [(0, 5, "A"), (6, 9, "A")],
        [(0, 9, "A")],
        [("merged", (0, 5), (0, 9)), ("merged", (6, 9), (0, 9))],
    ),
    "split": (
        [(0, 9, "A")],
        [(0, 5, "A"), (6, 9, "B")],
        [("split", (0, 9), (0, 5)), ("split", (0, 9), (6, 9))],
    ),
    "nested spans are not merged": (
        [(0, 9, "A"), (6, 9, "B")],
        [(0, 8, "A")],
        [("boundary", (0, 9), (0, 8)), ("missed", (6, 9), False)],
    ),
    "the same label goes before more overlap": (
        [(0, 9, "A")],
        [(0, 2, "A"), (1, 9, "B"), (20, 22, "A")],
        [("boundary", (0, 9), (0, 2)), ("spurious", False, (1, 9)), ("spurious", False, (20, 22))],
    ),
    "duplicate": ([(0, 5, "A")], [(0, 5, "A"), (0, 5, "A")], [("duplicate", False, (0, 5))]),
    "link value": ([(0, 5, "A", "E1")], [(0, 5, "A", "E2")], [("link value", (0, 5), (0, 5))]),
    "link spurious": ([(0, 5, "A", "NIL3")], [(0, 5, "A", "E2")], [("link spurious", (0, 5), (0, 5))]),
    "link missed": ([(0, 5, "A", "E1")], [(0, 5, "A", "NIL7")], [("link missed", (0, 5), (0, 5))]),
    "all NIL ids are the same": ([(0, 5, "A", "NIL1")], [(0, 5, "A", "NIL7")], []),
}


@pytest.mark.parametrize("name", CASES)
def test_classes(name):
    """One error of each class."""
    gold, system, wanted = CASES[name]
    if name == "the same label goes before more overlap":
        gold = [*gold, (20, 30, "B")]
        wanted = [*wanted[:2], ("label+boundary", (20, 30), (20, 22))]
    assert found(gold, system) == wanted


spans = st.lists(
    st.tuples(st.integers(0, 12), st.integers(1, 5), st.sampled_from("AB")).map(
        lambda x: (x[0], x[0] + x[1], x[2])
    ),
    max_size=6,
)


@given(spans, spans)
def test_every_item_is_accounted_for(gold, system):
    """Each span is in one pair; exchanging the sides exchanges missed and spurious, merged and split."""
    result = nerkit.evaluate({"d": gold}, {"d": system}, measures=["sets::span+type"])
    listed = result.errors().rows
    correct = result["sets::span+type"].p_num
    for side, given_, other in (("gold_item", gold, "spurious"), ("system_item", system, "missed")):
        items = {
            (item["start"], item["end"], item["label"])
            for row in listed
            if row.kind not in (other, "duplicate")
            for item in (getattr(row, side),)
        }
        assert len(items) == len(set(given_)) - correct
        assert items <= set(given_)
    names = {"missed": "spurious", "spurious": "missed", "merged": "split", "split": "merged"}
    back = nerkit.evaluate({"d": system}, {"d": gold}, measures=["sets::span+type"]).errors().rows
    kinds, turned = (sorted(row.kind for row in rows if row.kind != "duplicate") for rows in (listed, back))
    assert sorted(names.get(kind, kind) for kind in turned) == kinds


def test_selection_summary_and_confusion():
    """By class, label and document; classes are counted, labels set against each other."""
    gold = {"x": [(0, 5, "A"), (6, 9, "B")], "y": [(0, 5, "A")]}
    system = {"x": [(0, 5, "B"), (6, 9, "B")], "y": []}
    result = nerkit.evaluate(gold, system, measures=["sets::span"])
    assert [row.kind for row in result.errors(kinds=["missed"]).rows] == ["missed"]
    assert [row.document for row in result.errors(documents=["x"]).rows] == ["x"]
    assert len(result.errors(labels=["B"])) == 1
    assert [(line["class"], line["errors"], line["share"]) for line in result.errors().summary().lines] == [
        ("label", 1, 0.5),
        ("missed", 1, 0.5),
    ]
    assert result.errors().confusion().lines == [
        {"gold": "A", "system_label": "B", "items": 1},
        {"gold": "A", "system_label": "missed", "items": 1},
        {"gold": "B", "system_label": "B", "items": 1},
    ]
    with pytest.raises(UsageError, match="unknown class of errors 'mised'; did you mean 'missed'"):
        result.errors(kinds=["mised"])


def test_many_documents_are_told_apart():
    """Offsets of one document do not overlap those of another."""
    gold = {str(i): [(0, 5, "A")] for i in range(50)}
    system = {str(i): [(0, 5 if i % 2 else 4, "A")] for i in range(50)}
    rows = nerkit.evaluate(gold, system, measures=["sets::span"]).errors().rows
    assert [int(row.document) for row in rows] == list(np.arange(0, 50, 2))


TEXT = "😀 Ada Lovelace,\r\ncountess 🏦, met Bob Ross and Sue Ross."  # characters of two UTF-16 units, a CRLF


def place(part):
    """The offsets of a part of the text."""
    start = TEXT.index(part)
    return start, start + len(part)


ADA, BOB, SUE_ROSS = place("Ada"), place("Bob"), place("Sue Ross")
GOLD = [place("Ada Lovelace"), place("Lovelace"), SUE_ROSS]  # nested, too
CONTEXTS = [
    "😀 [Ada Lovelace], countess 🏦, met Bob Ross",
    "😀 Ada [Lovelace], countess 🏦, met Bob Ross",
    "countess 🏦, met Bob Ross and [Sue Ross].",
]


def spacy(spans, **more):
    return json.dumps(
        {"text": TEXT, "ents": [{"start": s, "end": e, "label": "P"} for s, e in spans], **more}
    )


def prodigy(spans):
    given = [{"start": s, "end": e, "label": "P"} for s, e in spans]
    return json.dumps({"text": TEXT, "spans": given, "answer": "accept", "_input_hash": 1})


def label_studio(spans, unit=lambda place: place):
    values = [{"start": unit(s), "end": unit(e), "labels": ["P"], "text": TEXT[s:e]} for s, e in spans]
    result = [{"type": "labels", "value": value} for value in values]
    return json.dumps([{"id": 1, "data": {"text": TEXT}, "annotations": [{"result": result}]}])


def label_studio_before_2021(spans):
    return label_studio(spans, lambda place: len(TEXT[:place].encode("utf-16-le")) // 2)


def brat(spans):
    return "".join(f"T{i}\tP {s} {e}\t{' '.join(TEXT[s:e].split())}\n" for i, (s, e) in enumerate(spans))


def contexts(gold, system, **options):
    """Class and context of every error."""
    rows = nerkit.evaluate(gold, system, measures=["sets::span"], **options).errors().rows
    return [(row.kind, row.context) for row in rows]


@pytest.mark.parametrize("form", [spacy, prodigy, label_studio, label_studio_before_2021, brat])
def test_the_text_around_spans(write, form):
    """In every format with texts; characters of two units and CRLF before a span do not move it."""
    gold, system = write("gold.ann", form(GOLD)), write("system.ann", form([ADA]))
    if form is brat:
        write("gold.txt", TEXT)
    kinds = ["boundary", "missed", "missed"]
    assert contexts(gold, system) == list(zip(kinds, CONTEXTS, strict=True))
    turned = contexts(system, gold)  # brat: of a side without text, in the text of the other one
    assert turned == [
        ("boundary", "😀 [Ada] Lovelace, countess 🏦, met"),
        *zip(["spurious"] * 2, CONTEXTS[1:], strict=True),
    ]


def test_the_text_around_discontinuous_spans(write):
    """Each fragment is in brackets; what is left out between them is not part of the item's text."""
    bob, last = "{} {}".format(*BOB), SUE_ROSS[1]  # Bob … Ross, around Ross and Sue
    gold = write("g.ann", f"T1\tP {bob};{last - 4} {last}\tBob Ross\n")
    system = write("s.ann", f"T1\tP {bob}\tBob\n")
    write("g.txt", TEXT)
    (row,) = nerkit.evaluate(gold, system).errors().rows
    assert row.context == "Lovelace, countess 🏦, met [Bob] Ross and Sue [Ross]."
    assert (row.kind, row.gold_item["text"], row.system_item["text"]) == ("boundary", "Bob Ross", "Bob")


def test_texts_of_one_side_serve_both(write):
    """Spans without texts are shown in those of the other side, as far as these reach."""
    gold = write("gold.jsonl", spacy([ADA], id="d"))
    system = write("system.tsv", f"d\t{BOB[0]}\t{BOB[1] - 1}\nd\t500\t501\n")
    rows = nerkit.evaluate(gold, system).errors().rows
    assert [row.system_item["text"] for row in rows] == [None, "Bob", None]
    assert [row.context for row in rows] == [
        "😀 [Ada] Lovelace, countess 🏦, met",
        "Lovelace, countess 🏦, met [Bob] Ross and Sue Ross.",
        None,
    ]


def test_texts_follow_their_documents(write):
    """Documents in another order, chosen, missing or spare have their own texts."""
    gold = {"x": ("Ada met.", [(0, 3)]), "y": ("Bob met.", [(0, 3)])}
    system = {"z": ("Sue met.", [(0, 3)]), "y": ("Bob met.", [(4, 7)])}
    options = {"extra": "spurious", "missing": "empty"}
    assert contexts(gold, system, **options) == [
        ("missed", "[Ada] met."),
        ("missed", "[Bob] met."),
        ("spurious", "Bob [met]."),
        ("spurious", "[Sue] met."),
    ]
    only = contexts(gold, system, only=["document=y"], **options)
    assert only == [("missed", "[Bob] met."), ("spurious", "Bob [met].")]


def test_texts_that_differ_are_warned_of():
    """Blanks at the end aside; each span is shown in the text of its own side."""
    gold = {"x": ("Ada met.", [(0, 3)]), "y": ("Bob", [])}
    result = nerkit.evaluate(gold, {"x": ("So Ada met.", [(3, 6)]), "y": ("Bob\n", [])})
    zero = "system: sets::span is zero though both sides have items (gold 1, the system 1); "
    differing = (
        "the gold and system texts differ in 1 document, so offsets may differ, too: "
        "x; nerkit noisy aligns such texts"
    )
    assert result.warnings == (differing, f"{zero}nerkit errors lists them")
    assert [row.context for row in result.errors().rows] == ["[Ada] met.", "So [Ada] met."]


def test_a_label_that_nothing_has():
    """It is warned of with those that there are, in memory and in the JSON form."""
    gold = {"d": [(0, 5, "PERSON"), (6, 9)], "e": [(0, 5, "LOC")]}
    system = {"d": [(0, 5, "LOC"), (7, 9)], "e": [(0, 5, "LOC")]}
    result = nerkit.evaluate(gold, system)
    assert result.errors(labels=["LOC", "PERSON", "-"]).warnings == []
    found = result.errors(labels=["PERSONS", "x"])
    assert [one["text"] for one in found.to_dict()["warnings"]] == [
        "label 'PERSONS' occurs on neither side; did you mean 'PERSON'? (known: -, LOC, PERSON)",
        "label 'x' occurs on neither side (known: -, LOC, PERSON)",
    ]
    assert len(found) == 0
    assert [one["text"] for one in found.summary().to_dict()["warnings"]] == found.warnings
