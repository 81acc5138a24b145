"""Which rows of records are looked at as pairs where very many agree in a key."""

import numpy as np
from growth import exponent
from hypothesis import given
from hypothesis import strategies as st

from nerkit.scorers.ie.relations import errors as record_errors

KEYS = st.lists(st.integers(0, 2), max_size=9).map(lambda keys: np.array(keys, np.int64))


def pairs(gold, system, crowded, at):
    before = record_errors.CROWDED
    record_errors.CROWDED = crowded
    try:
        left, right = record_errors._pairs(gold, system, at)
    finally:
        record_errors.CROWDED = before
    assert (gold[left] == system[right]).all()
    assert len(set(zip(left.tolist(), right.tolist(), strict=True))) == len(left)
    return left, right


@given(KEYS, KEYS, st.integers(0, 99))
def test_few_that_are_near_are_all_looked_at(gold, system, seed):
    """As many as NEAREST on both sides."""
    chance = np.random.default_rng(seed)
    at = chance.integers(0, 9, len(gold)), chance.integers(0, 9, len(system))
    near = pairs(gold, system, 0, at)
    assert set(zip(*near, strict=True)) == set(zip(*pairs(gold, system, 10**6, at), strict=True))


def test_pairs_grow_with_rows():
    """Of one key."""
    sizes = (100, 200, 400, 800)
    work = []
    for size in sizes:
        rows, at = np.zeros(size, np.int64), np.arange(size)
        work.append(len(pairs(rows, rows, 50, (at, at))[0]))
    assert exponent(sizes, work) < 1.1
