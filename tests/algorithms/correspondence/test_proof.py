"""Trees that prove correspondences: they bound the best value, and no lower one."""

from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nerkit.algorithms.correspondence import proof
from nerkit.algorithms.correspondence.problem import Tuples, problem
from nerkit.evaluation.certificates import verifier


@st.composite
def graphs(draw, size):
    """A graph with few different keys, so that many nodes are alike."""
    nodes = st.tuples(st.integers(0, size - 1), st.integers(0, 2))
    edges = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1), st.integers(0, 1))
    node, node_key = np.array(sorted(draw(st.sets(nodes, max_size=size))), np.int64).reshape(-1, 2).T
    listed = np.array(sorted(draw(st.sets(edges, max_size=3 * size))), np.int64).reshape(-1, 3)
    return Tuples(size, node, node_key, *listed.T)


@st.composite
def problems(draw):
    """The problem of two small graphs."""
    return problem(draw(graphs(draw(st.integers(1, 5)))), draw(graphs(draw(st.integers(1, 5)))))


def best(stated):
    """The best mapping of all, and its value."""
    left, right = stated["left"], stated["right"]
    wide = [*range(right), *(-1 for _ in range(left))]
    found = (-1, ())
    for order in set(permutations(wide, left)):
        pairs = {pair for pair in enumerate(order) if pair[1] >= 0}
        value = sum(w for i, k, w in stated["rewards"] if (i, k) in pairs)
        value += sum(w for i, k, j, m, w in stated["gains"] if {(i, k), (j, m)} <= pairs)
        found = max(found, (value, tuple(sorted(pairs))))
    return found


@settings(deadline=None)
@given(problems())
def test_the_best_value_has_a_proof_and_a_lower_one_has_none(one):
    """The verifier takes the tree of the best mapping; below its value nothing is proved."""
    stated = proof.instance(one)
    value, pairs = best(stated)
    tree = proof.tree(one, value)
    assert tree is not None
    line = {**stated, "mapping": [list(pair) for pair in pairs], "tree": proof.node(one, tree)}
    assert verifier().graph(line) == (value, True)
    assert value == 0 or proof.tree(one, value - 1, leaves=200) is None


def wheel(size):
    """A circle of nodes that are all alike."""
    places = np.arange(size)
    return Tuples(
        size, places, np.zeros(size, np.int64), places, (places + 1) % size, np.zeros(size, np.int64)
    )


def test_a_tree_of_more_leaves_than_are_allowed_is_a_gap():
    """Two triangles against one circle of six: alike everywhere, and edges cannot all agree."""
    three = wheel(3)
    triangles = Tuples(
        6,
        np.arange(6),
        np.zeros(6, np.int64),
        np.concatenate([three.source, three.source + 3]),
        np.concatenate([three.target, three.target + 3]),
        np.zeros(6, np.int64),
    )
    one = problem(triangles, wheel(6))
    value, _ = best(proof.instance(one))
    tree = proof.tree(one, value)
    assert isinstance(tree, proof.Split)
    assert proof.tree(one, value, leaves=2) is None
    assert proof.tree(one, value, leaves=0) is None
