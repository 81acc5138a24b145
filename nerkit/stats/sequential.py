"""A test that may be looked at after every unit: betting on which system made which output.

Under the null hypothesis of exchangeable systems the sign of what a unit contributes is a fair coin, given
everything before and the unordered pair of outputs. Wealth that is bet on it is a martingale of mean 1, so
the probability that it ever reaches 1/level is at most the level, however often one looks (Ville 1939; Shafer
2021; Waudby-Smith and Ramdas 2024). After t units, a and b being the counts of the two systems:

    S    mean over the units so far of (a + b) / 2, which is the same if they are exchanged
    x    gradient of the score at S, times b - a of the unit; of a mean over documents its difference
    y    x over the root of the mean square of all x so far that are not 0; a unit with x = 0 bets nothing
    E    mean over the stakes ±1/16, ±1/8, ±1/4, ±1/2 of the product of 1 + tanh(stake y)

An example: a difference of always the same size has y = 1 or -1, and E of `greater` after one win is the mean
of 1 + tanh(1/16), …: 1.22. The order of the units must not depend on what is in them.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.results.scores import SCORES
from nerkit.stats.measured import Measured
from nerkit.stats.options import GREATER, LESS
from nerkit.stats.units import DocumentAverage, LabelSums, Sheet

STAKES = (1 / 16, 1 / 8, 1 / 4, 1 / 2)
LARGEST = 1e300  # no wealth is shown above
VALUE = SCORES.index("value")
NOISE = 1e-12  # of the terms that are added up: less is rounding


@dataclass(frozen=True)
class Looks:
    """The wealth after every unit.

    documents   the units in the order in which they are looked at
    wealth      E after each of them
    level       at whose inverse one may stop
    """

    documents: list[str]
    wealth: FloatArray
    level: float

    @property
    def most(self) -> float:
        """The largest wealth so far, 1 at the beginning."""
        return max(1.0, float(self.wealth.max(initial=1.0)))

    @property
    def p(self) -> float:
        """The p of the whole sequence of looks: valid wherever one stops."""
        return min(1.0, 1 / self.most)

    @property
    def stopped(self) -> str | None:
        """The first unit after which the wealth is 1/level; None where it never is."""
        count = self.until(1 / self.level)
        return None if count is None else self.documents[count - 1]

    def until(self, most: float) -> int | None:
        """The number of units after which the wealth is at least *most* for the first time."""
        reached = np.flatnonzero(self.wealth >= most)
        return int(reached[0]) + 1 if len(reached) else None

    def fields(self) -> dict[str, Any]:
        """The fields of a row."""
        last = float(self.wealth[-1]) if len(self.wealth) else 1.0
        return {"e": last, "e_max": self.most, "stopped": self.stopped}


def wealth(contributions: FloatArray, side: str | None) -> FloatArray:
    """E after every unit, shape (units,), of contributions x; *side* is `greater`, `less`, or None: both."""
    bets = contributions != 0
    squares = np.cumsum(contributions**2) / np.maximum(np.cumsum(bets), 1)
    scaled = contributions / np.sqrt(np.where(squares > 0, squares, 1))
    signs = {GREATER: (1,), LESS: (-1,)}.get(side or "", (1, -1))
    stakes = np.array([sign * stake for stake in STAKES for sign in signs])
    # log(1 + tanh(z)) = log 2 - log(1 + exp(-2z)), which does not lose small wealth
    steps = np.log(2) - np.logaddexp(0, -2 * stakes[:, np.newaxis] * scaled)
    total = np.logaddexp.reduce(np.cumsum(steps, axis=1), axis=0) - np.log(len(stakes))
    return np.asarray(np.exp(np.minimum(total, np.log(LARGEST))))


def contributions(first: Sheet, second: Sheet, place: int) -> FloatArray:
    """The contribution x of every unit, in their order, to the value of one row."""
    row, before, after = first.rows[place], first.columns, second.columns
    if isinstance(row, DocumentAverage):
        up, down = after[:, row.first + VALUE], before[:, row.first + VALUE]
        return _without_noise(up - down, np.abs(up) + np.abs(down))
    count = np.arange(1, len(before) + 1)[:, np.newaxis]
    middle, moved = np.cumsum((before + after) / 2, axis=0) / count, after - before
    if row.kind is not None or first.measured.composite is not None:
        return _by_exchange(first, second, place, middle, moved / count) * count[:, 0]
    labels = _labels(row)
    of_labels = [
        numbers[:, : _size(first)].reshape(len(numbers), -1, 4)[:, labels].sum(axis=1)
        for numbers in (middle, moved)
    ]
    terms = _gradient(of_labels[0], first.measured) * of_labels[1]
    return _without_noise(terms.sum(axis=1), np.abs(terms).sum(axis=1))


def _without_noise(values: FloatArray, sizes: FloatArray) -> FloatArray:
    """The values, 0 where they are what rounding leaves of terms that cancel: a bet would take their sign."""
    return np.where(np.abs(values) <= NOISE * sizes, 0.0, values)


def _labels(row: LabelSums) -> Any:
    """The labels that the row adds up."""
    return np.concatenate([np.empty(0, np.int64), *row.groups])


def _size(sheet: Sheet) -> int:
    """The number of columns that are counts of labels."""
    return int(np.prod(sheet.shape))


def _by_exchange(
    first: Sheet, second: Sheet, place: int, middle: FloatArray, moved: FloatArray
) -> FloatArray:
    """The difference that the unit's own exchange makes, for scores without a simple gradient."""
    up = second.scores(middle + moved / 2)[place, :, VALUE]
    down = first.scores(middle - moved / 2)[place, :, VALUE]
    return _without_noise(np.nan_to_num(up - down), np.nan_to_num(np.abs(up) + np.abs(down)))


def _gradient(sums: FloatArray, measured: Measured) -> FloatArray:
    """The gradient of the value at counts, shape (n, 4) to (n, 4); 0 where a denominator is missing."""
    headline = measured.headline
    kind = "f1" if headline is None else headline.normalizer
    p_num, p_den, r_num, r_den = sums.T
    zero = np.zeros(len(sums))
    if kind == "sum":
        return np.stack([zero + 1, zero, zero, zero], axis=1)
    if kind == "j":
        below = p_den + r_den - p_num
        inverse = _over(1 + zero, below)
        slope = -p_num * inverse**2
        return np.stack([inverse - slope, slope, zero, slope], axis=1)
    precision, recall = _over(p_num, p_den), _over(r_num, r_den)
    of_p = np.stack([_over(1 + zero, p_den), -_over(precision, p_den), zero, zero], axis=1)
    of_r = np.stack([zero, zero, _over(1 + zero, r_den), -_over(recall, r_den)], axis=1)
    if kind in "pr":
        return of_p if kind == "p" else of_r
    square = (measured.beta if kind == "f1" else float(kind[1:])) ** 2
    bottom = square * precision + recall
    by_p, by_r = (1 + square) * _over(np.stack([recall**2, square * precision**2]), bottom**2)
    gradient = by_p[:, np.newaxis] * of_p + by_r[:, np.newaxis] * of_r
    gradient[:, 0] += np.where(bottom == 0, _over(1 + square + zero, p_den + square * r_den), 0)
    return np.asarray(gradient)


def _over(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """A quotient, 0 where the denominator is."""
    missing = denominator == 0
    return np.asarray(np.where(missing, 0, numerator / np.where(missing, 1, denominator)))
