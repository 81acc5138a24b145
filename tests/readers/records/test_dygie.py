"""DyGIE++'s JSONL."""

import json

import pytest

from nerkit import readers
from nerkit.corpora.records import Documents
from nerkit.errors import InputError
from nerkit.io import expand


def read(write, *lines, form="dygie"):
    path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
    return readers.reading(form, Documents)(expand(str(path)))


def refused(write, *lines, form="dygie"):
    """What is said against the file, from the line on."""
    with pytest.raises(InputError) as error:
        read(write, *lines, form=form)
    return str(error.value).partition("in.json:")[2]


LINE = {
    "doc_key": "d",
    "sentences": [["Tolkien", "left"], ["Oxford", "early"]],
    "ner": [[[0, 0, "PER"]], [[2, 2, "LOC"]]],
    "relations": [[[0, 0, 2, 2, "visit"]], []],
    "events": [[[[1, "Leave"], [0, 0, "Who"]], [[0, 1, "Be"]]], []],
    "clusters": [[[0, 0], [2, 3]]],
}


def test_layout(write):
    """Inclusive ends become exclusive; offsets are those of the document."""
    (document,) = read(write, LINE).values
    assert document["tokens"] == ["Tolkien", "left", "Oxford", "early"]
    assert document["entities"] == [{"type": "PER", "span": [0, 1]}, {"type": "LOC", "span": [2, 3]}]
    assert document["relations"] == [
        {"type": "visit", "head": [0, 1], "tail": [2, 3], "head_type": "PER", "tail_type": "LOC"}
    ]
    assert document["events"] == [
        {"type": "Leave", "trigger": [1, 2], "arguments": [{"role": "Who", "span": [0, 1]}]},
        {"type": "Be", "trigger": [0, 2], "arguments": []},
    ]
    assert document["clusters"] == [[[0, 1], [2, 4]]]


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


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"clusters": [[[0, 0]], []]}, "an entity without mentions"),
        ({"ner": [[[0, 4, "PER"]]]}, "end 4 is beyond the text, which has 4 tokens"),
        ({"ner": [[[1, 0, "PER"]]]}, "end 0 is before start 1"),
        ({"ner": [[[1, 1]]]}, "[1, 1] is not [start, end, label]"),
        ({"ner": [3]}, "3 is not a list of the ner of a sentence"),
        ({"relations": [[[0, 0, 2, 2]]]}, "is not [start, end, start, end, label]"),
        ({"events": [[[]]]}, "an event without a trigger"),
        ({"events": [[[[9, "X"]]]]}, "end 9 is beyond the text"),
        ({"sentences": [["a", None]]}, "not a list of tokens"),
    ],
)
def test_bad_input(write, more, problem):
    """The line, the column, and what is wrong."""
    said = refused(write, LINE | more)
    assert said.startswith("1:")
    assert problem in said
