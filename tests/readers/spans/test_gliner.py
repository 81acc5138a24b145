"""What GLiNER predicts, and lists of spans in general."""

import json

import pytest

from nerkit import readers
from nerkit.io import expand

ANN = {"start": 0, "end": 3, "text": "Ann", "label": "PER", "score": 0.5}
OSLO = {"start": 7, "end": 11, "text": "Oslo", "label": "LOC", "score": 0.25}


def read(write, text, form="gliner"):
    return readers.reading(form, "spans")(expand(str(write("in.json", text))))


def rows(spans):
    names = ("type", "score", "text")
    return [
        (int(spans.document[row]), int(spans.start[row]), int(spans.end[row]), int(spans.line[row]),
         *(spans.fields[name].value(row) for name in names))
        for row in range(len(spans))
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "documents", "lines"),
    [
        (json.dumps([[ANN], [], [OSLO]]), [0, 2], [1, 1]),
        (json.dumps([[ANN], [], [OSLO]], indent=1), [0, 2], [2, 12]),
        (json.dumps([ANN, OSLO]), [0, 0], [1, 1]),
        (json.dumps([ANN, OSLO], indent=1), [0, 0], [2, 9]),
        (f"{json.dumps([ANN])}\n[]\n{json.dumps([OSLO])}\n", [0, 2], [1, 3]),
        (f"[]\n{json.dumps([ANN, OSLO])}\n", [1, 1], [2, 2]),
        (f"[[], {json.dumps([ANN, OSLO])}]", [1, 1], [1, 1]),
    ],
)
def test_lists_are_documents(write, text, documents, lines):
    """A list of lists is a document each, a list of spans one, and so is each line; lines are known."""
    spans = read(write, text)
    assert rows(spans) == [
        (documents[0], 0, 3, lines[0], "PER", 0.5, "Ann"),
        (documents[1], 7, 11, lines[1], "LOC", 0.25, "Oslo"),
    ]
    assert spans.named is False
    assert readers.recognised(expand(str(write("x", text))), readers.BY_CONTENT) == "gliner"


def test_empty_lists_are_documents_without_spans(write):
    """Their number counts."""
    assert (len(read(write, "[[], [], []]").documents), len(read(write, "[]\n[]\n").documents)) == (3, 2)


def test_scores_below_a_limit_are_left_out_of_systems(run, write):
    """Those of gold are kept; the option is in the signature."""
    path = write("in.json", json.dumps([[ANN, OSLO]]))
    done = run("spans", "-g", path, "-s", path, "--min-score", "0.3", "-m", "sets::span", "-f", "tsv", "-q")
    assert done.out.splitlines()[1].split("\t")[-4:] == ["1", "1", "1", "2"]
    assert "min_score:0.3" in run("spans", "-g", path, "-s", path, "--min-score", "0.3").err
    done = run("spans", "-g", path, "-s", path, "--min-score", "nan")
    assert (done.code, done.err) == (2, "error: --min-score must be a number, not nan\n")
