"""RAMS' JSONL."""

import json

import pytest

from nerkit import readers
from nerkit.exceptions import InputError
from nerkit.io import expand


def read(write, *lines, form="rams"):
    path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
    return readers.reading(form, "records")(expand(str(path)))


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


def test_spans_of_several_tokens_and_no_sentences(write):
    """Starts and ends are those that are written; where there is no text there are no tokens."""
    line = {
        "doc_key": "d",
        "ent_spans": [[0, 2, [["PER", 1.0]]]],
        "evt_triggers": [[3, 4, "leave"]],
        "gold_evt_links": [[[3, 4], [0, 2], "evt1arg01who"]],
    }
    (document,) = read(write, line).values
    assert list(document) == ["entities", "events"]
    assert document["entities"] == [{"type": "PER", "span": [0, 3]}]
    arguments = [{"role": "who", "span": [0, 3]}]
    assert document["events"] == [{"type": "leave", "trigger": [3, 5], "arguments": arguments}]
    assert list(*read(write, line | {"sentences": [["a"] * 5]}).values)[2:] == ["tokens", "first_tokens"]


@pytest.mark.parametrize(
    ("change", "item", "form"),
    [
        ({"ent_spans": [[0, 0, "x", 1]]}, '[0, 0, "x", 1]', "[start, end, [[type, score]]]"),
        ({"evt_triggers": [[0, 0, "x", 1]]}, '[0, 0, "x", 1]', "[start, end, [[type, score]]]"),
        ({"predictions": [[[1, 1], [0, 0, 3]]]}, "[0, 0, 3]", "[start, end, role]"),
    ],
)
def test_what_has_not_this_form(write, change, item, form):
    """The error stands at the item."""
    with pytest.raises(InputError) as error:
        read(write, LINE | change)
    column = json.dumps(LINE | change).index(item) + 1
    assert (error.value.problem, error.value.column) == (f"{item} is not {form}", column)
