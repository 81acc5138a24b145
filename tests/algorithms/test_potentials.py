"""Potentials: the proof that a matching is the best."""

from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.potentials import proved

CELLS = st.dictionaries(
    st.tuples(st.integers(0, 4), st.integers(0, 4)), st.integers(-2, 9) | st.integers(0, 10**30), max_size=16
)


def one_to_one(pairs):
    """A matching made of some pairs: the first of each row and of each column."""
    matched = {}
    for row, column in pairs:
        if row not in matched and column not in matched.values():
            matched[row] = column
    return matched


def best(weights, rows):
    """What the best matching earns, by trying all."""
    if not rows:
        return 0
    rest = [best(weights, rows[1:])]
    for (row, column), weight in weights.items():
        if row == rows[0]:
            others = {at: value for at, value in weights.items() if at[1] != column}
            rest.append(weight + best(others, rows[1:]))
    return max(rest)


@given(CELLS, st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4))))
def test_potentials_prove_the_best_matching(weights, start):
    """From any matching to begin with: no cell is above its potentials, and their sum is the optimum."""
    matched, u, v = proved(weights, one_to_one(start))
    assert len(set(matched.values())) == len(matched)
    assert all(weights[pair] > 0 for pair in matched.items())
    assert min([*u.values(), *v.values()], default=1) > 0
    assert all(u.get(i, 0) + v.get(j, 0) >= weight for (i, j), weight in weights.items())
    earned = sum(weights[pair] for pair in matched.items())
    assert sum(u.values()) + sum(v.values()) == earned == best(weights, sorted({i for i, _ in weights}))


def test_a_better_matching_is_found_from_a_poor_one():
    """Exchanges along a chain, and round a circle."""
    chain = {(0, 0): 3, (0, 1): 2, (1, 0): 3}
    assert proved(chain, {0: 0})[0] == {0: 1, 1: 0}
    circle = {(0, 0): 1, (1, 1): 1, (0, 1): 2, (1, 0): 2}
    assert proved(circle, {0: 0, 1: 1})[0] == {0: 1, 1: 0}
