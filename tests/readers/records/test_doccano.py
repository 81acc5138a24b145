"""doccano's JSONL."""

import json

import pytest

from nerkit import readers
from nerkit.corpora.records import Documents
from nerkit.errors import InputError
from nerkit.io import expand


def read(write, *lines, form="doccano"):
    path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
    return readers.reading(form, Documents)(expand(str(path)))


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


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"relations": [{"from_id": 6, "to_id": 9, "type": "x"}]}, "to_id 9 is no entity of the document"),
        ({"entities": [{"id": 1, "label": "x", "start_offset": 0, "end_offset": 13}]},
         "end 13 is beyond the text, which has 12 characters"),
        ({"entities": [LINE["entities"][0]] * 2}, "the id 5 is given twice"),
        ({"entities": [{"id": [], "label": "x", "start_offset": 0, "end_offset": 3}]},
         "the id [] is neither text nor an integer"),
        ({"relations": [{"from_id": [6], "to_id": 5, "type": "x"}]}, "from_id [6] is no entity"),
        ({"label": [[0, 1]]}, "[0, 1] is not [start, end, label]"),
        ({"text": None}, "no text"),
    ],
)  # fmt: skip
def test_bad_input(write, more, problem):
    """The line, the column, and what is wrong."""
    assert problem in refused(write, LINE | more)
