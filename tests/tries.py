"""How much of what takes long is tried: less in `make test`, all of it in `make slow`."""

import os
from itertools import combinations, product

import pytest
from hypothesis import settings

TIMES = int(os.environ.get("NERKIT_TRIES", "1"))
EXAMPLES = 30  # of a test that says no other number


def tries(number):
    """So many examples; times NERKIT_TRIES, where that is set."""
    return settings(max_examples=number * TIMES)


def some(cases, number):
    """So many of the cases, far from each other; all of them where NERKIT_TRIES is more than 1."""
    cases = list(cases)
    if TIMES > 1 or len(cases) <= number:
        return cases
    return [cases[i * len(cases) // number] for i in range(number)]


def pairs_of(*factors):
    """Rows of one value of each factor, so that any two values of two factors stand in a row together; all
    rows where NERKIT_TRIES is more than 1.
    """
    rows = list(product(*factors))
    if TIMES > 1:
        return rows
    values = list(product(*(range(len(factor)) for factor in factors)))
    within = [{*combinations(enumerate(row), 2)} for row in values]
    left, chosen = set().union(*within), []
    while left:
        best = max(range(len(rows)), key=lambda i: len(within[i] & left))
        left -= within[best]
        chosen.append(rows[best])
    return chosen


def matrix(values, always):
    """Parameters of a long matrix: those in `always` run in `make test`, all others in `make slow` only."""
    left = set(always) - set(values)
    assert not left, f"no parameters: {left}"
    rare = pytest.mark.matrix
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)), marks=() if value in always else rare
        )
        for value in values
    ]
