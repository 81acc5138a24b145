"""Judgements of the values of fields, in formulas of a user's own: the path is the name of the field.

The field is compared by its formula, except for two values that were judged. Such a pair is worth its credit
times the largest possible value. Values are looked up as they are written in the data.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.operators import Field
from nerkit.algebra.rewriting import rewritten
from nerkit.algebra.similarity import Metric, Similarity, SparsePairs
from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.algorithms.keys import combine, join
from nerkit.scorers import judgements
from nerkit.scorers.ie.judged.values import Decided
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
            return Field(JudgedValues(inner, credits_of=by_field[str(part.name)]), part.name)
        return None

    return rewritten(metric, change)


def _written(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


@dataclass(frozen=True, eq=False, repr=False)
class JudgedValues(Decided):
    """A similarity of values with judgements about some pairs."""

    credits_of: Credits = field(kw_only=True)

    @property
    def pointwise(self) -> bool:  # type: ignore[override]
        return self.inner.pointwise

    @cached_property
    def _numbers(self) -> tuple[dict[str, int], dict[str, int]]:
        """Judged value -> its number, for gold and for the system."""
        gold, system = ({pair[side]: place for place, pair in enumerate(self.credits_of)} for side in (0, 1))
        return gold, system

    def _codes(self, level: Level) -> tuple[IntArray, IntArray]:
        """Return for each gold row and each system row the number of its value among the judged values."""
        return level.once(("judged", self), lambda: self._looked_up(level))

    def _looked_up(self, level: Level) -> tuple[IntArray, IntArray]:
        texts = [_written(value) for value in level.values]
        gold, system = (
            np.array([number.get(text, NONE) for text in texts], np.int64) for number in self._numbers
        )
        gold[level.border :] = system[: level.border] = NONE
        return gold, system

    def _credits(self, level: Level, gold: IntArray, system: IntArray) -> tuple[IntArray, FloatArray]:
        """Return the places of the judged pairs among some pairs of rows, and the credits of these pairs."""
        own, other = self._numbers
        codes, size = self._codes(level), len(self.credits_of)
        keys = np.array([own[one] * size + other[two] for one, two in self.credits_of], np.int64)
        left, right = codes[0][gold], codes[1][system]
        places, judgement = join(np.where((left == NONE) | (right == NONE), NONE, left * size + right), keys)
        return places, np.array([*self.credits_of.values()], float)[judgement]

    def decisions(self, level: Level, block: IntArray) -> SparsePairs:
        """Return the pairs of judged values in one block, with their credits (also 0)."""
        rows = [np.flatnonzero((code != NONE) & (block != NONE)) for code in self._codes(level)]
        i, j = join(block[rows[0]], block[rows[1]])
        gold, system = rows[0][i], rows[1][j]
        places, credit = self._credits(level, gold, system)
        return SparsePairs(gold[places], system[places], credit)

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        """Return the values of these pairs of rows."""
        value, own = self.inner.at(level, gold, system).astype(float), self.own(level)
        places, credit = self._credits(level, gold, system)
        value[places] = credit * np.minimum(own[gold], own[system])[places]
        return value

    def identity(self, level: Level) -> IntArray:
        """Return a number for each row, equal for rows that rule and judgements treat alike."""
        return combine(self.inner.identity(level), *self._codes(level))
