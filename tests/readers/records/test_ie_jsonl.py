"""Relations and events as plain JSONL."""

import json

from nerkit import readers
from nerkit.io import expand


def read(write, *lines, form="ie-jsonl"):
    path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
    return readers.reading(form, "records")(expand(str(path)))


RELATION = {"type": "visit", "head": [0, 1], "tail": [2, 3]}
EVENT = {"type": "Leave", "trigger": [1, 2], "arguments": [{"role": "Who", "span": [0, 1]}]}


def line(**more):
    return {"id": "d", "tokens": ["Tolkien", "left", "Oxford"], **more}


def test_types_of_ends_are_those_of_the_entities(write):
    """Where the relation does not say otherwise."""
    entities = [{"type": "PER", "span": [0, 1]}, {"type": "LOC", "start": 2, "end": 3}]
    relations = [RELATION, {**RELATION, "tail_type": "CITY"}]
    (document,) = read(write, line(entities=entities, relations=relations)).values
    assert [(r["head_type"], r["tail_type"]) for r in document["relations"]] == [
        ("PER", "LOC"),
        ("PER", "CITY"),
    ]


def test_args_are_arguments(write):
    """And stay, for formulas of one's own; documents without a list have an empty one."""
    event = {"type": "Leave", "trigger": None, "args": EVENT["arguments"]}
    first, second = read(write, line(events=[event]), line(id="e")).values
    assert first["events"][0]["arguments"] == first["events"][0]["args"] == EVENT["arguments"]
    assert second["events"] == []


def test_strings_instead_of_offsets(write):
    """`span` or `text` may be a string."""
    arguments = [{"role": "Who", "span": "Tolkien"}, {"role": "Place", "text": "Oxford"}]
    corpus = read(write, line(events=[{**EVENT, "arguments": arguments}]))
    assert corpus.strings
    assert [each["span"] for each in corpus.values[0]["events"][0]["arguments"]] == ["Tolkien", "Oxford"]
