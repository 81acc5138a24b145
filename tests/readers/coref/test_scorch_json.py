"""scorch's JSON."""

import io
import json

import pytest

from nerkit import io as nio
from nerkit import readers
from nerkit.io import expand


def read(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return readers.reader("coref-json").read(nio.expand(io.StringIO(text)))


def test_clusters():
    """An object of ids and mentions; [start, end] is inclusive."""
    mentions = read({"type": "clusters", "clusters": {"e1": [[0, 1], [3, 3]], "e2": [[4, 4]]}})
    assert mentions.span.start.tolist() == [0, 3, 4]
    assert mentions.span.end.tolist() == [2, 4, 5]
    assert (mentions.entities, mentions.entity.tolist()) == (["e1", "e2"], [0, 0, 1])


def test_graph():
    """Entities are what links connect; a mention without one is an entity."""
    mentions = read(
        {
            "type": "graph",
            "mentions": [[0, 0], [1, 1], [2, 2], [3, 3]],
            "links": [[[3, 3], [0, 0]], [[2, 2], [3, 3]]],
        }
    )
    entity_of = dict(zip(mentions.span.start.tolist(), mentions.entity.tolist(), strict=True))
    assert entity_of == {0: 0, 2: 0, 3: 0, 1: 1}
    assert len(read({"type": "graph", "mentions": [[0, 0]]})) == 1


def test_mentions_may_be_anything():
    """What is no [start, end] is equal on both sides exactly when it is the same JSON."""
    values = ["m1", ["d", 3, 5], {"b": 1, "a": 2}, [5, 3], None, [1.5, 2]]
    first = read({"type": "clusters", "clusters": {"x": values}})
    second = read(
        '{"type": "clusters", "clusters": {"x": [[1.5,2],null,[5,3],{"a":2,"b":1},["d",3,5],"m1"]}}'
    )
    assert first.span.start.tolist() == second.span.start.tolist()[::-1]
    assert len(set(first.span.start.tolist())) == len(values)
    assert (first.span.sizes() == 1).all()


@pytest.mark.parametrize("kind", ["clusters", "graph"])
def test_recognition(kind):
    """The type says so."""
    value = {"type": kind, "clusters": {"x": ["m"]}, "mentions": ["m"], "links": []}
    assert readers.explained(expand(io.StringIO(json.dumps(value))), readers.BY_CONTENT) == ["coref-json"]
