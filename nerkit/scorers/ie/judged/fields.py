"""Judgements of the values of fields, in formulas of a user's own: the path is the name of the field.

The field is compared by its formula, except for two values that were judged. Such a pair is worth its credit
times the largest possible value. Values are looked up as they are written in the data.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.operators import Field, Wrapper
from nerkit.algebra.rewriting import rewritten
from nerkit.algebra.similarity import Metric, Similarity, SparsePairs
from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.algorithms.keys import combine, contained, join
from nerkit.scorers import judgements
from nerkit.scorers.ie.options import Options

Credits = Mapping[tuple[str, str], float]  # (value of gold, value of the system), in JSON -> credit


def judged(metric: Metric, options: Options) -> Metric:
    """Return a formula in which judgements decide pairs of values; the formula itself if no judgement is
    about its fields.
    """
    if options.judgements is None:
        return metric
    by_field: dict[str, dict[tuple[str, str], float]] = {}
    for one in judgements.read(options.judgements)[0]:
        by_field.setdefault(one.path, {})[_written(one.gold), _written(one.system)] = one.credit

    def change(part: Similarity) -> Similarity | None:
        """Return the field with its judged values; None for a part that no judgement is about."""
        if isinstance(part, Field) and part.name in by_field:
            inner = rewritten(part.inner, change)
            return Field(JudgedValues(inner, by_field[str(part.name)]), part.name)
        return None

    return rewritten(metric, change)


def _written(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


@dataclass(frozen=True, eq=False, repr=False)
class JudgedValues(Wrapper):
    """A similarity of values with judgements about some pairs."""

    credits_of: Credits

    def _codes(self, level: Level) -> tuple[IntArray, IntArray]:
        """Return for each gold row and each system row the number of its value among the judged values."""
        return level.once(("judged", self), lambda: self._looked_up(level))

    def _looked_up(self, level: Level) -> tuple[IntArray, IntArray]:
        texts = [_written(value) for value in level.values]
        sides = []
        for side in (0, 1):
            number = {pair[side]: place for place, pair in enumerate(self.credits_of)}
            sides.append(np.array([number.get(text, NONE) for text in texts], np.int64))
        border = level.border
        sides[0][border:] = sides[1][:border] = NONE
        return sides[0], sides[1]

    def _table(self) -> tuple[IntArray, FloatArray]:
        """Return the judged pairs of numbers, as one ascending integer per pair, and their credits."""
        number = [{pair[side]: place for place, pair in enumerate(self.credits_of)} for side in (0, 1)]
        size = len(self.credits_of)
        keys = [number[0][gold] * size + number[1][system] for gold, system in self.credits_of]
        order = np.argsort(np.array(keys, np.int64))
        return np.array(keys, np.int64)[order], np.array(list(self.credits_of.values()), float)[order]

    def _decisions(self, level: Level, gold: IntArray, system: IntArray) -> tuple[Any, FloatArray]:
        """Return a mask of the judged pairs of rows, and for judged pairs the values, credit × best value."""
        codes, (keys, credit) = self._codes(level), self._table()
        left, right = codes[0][gold], codes[1][system]
        pair = np.where((left == NONE) | (right == NONE), NONE, left * len(keys) + right)
        decided = contained(pair, keys)
        own = self.inner.own(level)
        most = np.minimum(own[gold], own[system])[decided]
        return decided, credit[np.searchsorted(keys, pair[decided])] * most

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """Return the pairs of the rule without judged pairs, and the judged pairs with their credits."""
        pairs = self.inner.pairs(level, block)
        decided, _ = self._decisions(level, pairs.gold, pairs.system)
        codes = self._codes(level)
        rows = [np.flatnonzero((code != NONE) & (block != NONE)) for code in codes]
        i, j = join(block[rows[0]], block[rows[1]])
        gold, system = rows[0][i], rows[1][j]
        there, worth = self._decisions(level, gold, system)
        further = SparsePairs(gold[there], system[there], worth)
        return pairs.take(~decided).join(further.valued(worth), max(len(level), 1))

    def own(self, level: Level) -> FloatArray:
        """Return the value of each row with itself, by the rule."""
        return self.inner.own(level)

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        """Return the values of these pairs of rows."""
        value = self.inner.at(level, gold, system).astype(float)
        decided, worth = self._decisions(level, gold, system)
        value[decided] = worth
        return value

    def identity(self, level: Level) -> IntArray:
        """Return a number for each row, equal for rows that rule and judgements treat alike."""
        return combine(self.inner.identity(level), *self._codes(level))

    def text(self, name: str = "") -> str:
        """Return the formula of the rule as text; the signature names the judgements."""
        return self.inner.text(name)
