"""The counting of measures of columns of HIPE, by bins of noise and time."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.intervals import Intervals
from nerkit.algorithms.overlap_matching import pairs_to_match
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError, UsageError, check_fields, plural
from nerkit.ground.patterns import regex
from nerkit.ground.warnings import Warned, counted, listed
from nerkit.results.counts import ALL, Headline, Label, Part
from nerkit.results.rows import Grouping
from nerkit.scorers.hipe.columns import columns_of, of_one_column
from nerkit.scorers.hipe.measures import STRICT, HipeMeasure
from nerkit.scorers.measure import BatchView, Fields, cuts_of
from nerkit.scorers.spans.options import NOISE, TIME, Options
from nerkit.scorers.task import Measure

FIELDS = ("document", "label", NOISE, TIME)
DATE = regex(r"(\d{4})(?:[-/](\d\d)[-/](\d\d))?\Z")
SAME = "give both sides the same tokens, in the same order"


def check(batch: Batch[Spans]) -> list[Warned]:
    """Return a warning if the texts of tokens differ. Raises InputError if the numbers of tokens differ."""
    differing = 0
    for document, name in enumerate(batch.documents):
        ours, theirs = (side.facts[document] if side.facts else None for side in (batch.gold, batch.system))
        if ours is None or theirs is None:
            continue
        if len(ours.words) != len(theirs.words):
            side = batch.system
            problem = (
                f"document {name}: {plural(len(theirs.words), 'token')} where gold has {len(ours.words):,}"
            )
            raise InputError(
                problem, source=side.origins[0].name if side.origins else "the system", remedy=SAME
            )
        differing += sum(a != b for a, b in zip(ours.words, theirs.words, strict=True))
    return counted("tokens-differ-in-text", differing)


def view(
    batch: Batch[Spans], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> BatchView:
    """Return the columns of the batch. Raises UsageError if some measures belong to no column."""
    of_columns = [measure.name for measure in measures if isinstance(measure.compute, HipeMeasure)]
    if len(of_columns) < len(measures):
        raise UsageError(f"{of_columns[0]}: measures of HIPE's columns cannot be used with other measures")
    counting = HipeCounting(batch, plan, options)
    return BatchView(
        batch.documents,
        measures,
        cuts_of(plan),
        [(0, counting)],
        warnings=lambda _: counting.warnings,
    )


class HipeCounting:
    """The columns of a batch, which measures of columns count."""

    def __init__(self, batch: Batch[Spans], plan: Sequence[Grouping], options: Options) -> None:
        self.batch, self.options = batch, options
        by_both = any({"document", "label"} <= set(grouping.fields) for grouping in plan)
        self.headline = Headline(throughout=("label",)) if by_both else None
        self.warnings = check(batch)
        self.dates = [self._date(document) for document in range(len(batch.documents))]
        undated = [name for name, date in zip(batch.documents, self.dates, strict=True) if date is None]
        if options.periods and undated:
            self.warnings += listed("documents-without-date", undated)

    def parts(self, compute: HipeMeasure, name: str, fields: Fields) -> Iterator[Part]:
        """Return the count rows of a measure for these fields. Raises UsageError for unknown fields."""
        columns = columns_of((self.batch.gold, self.batch.system))
        if compute.column not in columns:
            has = f"the files have {', '.join(columns)}" if columns else "the files have no HIPE columns"
            raise UsageError(f"{name}: no column {compute.column}; {has}")
        gold, system = (of_one_column(side, compute.column) for side in (self.batch.gold, self.batch.system))
        check_fields(fields, FIELDS, FIELDS)
        for part in self._cut(name, compute, (gold, system), fields):
            yield replace(part, headline=self.headline)

    def _cut(
        self, name: str, compute: HipeMeasure, sides: tuple[Spans, Spans], fields: tuple[str, ...]
    ) -> Iterator[Part]:
        noise = self.options.noises if NOISE in fields else [("", (0.0, 0.0))]
        time = self.options.periods if TIME in fields else [("", ("", ""))]
        for (noise_name, noise_bin), (time_name, time_bin) in product(noise, time):
            gold, system = sides
            if time_name:
                inside = np.array([self._within(date, time_bin) for date in self.dates], bool)
                gold, system = (side.take(inside[side.document]) for side in sides)
            if noise_name:
                gold, system = _in_noise(gold, system, noise_bin)
            bins = {NOISE: noise_name, TIME: time_name}
            numbers = _Compared(gold, system, compute)
            types = numbers.types if "label" in fields else None
            if types is None:
                label: Label = tuple((field, bins[field]) for field in fields) or ALL
                yield numbers.part(name, [label], len(self.batch.documents), None)
            elif types:  # links have no label
                labels = [tuple((field, bins.get(field) or kind) for field in fields) for kind in types]
                yield numbers.part(name, labels, len(self.batch.documents), types)

    def _date(self, document: int) -> tuple[int, int, int] | None:
        for side in (self.batch.gold, self.batch.system):
            facts = side.facts[document] if side.facts else None
            if facts and facts.date:
                return _day(facts.date)
        return None

    @staticmethod
    def _within(date: tuple[int, int, int] | None, period: tuple[str, str]) -> bool:
        first, last = (_day(text) for text in period)
        return date is not None and first is not None and last is not None and first <= date < last


def _day(text: str) -> tuple[int, int, int] | None:
    """Return (year, month, day) of a date; a year alone becomes its first of January. None for other
    texts.
    """
    match = DATE.match(text)
    return (int(match[1]), int(match[2] or 1), int(match[3] or 1)) if match else None


def _noises(side: Spans) -> FloatArray:
    """Return the noise of each entity, nan if it is unknown."""
    column = side.fields.get("noise")
    if column is None or not len(side):
        return np.full(len(side), np.nan)
    return np.array([*map(float, column.values), np.nan])[column.codes]


def _in_noise(gold: Spans, system: Spans, limits: tuple[float, float]) -> tuple[Spans, Spans]:
    """Return masks of the entities in a bin of noise: gold entities by their noise, system entities by the
    gold entities that they overlap.
    """
    noise, (low, high) = _noises(gold), limits
    inside = noise == low if low == high else (noise >= low) & (noise < high)
    is_kept: BoolArray = np.isnan(noise) | inside
    pairs = pairs_to_match(_intervals(gold), _intervals(system))
    overlaps_kept, overlaps_dropped = np.zeros(len(system), bool), np.zeros(len(system), bool)
    overlaps_kept[pairs.right[is_kept[pairs.left]]] = True
    overlaps_dropped[pairs.right[~is_kept[pairs.left]]] = True
    return gold.take(is_kept), system.take(overlaps_kept | ~overlaps_dropped)


def _intervals(side: Spans) -> Intervals:
    return Intervals(side.document, side.start, side.end)


class _Compared:
    """The entities of both sides, and the matched pairs. *types* are their types, none for links."""

    def __init__(self, gold: Spans, system: Spans, compute: HipeMeasure) -> None:
        self.gold, self.system = gold, system
        field = "eid" if compute.is_link else "type"
        self.values = [
            [column.values[code] if code != NONE else None for code in column.codes.tolist()]
            for column in (side.fields[field] for side in (gold, system))
        ]
        types = {value for side in self.values for value in side if value is not None}
        self.types: list[str] = [] if compute.is_link else sorted(types)
        pairs = pairs_to_match(_intervals(gold), _intervals(system))
        left, right = pairs.left, pairs.right
        each = zip(left.tolist(), right.tolist(), strict=True)
        alike = np.array([self._alike(i, j, compute.best) for i, j in each], bool)
        if compute.regime == STRICT:
            alike &= (gold.start[left] == system.start[right]) & (gold.end[left] == system.end[right])
        pairs = pairs.take(alike)
        chosen = pairs.best(np.ones(len(pairs.left)))
        self.matched: IntArray = pairs.left[chosen]

    def _alike(self, gold: int, system: int, best: int) -> bool:
        """Return a mask of the pairs whose gold link or type is among the first *best* of the system."""
        value = self.values[0][gold]
        listed = self.system.candidates.get(system)
        if listed is None or best == 1:
            return bool(value == self.values[1][system])
        return value in [candidate.id for candidate in listed[:best]]

    def part(self, name: str, labels: list[Label], documents: int, types: list[str] | None) -> Part:
        """Return the count rows by document and label; *types* has the types of the labels, None for all
        types.
        """
        place = {kind: i for i, kind in enumerate(types or [])}
        codes = [np.array([place.get(value or "", 0) for value in side], np.int64) for side in self.values]
        width = max(len(labels), 1)
        sides = zip((self.gold, self.system), codes, strict=True)
        cells = [side.document * width + code for side, code in sides]
        size = documents * width
        expected, predicted = (np.bincount(cell, minlength=size) for cell in cells)
        correct = np.bincount(cells[0][self.matched], minlength=size)
        numbers = np.stack([correct, predicted, correct, expected], axis=1).astype(float)
        document, label = np.divmod(np.arange(size), width)
        return Part(name, document, labels, label, numbers)
