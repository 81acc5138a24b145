"""OneIE's and TextEE's JSONL."""

import json

import pytest

from nerkit import readers
from nerkit.exceptions import InputError
from nerkit.io import expand


def read(write, *lines, form="oneie"):
    path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
    return readers.reading(form, "records")(expand(str(path)))


TOKENS = ["Tolkien", "left", "Oxford"]
ENTITIES = [
    {"id": "e1", "entity_type": "PER", "start": 0, "end": 1},
    {"id": "e2", "entity_type": "LOC", "start": 2, "end": 3, "head": {"start": 2, "end": 3}},
]


def line(**more):
    return {"doc_id": "d", "wnd_id": "d-0", "tokens": TOKENS, "entity_mentions": ENTITIES, **more}


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


LEAVE = {"event_type": "Leave", "trigger": {"start": 1, "end": 2}}


def test_what_is_known_of_heads_and_mentions(write):
    """It is that of arguments at the place of an entity. Tokens may be absent."""
    mention = {"id": "e1", "mention_type": "NAM", "start": 0, "end": 9, "head": [3, 4]}
    arguments = [{"entity_id": "e1", "role": "a"}, {"role": "b", "start": 5, "end": 6, "head": [5, 6]}]
    trigger = {"start": 1, "end": 2, "head": {"start": 1, "end": 2}}
    body = {
        "doc_id": "d",
        "entity_mentions": [mention, {"start": 7, "end": 8}],
        "relation_mentions": [{"relation_type": "r", "arguments": arguments}],
        "event_mentions": [LEAVE | {"trigger": trigger, "arguments": arguments[:1]}],
    }
    assert read(write, body).values == [
        {
            "entities": [
                {"type": None, "span": [0, 9], "id": "e1", "mention_type": "NAM", "head": [3, 4]},
                {"type": None, "span": [7, 8]},
            ],
            "relations": [
                {"type": "r", "head": [0, 9], "tail": [5, 6], "head_type": None, "tail_type": None}
            ],
            "events": [
                {
                    "type": "Leave",
                    "trigger": [1, 2],
                    "trigger_head": [1, 2],
                    "arguments": [
                        {"role": "a", "span": [0, 9], "id": "e1", "head": [3, 4], "mention_type": "NAM"}
                    ],
                }
            ],
        }
    ]


@pytest.mark.parametrize(
    ("roles", "head"), [(("Arg-1", "Arg-2"), 0), (("Arg-2", "x"), 0), (("x", "Arg-1"), 0)]
)
def test_ends_of_relations(write, roles, head):
    """They are in order, but for Arg-2 before Arg-1."""
    arguments = [{"role": role, "start": place, "end": place + 1} for place, role in enumerate(roles)]
    corpus = read(write, line(relation_mentions=[{"relation_type": "x", "arguments": arguments}]))
    assert corpus.values[0]["relations"][0]["head"] == [head, head + 1]


def test_clusters_and_spans(write):
    """Entities are spans; there may be clusters in formats that extend this one."""
    path = str(write("in.json", json.dumps(line())))
    assert readers.reading("oneie", "spans")(expand(path)).start.tolist() == [0, 2]
    with pytest.raises(InputError, match="no document has clusters"):
        readers.reading("oneie", "mentions")(expand(path))
