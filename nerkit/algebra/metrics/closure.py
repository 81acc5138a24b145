"""Precision and recall of relations that follow from each other: a relation is right if the other side
implies it.

    precision   relations of the system's reduced set that follow from gold / the size of that set
    recall      relations of gold's reduced set that follow from the system / the size of that set

(UzZaman and Allen 2011.) If gold says A < B, B < C and A < C, it is reduced to the first two relations. For a
system that says only A < C, P = 1/1 and R = 0/2. A relation that contradicts earlier relations enters no
closure, but it still counts on its side. It is right if the other side states it, too. A warning names its
place.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from nerkit.algebra.formula import f_measure
from nerkit.algebra.levels import Level
from nerkit.algebra.normalizers import normalize
from nerkit.algebra.objects import quoted
from nerkit.algebra.operators import same
from nerkit.algebra.similarity import MatchedElements, Metric, Similarity, SparsePairs, within_blocks
from nerkit.algorithms import interval_relations as intervals
from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.exceptions import UsageError, nearest, plural, some, unknown

PLAIN = {  # closure -> the relation of two ends and a name, in one form for both directions
    "allen": intervals.plain,
    "order": intervals.ordered,
    "equivalence": intervals.equivalent,
    "none": intervals.plain,
}
CLOSURES = tuple(PLAIN)
REDUCTIONS = ("minimal", "sequential", "none")
FIELDS = ("from", "to", "type")


class _RelationsOf(NamedTuple):
    """The relations of one document.

    rows      stated relation -> its row
    counted   the relations that count
    closure   the implied relations; None without a closure
    """

    rows: dict[intervals.Relation, int]
    counted: list[intervals.Relation]
    closure: intervals.Closure | None

    def has(self, relation: intervals.Relation) -> bool:
        """Whether a relation is stated or implied."""
        return relation in self.rows or (self.closure is not None and self.closure.follows(relation))


@dataclass(frozen=True, eq=False, repr=False)
class Entailed(Similarity):
    """The number of relations in one side's reduced set that the other side implies."""

    closure: str
    reduce: str
    of_system: bool

    matches = True

    def _sides(self, level: Level) -> list[_RelationsOf]:
        key = ("entailed", self.closure, self.reduce)
        made: list[_RelationsOf] = level.once(key, lambda: self._made(level))
        return made

    def _made(self, level: Level) -> list[_RelationsOf]:
        below = level.elements()
        columns = [below.field(name).values for name in FIELDS]
        listed: list[dict[intervals.Relation, int]] = [{} for _ in range(len(level))]
        for row, (first, second, name) in enumerate(zip(*columns, strict=True)):
            try:
                relation = PLAIN[self.closure](first, second, name)
            except (KeyError, TypeError):
                problem = f"unknown relation {quoted(name)}{nearest(str(name), intervals.NAMES)}"
                below.fail(problem, row)
            listed[below.parent[row]].setdefault(relation, row)
        contradicting: list[int] = []
        made = [self._side(rows, contradicting) for rows in listed]
        if contradicting:
            count = f"{plural(len(contradicting), 'element')} of {below.collection() or 'relations'}"
            places = some(
                dict.fromkeys(below.locate(below.side(row), below.path(row)) for row in contradicting)
            )
            below.absent[f"{count} that contradict earlier elements: {places}"] = None
        return made

    def _side(self, rows: dict[intervals.Relation, int], contradicting: list[int]) -> _RelationsOf:
        """The relations of a document from its stated relations; rows that contradict earlier rows are
        noted.
        """
        if self.closure == "none":
            return _RelationsOf(rows, list(rows), None)
        kept, wrong = intervals.consistent(list(rows))
        contradicting += [rows[relation] for relation in wrong]
        counted = [*intervals.reduced(kept, self.reduce), *wrong]
        return _RelationsOf(rows, counted, intervals.Closure(kept))

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """The pairs within blocks, with the number of relations of one side that follow from the other
        side.
        """
        sides, pairs = self._sides(level), within_blocks(level, block)
        value = np.zeros(len(pairs))
        below = level.elements()
        alone = np.zeros(len(below), bool)  # relations that count and do not follow
        for place, (gold, system) in enumerate(zip(pairs.gold.tolist(), pairs.system.tolist(), strict=True)):
            own, other = (system, gold) if self.of_system else (gold, system)
            lacking = [one for one in sides[own].counted if not sides[other].has(one)]
            alone[[sides[own].rows[one] for one in lacking]] = True
            value[place] = len(sides[own].counted) - len(lacking)
        none = np.zeros(0, np.int64)
        unmatched = MatchedElements(below, SparsePairs(none, none, np.zeros(0)), none, alone, same)
        return SparsePairs(pairs.gold, pairs.system, value, (unmatched,)).take(value > 0)

    def own(self, level: Level) -> FloatArray:
        return np.array([len(side.counted) for side in self._sides(level)], float)

    def empty(self) -> Any:
        return ()

    def text(self, name: str = "") -> str:
        other = "gold" if self.of_system else "system"
        return f"|{self.reduce}({name or 'relations'}) in {self.closure}({other})|"


def entailed(closure: str = "allen", reduce: str = "minimal", *, field: Any = None) -> Metric:
    """The metric of two lists of relations: a relation of a reduced list is right if the other list implies
    it.

    Relations are objects with `from`, `to` and `type`.

    closure   "allen": relations of intervals, by their TimeML names; "none": a relation implies itself and
              its inverse. With "order" or "equivalence", each name is a separate order or equivalence
    reduce    "minimal", "sequential" or "none" (`interval_relations.reduced`)
    field     the field of documents with the list; None if documents are the lists

    >>> before = [{"from": a, "to": b, "type": "BEFORE"} for a, b in ("AB", "BC", "AC")]
    >>> result = entailed()([before], [before[2:]])
    >>> result.precision, result.recall
    (1.0, 0.0)
    """
    from nerkit.algebra.operators import field as of_field

    for name, value, known in (("closure", closure, CLOSURES), ("reduction", reduce, REDUCTIONS)):
        if value not in known:
            raise unknown(name, str(value), known)
    if closure == "none" and reduce != "none":
        raise UsageError('without a closure no element follows from others; use reduce = "none"')
    parts = [
        normalize(Entailed(closure, reduce, of_system), letter)
        for of_system, letter in ((True, "p"), (False, "r"))
    ]
    precision, recall = (part if field is None else of_field(field, part) for part in parts)
    return f_measure(precision=precision, recall=recall)
