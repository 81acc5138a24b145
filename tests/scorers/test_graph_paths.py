"""Paths that are counted by their last nodes are as many as those that are listed, and cost less."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerkit.scorers import graph_paths
from nerkit.scorers.graph_paths import PathCounts, PathGraph, counted, listed, path_counts


def graph(labels, edges):
    """A graph of (source, role, target)."""
    out = [[] for _ in labels]
    for source, role, target in edges:
        out[source].append((role, target))
    return PathGraph(list(labels), out, 0)


@st.composite
def graphs(draw):
    """Small graphs with few labels, with loops, edges back and edges that stand twice."""
    labels = draw(st.lists(st.sampled_from("ab"), min_size=1, max_size=5))
    node = st.integers(0, len(labels) - 1)
    return graph(labels, draw(st.lists(st.tuples(node, st.sampled_from("rs"), node), max_size=10)))


def around(middle, before, after):
    """Nodes that lead to a node that leads to others."""
    labels = [middle, *before, *after]
    edges = [(1 + place, "r", 0) for place in range(len(before))]
    edges += [(0, "r", 1 + len(before) + place) for place in range(len(after))]
    return graph(labels, edges)


def test_paths_through_one_node_by_hand():
    """Of two times three paths of three nodes the system has one times two."""
    gold, system = around("m", "ab", "xyz"), around("m", "ac", "xy")
    expected = [PathCounts(4, 6, 5), PathCounts(3, 5, 4), PathCounts(2, 6, 4)]
    assert counted(gold, system, 3) == path_counts(gold, system, 3) == expected


@given(graphs(), graphs())
def test_counted_are_as_many_as_listed(gold, system):
    """Whatever loops, edges back, copies and equal labels there are."""
    ours, theirs = listed(gold, 4), listed(system, 4)
    expected = [PathCounts((g & s).total(), g.total(), s.total()) for g, s in zip(ours, theirs, strict=True)]
    assert counted(gold, system, 4) == expected


def test_the_work_on_dense_graphs_grows_with_their_edges(monkeypatch):
    """Every node with every later one, with labels of their own, equal, or some: classes are multiplied."""
    cells = []
    outer = np.outer
    monkeypatch.setattr(
        np, "outer", lambda *given: cells.append(len(given[0]) * len(given[1])) or outer(*given)
    )
    for labels in (lambda node, size: str(node), lambda node, size: "a", lambda node, size: str(node % 7)):
        work, edges = [], []
        for size in (30, 60, 120, 240):
            made = [(a, "r", b) for a in range(size) for b in range(a + 1, size)]
            dense = graph([labels(node, size) for node in range(size)], made)
            other = graph(dense.labels, made[::2])
            cells.clear()
            counts = path_counts(dense, other, 3)
            work.append(sum(cells))
            edges.append(len(made))
            assert counts[2].gold == size * (size - 1) * (size - 2) // 6
        exponent = np.polyfit(np.log(edges), np.log(work), 1)[0]
        assert exponent < 1.1, (work, edges)
        assert edges[0] > graph_paths.LISTED
