"""Checks of relations and events: a code for each kind of finding."""

import json

import pytest

from nerkit.checks.validate import describe, validate

RELATION = {"type": "in", "head": [0, 1], "tail": [1, 2]}
EVENT = {"type": "Be", "trigger": [0, 1], "arguments": [{"role": "Who", "span": [1, 2]}]}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"id": "a", "relations": [}', "D101"),
        ('{"id": "a", "relations": 3}', "D102"),
        ("7", "D102"),
        ({"tokens": ["x"], "relations": [RELATION]}, "D103"),
        ({"relations": [{**RELATION, "tail": [2, 1]}]}, "D104"),
        ({"relations": [{**RELATION, "tail": [1, "a"]}]}, "D104"),
        ({"relations": [], "clusters": [[]]}, "D107"),
        ({"relations": [RELATION, RELATION]}, "D202"),
        ({"events": [EVENT, EVENT]}, "D203"),
        ({"events": [{**EVENT, "arguments": EVENT["arguments"] * 2}]}, "D204"),
        ({"relations": [{**RELATION, "tail": [0, 1]}]}, "D205"),
        ({"relations": [], "entities": [{"type": "X", "span": [0, 1]}] * 2}, "D206"),
    ],
)
def test_each_finding(write, line, code):
    """What is wrong with one document, which the others do not have."""
    text = line if isinstance(line, str) else json.dumps({"id": "a", **line})
    good = json.dumps({"id": "b", "relations": [RELATION], "events": [EVENT]})
    path = write("x.jsonl", f"{good}\n{text}\n")
    findings = validate(str(path), "ie-jsonl")
    assert [finding.code for finding in findings] == [code]
    assert findings[0].place.startswith(f"{path}:2")


def test_references_and_ids(write):
    """Of OneIE's lines: an entity that is not there, and an id twice; each document has its own finding."""
    mention = {"id": "e", "start": 0, "end": 1}
    argument = {"event_type": "x", "trigger": mention, "arguments": [{"entity_id": "f", "role": "r"}]}
    lines = [
        {"wnd_id": "a", "tokens": ["x"], "entity_mentions": [mention, mention]},
        {"wnd_id": "b", "tokens": ["x"], "entity_mentions": [mention], "event_mentions": [argument]},
        {"wnd_id": "b", "tokens": ["x"], "entity_mentions": [mention]},
        {"wnd_id": "b", "tokens": ["x"], "entity_mentions": [mention]},
    ]
    path = write("x.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    assert [finding.code for finding in validate(str(path))] == ["D106", "D105", "D201"]


def test_brat_with_events_has_these_checks(write):
    """And brat without any those of its spans."""
    path = write("a.ann", "T1\tX 0 1\tx\nE1\tX:T9\n")
    (finding,) = validate(str(path))
    assert (finding.code, finding.message) == ("D105", "T9 is not an entity of the document")
    path = write("b.ann", "T1\tX 0 1\tx\nT1\tX 0 1\tx\n")
    assert [finding.code for finding in validate(str(path), "brat")] == ["R101"]


def test_every_code_is_listed():
    """With its message."""
    assert [code for code in describe("oneie") if code.startswith("D")] == [
        *(f"D10{i}" for i in range(1, 8)),
        *(f"D20{i}" for i in range(1, 7)),
    ]
