"""WikiEvents' JSONL."""

import json

import pytest

from nerkit import readers
from nerkit.exceptions import InputError
from nerkit.io import expand


def read(write, *lines, form="wikievents"):
    path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
    return readers.reading(form, "records")(expand(str(path)))


def refused(write, *lines, form="wikievents"):
    """What is said against the file, from the line on."""
    with pytest.raises(InputError) as error:
        read(write, *lines, form=form)
    return str(error.value).partition("in.json:")[2]


EVENT = {"id": "E1", "event_type": "Leave", "arguments": [{"start": 0, "end": 1, "role": "Who"}]}


def test_events_without_triggers(write):
    """Triggers are given; events have ids."""
    (document,) = read(write, {"doc_id": "d", "event_mentions": [EVENT]}).values
    assert document["events"] == [
        {"type": "Leave", "trigger": None, "id": "E1", "arguments": [{"role": "Who", "span": [0, 1]}]}
    ]


def test_clusters(write):
    """Inclusive ends and a name, or ids of entities."""
    mentions = [{"id": f"T{i}", "start": i, "end": i + 1} for i in range(2)]
    by_offsets = {"doc_id": "a", "event_mentions": [], "clusters": [[0, 1, "c"], [5, 5, "c"], [7, 7, "e"]]}
    by_ids = {"doc_id": "b", "entity_mentions": mentions, "event_mentions": [], "clusters": [["T0", "T1"]]}
    first, second = read(write, by_offsets, by_ids).values
    assert first["clusters"] == [[[0, 2], [5, 6]], [[7, 8]]]
    assert second["clusters"] == [[[0, 1], [1, 2]]]


def test_an_argument_of_nothing_counts(write):
    """As in the published numbers; a warning says so. A trigger of nothing is an error."""
    nothing = {"start": 0, "end": 0, "role": "Who"}
    corpus = read(write, {"doc_id": "d", "event_mentions": [{**EVENT, "arguments": [nothing]}]})
    assert corpus.warnings[0].endswith(": 1 argument covering nothing (counted)")
    trigger = {**EVENT, "trigger": {"start": 2, "end": 2}}
    assert "end 2 is not after start 2" in refused(write, {"doc_id": "d", "event_mentions": [trigger]})
