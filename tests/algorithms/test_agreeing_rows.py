"""Matchings of rows by the fields in which they agree, against an assignment on the table of all pairs."""

import numpy as np
import pytest
import scipy.optimize
from hypothesis import given, settings
from hypothesis import strategies as st

from nerkit.algorithms import agreeing_rows
from nerkit.algorithms.agreeing_rows import Tables, solved


@st.composite
def tables(draw):
    """Two tables of the same fields, of up to eight rows, with few values, some absent."""
    fields = draw(st.integers(1, 4))
    sides = [
        np.array(
            draw(
                st.lists(
                    st.lists(st.integers(-1, 3), min_size=size, max_size=size),
                    min_size=fields,
                    max_size=fields,
                )
            ),
            np.int64,
        ).reshape(fields, size)
        for size in (draw(st.integers(0, 8)), draw(st.integers(0, 8)))
    ]
    weights = st.sampled_from(draw(st.sampled_from([[1, 1, 2, 5, 40_000], [6, 9]])))
    return Tables(*sides, np.array(draw(st.lists(weights, min_size=fields, max_size=fields)), np.int64))


def earned(one):
    """What every pair earns, field by field."""
    cells = [
        [
            sum(int(w) for a, b, w in zip(i, j, one.weight, strict=True) if a == b >= 0)
            for j in one.right.T.tolist()
        ]
        for i in one.left.T.tolist()
    ]
    return np.array(cells).reshape(one.left.shape[1], one.right.shape[1])


@pytest.mark.parametrize(
    "limits", [{}, {"KEPT": 1, "BLOCK": 5}, {"KEPT": 2, "LOOKS": 1}, {"RAISES": 1}], ids=str
)
@given(one=tables())
@settings(max_examples=150, deadline=None)
def test_the_matching_is_one_and_the_bound_holds(limits, one):
    """With few looks too; with as many as it takes both are the optimum."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in limits.items():
            patch.setattr(agreeing_rows, name, value)
        made = solved(one)
    cells = earned(one)
    best = cells[scipy.optimize.linear_sum_assignment(cells, maximize=True)].sum()
    assert len(set(made.left.tolist())) == len(set(made.right.tolist())) == len(made.left)
    assert (cells[made.left, made.right] > 0).all()
    assert cells[made.left, made.right].sum() == made.earned <= best <= made.bound
    if not limits:
        assert made.earned == made.bound == best


def test_rows_that_differ_are_matched_with_a_proof():
    """Three hundred rows and as many with changes, in several blocks and looks."""
    chance = np.random.default_rng(1)
    left = chance.integers(0, 6, (8, 300))
    right = np.where(chance.random((8, 300)) < 0.2, chance.integers(0, 6, (8, 300)), left)[:, ::-1]
    one = Tables(left, right[:, :280], np.ones(8, np.int64))
    cells = earned(one)
    best = cells[scipy.optimize.linear_sum_assignment(cells, maximize=True)].sum()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(agreeing_rows, "BLOCK", 10_000)
        patch.setattr(agreeing_rows, "KEPT", 3)
        made = solved(one)
    assert made.earned == made.bound == best
