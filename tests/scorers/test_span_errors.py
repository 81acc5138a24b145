"""Classes of errors, on spans made by hand; what must hold for any spans."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.errors import UsageError


def found(gold, system):
    """(class, gold span, system span) of every mistake."""
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
    "wrong link": ([(0, 5, "A", "E1")], [(0, 5, "A", "E2")], [("wrong link", (0, 5), (0, 5))]),
    "nil-as-link": ([(0, 5, "A", "NIL3")], [(0, 5, "A", "E2")], [("nil-as-link", (0, 5), (0, 5))]),
    "link-as-nil": ([(0, 5, "A", "E1")], [(0, 5, "A", "NIL7")], [("link-as-nil", (0, 5), (0, 5))]),
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
    """Each span is correct or in a mistake; exchanging the sides exchanges missed and spurious, merged and split."""
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


def test_errors_show_the_text_of_spans(write):
    """The part of the text that a wrong span covers, of documents with a text; None where there is none."""
    document = {"text": "Ada met Bob in Rome.", "ents": [{"start": 0, "end": 3, "label": "PER"}]}
    gold = write("gold.jsonl", json.dumps(document))
    document["ents"] = [{"start": 15, "end": 19, "label": "LOC"}]
    (missed, spurious) = nerkit.evaluate(gold, write("system.jsonl", json.dumps(document))).errors().rows
    assert (missed.gold_item["text"], spurious.system_item["text"]) == ("Ada", "Rome")
    plain = write("gold.tsv", "d\t0\t3\n")
    assert nerkit.evaluate(plain, write("system.tsv", "d\t5\t9\n")).errors().rows[0].gold_item["text"] is None
