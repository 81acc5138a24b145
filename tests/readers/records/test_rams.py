"""RAMS' JSONL."""

import json

from nerkit import readers
from nerkit.corpora.records import Documents
from nerkit.io import expand


def read(write, *lines, form="rams"):
    path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
    return readers.reading(form, Documents)(expand(str(path)))


LINE = {
    "doc_key": "d",
    "sentences": [["Tolkien", "left"], ["Oxford"]],
    "ent_spans": [[0, 0, [["evt1arg01who", 1.0]]]],
    "evt_triggers": [[1, 1, [["movement.leave", 1.0]]]],
    "gold_evt_links": [[[1, 1], [0, 0], "evt1arg01who"]],
}
EVENT = {"type": "movement.leave", "trigger": [1, 2], "arguments": [{"role": "who", "span": [0, 1]}]}


def test_layout(write):
    """Roles are what stands behind their numbers; inclusive ends become exclusive."""
    (document,) = read(write, LINE).values
    assert (document["events"], document["entities"]) == ([EVENT], [{"type": "who", "span": [0, 1]}])


def test_predictions(write):
    """The form of the published scorer: a trigger, then its arguments with scores."""
    predicted = LINE | {"predictions": [[[1, 1], [2, 2, "evt1arg02place", 0.7]]]}
    (document,) = read(write, predicted).values
    assert document["events"][0]["arguments"] == [{"role": "place", "span": [2, 3]}]
