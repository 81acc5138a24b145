"""Warnings about intervals that rest on too few units: few in number, or few that decide.

With three documents there are ten distinct resamples. The percentiles of such a bootstrap hold the true F1 in
about 75 % of test sets, whatever their level. Sixty documents do not help if three of them hold half of the
items. The number of units that decide is

    (sum of d^2)^2 / sum of d^4     d: the change of the score if one unit is left out

It is n if all units matter alike, and 1 if a single unit matters. `scripts/interval_coverage.py` measures
COVERAGE, and how often intervals hold the true score on both sides of DECIDING.
"""

import math

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.ground.warnings import Warned

FEWEST, FEW = 6, 30  # units needed for an interval, and for an interval without a warning
DECIDING = 9  # deciding units needed for an interval without a warning
CHANGE = 1e-12  # smaller changes of a score are rounding
DOCUMENT, SENTENCE = "document", "sentence"
WITH_SENTENCES = frozenset(("bio", "dep", "srl"))  # tasks whose documents have sentences
SENTENCES = (
    'score more documents, or resample sentences with by="sentence", for an interval about other sentences '
    "of these documents"
)
PARTS_OF_DOCUMENTS = "score more documents, or split large documents into several"
# units -> share of 2,000 simulated test sets in which the 95 % interval of F1 held the true value: for the
# interval `percentile`, for `t`, and for `percentile` if 5 % of the documents are large and score worse
COVERAGE: dict[int, tuple[float, float, float]] = {
    6: (0.847, 0.922, 0.558),
    7: (0.855, 0.930, 0.580),
    8: (0.873, 0.932, 0.580),
    9: (0.883, 0.930, 0.570),
    10: (0.875, 0.921, 0.565),
    11: (0.901, 0.933, 0.543),
    12: (0.903, 0.932, 0.576),
    13: (0.907, 0.938, 0.569),
    14: (0.908, 0.936, 0.576),
    15: (0.907, 0.933, 0.582),
    16: (0.913, 0.936, 0.595),
    17: (0.920, 0.944, 0.603),
    18: (0.914, 0.936, 0.605),
    19: (0.934, 0.953, 0.600),
    20: (0.920, 0.939, 0.639),
    21: (0.927, 0.943, 0.627),
    22: (0.928, 0.947, 0.652),
    23: (0.921, 0.941, 0.648),
    24: (0.936, 0.953, 0.674),
    25: (0.927, 0.941, 0.691),
    26: (0.938, 0.947, 0.671),
    27: (0.934, 0.949, 0.677),
    28: (0.936, 0.951, 0.701),
    29: (0.937, 0.953, 0.716),
}


def few_units(units: int, name: str, level: float, remedy: str) -> Warned | None:
    """Return the warning about intervals of few units; None if there are enough, or fewer than two.

    The function `few` warns about fewer than two units.
    """
    if not 2 <= units < FEW:
        return None
    percent = f"{level * 100:g} %"
    if units < FEWEST:
        least = 2.0 ** (1 - units)
        return Warned("no-interval", units, noun=name, percent=percent, least=f"{least:g}")
    shares = (f"{share * 100:.0f} %" for share in COVERAGE[units])
    about = dict(zip(("percentile", "student", "skewed"), shares, strict=True))
    return Warned("few-units", units, noun=name, remedy=f"{remedy[0].upper()}{remedy[1:]}", facts=about)


def deciding(changes: FloatArray) -> float:
    """Return the number of units that decide a score; infinity if no unit changes it.

    *changes* holds the change of the score if each unit is left out.
    """
    largest = float(np.abs(changes).max(initial=0.0))
    if largest < CHANGE:
        return math.inf
    squares = (changes / largest) ** 2
    return float(squares.sum() ** 2 / (squares**2).sum())


def few_decide(name: str, changes: FloatArray, items: FloatArray, unit: str, remedy: str) -> Warned | None:
    """Return the warning that too few units decide the value *name*; None if enough do.

    *changes* holds the change of the value if each unit is left out, *items* the number of items in each
    unit.
    """
    number = deciding(changes)
    if number >= DECIDING:
        return None
    squares = changes**2
    first = np.argsort(-squares, kind="stable")[: round(number)]
    variance = squares[first].sum() / squares.sum()
    share = f", with {items[first].sum() / items.sum() * 100:.0f} % of the items," if items.sum() else ""
    facts = {"all": len(changes), "share": share, "variance": f"{variance * 100:.0f} %"}
    return Warned("few-units-decide", len(first), facts=facts, measure=name, noun=unit, remedy=remedy)
