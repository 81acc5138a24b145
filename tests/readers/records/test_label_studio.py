"""Relations of Label Studio's exports."""

import json

import pytest

from nerkit import readers
from nerkit.exceptions import InputError
from nerkit.io import expand


def read(write, *lines, form="label-studio"):
    path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
    return readers.reading(form, "records")(expand(str(path)))


def refused(write, *lines, form="label-studio"):
    """What is said against the file, from the line on."""
    with pytest.raises(InputError) as error:
        read(write, *lines, form=form)
    return str(error.value).partition("in.json:")[2]


def region(name, start, end, *labels):
    value = {"start": start, "end": end, "labels": list(labels)}
    return {"id": name, "type": "labels", "value": value}


REGIONS = [region("a", 0, 7, "PER", "AUTHOR"), region("b", 13, 19, "LOC")]
RELATION = {"type": "relation", "from_id": "a", "to_id": "b", "labels": ["visit"]}


def task(*results, **more):
    annotation = {"result": [*REGIONS, *results]}
    return [{"id": 1, "data": {"text": "Tolkien left Oxford"}, "annotations": [annotation], **more}]


@pytest.mark.parametrize(
    ("more", "ends"),
    [
        ({}, [("visit", [0, 7], [13, 19])]),
        ({"direction": "left"}, [("visit", [13, 19], [0, 7])]),
        ({"direction": "bi"}, [("visit", [0, 7], [13, 19]), ("visit", [13, 19], [0, 7])]),
        ({"labels": ["x", "y"]}, [("x", [0, 7], [13, 19]), ("y", [0, 7], [13, 19])]),
        ({"labels": None}, [("", [0, 7], [13, 19])]),
    ],
)
def test_relations(write, more, ends):
    """One for each label and direction."""
    (document,) = read(write, task({**RELATION, **more})).values
    assert [(r["type"], r["head"], r["tail"]) for r in document["relations"]] == ends
    assert [entity["type"] for entity in document["entities"]] == ["PER", "AUTHOR", "LOC"]


def test_units_of_utf_16_are_converted(write):
    """As for spans: where only these fit the texts of the regions."""
    results = [region("a", 3, 6, "PER"), region("b", 7, 10, "PER"), RELATION]
    for each, text in zip(results, ("Ann", "Bob"), strict=False):
        each["value"]["text"] = text
    (document,) = read(write, [{"data": {"text": "😀 Ann Bob"}, "annotations": [{"result": results}]}]).values
    assert [document["relations"][0][end] for end in ("head", "tail")] == [[2, 5], [6, 9]]


def test_tasks_without_annotation_are_left_out(write):
    """And counted; of several annotations the first that was not cancelled counts."""
    cancelled = {"was_cancelled": True, "result": []}
    several = [cancelled, {"result": REGIONS}, {"result": []}]
    corpus = read(write, task(annotations=several) + task(annotations=[cancelled], id=2))
    assert [len(document["entities"]) for document in corpus.values] == [3]
    assert len(corpus.warnings) == 2


@pytest.mark.parametrize("listed", [True, 3, {"a": 1}])
def test_annotations_that_are_no_list(write, listed):
    """It is said what they are."""
    assert "annotations must be a list of objects" in refused(write, [{**task()[0], "annotations": listed}])
