"""Relations of Prodigy's tasks."""

import json

import pytest

from nerkit import readers
from nerkit.corpora.records import Documents
from nerkit.errors import InputError
from nerkit.io import expand


def read(write, *lines, form="prodigy"):
    path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
    return readers.reading(form, Documents)(expand(str(path)))


def refused(write, *lines, form="prodigy"):
    """What is said against the file, from the line on."""
    with pytest.raises(InputError) as error:
        read(write, *lines, form=form)
    return str(error.value).partition("in.json:")[2]


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


@pytest.mark.parametrize(
    ("relation", "problem"),
    [
        ({**RELATION, "child": 1}, "child 1 is not the last token of a span"),
        ({"head": 0, "label": "x"}, "no child"),
        (
            {**RELATION, "child_span": {"start": 0, "end": 99}},
            "end 99 is beyond the text, which has 19 characters",
        ),
        ({"head": 0, "child": 2}, "no label"),
        ({**RELATION, "child": [2]}, "child [2] is not the last token of a span"),
        ({**RELATION, "child_span": {"start": 0, "end": 4, "label": 3}}, "label is 3, not a string"),
        (3, "3 is not a relation"),
    ],
)
def test_bad_input(write, relation, problem):
    """The line, the column, and what is wrong."""
    assert problem in refused(write, task(relations=[relation]))
