"""Clusters in memory."""

import io

import numpy as np
import pytest
from listed import mentions_listed

from nerkit import io as nio
from nerkit import readers
from nerkit.evaluation.inputs import is_data
from nerkit.exceptions import InputError
from nerkit.readers.coref.in_memory import read

CLUSTERS = [[(0, 2), (5, 6)], [(3, 4)]]
EXPECTED = [("1", 0, 2, "1"), ("1", 5, 6, "1"), ("1", 3, 4, "2")]


@pytest.mark.parametrize(
    "given",
    [
        CLUSTERS,
        [CLUSTERS],
        [[[[0, 2], [5, 6]], [[3, 4]]]],
        (tuple(map(tuple, CLUSTERS)),),
        [[np.array([[0, 2], [5, 6]]), [(np.int64(3), 4)]]],
        [[{(0, 2): None, (5, 6): None}.keys(), [(3, 4)]]],
    ],
)
def test_lists(given):
    """Any collections of pairs; clusters alone are one document. Offsets are half-open."""
    mentions = read(given)
    assert mentions_listed(mentions) == EXPECTED
    assert not mentions.named
    assert mentions.words is None
    assert mentions.place(1) == "mention 2"


def test_names():
    """Mappings name documents and entities; entities are those of a document."""
    mentions = read({"a": {"x": [(0, 1)], "y": [(2, 3)]}, "b": {"x": [(0, 1)]}, "c": []})
    assert mentions_listed(mentions) == [("a", 0, 1, "x"), ("a", 2, 3, "y"), ("b", 0, 1, "x")]
    assert mentions.entity.tolist() == [0, 1, 2]
    assert mentions.documents == ["a", "b", "c"]
    assert mentions.named


def test_documents_without_clusters():
    """They are there."""
    assert read([[], CLUSTERS, []]).documents == ["1", "2", "3"]
    assert read([[]]).documents == ["1"]
    assert read([]).documents == []


def test_what_was_read_before():
    """Mentions are themselves; spans with ids become mentions."""
    mentions = read(CLUSTERS)
    assert read(mentions) is mentions
    assert is_data(mentions)
    spans = readers.reader("span-tsv").read(nio.expand(io.StringIO("d\t0\t1\tE\n")))
    assert mentions_listed(read(spans)) == [("d", 0, 2, "E")]


ERRORS = [  # (data, place, problem)
    ([[[]]], "g: document '1', entity '1'", "an entity without mentions"),
    ({"d": {"x": []}}, "g: document 'd', entity 'x'", "an entity without mentions"),
    ([[[(1, 1)]]], "g: document '1', entity '1'", "end 1 is not after start 1"),
    ([[[(-1, 1)]]], "g: document '1', entity '1'", "start -1 is negative"),
    ([[[(0, 1)], [(0, 1.5)]]], "g: document '1', entity '2'", "end 1.5 is not an integer"),
    ([[[(0, 1, 2)]]], "g: document '1', entity '1'", "[0, 1, 2] is not a mention"),
    ([CLUSTERS, 5], "g: document '2'", "5 is not a list of clusters"),
    ([["ab"]], "g: document '1', entity '1'", '"ab" is not a list of mentions'),
    ([(0, 1)], "g: document '1', entity '1'", "0 is not a list of mentions"),
]


@pytest.mark.parametrize(("data", "place", "problem"), ERRORS)
def test_what_is_wrong(data, place, problem):
    """Errors name the document and the entity."""
    with pytest.raises(InputError) as error:
        read(data, "g")
    assert (error.value.source, error.value.problem) == (place, problem)
    assert error.value.remedy
