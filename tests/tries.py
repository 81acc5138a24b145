"""How much of what takes long is tried: less in `make test`, all of it in `make slow`."""

import functools
import inspect
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


def spread(*factors):
    """Rows in which each value of each factor stands; all rows where NERKIT_TRIES is more than 1."""
    factors = [list(factor) for factor in factors]
    if TIMES > 1:
        return list(product(*factors))
    return [tuple(one[i % len(one)] for one in factors) for i in range(max(map(len, factors)))]


def each(names, cases):
    """Carry out a test for each of the cases in one go: collecting hundreds takes longer than they do. What
    fails says of which case; a case finds the files of those before it.
    """
    names, cases = names.split(", "), list(cases)

    def decorated(test):
        @functools.wraps(test)
        def every(**fixtures):
            for case in cases:
                own = dict(zip(names, case if len(names) > 1 else (case,), strict=True))
                try:
                    test(**fixtures, **own)
                except Exception as error:
                    error.add_note(f"of {own}")
                    raise

        signature = inspect.signature(test)
        left = [one for name, one in signature.parameters.items() if name not in names]
        every.__signature__ = signature.replace(parameters=left)
        return every

    return decorated
