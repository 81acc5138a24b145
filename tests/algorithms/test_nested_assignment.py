"""Nested matchings: their values are those of trying all of them, and their proofs hold."""

from fractions import Fraction
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.nested_assignment import best_of, matrix, proved, summed, without_proof
from nerkit.evaluation.certificates import verifier

NUMBERS = st.sampled_from([0, 1, 2, "1/2", "2/3", "7/5"])


def matrices(inner):
    """Matrices of up to three rows and columns, some places being empty."""

    def made(shape, listed):
        rows, columns = shape
        places = [(i, j) for i in range(rows) for j in range(columns)]
        return matrix(
            rows, columns, {at: cell for at, cell in zip(places, listed, strict=False) if cell is not None}
        )

    sizes = st.tuples(st.integers(0, 3), st.integers(0, 3))
    return st.builds(made, sizes, st.lists(st.one_of(st.none(), inner), min_size=9, max_size=9))


CELLS = st.recursive(
    NUMBERS,
    lambda inner: st.one_of(
        matrices(inner),
        st.lists(inner, max_size=3).map(summed),
        st.lists(inner, min_size=1, max_size=3).map(best_of),
    ),
    max_leaves=20,
)


def tried(cell):
    """The value of a cell by all matchings."""
    if not isinstance(cell, dict):
        return Fraction(cell)
    if "sum" in cell:
        return sum(map(tried, cell["sum"]), Fraction(0))
    if "largest" in cell:
        return max(map(tried, cell["largest"]))
    values = {(i, j): tried(one) for i, j, one in cell["cells"]}
    rows, columns = cell["rows"], cell["columns"]
    wide = [*range(columns), *(-1 for _ in range(rows))]
    orders = set(permutations(wide, rows))
    return max(sum((values.get(at, Fraction(0)) for at in enumerate(order)), Fraction(0)) for order in orders)


@given(CELLS)
def test_the_value_is_that_of_the_best_matching(cell):
    """Level by level; the verifier comes to the same from the proof alone."""
    with_proof, value = proved(cell)
    assert value == tried(cell) == verifier().cell(with_proof)
    assert without_proof(with_proof) == cell
