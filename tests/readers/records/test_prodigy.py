"""Relations of Prodigy's tasks."""

import json

import pytest

from nerkit import readers
from nerkit.io import expand
from nerkit.readers.sample import Sample


def read(write, *lines, form="prodigy"):
    path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
    return readers.reading(form, "records")(expand(str(path)))


SPANS = [
    {"start": 0, "end": 7, "label": "PER", "token_end": 0},
    {"start": 13, "end": 19, "label": "LOC", "token_end": 2},
]
RELATION = {"head": 0, "child": 2, "label": "visit"}


def task(**more):
    return {"text": "Tolkien left Oxford", "spans": SPANS, "relations": [RELATION], "_input_hash": 5, **more}


def test_layout(write):
    """By the spans of a relation, or the tokens in which spans end; rejected tasks are left out."""
    spans = {"head_span": SPANS[0], "child_span": {"start": 8, "end": 12, "label": "V"}}
    corpus = read(write, task(), task(relations=[RELATION | spans], _input_hash=6), task(answer="reject"))
    assert corpus.documents == ["5", "6"]
    assert [document["relations"][0]["tail"] for document in corpus.values] == [[13, 19], [8, 12]]
    assert corpus.values[0]["relations"][0]["tail_type"] == "LOC"
    assert corpus.warnings[0].endswith('1 document left out (answer: "reject")')


def test_what_may_be_absent(write):
    """A text, labels, spans and relations; of spans with the same last token the first is the end."""
    spans = [{"start": 0, "end": 70, "token_end": 1}, {"start": 3, "end": 9, "label": "x", "token_end": 1}]
    relation = {"head": 1, "child": 1, "label": "r"}
    corpus = read(write, {"spans": spans, "relations": [relation], "id": "a"}, {"text": 3, "id": "b"})
    assert (corpus.documents, corpus.hashed) == (["a", "b"], False)
    first, second = corpus.values
    assert second == {"entities": [], "relations": []}
    assert first["entities"] == [{"type": None, "span": [0, 70]}, {"type": "x", "span": [3, 9]}]
    assert first["relations"] == [
        {"type": "r", "head": [0, 70], "tail": [0, 70], "head_type": None, "tail_type": None}
    ]


def test_ids(write):
    """Numbers of texts are ids where other ids are missing or repeated."""
    same = read(write, task(id="a"), task(id="a", _input_hash=6))
    assert (same.documents, same.hashed) == (["5", "6"], True)
    assert not read(write, task(), task(_input_hash=None)).hashed
    errors = []
    path = write("in.json", json.dumps(task(spans=3)))
    assert len(readers.reading("prodigy", "records")(expand(str(path)), refused=errors)) == 0
    assert len(errors) == 1


@pytest.mark.parametrize(
    ("head", "is_meant_for"), [(task(), "ie"), (task(relations=[]), None), ([["relations"]], None)]
)
def test_meant_for(head, is_meant_for):
    """Relations of the first task are for ie."""
    from nerkit.readers.spans.prodigy import meant_for

    assert meant_for(Sample(json.dumps(head))) == is_meant_for
