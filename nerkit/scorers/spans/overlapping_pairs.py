"""Overlapping spans: in pairs, counted as in MUC and SemEval-2013 task 9.1, and by their characters.

A system span and a gold span of one cell and document meet if they share at least one position. They must
also share `min_overlap` percent of the gold span, and `min_iou` of the positions of both (|g ∩ s| / |g ∪ s|).
Each span is in one pair at most. The measure decides whether a pair is good:

    strict    good: same start, same end and same type; otherwise incorrect (`chunk` of tagged tokens)
    exact     good: same start and same end; otherwise incorrect
    partial   good: same start and same end; otherwise partial, which counts half
    type      good: same type; otherwise incorrect

    COR = good pairs   INC, PAR = other pairs   MIS = gold spans in no pair   SPU = system spans in no pair
    P = (COR + PAR / 2) / (COR + INC + PAR + SPU)        R = (COR + PAR / 2) / (COR + INC + PAR + MIS)

The choice of pairs:

    greedy    system spans choose in their order, as in nervaluate 1.2.1. Each takes the first good gold span
              that is still free. (In `type` it takes the span with the closest borders, by the sum of the
              distances of start and end.) Without a good span it takes the first free span
    optimal   most good pairs, then most pairs (`partial`: most credit); the order of the spans does not
              matter

Denominators are the numbers of spans, whatever the matching. A span that is listed twice counts twice.

For flat spans, as in tagged text, both choices give the same COR of strict, exact and partial. An example:
gold (0, 3, PER), and the system (0, 2, PER) and (2, 3, ORG). The first system span is in the pair. INC and
SPU are 1 in strict and exact, PAR and SPU in partial, COR and SPU in type.

`characters` makes no pairs: its items are the positions that spans of a type cover, each once. `words` (words
of the text that spans touch) and `leakage` (positions in gold spans without a system span) make no pairs
either.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.intervals import (
    Intervals,
    are_apart,
    count_overlaps,
    covered,
    overlapping_pairs,
    union,
)
from nerkit.algorithms.keys import combine, contained, distinct, first_of_each
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError, UsageError, source_and_line
from nerkit.ground.limits import MEETINGS, MOST_MEETINGS
from nerkit.ground.patterns import regex
from nerkit.ground.records import record, remembered
from nerkit.results.counts import Part, numbers_of
from nerkit.results.rows import Grouping
from nerkit.scorers.columns import Cells, Columns, Group, cuts
from nerkit.scorers.measure import Fields
from nerkit.scorers.spans.options import OPTIMAL, MucRules

WORD = regex(r"\S+")
EXTRAS = ("cor", "inc", "par", "mis", "spu")


class SpanCompute:
    """The arithmetic of a span measure: an expression of the language, or a measure of cells or of a HIPE
    column.

    key           the fields of the key of an expression; empty for other measures
    fields        the fields that the measure looks at, each with its part of the expression
    extras        the names of its further numbers
    by_document   whether its items belong to one document each
    pairs_spans   whether it pairs overlapping spans, so that the options of pairing matter
    column        the column of HIPE that it is about; empty for other measures
    """

    key: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    by_document: bool = True
    pairs_spans: bool = False
    column: str = ""

    @property
    def fields(self) -> Iterable[tuple[str, str]]:
        """The fields that the measure looks at."""
        return ()


class SpanPairs(NamedTuple):
    """Pairs of a system and a gold span that overlap enough, sorted by system span, then by gold span.

    system, gold   the row of each pair on its side
    distance       the distance of the starts plus the distance of the ends
    same_span, same_type   whether both spans have the same positions, and the same type
    """

    system: IntArray
    gold: IntArray
    distance: IntArray
    same_span: BoolArray
    same_type: BoolArray


class Overlaps:
    """Pairs the spans of a batch that overlap by the rules.

    If no spans of one side overlap, nerkit makes the pairs once for all cells, because each span has few.
    """

    def __init__(self, batch: Batch[Spans], columns: Columns, rules: MucRules) -> None:
        self.batch, self.columns, self.rules = batch, columns, rules
        sides = batch.system, batch.gold
        self.sides = [Intervals(side.document, side.start, side.end) for side in sides]

    @cached_property
    def flat(self) -> SpanPairs | None:
        """Return all pairs, whatever their cells; None if spans of one side overlap."""
        return self._pairs(*self.sides) if all(map(are_apart, self.sides)) else None

    def within(self, cells: Cells) -> SpanPairs:
        """Return the pairs inside cells. Raises InputError for a document in which too many spans overlap."""
        split = self.columns.split
        if self.flat is not None:
            same = cells.of[split:][self.flat.system] == cells.of[:split][self.flat.gold]
            return SpanPairs(*[column[same] for column in self.flat])
        group = combine(cells.of, self.columns.both("document"))
        left, right = self.sides
        left, right = left._replace(group=group[split:]), right._replace(group=group[:split])
        check_overlaps(self.batch, left, right)
        return self._pairs(left, right)

    def _pairs(self, left: Intervals, right: Intervals) -> SpanPairs:
        chunks: list[tuple[IntArray, IntArray]] = [(np.empty(0, np.int64), np.empty(0, np.int64))]
        lengths = left.end - left.start, right.end - right.start
        for rows, others, shared in overlapping_pairs(left, right):
            enough = shared * 100 >= self.rules.min_overlap * lengths[1][others]
            if self.rules.min_iou:
                # the quotient is rounded in the way of a written threshold, so that 3/10 is 0.3
                enough &= shared / (lengths[0][rows] + lengths[1][others] - shared) >= self.rules.min_iou
            chunks.append((rows[enough], others[enough]))
        system, gold = (np.concatenate(side) for side in zip(*chunks, strict=True))
        order = np.lexsort((gold, system))
        system, gold = system[order], gold[order]
        starts, ends = left.start[system] - right.start[gold], left.end[system] - right.end[gold]
        distance = np.abs(starts) + np.abs(ends)
        same_span: BoolArray = distance == 0
        if "fragments" in self.columns.known:
            same_span &= self._equal("fragments", system, gold)
        return SpanPairs(system, gold, distance, same_span, self._equal("type", system, gold))

    def _equal(self, field: str, system: IntArray, gold: IntArray) -> BoolArray:
        """Return whether both spans of each pair have the same value in a field, shape (pairs,)."""
        codes, split = self.columns.column(field).codes, self.columns.split
        equal: BoolArray = codes[split:][system] == codes[:split][gold]
        return equal


class SpanCells:
    """The spans of a batch in cells, as measures of overlap see them, and the choice among their pairs.

    sides   the rows of both sides
    """

    def __init__(self, overlaps: Overlaps, cells: Cells) -> None:
        self.overlaps, self.cells, self.split = overlaps, cells, overlaps.columns.split
        self.sides = np.arange(self.split), np.arange(self.split, overlaps.columns.rows)

    @cached_property
    def pairs(self) -> SpanPairs:
        """The candidate pairs of spans."""
        return self.overlaps.within(self.cells)

    def chosen(self, good: BoolArray, *, half: bool) -> IntArray:
        """Return the places of the candidates that are chosen as pairs, one to one, ascending.

        *good*: whether each candidate would be a good pair; *half*: whether other pairs count half.
        """
        if self.overlaps.rules.matching != OPTIMAL:
            return np.sort(self._greedy(good))
        # with *half*, each pair that is not good weighs half; otherwise all weigh less than one good pair
        least = 0.5 if half else 0.5 / (1 + min(map(len, self.sides)))
        return np.flatnonzero(best_matching(self.pairs.system, self.pairs.gold, np.where(good, 1.0, least)))

    def numbers(self, good: BoolArray, *, half: bool) -> FloatArray:
        """Return p_num, p_den, r_num, r_den and EXTRAS of every cell, shape (cells, 9); arguments as in
        `chosen`.
        """
        chosen = self.chosen(good, half=half)
        system_rows, gold_rows = self.pairs.system[chosen] + self.split, self.pairs.gold[chosen]
        good = good[chosen]
        sums = self.cells.sums
        correct, not_good = sums(gold_rows[good]), sums(gold_rows[~good])
        system, gold = sums(self.sides[1]), sums(self.sides[0])
        paired = sums(system_rows)
        partial = not_good if half else not_good * 0
        credit = correct + partial / 2
        outcomes = (correct, not_good - partial, partial, gold - paired, system - paired)
        return np.array((credit, system, credit, gold, *outcomes)).T

    def _greedy(self, good: BoolArray) -> IntArray:
        """Return the pairs that system spans take in their order.

        Most pairs have no rival and are taken as arrays. For the rest, each choice depends on the choice
        before it, so a loop decides.
        """
        of_system, of_gold, distance, _, _ = self.pairs
        alone = (np.bincount(of_system)[of_system] == 1) & (np.bincount(of_gold)[of_gold] == 1)
        rivals = (~alone).nonzero()[0]
        if not len(rivals):
            return np.arange(len(good))
        nearest = np.where(good, distance, 0)[rivals]
        rivals = rivals[np.lexsort((of_gold[rivals], nearest, ~good[rivals], of_system[rivals]))]
        taken: list[int] = []
        used: set[int] = set()
        last = -1
        pairs = zip(*(rows.tolist() for rows in (rivals, of_system[rivals], of_gold[rivals])), strict=True)
        for pair, system, gold in pairs:
            if system != last and gold not in used:
                taken.append(pair)
                used.add(gold)
                last = system
        return np.concatenate([alone.nonzero()[0], np.array(taken, np.int64)])


def check_overlaps(batch: Batch[Spans], system: Intervals, gold: Intervals) -> None:
    """Raise InputError for a document (a group of intervals) in which too many spans overlap."""
    group, size = np.unique(np.append(system.group, gold.group), return_counts=True)
    own = np.searchsorted(group, system.group)
    pairs = np.bincount(own, count_overlaps(system, gold), len(group))
    crowded = pairs > np.maximum(MOST_MEETINGS, MEETINGS * size)
    if crowded.any():
        row = int(np.flatnonzero(crowded[own])[0])
        source, line = source_and_line(batch.system.place(row))
        name = batch.documents[batch.system.document[row]]
        raise InputError(
            f"document {name!r} has more than {MOST_MEETINGS:,} pairs of spans that overlap",
            source=source,
            line=line,
            remedy="divide the document, or use sets::…, overlap-… or characters, which make no pairs",
        )


class CellView:
    """A batch of spans, cut into cells by the groupings of a plan.

    cuts    a `Cut` for each set of label fields. Raises UsageError for a field that the data lacks
    """

    def __init__(self, batch: Batch[Spans], plan: Sequence[Grouping], rules: MucRules) -> None:
        self.columns = Columns(batch)
        self.overlaps = Overlaps(batch, self.columns, rules)
        self.cuts = {cut.fields: cut for cut in cuts(self.columns, plan)}

    @remembered
    def cells(self, fields: Fields) -> list[tuple[Group, SpanCells]]:
        """Return the spans of each cell of these fields, by document."""
        groups = self.cuts[fields].groups(by_document=True)
        return [(group, SpanCells(self.overlaps, group.cells)) for group in groups]


class OfCells(SpanCompute):
    """A measure that looks at the spans of each cell separately."""

    def __call__(self, view: CellView, name: str, fields: Fields) -> Iterator[Part]:
        """Yield the count rows of the measure, from the spans of each cell."""
        for group, cells in view.cells(fields):
            yield group.part(name, self.numbers(cells), self.extras)

    def numbers(self, spans: SpanCells) -> FloatArray:
        """Return the numbers of every cell: p_num, p_den, r_num, r_den and further numbers."""
        raise NotImplementedError


@record(frozen=True)
class MucPairs(OfCells):
    """A measure of pairs of spans.

    equal   what must be equal in a good pair: `same_span`, `same_type` or both
    half    whether pairs that are not good count half
    """

    equal: tuple[str, ...]
    half: bool = False
    extras = EXTRAS
    pairs_spans = True

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The fields of the data that make a pair good, apart from borders."""
        return (("key", "type"),) if "same_type" in self.equal else ()

    def good(self, spans: SpanCells) -> BoolArray:
        """Return whether each candidate pair is good, shape (pairs,)."""
        good: BoolArray = np.logical_and.reduce([getattr(spans.pairs, name) for name in self.equal])
        return good

    def numbers(self, spans: SpanCells) -> FloatArray:
        """Return the numbers of every cell (see `SpanCells.numbers`)."""
        return spans.numbers(self.good(spans), half=self.half)

    def pairs(self, spans: SpanCells) -> tuple[IntArray, BoolArray]:
        """Return the places of the chosen candidates, and whether each is a good pair."""
        good = self.good(spans)
        chosen = spans.chosen(good, half=self.half)
        return chosen, good[chosen]


@record(frozen=True)
class Positions(OfCells):
    """The measure of characters: the positions that the spans of each type cover."""

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The field that separates positions."""
        return (("key", "type"),)

    def numbers(self, spans: SpanCells) -> FloatArray:
        """Return p_num, p_den, r_num, r_den of every cell, shape (cells, 4)."""
        columns, cells = spans.overlaps.columns, spans.cells
        group = combine(cells.of, columns.both("document"), columns.column("type").codes)
        every = Intervals(group, columns.both("start"), columns.both("end"))
        (gold, gold_rows), (system, system_rows) = (
            _stretches(every, rows)
            for rows in (np.arange(columns.split), np.arange(columns.split, columns.rows))
        )
        shared = cells.sums(system_rows, covered(system, gold).astype(float))
        totals = (
            cells.sums(rows, (stretches.end - stretches.start).astype(float))
            for stretches, rows in ((system, system_rows), (gold, gold_rows))
        )
        return numbers_of(shared, *totals)


@record(frozen=True)
class TouchedWords(OfCells):
    """The measure of words: runs without white space that spans of a cell touch, whatever their types."""

    def numbers(self, spans: SpanCells) -> FloatArray:
        """Count the words of every cell, shape (cells, 4). Raises UsageError for documents without texts."""
        columns, cells = spans.overlaps.columns, spans.cells
        words = _words(spans.overlaps.batch)
        document, start, end = (columns.both(name) for name in ("document", "start", "end"))
        touched = [np.empty(0, np.int64)]
        rows = [np.empty(0, np.int64)]
        for row, word, _ in overlapping_pairs(Intervals(document, start, end), words):
            rows.append(row)
            touched.append(word)
        row, word = np.concatenate(rows), np.concatenate(touched)
        system = row >= columns.split
        sides = [
            some[first_of_each(combine(cells.of[row[some]], word[some]))]
            for some in (np.flatnonzero(~system), np.flatnonzero(system))
        ]
        key = combine(cells.of[row], word)
        both = sides[0][contained(key[sides[0]], key[sides[1]])]
        return numbers_of(*(cells.sums(row[some]) for some in (both, *sides[::-1])))


@record(frozen=True)
class LeakedPositions(OfCells):
    """The measure of leakage: the positions of gold spans that no system span covers."""

    def numbers(self, spans: SpanCells) -> FloatArray:
        """Count the positions of every cell, shape (cells, 4)."""
        columns, cells = spans.overlaps.columns, spans.cells
        document, start, end = (columns.both(name) for name in ("document", "start", "end"))
        every = Intervals(combine(cells.of, document), start, end)
        gold, rows = _stretches(every, np.arange(columns.split))
        system = Intervals(document, start, end).take(np.arange(columns.split, columns.rows))
        lengths = (gold.end - gold.start).astype(float)
        hidden = covered(gold._replace(group=document[rows]), system)
        total = cells.sums(rows, lengths)
        return numbers_of(cells.sums(rows, lengths - hidden), total, total)


def _words(batch: Batch[Spans]) -> Intervals:
    """Return the words of the texts of a batch. Raises UsageError for a document with spans and without a
    text.
    """
    sides = [side.texts or [None] * len(batch.documents) for side in (batch.gold, batch.system)]
    texts = [one if one is not None else other for one, other in zip(*sides, strict=True)]
    for code in distinct(np.concatenate([batch.gold.document, batch.system.document])).tolist():
        if texts[code] is None:
            raise UsageError(
                f"the measure words needs the text of document {batch.documents[code]!r}; use a "
                "format with texts"
            )
    places = [(code, *word.span()) for code, text in enumerate(texts) for word in WORD.finditer(text or "")]
    columns = np.array(places, np.int64).reshape(-1, 3)
    return Intervals(columns[:, 0], columns[:, 1], columns[:, 2])


def _stretches(every: Intervals, rows: IntArray) -> tuple[Intervals, IntArray]:
    """Return the stretches that these rows cover within their groups, and a row of each."""
    stretches, first = union(every.take(rows))
    return stretches, rows[first]


STRICT_PAIRS, EXACT_PAIRS = MucPairs(("same_span", "same_type")), MucPairs(("same_span",))
PARTIAL_PAIRS, TYPE_PAIRS = MucPairs(("same_span",), half=True), MucPairs(("same_type",))
