"""Answers as characters: ANLS (Biten et al. 2019) and ANLS* of nested values (Peer et al. 2024).

A pair of texts has the similarity s = 1 - edits / longer length, without case and with blanks joined. In anls
it counts from one half on, as in the official code of the RRC. In anls-strict it counts only above one half,
as in the paper. The measure anls-star divides the sum of s by the number of places. Of all pairings of arrays
and all readings, the largest ratio counts. nerkit finds it by the iteration that finds F1 in
`readings.choice`.

    leaf against leaf     s of 1 place          null against null, "", [], {}    1 of 1
    objects               the union of keys, a missing key is null; a key that gold lacks and whose value is
                          silent is not a place
    arrays                1:1, elements without a partner are places without s
    other kinds           0 of the places of the larger value
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.scalars.texts import edit_distance
from nerkit.corpora.readings import Readings, is_array

HALF = Fraction(1, 2)
Placed = tuple[Fraction, int]  # the sum of s, and the number of places
EPSILON = 1e-9  # the weight of a place if sums of s are equal


def similarity(gold: str, system: str, *, strict: bool = False) -> Fraction:
    """Return the similarity s of two texts; 0 below one half, with *strict* also at one half."""
    ours, theirs = (" ".join(text.lower().split()) for text in (gold, system))
    longer = max(len(ours), len(theirs))
    value = 1 - Fraction(edit_distance(ours, theirs), longer) if longer else Fraction(1)
    return value if value > HALF or (value == HALF and not strict) else Fraction(0)


def text_score(readings: Sequence[str], answer: str, *, strict: bool) -> tuple[Fraction, int | None]:
    """Return the best similarity of an answer to a reading, and the place of this reading; None without
    readings.
    """
    scores = [similarity(one, answer, strict=strict) for one in readings]
    place = scores.index(max(scores)) if scores else None
    return (scores[place] if place is not None else Fraction(0)), place


def nested_score(gold: Any, system: Any) -> Fraction:
    """Return ANLS* of a gold value, which can have readings, and a system value; 0/0 is 1."""
    ratio, found = Fraction(0), _BestPairing(Fraction(0)).best(gold, system)
    while True:
        better = found[0] / found[1] if found[1] else Fraction(1)
        if better <= ratio or not found[1]:
            return max(better, ratio)
        ratio, found = better, _BestPairing(better).best(gold, system)


def places(value: Any) -> int:
    """Return the number of places in a value; readings count with the fewest places."""
    if isinstance(value, Readings):
        return min(map(places, value.values), default=1)
    if isinstance(value, dict):
        return sum(map(places, value.values()))
    return sum(map(places, value)) if is_array(value) else 1


def is_silent(value: Any) -> bool:
    """Return whether a value is null, or an empty text, array or object."""
    return value is None or (isinstance(value, str | dict | list) and not value)


class _BestPairing:
    """The best pairing of two values for a fixed *ratio*: the largest sum of s minus ratio times places."""

    def __init__(self, ratio: Fraction) -> None:
        self.ratio = ratio

    def worth(self, placed: Placed) -> tuple[Fraction, int]:
        """Return the sort key of a sum of s and its places: a larger worth is better, then fewer places."""
        return placed[0] - self.ratio * placed[1], -placed[1]

    def best(self, gold: Any, system: Any) -> Placed:
        """Return the sum of s and the number of places in the best pairing of two values."""
        if isinstance(gold, Readings):
            return max((self.best(one, system) for one in gold.values or [None]), key=self.worth)
        if gold is None:
            return Fraction(is_silent(system)), max(1, places(system))
        if isinstance(gold, dict) and isinstance(system, dict):
            return self._members(gold, system)
        if is_array(gold) and is_array(system):
            return self._elements(list(gold), list(system))
        if _is_leaf(gold) and _is_leaf(system):
            return similarity(leaf_text(gold), leaf_text(system)), 1
        return Fraction(0), max(places(gold), places(system))

    def _members(self, gold: dict[str, Any], system: dict[str, Any]) -> Placed:
        parts = [self.best(value, system.get(key)) for key, value in gold.items()]
        parts += [
            self.best(None, value)
            for key, value in system.items()
            if key not in gold and not is_silent(value)
        ]
        return sum((part[0] for part in parts), start=Fraction(0)), sum(part[1] for part in parts)

    def _elements(self, gold: list[Any], system: list[Any]) -> Placed:
        alone = list(map(places, gold)), list(map(places, system))
        pairs: list[tuple[int, int, Placed, float]] = []
        for i, one in enumerate(gold):
            for j, other in enumerate(system):
                pair = self.best(one, other)
                fewer = alone[0][i] + alone[1][j] - pair[1]
                gain = pair[0] + self.ratio * fewer
                # if the ratio is 0, fewer places decide between equal sums
                weight = float(gain) + (EPSILON * fewer if not self.ratio else 0)
                if weight > 0:
                    pairs.append((i, j, pair, weight))
        rows, columns = (np.array([pair[side] for pair in pairs], np.int64) for side in (0, 1))
        chosen = best_matching(rows, columns, np.array([pair[3] for pair in pairs]))
        total, left = Fraction(0), sum(alone[0]) + sum(alone[1])
        for at in np.flatnonzero(chosen).tolist():
            i, j, pair, _ = pairs[at]
            total += pair[0]
            left += pair[1] - alone[0][i] - alone[1][j]
        return total, left


def _is_leaf(value: Any) -> bool:
    return value is not None and not isinstance(value, dict | Readings) and not is_array(value)


def leaf_text(value: Any) -> str:
    """Return a scalar as Python writes it: `True`, 1.0."""
    return str(value) if isinstance(value, str | bool | int | float) else str(float(value))
