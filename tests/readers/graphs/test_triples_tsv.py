"""Graphs as triples: reading, and refusing what is none."""

import io
import re

import pytest

from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.graphs import triples_tsv
from nerkit.readers.sample import Sample, recognises

TEXT = (
    "# triples\nx\tw\tTOP\ttop\nx\tb\tinstance\tboy\nx\tw\tinstance\twant-01\n"
    "x\tw\tARG0\tb\nx\tw\tpolarity\t-\ny\ta\tinstance\tb\n"
)


def read(text, **options):
    return triples_tsv.SHAPE.read([Source(io.BytesIO(text.encode()), "gold.tsv")], **options)


def test_triples_are_graphs():
    """Concepts, relations, constants and the top."""
    graphs = read(TEXT)
    assert graphs.documents == ["x", "y"]
    graph = graphs.of(0)
    assert (graph.names, graph.labels, graph.top) == (["b", "w"], ["boy", "want-01"], 1)
    assert (graph.edges, graph.attributes) == ([(1, "ARG0", 0)], [(1, "polarity", "-")])
    assert recognises("triples-tsv", Sample(TEXT))


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("x\tw\tARG0\tb", 1, "node 'w' has no instance"),
        ("x\tw\tinstance\ta\nx\tw\tinstance\tb", 2, "node 'w' has two concepts"),
        ("x\tw\tinstance", 1, "3 columns instead of 4"),
        ("x\tw\tinstance\ta\ny\tw\tinstance\ta\nx\tw\tinstance\ta", 3, "graph 'x' occurs a second time"),
    ],
)
def test_damage_is_located(text, line, problem):
    """What is no graph is an error with its line; with skip_invalid an empty graph."""
    with pytest.raises(InputError, match=problem) as error:
        read(text)
    assert error.value.line == line
    (warning,) = read(text, skip_invalid=True).warnings
    assert re.match(r"1 damaged graph counted as empty: .+:\d+: ", warning)
