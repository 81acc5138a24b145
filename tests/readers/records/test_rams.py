"""RAMS' JSONL."""

import json

import pytest

from nerkit import readers
from nerkit.corpora.records import Documents
from nerkit.errors import InputError
from nerkit.io import expand


def read(write, *lines, form="rams"):
    path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
    return readers.reading(form, Documents)(expand(str(path)))


def refused(write, *lines, form="rams"):
    """What is said against the file, from the line on."""
    with pytest.raises(InputError) as error:
        read(write, *lines, form=form)
    return str(error.value).partition("in.json:")[2]


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


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        (
            {"gold_evt_links": [[[0, 0], [0, 0], "x"]]},
            "an argument of the trigger [0, 0], which is not in the document",
        ),
        (
            {"predictions": [[[2, 2], [0, 0, "x"]]]},
            "an argument of the trigger [2, 2], which is not in the document",
        ),
        ({"gold_evt_links": [[[1, 1], [0, 0]]]}, "is not [trigger, argument, role]"),
        ({"gold_evt_links": [[[1, 1], [0, 3], "x"]]}, "end 3 is beyond the text, which has 3 tokens"),
        ({"evt_triggers": [[1, 1]]}, "is not [start, end, [[type, score]]]"),
        ({"evt_triggers": [[1, 1, []]]}, "[] are no types"),
        ({"predictions": [3]}, "3 is not a trigger and its arguments"),
    ],
)
def test_bad_input(write, more, problem):
    """The line, the column, and what is wrong."""
    assert problem in refused(write, LINE | more)
