"""Small graphs as the tuples that correspondences are solved for."""

import numpy as np
from hypothesis import strategies as st

from nerkit.algorithms.correspondence.ranked import TypedProblems
from nerkit.algorithms.correspondence.solver import Tuples


def tuples(size, nodes, edges):
    """A graph of (node, key) and (source, key, target)."""
    node, node_key = (np.array([one[k] for one in nodes], np.int64) for k in (0, 1))
    source, edge_key, target = (np.array([one[k] for one in edges], np.int64) for k in (0, 1, 2))
    return Tuples(size, node, node_key, source, target, edge_key)


@st.composite
def graphs(draw, most=4, keys=2):
    size = draw(st.integers(0, most))
    if not size:
        return tuples(0, [], [])
    node, key = st.integers(0, size - 1), st.integers(0, keys - 1)
    nodes = draw(st.lists(st.tuples(node, key), max_size=size + 1))
    return tuples(size, nodes, draw(st.lists(st.tuples(node, key, node), max_size=2 * size)))


def typed_problem(gold, system, types, most, scored):
    """A pair of graphs as the only problem of `ranked`; *types* are of the keys of nodes and of edges."""
    of_one = tuple((np.zeros(len(column), np.int64), np.asarray(column)) for column in types)
    sizes = np.array([gold.size]), np.array([system.size])
    return TypedProblems((gold, system), sizes, of_one, np.array([most]), scored)
