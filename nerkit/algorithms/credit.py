"""Partial credit between values, for example related types, which count although they are not equal.

A table of credits lists `(gold value, system value) -> credit`. Equal values have credit 1 and other pairs 0,
unless the table says otherwise. An absent value is equal only to an absent value.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.algorithms.keys import expand, places
from nerkit.exceptions import UsageError, nearest_fraction

Table = Mapping[tuple[str, str], float]


class Credit:
    """A table of credits over the codes of a categorical column (-1 for an absent value)."""

    def __init__(self, values: Sequence[Any], table: Table) -> None:
        codes = {value: code for code, value in enumerate(values)}
        known = {(code, code): 1.0 for code in range(NONE, len(values))}
        for (gold, system), credit in table.items():
            if gold in codes and system in codes:
                known[codes[gold], codes[system]] = credit
        listed = sorted(pair for pair, credit in known.items() if credit)
        pairs = np.array(listed, np.int64).reshape(-1, 2)
        self._first, self._second = pairs[:, 0] - NONE, pairs[:, 1] - NONE  # codes + 1, so that absent is 0
        self._credit = np.array([known[pair] for pair in listed], float)
        self._width = len(values) + 1
        self._keys = self._first * self._width + self._second

    def of(self, gold: IntArray, system: IntArray) -> FloatArray:
        """Return the credit of each pair of codes; both arrays have the shape (pairs,)."""
        keys = (gold - NONE) * self._width + system - NONE
        return np.append(self._credit, 0.0)[places(keys, self._keys)]

    def alternatives(self, gold: IntArray) -> tuple[IntArray, IntArray, FloatArray]:
        """Return all system codes with credit for the *gold* codes, as arrays: place in *gold*, code,
        credit.
        """
        first = np.searchsorted(self._first, gold - NONE, "left")
        last = np.searchsorted(self._first, gold - NONE, "right")
        rows, at = expand(first, last)
        return rows, self._second[at] + NONE, self._credit[at]


def check_decay(decay: float) -> None:
    """Raise UsageError if the credit of one step up a tree is not a number from 0 to 1."""
    if isinstance(decay, bool) or not isinstance(decay, int | float) or not 0 <= decay <= 1:
        meant = nearest_fraction(decay) if isinstance(decay, int | float) else ""
        raise UsageError(f"the decay of a tree must be a number from 0 to 1, not {decay}{meant}")


def tree_table(children: Mapping[str, Iterable[str]], decay: float) -> dict[tuple[str, str], float]:
    """Return credits from a tree of types (parent -> children): `decay ** steps` for an ancestor of gold's
    type.

    If several paths lead to an ancestor, the shortest counts. Raises UsageError for a type that is its own
    ancestor.
    """
    table: dict[tuple[str, str], float] = {}
    for ancestor in children:
        steps, level = 1, set(children[ancestor])
        seen: set[str] = set()
        while level:
            if ancestor in level:
                raise UsageError(f"the type tree has a cycle: {ancestor!r} is below itself")
            for descendant in level - seen:
                table[descendant, ancestor] = decay**steps
            seen |= level
            level = {child for parent in level for child in children.get(parent, ())} - seen
            steps += 1
    return table
