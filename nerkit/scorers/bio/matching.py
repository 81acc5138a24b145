"""Chunk measures: one-to-one matching of gold and system spans, counted as MUC and SemEval-2013 task 9.1 do.

A system span and a gold span of the same cell and document meet when they share at least `min_overlap` percent of the gold span
(and one position). Each span is in one pair at most. A pair is good or not, by the measure:

    chunk     good: same start, same end and same type; else incorrect
    exact     good: same start and same end; else incorrect
    partial   good: same start and same end; else partial, which counts half
    type      good: same type; else incorrect

    COR = good pairs   INC, PAR = other pairs   MIS = gold spans in no pair   SPU = system spans in no pair
    P = (COR + PAR / 2) / (COR + INC + PAR + SPU)        R = (COR + PAR / 2) / (COR + INC + PAR + MIS)

Which pairs are made:

    greedy    system spans choose in their order, as nervaluate 1.2.1 has them: a good gold span that is still free, in `type` the one
              with the closest borders (sum of the distances of start and end), else the first free one; among equals the first.
    optimal   most good pairs, then most pairs (`partial`: most credit); the order of the spans does not matter.

Denominators are the numbers of spans, whatever the matching. With flat spans (a tagged text has no others) COR of chunk, exact and
partial is the same under both.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.intervals import Intervals, overlapping_pairs
from nerkit.algorithms.keys import combine
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.errors import UsageError, unknown
from nerkit.results.counts import Part
from nerkit.scorers.cells import Cells, Cut
from nerkit.scorers.columns import Columns

NAMES = ("chunk", "exact", "partial", "type")
EXTRAS = ("cor", "inc", "par", "mis", "spu")
MATCHINGS = ("greedy", "optimal")


@dataclass(frozen=True, slots=True)
class Matching:
    """How pairs are chosen, and which percentage of a gold span (1 to 100) a system span must share to meet it."""

    matching: str = "greedy"
    min_overlap: float = 1

    def __post_init__(self) -> None:
        if self.matching not in MATCHINGS:
            raise unknown("matching", self.matching, MATCHINGS)
        if not 0 < self.min_overlap <= 100:
            raise UsageError(f"the least overlap is a percentage from 1 to 100, not {self.min_overlap}")


def parts(
    batch: Batch[Spans], columns: Columns, cuts: Sequence[Cut], measures: Sequence[str], how: Matching
) -> Iterator[Part]:
    """The count rows of these measures (of NAMES) in every cut of a batch of spans, whatever their unit."""
    for cut in cuts if measures else ():
        for group in cut.groups(by_document=True):
            meetings = Meetings(batch, columns, group.cells, how)
            for measure in measures:
                yield group.part(measure, meetings.numbers(measure), EXTRAS)


class Meetings:
    """All pairs of a system and a gold span that meet, in the order of the system spans, then of the gold spans."""

    def __init__(self, batch: Batch[Spans], columns: Columns, cells: Cells, how: Matching) -> None:
        gold, system = batch.gold, batch.system
        self.cells, self.how, self.split = cells, how, columns.split
        self.sides = np.arange(columns.split), np.arange(columns.split, columns.rows)
        group = combine(cells.of, columns.both("document"))
        left = Intervals(group[columns.split :], system.start, system.end)
        right = Intervals(group[: columns.split], gold.start, gold.end)
        self.system, self.gold = self._meeting(left, right)
        starts = np.abs(system.start[self.system] - gold.start[self.gold])
        ends = np.abs(system.end[self.system] - gold.end[self.gold])
        self.distance = starts + ends
        types = columns.column("type").codes
        self.same_span: BoolArray = self.distance == 0
        self.same_type: BoolArray = types[columns.split :][self.system] == types[: columns.split][self.gold]

    def numbers(self, measure: str) -> FloatArray:
        """p_num, p_den, r_num, r_den and EXTRAS of every cell."""
        good = {"chunk": self.same_span & self.same_type, "type": self.same_type}.get(measure, self.same_span)
        chosen = self._optimal(good, measure) if self.how.matching == "optimal" else self._greedy(good)
        system_rows, gold_rows = self.system[chosen] + self.split, self.gold[chosen]
        good = good[chosen]
        sums = self.cells.sums
        correct, other = sums(gold_rows[good]), sums(gold_rows[~good])
        system, gold = sums(self.sides[1]), sums(self.sides[0])
        paired = sums(system_rows)
        partial = other if measure == "partial" else np.zeros_like(other)
        credit = correct + partial / 2
        columns = (
            credit,
            system,
            credit,
            gold,
            correct,
            other - partial,
            partial,
            gold - paired,
            system - paired,
        )
        return np.stack(columns, axis=1)

    def _meeting(self, left: Intervals, right: Intervals) -> tuple[IntArray, IntArray]:
        found: list[tuple[IntArray, IntArray]] = [(np.empty(0, np.int64), np.empty(0, np.int64))]
        for rows, others, shared in overlapping_pairs(left, right):
            enough = shared * 100 >= self.how.min_overlap * (right.end - right.start)[others]
            found.append((rows[enough], others[enough]))
        rows, others = (np.concatenate(side) for side in zip(*found, strict=True))
        order = np.lexsort((others, rows))
        return rows[order], others[order]

    def _greedy(self, good: BoolArray) -> IntArray:
        """The pairs that system spans take in their order.

        Most pairs have no rival and are taken at once. In the others each choice depends on the one before, so they are walked through.
        """
        alone = (np.bincount(self.system)[self.system] == 1) & (np.bincount(self.gold)[self.gold] == 1)
        rivals = np.flatnonzero(~alone)
        nearest = np.where(good, self.distance, 0)[rivals]
        rivals = rivals[np.lexsort((self.gold[rivals], nearest, ~good[rivals], self.system[rivals]))]
        taken: list[int] = []
        used: set[int] = set()
        last = -1
        pairs = zip(rivals.tolist(), self.system[rivals].tolist(), self.gold[rivals].tolist(), strict=True)
        for pair, system, gold in pairs:
            if system != last and gold not in used:
                taken.append(pair)
                used.add(gold)
                last = system
        return np.concatenate([np.flatnonzero(alone), np.array(taken, np.int64)])

    def _optimal(self, good: BoolArray, measure: str) -> IntArray:
        """The pairs of the best matching; all pairs that are not good weigh less together than one that is."""
        least = 0.5 if measure == "partial" else 0.5 / (1 + min(map(len, self.sides)))
        return np.flatnonzero(best_matching(self.system, self.gold, np.where(good, 1.0, least)))
