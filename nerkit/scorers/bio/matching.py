"""Chunk measures: one-to-one matching of gold and system spans, counted as MUC and SemEval-2013 task 9.1 do.

A system span and a gold span of the same cell and document meet when they share at least `min_overlap`
percent of the gold span (and one position). Each span is in one pair at most. A pair is good or not, by the
measure:

    chunk     good: same start, same end and same type; else incorrect
    exact     good: same start and same end; else incorrect
    partial   good: same start and same end; else partial, which counts half
    type      good: same type; else incorrect

    COR = good pairs   INC, PAR = other pairs   MIS = gold spans in no pair   SPU = system spans in no pair
    P = (COR + PAR / 2) / (COR + INC + PAR + SPU)        R = (COR + PAR / 2) / (COR + INC + PAR + MIS)

Which pairs are made:

    greedy    system spans choose in their order, as nervaluate 1.2.1 has them: a good gold span that is still
              free, in `type` the one with the closest borders (sum of the distances of start and end), else
              the first free one; among equals the first.
    optimal   most good pairs, then most pairs (`partial`: most credit); the order of the spans does not
              matter.

Denominators are the numbers of spans, whatever the matching. With flat spans (a tagged text has no others)
COR of chunk, exact and partial is the same under both. For gold (0, 3, PER) and the system (0, 2, PER) and
(2, 3, ORG), the first system span is the one in the pair: INC and SPU are 1 in chunk and exact, PAR and SPU
in partial, COR and SPU in type.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.intervals import Intervals, overlapping_pairs
from nerkit.algorithms.keys import combine
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import Tagged
from nerkit.results.counts import Counts
from nerkit.results.rows import Grouping
from nerkit.scorers.bio.options import OPTIMAL, MucRules
from nerkit.scorers.cells import Cells, Cut, Group, all_labels, cuts
from nerkit.scorers.columns import Columns

EXTRAS = ("cor", "inc", "par", "mis", "spu")


@dataclass(frozen=True, kw_only=True)
class TaggedBatch:
    """A batch as the measures of tagged tokens look at it; what only some of them need is made on demand.

    documents    the ids of the documents
    chunks_of    () -> the chunks of both sides
    strict_of    () -> those chunks that are written as their scheme writes chunks
    tokens_of    () -> the tokens of both sides
    plan, rules  the groupings that rows are asked for, and how chunks are paired
    """

    documents: list[str]
    chunks_of: Callable[[], Batch[Spans]]
    strict_of: Callable[[], Batch[Spans]]
    tokens_of: Callable[[], Batch[Tagged]]
    plan: Sequence[Grouping]
    rules: MucRules

    @cached_property
    def chunks(self) -> Batch[Spans]:
        """The chunks of both sides."""
        return self.chunks_of()

    @cached_property
    def cuts(self) -> list[Cut]:
        """The chunks cut as the plan says."""
        return cuts(self._columns, self.plan)

    @cached_property
    def meetings(self) -> list[tuple[Group, "Meetings"]]:
        """The chunks that meet within the cells of each cut."""
        groups = [group for cut in self.cuts for group in cut.groups(by_document=True)]
        return [(group, Meetings(self.chunks, self._columns, group.cells, self.rules)) for group in groups]

    @cached_property
    def _columns(self) -> Columns:
        return Columns(self.chunks)


class Meetings:
    """All pairs of a system and a gold span that meet, in the order of system spans, then of gold spans."""

    def __init__(self, batch: Batch[Spans], columns: Columns, cells: Cells, rules: MucRules) -> None:
        gold, system = batch.gold, batch.system
        self.cells, self.rules, self.split = cells, rules, columns.split
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

    def numbers(self, good: BoolArray, *, half: bool) -> FloatArray:
        """p_num, p_den, r_num, r_den and EXTRAS of every cell, shape (cells, 9).

        *good* says of each meeting whether the pair would be good, *half* whether other pairs count half.
        """
        chosen = self._optimal(good, half=half) if self.rules.matching == OPTIMAL else self._greedy(good)
        system_rows, gold_rows = self.system[chosen] + self.split, self.gold[chosen]
        good = good[chosen]
        sums = self.cells.sums
        correct, not_good = sums(gold_rows[good]), sums(gold_rows[~good])
        system, gold = sums(self.sides[1]), sums(self.sides[0])
        paired = sums(system_rows)
        partial = not_good if half else np.zeros_like(not_good)
        credit = correct + partial / 2
        outcomes = (correct, not_good - partial, partial, gold - paired, system - paired)
        return np.stack((credit, system, credit, gold, *outcomes), axis=1)

    def _meeting(self, left: Intervals, right: Intervals) -> tuple[IntArray, IntArray]:
        chunks: list[tuple[IntArray, IntArray]] = [(np.empty(0, np.int64), np.empty(0, np.int64))]
        for rows, others, shared in overlapping_pairs(left, right):
            enough = shared * 100 >= self.rules.min_overlap * (right.end - right.start)[others]
            chunks.append((rows[enough], others[enough]))
        rows, others = (np.concatenate(side) for side in zip(*chunks, strict=True))
        order = np.lexsort((others, rows))
        return rows[order], others[order]

    def _greedy(self, good: BoolArray) -> IntArray:
        """The pairs that system spans take in their order.

        Most pairs have no rival and are taken at once. In the others each choice depends on the one before,
        so they are walked through.
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

    def _optimal(self, good: BoolArray, *, half: bool) -> IntArray:
        """The pairs of the best matching; all pairs that are not good weigh less together than one that is.

        Where they count half they weigh half.
        """
        least = 0.5 if half else 0.5 / (1 + min(map(len, self.sides)))
        return np.flatnonzero(best_matching(self.system, self.gold, np.where(good, 1.0, least)))


@dataclass(frozen=True)
class MucMeasure:
    """What computes a chunk measure: which meetings are good pairs, and whether the others count half."""

    good: Callable[[Meetings], BoolArray]
    half: bool = False

    def __call__(self, tagged: TaggedBatch, name: str) -> Counts:
        parts = [
            group.part(name, meetings.numbers(self.good(meetings), half=self.half), EXTRAS)
            for group, meetings in tagged.meetings
        ]
        return Counts.collect(tagged.documents, all_labels(tagged.cuts), parts)


def same_chunk(meetings: Meetings) -> BoolArray:
    """Whether both spans of each meeting have the same start, end and type."""
    return meetings.same_span & meetings.same_type


def same_borders(meetings: Meetings) -> BoolArray:
    """Whether both spans of each meeting have the same start and end."""
    return meetings.same_span


def same_type(meetings: Meetings) -> BoolArray:
    """Whether both spans of each meeting have the same type."""
    return meetings.same_type
