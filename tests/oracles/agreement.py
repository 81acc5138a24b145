"""Agreement of annotators on the labels of tokens, and F1 of their chunks.

kappa   (observed - expected) / (1 - expected) of two annotators (Cohen 1960); of more the mean over pairs
alpha   1 - observed / expected disagreement, over all pairs of values (Krippendorff 2004)
"""

import math
from collections import Counter
from fractions import Fraction
from itertools import permutations

from .tags import scores as f1_of
from .tags import sentences


def quotient(observed, expected):
    return (observed - expected) / (1 - expected)


def kappa(one, two):
    counts, size = (Counter(one), Counter(two)), len(one)
    observed = Fraction(sum(a == b for a, b in zip(one, two, strict=True)), size)
    return quotient(observed, sum(Fraction(n * counts[1][tag], size**2) for tag, n in counts[0].items()))


def alpha(units):
    """Of units, each the values that annotators gave it."""
    values = [value for unit in units for value in unit]
    agreeing = [Fraction(sum(a == b for a, b in permutations(unit, 2)), len(unit) - 1) for unit in units]
    pairs = sum(n * (n - 1) for n in Counter(values).values())
    return quotient(sum(agreeing) / len(values), Fraction(pairs, len(values) * (len(values) - 1)))


def defined(coefficient, *sides):
    """The coefficient, nan where it is 0/0."""
    try:
        return (coefficient(*sides),)
    except ZeroDivisionError:
        return (math.nan,)


def scores(gold, system):
    one, two = ([tag.type or "O" for tags in sentences(path) for tag in tags] for path in (gold, system))
    both, size, _, other = f1_of(gold, system)["chunk"]
    return {
        "kappa": defined(kappa, one, two),
        "alpha": defined(alpha, list(zip(one, two, strict=True))),
        "f1": (Fraction(2 * both, size + other or 1),),
    }
