"""Prodigy's JSONL."""

import io
import json

import pytest

import nerkit
from nerkit.evaluation.public import read

SPAN = {"start": 0, "end": 7, "label": "PER"}


def task(**more):
    return {"text": "Tolkien wrote.", "spans": [SPAN], "answer": "accept", **more}


def spans_of(*documents):
    return read(io.StringIO("".join(json.dumps(document) + "\n" for document in documents)), "prodigy")


def test_only_accepted_tasks_and_spans_count():
    """Rejected and ignored ones are left out as documents, and counted."""
    spans = spans_of(
        task(_input_hash=1),
        task(_input_hash=2, answer="reject"),
        task(_input_hash=3, answer="ignore"),
        task(_input_hash=4, spans=[SPAN, {**SPAN, "end": 3, "answer": "reject"}]),
        {"text": "No answer.", "_input_hash": 5},
    )
    assert spans.documents == ["1", "4", "5"]
    assert spans.end.tolist() == [7, 7]
    assert spans.warnings == (
        '<stream>: 1 document left out (answer: "reject")',
        '<stream>: 1 document left out (answer: "ignore")',
        '<stream>: 1 span left out (answer: "reject")',
    )


@pytest.mark.parametrize(
    ("more", "ids"),
    [
        ([{"_input_hash": -5, "meta": {"id": "a"}}, {"_input_hash": 6, "meta": {"id": "b"}}], ["a", "b"]),
        ([{"_input_hash": -5, "meta": {"id": "a"}}, {"_input_hash": 6, "meta": {"id": "a"}}], ["-5", "6"]),
        ([{"_input_hash": -5}, {"_input_hash": -5}], ["-5", "-5"]),
        ([{"_input_hash": -5}, {}], None),
    ],
)
def test_documents_are_known_by_id_or_input_hash(more, ids):
    """The hash of the input is the id where there is no other that is unique."""
    spans = spans_of(*(task(**each) for each in more))
    assert (spans.documents, spans.named) == (ids or ["1", "2"], ids is not None)


def test_tasks_of_one_input_are_documents_of_one_id(write, run):
    """They are an error unless --duplicates says how they are meant."""
    gold = task(_input_hash=1, spans=[SPAN, {"start": 8, "end": 13, "label": "X"}])
    write("gold.jsonl", json.dumps(gold))
    write("system.jsonl", "\n".join(json.dumps(task(_input_hash=1, spans=[span])) for span in gold["spans"]))
    command = ["spans", "-g", "gold.jsonl", "-s", "system.jsonl", "-m", "sets::span", "-b"]
    assert run(*command).code == 2
    assert run(*command, "--duplicates", "all").out == "1.0\n"
    assert run(*command, "--duplicates", "first").out == f"{2 / 3}\n"


def test_texts_are_kept(write):
    """Tasks of one input, taken together, keep their text."""
    line = '{"text": "Ada met Bob.", "spans": [{"start": %d, "end": %d}], "_input_hash": 7}\n'
    gold = read(write("gold.jsonl", line % (0, 3) + line % (8, 11)))
    assert gold.texts == ["Ada met Bob.", "Ada met Bob."]
    result = nerkit.evaluate(gold, read(write("system.jsonl", line % (0, 3))), duplicates="all")
    assert [row.context for row in result.errors().rows] == ["Ada met [Bob]."]
