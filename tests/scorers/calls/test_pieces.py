"""Calls that are compared some documents at a time, and lists that are read at once, give the same counts."""

import json
import random

import pytest

import nerkit
from nerkit.scorers import pieces

TOOLS = {"f": {"properties": {"n": {"type": "integer", "default": 1}}}}


def documents(chance, count):
    """Documents of one or two turns; the last one has a tool of its own, some bring schemas."""
    made = []
    for place in range(count):
        turns = [
            [
                {"name": chance.choice("fg"), "arguments": {"n": chance.choice([1, 2, None, [1, 2]])}}
                for _ in range(chance.randrange(4))
            ]
            for _ in range(chance.randrange(1, 3))
        ]
        turns[-1] += [{"name": "last", "arguments": {"only": True}}] if place == count - 1 else []
        made.append({"id": f"d{place}", "turns": turns, **({"tools": TOOLS} if place % 5 == 0 else {})})
    return made


def scored(gold, system, **options):
    found = (
        nerkit.evaluate(gold, system, task="calls", by=["document", by], **options)
        for by in ("label", "path")
    )
    return [(one.rows, one.warnings) for one in found]


@pytest.mark.parametrize("nodes", [1, 20, 90])
@pytest.mark.parametrize("options", [{}, {"measures": ["calls-schema", "trajectory", "irrelevance"]}])
def test_some_documents_at_a_time(monkeypatch, nodes, options):
    pytest.importorskip("jsonschema")
    gold, system = documents(random.Random(1), 60), documents(random.Random(2), 60)
    at_once = scored(gold, system, **options)
    monkeypatch.setattr(pieces, "NODES", nodes)
    assert scored(gold, system, **options) == at_once


@pytest.mark.parametrize("seed", range(5))
def test_calls_with_further_keys_are_read_as_those_without(seed):
    """Calls of a name and arguments alone are read at once; an id, which is ignored, takes the longer way."""
    gold, system = documents(random.Random(seed), 20), documents(random.Random(seed + 9), 20)
    longer = json.loads(json.dumps([gold, system]))
    for document in (one for side in longer for one in side):
        for call in (call for turn in document["turns"] for call in turn):
            call["id"] = "1"
    assert scored(*longer) == scored(gold, system)


@pytest.mark.parametrize("key", ["any", "none"])
def test_readings_are_seen_in_plain_lists(key):
    """An argument with readings, and arguments that are readings as a whole."""
    gold = [{"calls": [{"name": "f", "arguments": one}]} for one in ({"x": {"any": [1, 2]}}, {"any": [{}]})]
    system = [{"calls": [{"name": "f", "arguments": one}]} for one in ({"x": 2}, {})]
    found = nerkit.evaluate(gold, system, task="calls", measures=["calls"], any_key=key)
    assert found.rows[0].p_num == (2 if key == "any" else 0)
