"""doccano's JSONL."""

import json

import pytest

from nerkit import readers
from nerkit.exceptions import InputError
from nerkit.io import expand


def read(write, *lines, form="doccano", **options):
    path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
    return readers.reading(form, "records")(expand(str(path)), **options)


def refused(write, *lines, form="doccano"):
    """What is said against the file, from the line on."""
    with pytest.raises(InputError) as error:
        read(write, *lines, form=form)
    return str(error.value).partition("in.json:")[2]


LINE = {
    "id": 3,
    "text": "Tolkien left",
    "entities": [{"id": 5, "label": "PER", "start_offset": 0, "end_offset": 7},
                 {"id": 6, "label": "V", "start_offset": 8, "end_offset": 12}],
    "relations": [{"id": 1, "from_id": 6, "to_id": 5, "type": "subject"}],
}  # fmt: skip


def test_layout(write):
    """Characters, ends exclusive; labels alone are entities too."""
    corpus = read(write, LINE, {"id": 4, "text": "Oxford", "label": [[0, 6, "LOC"]]})
    assert (corpus.documents, corpus.characters) == (["3", "4"], True)
    assert corpus.values[0]["relations"] == [
        {"type": "subject", "head": [8, 12], "tail": [0, 7], "head_type": "V", "tail_type": "PER"}
    ]
    assert corpus.values[1]["entities"] == [{"type": "LOC", "span": [0, 6]}]


def test_the_task_is_what_the_file_holds(run, write):
    """Relations if there are any, else spans."""
    alone = {key: value for key, value in LINE.items() if key != "relations"}
    for lines, measure in (([LINE], "relation"), ([alone], "sets::span")):
        path = write("x.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        assert run("evaluate", "-g", path, "-s", path).out.splitlines()[1].startswith(measure)


NUMBERED = {"id": 4, "text": "Oxford", "annotations": [
    {"label": 2, "start_offset": 0, "end_offset": 6, "user": 1, "why": 3},
    {"label": "LOC", "start_offset": 0, "end_offset": 2}]}  # fmt: skip


@pytest.mark.parametrize(("names", "label"), [(None, "2"), ("O,PER,LOC", "LOC")])
def test_numbers_of_labels(write, names, label):
    """They are labels where no names are given; what is beside them is counted."""
    corpus = read(write, NUMBERED, label_names=names)
    assert [entity["type"] for entity in corpus.values[0]["entities"]] == [label, "LOC"]
    assert [warning.partition(": ")[2] for warning in corpus.warnings] == [
        "nerkit does not read these keys of items: 'why' (1)"
    ]


def test_a_number_without_name(write):
    """It is an error where names are given."""
    with pytest.raises(InputError, match="the label 2 is not one of the given names"):
        read(write, NUMBERED, label_names="O,PER")


def test_a_label_under_another_key(write):
    """The only unread text of every entity is its label; where one has none, the first is told."""
    spans = {"start_offset": 0, "end_offset": 3}
    corpus = read(write, {"text": "Oxford", "entities": [{**spans, "ner": "LOC"}, {**spans, "ner": "PER"}]})
    assert ([each["type"] for each in corpus.values[0]["entities"]], corpus.label_key) == (
        ["LOC", "PER"],
        "ner",
    )
    said = refused(write, {"text": "Oxford", "entities": [spans]}, {"text": "Oxford", "entities": [spans]})
    assert said.startswith("1:33: no label")


def test_spans_have_ids_of_their_own(write):
    """A document's id is a number of doccano's."""
    spans = readers.reading("doccano", "spans")(expand(str(write("in.json", json.dumps(LINE)))))
    assert (spans.own_ids, spans.named, spans.start.tolist()) == (True, True, [0, 8])
