"""DyGIE++'s JSONL."""

import json

import pytest

from nerkit import readers
from nerkit.io import expand
from nerkit.readers.sample import Sample, recognises


def read(write, *lines, form="dygie"):
    path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
    return readers.reading(form, "records")(expand(str(path)))


LINE = {
    "doc_key": "d",
    "sentences": [["Tolkien", "left"], ["Oxford", "early"]],
    "ner": [[[0, 0, "PER"]], [[2, 2, "LOC"]]],
    "relations": [[[0, 0, 2, 2, "visit"]], []],
    "events": [[[[1, "Leave"], [0, 0, "Who"]], [[0, 1, "Be"]]], []],
    "clusters": [[[0, 0], [2, 3]]],
}


def test_predictions_count_before_gold(write):
    """Their numbers are not read; the gold beside them is counted."""
    predicted = {"predicted_ner": [[[0, 0, "ORG", 9.1, 0.9]], []], "predicted_relations": [[], []]}
    (document,) = read(write, LINE | predicted).values
    assert document["entities"] == [{"type": "ORG", "span": [0, 1]}]
    assert (document["relations"], len(document["events"])) == ([], 2)
    assert document["own_gold"] == {"ner": 2, "relations": 1}


def test_clusters_that_are_all_empty_are_none(write):
    """As files without coreference have one for each sentence."""
    corpus = read(write, LINE | {"clusters": [[], []]})
    assert corpus.values[0]["clusters"] == []
    assert corpus.warnings[0].endswith(": 2 empty clusters left out")


def test_ends_of_relations_have_the_types_of_entities(write):
    """Of several at the same place the first; none where there is not an entity."""
    body = LINE | {"ner": [[[0, 0, "A"], [0, 0, "B"]], []], "relations": [[[0, 0, 0, 1, "x"]], []]}
    (document,) = read(write, body).values
    assert document["relations"] == [
        {"type": "x", "head": [0, 1], "tail": [0, 2], "head_type": "A", "tail_type": None}
    ]
    assert read(write, LINE | {"ner": []}).values[0]["relations"][0]["head_type"] is None


def test_gold_beside_predictions_of_another_form(write):
    """What is no list of lists is not counted; documents may have no clusters."""
    (document,) = read(write, {"sentences": [["a"]], "predicted_ner": [[]], "ner": [3]}).values
    assert document == {
        "tokens": ["a"], "first_tokens": [0, 1], "entities": [], "relations": [], "events": [],
    }  # fmt: skip


def test_spans_and_clusters(write):
    """They can be read alone."""
    path = str(write("in.json", json.dumps(LINE)))
    assert readers.reading("dygie", "spans")(expand(path)).end.tolist() == [1, 3]
    assert readers.reading("dygie", "mentions")(expand(path)).entities == ["1"]


@pytest.mark.parametrize("key", ["relations", "events"])
@pytest.mark.parametrize("item", [3, None, True, "x", {"a": 1}])
def test_items_that_are_no_lists(key, item):
    """A document whose first item is no list is not of this format, and nerkit does not crash."""
    assert not recognises("dygie", Sample(json.dumps({"id": "d", key: [item]})))
