"""OneIE's and TextEE's JSONL."""

import json

import pytest

from nerkit import readers
from nerkit.corpora.records import Documents
from nerkit.errors import InputError
from nerkit.io import expand


def read(write, *lines, form="oneie"):
    path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
    return readers.reading(form, Documents)(expand(str(path)))


def refused(write, *lines, form="oneie"):
    """What is said against the file, from the line on."""
    with pytest.raises(InputError) as error:
        read(write, *lines, form=form)
    return str(error.value).partition("in.json:")[2]


TOKENS = ["Tolkien", "left", "Oxford"]
ENTITIES = [
    {"id": "e1", "entity_type": "PER", "start": 0, "end": 1},
    {"id": "e2", "entity_type": "LOC", "start": 2, "end": 3, "head": {"start": 2, "end": 3}},
]


def line(**more):
    return {"doc_id": "d", "wnd_id": "d-0", "tokens": TOKENS, "entity_mentions": ENTITIES, **more}


def test_layout(write):
    """Arguments stand where their entities stand; Arg-1 is the head, whatever the order."""
    relation = {
        "relation_type": "visit",
        "arguments": [{"entity_id": "e2", "role": "Arg-2"}, {"entity_id": "e1", "role": "Arg-1"}],
    }
    event = {
        "id": "v1",
        "event_type": "Leave",
        "trigger": {"start": 1, "end": 2},
        "arguments": [{"entity_id": "e2", "role": "Place"}, {"role": "Who", "start": 0, "end": 1}],
    }
    corpus = read(write, line(relation_mentions=[relation], event_mentions=[event]))
    (document,) = corpus.values
    assert (corpus.documents, corpus.form, corpus.characters) == (["d-0"], "oneie", False)
    assert document["relations"] == [
        {"type": "visit", "head": [0, 1], "tail": [2, 3], "head_type": "PER", "tail_type": "LOC"}
    ]
    assert document["events"] == [
        {
            "type": "Leave",
            "trigger": [1, 2],
            "id": "v1",
            "arguments": [
                {"role": "Place", "span": [2, 3], "id": "e2", "head": [2, 3]},
                {"role": "Who", "span": [0, 1]},
            ],
        }
    ]


@pytest.mark.parametrize(
    ("ids", "name"),
    [
        ({"doc_id": "d", "wnd_id": "w"}, "w"),
        ({"doc_id": "d", "sent_id": "d-3"}, "d-3"),
        ({"doc_id": "d", "sent_id": 3}, "d/3"),
        ({"doc_id": "d"}, "d"),
    ],
)
def test_ids(write, ids, name):
    """The window, else document and sentence, else the document."""
    assert read(write, {**ids, "tokens": TOKENS, "entity_mentions": []}).documents == [name]


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"tokens": ["a", 1]}, "1:44: not a list of tokens"),
        ({"entity_mentions": 3}, "entity_mentions is 3, not a list"),
        ({"entity_mentions": [7]}, "7 is not an entity"),
        ({"entity_mentions": [ENTITIES[0]] * 2}, 'the id "e1" is given twice'),
        ({"entity_mentions": [{"start": 2, "end": 4}]}, "end 4 is beyond the text, which has 3 tokens"),
        ({"entity_mentions": [{"start": 2, "end": 2}]}, "end 2 is not after start 2"),
        ({"entity_mentions": [{"start": -1, "end": 2}]}, "start -1 is negative"),
        ({"entity_mentions": [{"start": "a", "end": 2}]}, 'start "a" is not an integer'),
        ({"event_mentions": [{"event_type": "X", "arguments": []}]}, "null is not a trigger"),
        ({"event_mentions": [{"trigger": {"start": 0, "end": 1}}]}, "no event_type"),
        ({"relation_mentions": [{"relation_type": "x", "arguments": [{}]}]}, "a relation of 1 arguments"),
        (
            {
                "event_mentions": [
                    {
                        "event_type": "X",
                        "trigger": {"start": 0, "end": 1},
                        "arguments": [{"entity_id": "e9", "role": "Who"}],
                    }
                ]
            },
            'an argument at the entity "e9", which is not in the document',
        ),
        ({"entity_mentions": [{"id": [1], "start": 0, "end": 1}]}, "the id [1] is neither text nor an int"),
        ({"entity_mentions": [{"entity_type": [], "start": 0, "end": 1}]}, "entity_type is [], not a string"),
    ],
)
def test_bad_input(write, more, problem):
    """The line, the column, and what is wrong."""
    assert problem in refused(write, line(**more))


def test_what_is_no_object(write):
    """JSON of another kind is no document."""
    assert refused(write, line(), 3).startswith("2:1: 3 is not a document")
