"""Similarities of values: any function, a table of credits, types in a hierarchy, overlap of ranges.

    func(f)          f(gold value, system value)
    table(credits)   1 for equal values, credits[gold, system] for other values, otherwise 0
    worth(weights)   min(w(g), w(s)) of the weights of two values, as for names and pronouns
    overlap()        |a ∩ b| of half-open ranges [start, end), whose own score is their length
    tree(how)        types, as paths from the general to the specific or names in a hierarchy; by default 0:
        up           1 for equal types, 1/2 if the system's type is above gold's    (MUC-4, Eq. 33)
        down         1 for equal types, 1/2 if the system's type is below gold's
        depth        2^(c - max(g, s)) if c > 0                                     (Eq. 38)
        ancestors    2 c / (g + s), the F1 of the two sets of types                 (Eq. 39)
        decay        1 for equal types, decay^(g - s) if the system's type is above gold's.

Here g and s are the numbers of types from the top down to the gold type and to the system type, both
included. They have c types in common. A function is called once for each distinct pair of values that the
other parts of a product admit.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.normalizers import normalize as normalize_by
from nerkit.algebra.objects import Name, frozen, quoted
from nerkit.algebra.similarity import Similarity, SparsePairs, joined, within_blocks
from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.algorithms.credit import check_decay, tree_table
from nerkit.algorithms.intervals import Intervals, chunks, overlapping_pairs
from nerkit.algorithms.keys import combine, contained, ranked
from nerkit.exceptions import UsageError, unknown
from nerkit.ground.records import record

SLACK = 1e-9  # by which a rounded similarity may exceed the own score
CALLS = 500_000  # pairs of values that a function is called with at a time
TREES = ("up", "down", "depth", "ancestors", "decay")
Function = Callable[[Any, Any], float]


@dataclass(frozen=True, eq=False, repr=False)
class Func(Similarity):
    """A function of two values.

    function   function (gold value, system value) -> similarity
    name       the name of the function in formulas and messages
    bounded    whether no value may be more similar to another value than to itself
    """

    function: Function
    name: str
    bounded: bool

    pointwise = True
    dense = True

    @property
    def bounds(self) -> frozenset[str]:  # type: ignore[override]
        return Similarity.bounds if self.bounded else frozenset()

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """The pairs of rows within blocks for which the function is above 0."""
        gold, system = np.flatnonzero(block[: level.border] != NONE), np.sort(block[level.border :])
        last, first = (np.searchsorted(system, block[gold], side) for side in ("right", "left"))
        level.check_pairs(gold, last - first)
        parts = [self._among(level, block, gold[chunk]) for chunk in chunks(last - first, CALLS)]
        return joined(parts) if parts else within_blocks(level, np.full(len(level), NONE))

    def _among(self, level: Level, block: IntArray, gold: IntArray) -> SparsePairs:
        """The pairs of these gold rows with all rows of their blocks. Few rows at a time need little
        memory.
        """
        part = block.copy()
        part[: level.border] = NONE
        part[gold] = block[gold]
        pairs = within_blocks(level, part)
        return pairs.valued(self.at(level, pairs.gold, pairs.system))

    def own(self, level: Level) -> FloatArray:
        """The function of each value with itself, shape (rows,). It is called once for equal values."""
        return level.once(("own", self), lambda: self._own(level))

    def _own(self, level: Level) -> FloatArray:
        _, first, code = np.unique(level.codes, return_index=True, return_inverse=True)
        return self._called(level, first, first)[code]

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        """The function of each pair of rows, shape (pairs,). It is called once for equal pairs of values.

        Raises UsageError if a bounded function exceeds the own score of a value.
        """
        rank, width = level.once("ranks", lambda: ranked(level.codes))
        keys, first, place = np.unique(
            rank[gold] * width + rank[system], return_index=True, return_inverse=True
        )
        gold, system = gold[first], system[first]  # one pair of rows for each pair of values
        known: list[Any] = level.once(("called", self), lambda: [keys[:0], np.zeros(0)])  # ascending
        new = np.flatnonzero(~contained(keys, known[0]))
        if len(new):
            value = self._called(level, gold[new], system[new])
            if self.bounded:
                self._check_bounded(level, gold[new], system[new], value)
            places = np.searchsorted(known[0], keys[new])
            known[:] = np.insert(known[0], places, keys[new]), np.insert(known[1], places, value)
        values: FloatArray = known[1][np.searchsorted(known[0], keys)]
        return values[place]

    def _check_bounded(self, level: Level, gold: IntArray, system: IntArray, value: FloatArray) -> None:
        """Raise UsageError if the function of a pair exceeds the own score of one of the two values."""
        own = self.own(level)
        for side, rows in (("gold", gold), ("system", system)):
            for k in np.flatnonzero(value > own[rows] + SLACK)[:1].tolist():
                x = level.values[rows[k]]
                raise UsageError(
                    f"{self._call(level.values[gold[k]], level.values[system[k]])} is "
                    f"{value[k]:g}, more than {self._call(x, x)}, which is {own[rows[k]]:g}. No "
                    f"{side} value can be more similar to another value than to itself (func(…, "
                    "bounded=False) allows this)"
                )

    def _called(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        """The results of the function, called with the values of each pair of rows."""
        values, rows = level.values, zip(gold.tolist(), system.tolist(), strict=True)
        return np.array([self._value(values[i], values[j]) for i, j in rows], float)

    def _value(self, gold: Any, system: Any) -> float:
        try:
            returned = self.function(gold, system)
        except Exception as error:
            problem = f"{self._call(gold, system)} raises {type(error).__name__}: {error}"
            raise UsageError(problem) from error
        try:
            value = float(returned)
        except (TypeError, ValueError):
            value = math.nan
        if not math.isfinite(value) or value < 0:
            raise UsageError(
                f"{self._call(gold, system)} is {quoted(returned)}, but a similarity must be a "
                "finite number of at least 0"
            )
        return value

    def _call(self, gold: Any, system: Any) -> str:
        return f"{self.name}({quoted(gold)}, {quoted(system)})"

    def identity(self, level: Level) -> IntArray:
        return level.codes

    def text(self, name: str = "") -> str:
        return f"{self.name}({name})" if name else self.name


class SmallerWeight(Func):
    """The smaller of the weights of two values; values of equal weight count as equal."""

    def identity(self, level: Level) -> IntArray:
        code: IntArray = np.unique(self.own(level), return_inverse=True)[1]
        return code


@dataclass(frozen=True, eq=False, repr=False)
class Overlap(Similarity):
    """The number of positions that two ranges share; *start* and *end* are their fields."""

    start: Name
    end: Name

    pointwise = True

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """The pairs of ranges within blocks that overlap, with the number of shared positions."""
        first, last = self._ranges(level)
        rows = np.flatnonzero(block != NONE)
        gold, system = np.split(rows, [np.searchsorted(rows, level.border)])
        sides = [Intervals(block[side], first[side], last[side]) for side in (gold, system)]
        overlaps, partners = [], np.zeros(len(gold), np.int64)
        for some in overlapping_pairs(*sides):
            partners += np.bincount(some[0], minlength=len(gold))
            level.check_pairs(gold, partners)
            overlaps.append(some)
        if not overlaps:
            return within_blocks(level, np.full(len(level), NONE))
        i, j, shared = (np.concatenate(column) for column in zip(*overlaps, strict=True))
        order = np.lexsort((j, i))
        return SparsePairs(gold[i[order]], system[j[order]], shared[order].astype(float))

    def own(self, level: Level) -> FloatArray:
        """The length of each range, shape (rows,), in positions."""
        first, last = self._ranges(level)
        return np.asarray(last - first, float)

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        """The number of positions that the ranges of each pair of rows share, shape (pairs,)."""
        first, last = self._ranges(level)
        shared = np.minimum(last[gold], last[system]) - np.maximum(first[gold], first[system])
        return np.asarray(np.maximum(shared, 0), float)

    def identity(self, level: Level) -> IntArray:
        return combine(*self._ranges(level))

    def text(self, name: str = "") -> str:
        return f"|{name} ∩ {name}|" if name else "|∩|"

    def _ranges(self, level: Level) -> tuple[IntArray, IntArray]:
        return level.once(("ranges", self.start, self.end), lambda: self._read(level))

    def _read(self, level: Level) -> tuple[IntArray, IntArray]:
        start, end = self._offsets(level, self.start), self._offsets(level, self.end)
        for row in np.flatnonzero(end <= start)[:1].tolist():
            level.fail(f"end {end[row]} is not after start {start[row]} (offsets are half-open)", row)
        return start, end

    def _offsets(self, level: Level, name: Name) -> IntArray:
        column = level.field(name)
        for row, value in enumerate(column.values):
            if type(value) is not int:
                column.fail(f"{quoted(value)} is not an integer offset", row)
        return np.array(column.values, np.int64)


def func(function: Function, *, name: str | None = None, bounded: bool = True) -> Similarity:
    """The similarity `function(gold value, system value)`.

    The function must return a finite number of at least 0. If *bounded*, it must not exceed `function(x, x)`
    for either value x. If it does, a UsageError names the two values. It is called only with distinct values,
    and must depend on nothing else.
    """
    if not callable(function):
        raise UsageError(f"func needs a function, not {function!r}")
    return Func(function, name or getattr(function, "__name__", "func").strip("<>"), bounded)


def table(listed: Mapping[tuple[Any, Any], float], *, name: str = "table") -> Similarity:
    """Credits from 0 to 1 for (gold value, system value); 1 for equal values, 0 for pairs that are not
    listed.

    Raises UsageError for other credits.
    """
    for (gold, system), value in listed.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise UsageError(
                f"the credit of {gold!r} and {system!r} must be a number from 0 to 1, not {value!r}"
            )
    known = {(frozen(gold), frozen(system)): value for (gold, system), value in listed.items()}
    return Func(partial(_credited, known), name, bounded=True)


def _credited(known: Mapping[tuple[Any, Any], float], gold: Any, system: Any) -> float:
    """The credit of two values in a table; 1 for equal values."""
    pair = frozen(gold), frozen(system)
    return 1.0 if pair[0] == pair[1] else known.get(pair, 0.0)


def tree(
    how: str,
    children: Mapping[str, Iterable[str]] | None = None,
    *,
    separator: str = ".",
    decay: float = 0.5,
) -> Similarity:
    """The similarity of hierarchical types: `up`, `down`, `depth`, `ancestors`, or `decay` for each step up.

    Types are names in the hierarchy *children* (parent -> children). Without *children* they are paths:
    lists, or texts that are cut at *separator*. A name that is not in the hierarchy has nothing above it.
    Raises UsageError for a hierarchy with a cycle.
    """
    if how not in TREES:
        raise unknown("tree", str(how), TREES)
    check_decay(decay)
    if how == "decay" and children is not None:
        return table(tree_table(children, decay), name="tree_decay")
    above: dict[str, set[str]] = {}
    for below, ancestor in tree_table(children or {}, 1.0):
        above.setdefault(below, set()).add(ancestor)
    types = _Types(how, None if children is None else above, separator, decay)
    return Func(types.similar, f"tree_{how}", bounded=True)


@record(frozen=True)
class _Types:
    """Hierarchical types.

    how         the similarity, one of TREES
    above       type -> all types above it; None if types are paths
    separator   the text between the steps of a path
    decay       the credit for each step up
    """

    how: str
    above: Mapping[str, set[str]] | None
    separator: str
    decay: float

    def lineage(self, kind: Any) -> set[Any]:
        """The type and all types above it: names of the hierarchy, or beginnings of its path."""
        if self.above is not None:
            return {kind} | self.above.get(kind, set())
        steps = (
            kind.split(self.separator)
            if isinstance(kind, str)
            else kind
            if isinstance(kind, list | tuple)
            else [kind]
        )
        return {tuple(steps[: i + 1]) for i in range(len(steps))}

    def similar(self, gold: Any, system: Any) -> float:
        """The similarity of two types."""
        g, s = self.lineage(gold), self.lineage(system)
        if self.how == "decay":  # of paths
            return float(self.decay ** (len(g) - len(s))) if s <= g else 0.0
        return _tree_value(self.how, len(g), len(s), len(g & s))


def worth(weights: Mapping[Any, float], other: float = 1.0) -> Similarity:
    """The smaller of the weights of two values, for a field that tells how informative a mention is.

    weights   value -> its weight, a number from 0 on
    other     the weight of all other values

    In a product with other comparisons, a match counts the smaller weight of its two sides. An unmatched item
    counts its weight.

    >>> from nerkit.algebra import match_sets, record, same, worth
    >>> mentions = record(span=same, level=worth({"NAM": 1, "NOM": 0.5, "PRO": 0.25}))
    >>> gold = [{"span": [0, 1], "level": "NAM"}, {"span": [5, 6], "level": "PRO"}]
    >>> match_sets(mentions, normalize="r").score([gold], [gold[1:]])
    0.2
    """
    known = {frozen(value): _weight(weight) for value, weight in weights.items()}
    rest = _weight(other)
    return SmallerWeight(partial(_smaller, known, rest), "worth", bounded=True)


def _smaller(known: Mapping[Any, float], rest: float, gold: Any, system: Any) -> float:
    """The smaller of the weights of two values."""
    return min(known.get(frozen(gold), rest), known.get(frozen(system), rest))


def _weight(weight: Any) -> float:
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 <= weight < math.inf:
        raise UsageError(f"a weight must be a number of at least 0, not {weight!r}")
    return float(weight)


def overlap(start: Name = 0, end: Name = 1, normalize: str | None = None) -> Similarity:
    """The number of positions that two ranges share: pairs (start, end), or records with these fields.

    >>> print(overlap("left", "right", normalize="j") > 0.5)
    ⟦J(|∩|) > 0.5⟧
    """
    shared = Overlap(start, end)
    return shared if normalize is None else normalize_by(shared, normalize)


def _tree_value(how: str, gold: int, system: int, common: int) -> float:
    """The similarity of two types, from the sizes of their lineages and of the common part."""
    if how == "depth":
        return 2.0 ** (common - max(gold, system)) if common else 0.0
    if how == "ancestors":
        return 2 * common / (gold + system)
    if common == gold == system:
        return 1.0
    return 0.5 if common == (system if how == "up" else gold) else 0.0
