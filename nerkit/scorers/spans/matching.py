"""The arithmetic of span measures: which annotations of both sides match, and what they count for, cell by cell.

A cell is a document, a label, a document with a label, or the whole corpus; annotations match within their cell only.
Rows are places in `Columns`, where the gold annotations come before those of the system.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.credit import Credit, Table
from nerkit.algorithms.intervals import Intervals, best_credit, covered, largest_overlaps, overlapping_pairs
from nerkit.algorithms.keys import combine, contained, first_of_each, join
from nerkit.errors import UsageError, plural
from nerkit.results.counts import numbers_of
from nerkit.scorers import clusters
from nerkit.scorers.cells import Cells
from nerkit.scorers.clusters import Clusters, Contingency
from nerkit.scorers.columns import Columns
from nerkit.scorers.spans.language import Expression

Sides = tuple[IntArray, IntArray]  # rows of gold, rows of the system

CLUSTERS: dict[str, clusters.Measure] = {
    "muc": clusters.muc,
    "b_cubed": clusters.b_cubed,
    "mention_ceaf": clusters.ceaf_m,
    "entity_ceaf": clusters.ceaf_e,
    "pairwise": clusters.pairwise,
    "pairwise_negative": clusters.pairwise_negative,
    "lea": clusters.lea,
}


class Matcher:
    """Computes measures over the columns of one batch; *tables* hold credits by field name, empty for equality.

    With *by_overlap* the items of cluster measures are matched by overlap.
    """

    def __init__(self, columns: Columns, tables: Mapping[str, Table], *, by_overlap: bool = False) -> None:
        self._columns, self._tables, self._by_overlap = columns, tables, by_overlap
        self._repeats: dict[str, list[IntArray]] = {}

    def numbers(self, measure: Expression, cells: Cells) -> FloatArray:
        """(p_num, p_den, r_num, r_den) of every cell, shape (cells, 4)."""
        kept = np.flatnonzero(self._columns.passing(measure.filter))
        border = int(np.searchsorted(kept, self._columns.split))
        gold, system = kept[:border], kept[border:]
        key = tuple(dict.fromkeys(measure.key))
        exact = [name for name in key if not self._tables.get(name)]
        weights = _Weights(self._columns, {name: self._tables[name] for name in key if name not in exact})
        if measure.aggregator == "sets":
            same = combine(cells.of, *self._arrays(exact))
            if measure.name not in self._repeats:  # the first cut is everything
                self._repeats[measure.name] = []
            return self._sets(measure, cells, same, (gold, system), weights)
        if measure.aggregator in CLUSTERS:
            if weights:
                raise UsageError(f"{measure.name}: cluster measures know no credit for related types or ids")
            item = combine(cells.of, *self._arrays(exact))
            if self._by_overlap and "span" in key:
                item[system] = _matched_items(item, self._spans(cells, exact), (gold, system))
            one, other = (self._clusters(cells, item, rows) for rows in (gold, system))
            return CLUSTERS[measure.aggregator](Contingency(one, other, cells.size))
        return _overlap(measure.aggregator, cells, self._spans(cells, exact), (gold, system), weights)

    def warnings(self) -> list[str]:
        """A sentence for each side on which measures count annotations once that stand there several times."""
        found: dict[tuple[str, int, str], list[str]] = {}
        for name, sides in self._repeats.items():
            for side, rows in zip(("gold", "system"), sides, strict=False):
                if len(rows):
                    key = (side, len(rows), self._columns.place(int(rows.min())))
                    found.setdefault(key, []).append(name)
        return [
            f"{side}: {plural(number, 'annotation')} with the same key as an earlier one, "
            f"counted once in {', '.join(names)} (the first: {place})"
            for (side, number, place), names in found.items()
        ]

    def _sets(
        self, measure: Expression, cells: Cells, same: IntArray, sides: Sides, weights: "_Weights"
    ) -> FloatArray:
        key = combine(same, *weights.codes) if weights else same
        gold, system = (rows[first_of_each(key[rows])] for rows in sides)
        if "span" in measure.key and len(self._repeats[measure.name]) < len(sides):
            kept = zip(sides, (gold, system), strict=True)
            self._repeats[measure.name] = [
                np.setdiff1d(rows, some, assume_unique=True) for rows, some in kept
            ]
        if not weights:
            matched = cells.sums(gold[contained(key[gold], key[system])])
            return numbers_of(matched, cells.sums(system), cells.sums(gold))
        rows, others, credit = weights.matches(same, gold, system)
        chosen = best_matching(rows, others, credit)
        matched = cells.sums(gold[rows[chosen]], credit[chosen])
        totals = [cells.sums(side, weights.own(side)) for side in (system, gold)]
        return numbers_of(matched, *totals)

    def _clusters(self, cells: Cells, item: IntArray, rows: IntArray) -> Clusters:
        """The clusters of one side, whose *rows* these are."""
        document, start, end = (self._columns.both(name)[rows] for name in ("document", "start", "end"))
        _, first, code = np.unique(document, return_index=True, return_inverse=True)
        order = np.empty(len(rows), np.int64)
        order[np.lexsort((-end, start, first[code]))] = np.arange(len(rows))  # documents as they appear
        identity = self._columns.column("eid").codes[rows]
        return clusters.clusters(cells.of[rows], item[rows], identity, order)

    def _spans(self, cells: Cells, exact: Sequence[str]) -> Intervals:
        """The spans of all rows, grouped by what must be equal for two to overlap."""
        within = [name for name in exact if name not in ("span", "docid")]
        group = combine(cells.of, *self._arrays(["docid", *within]))
        return Intervals(group, self._columns.both("start"), self._columns.both("end"))

    def _arrays(self, names: Sequence[str]) -> Iterator[IntArray]:
        for name in names:
            yield from self._columns.arrays(name)


class _Weights:
    """The fields of a key whose values need not be equal, with the credit of each pair of values."""

    def __init__(self, columns: Columns, tables: Mapping[str, Table]) -> None:
        self._tables = tables
        found = [columns.column(name) for name in tables]
        self.codes = [column.codes for column in found]
        self._credits = [
            Credit(column.values, table) for column, table in zip(found, tables.values(), strict=True)
        ]

    def __bool__(self) -> bool:
        return bool(self._tables)

    def of(self, gold: IntArray, system: IntArray) -> FloatArray:
        """The credit of each pair of rows: the product over the fields."""
        credit = np.ones(len(gold))
        for codes, table in zip(self.codes, self._credits, strict=True):
            credit *= table.of(codes[gold], codes[system])
        return credit

    def own(self, rows: IntArray) -> FloatArray:
        """The credit of each row with itself."""
        return self.of(rows, rows)

    def matches(
        self, same: IntArray, gold: IntArray, system: IntArray
    ) -> tuple[IntArray, IntArray, FloatArray]:
        """All pairs of places in *gold* and *system* that agree in *same* and have credit, with it.

        Each gold row is written out with every value that earns it credit; what is left is a join.
        """
        places, credit, wanted = np.arange(len(gold)), np.ones(len(gold)), list[IntArray]()
        for codes, table in zip(self.codes, self._credits, strict=True):
            rows, values, earned = table.alternatives(codes[gold[places]])
            places, credit = places[rows], credit[rows] * earned
            wanted = [*(column[rows] for column in wanted), values]
        both = [
            np.concatenate([value, codes[system]]) for value, codes in zip(wanted, self.codes, strict=True)
        ]
        key = combine(np.concatenate([same[gold[places]], same[system]]), *both)
        left, right = join(key[: len(places)], key[len(places) :])
        return places[left], right, credit[left]


def _matched_items(item: IntArray, spans: Intervals, sides: Sides) -> IntArray:
    """The items of the system's rows, those that overlap with gold items numbered like the gold items they are matched with."""
    gold, system = (rows[first_of_each(item[rows])] for rows in sides)
    left, right = spans.take(gold), spans.take(system)
    none = np.empty(0, np.int64)
    found = [(none, none, none), *overlapping_pairs(left, right)]
    rows, others, shared = (np.concatenate(column) for column in zip(*found, strict=True))
    total = (left.end - left.start)[rows] + (right.end - right.start)[others] - shared
    tie = shared / total / (2 * max(len(gold), 1))  # all of them together stay below one position
    chosen = best_matching(rows, others, shared + tie)
    number = int(item.max(initial=0)) + 1 + np.arange(len(system))
    number[others[chosen]] = item[gold[rows[chosen]]]
    matched: IntArray = number[np.searchsorted(item[system], item[sides[1]])]
    return matched


def _overlap(aggregator: str, cells: Cells, spans: Intervals, sides: Sides, weights: _Weights) -> FloatArray:
    """Sums of the shared parts of both sides; the aggregator's name ends in the modes of recall and precision."""
    gold, system = sides
    modes = aggregator[-6:-3], aggregator[-3:]
    shares = (_weighted_shares if weights else _shares)(spans, sides, modes, weights)
    numbers = []
    for rows, shared in ((system, shares[1]), (gold, shares[0])):
        part = shared / (spans.end[rows] - spans.start[rows])
        numbers += [cells.sums(rows, part), cells.sums(rows, weights.own(rows) if weights else None)]
    return np.stack(numbers, axis=1)


def _shares(spans: Intervals, sides: Sides, modes: tuple[str, str], _: _Weights) -> list[IntArray]:
    """The positions of each gold and each system span that the other side shares: with one span, or with all."""
    gold, system = (spans.take(rows) for rows in sides)
    best = largest_overlaps(gold, system) if "max" in modes else ()
    both = ((gold, system), (system, gold))
    return [best[i] if mode == "max" else covered(*both[i]) for i, mode in enumerate(modes)]


def _weighted_shares(
    spans: Intervals, sides: Sides, modes: tuple[str, str], weights: _Weights
) -> list[FloatArray]:
    """The same where a shared position counts the credit of the pair that shares it, at best."""
    both = [spans.take(rows) for rows in sides]
    found = [
        (at, other, shared, weights.of(sides[0][at], sides[1][other]))
        for at, other, shared in overlapping_pairs(*both)
    ]
    none = np.empty(0, np.int64)
    *pairs, shared, credit = (
        np.concatenate(column) for column in zip((none, none, none, none + 0.0), *found, strict=True)
    )
    some = credit > 0
    pairs, shared, credit = [side[some] for side in pairs], shared[some], credit[some]
    made = []
    for i, mode in enumerate(modes):
        if mode == "sum":
            made.append(best_credit(both[i], pairs[i], both[1 - i].take(pairs[1 - i]), credit))
        else:
            made.append(np.zeros(len(sides[i])))
            np.maximum.at(made[i], pairs[i], credit * shared)
    return made
