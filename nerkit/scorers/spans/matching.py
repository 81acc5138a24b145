"""The arithmetic of span measures: which annotations of both sides match, and their counts by cell.

A cell is a document, a label, a document with a label, or the whole corpus. Annotations match only within
their cell. Rows are places in `Columns`, where gold annotations come before system annotations. The function
of an aggregator takes the annotations that pass the measure's filter, with its key (`KeyedItems`). It returns
(p_num, p_den, r_num, r_den) of every cell, shape (cells, 4):

    sets       distinct keys, matched when equal
    weak       distinct keys, matched one to one if their spans overlap
    overlap    spans, by the positions that they share with spans of the other side
    clustered  keys in clusters by id, compared by a cluster measure
    lost       annotations that are wrong on either side, by class of error
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import BoolArray, Column, FloatArray, IntArray
from nerkit.algorithms.intervals import Intervals, best_credit, covered, largest_overlap
from nerkit.algorithms.keys import combine, contained, first_of_each, grouped, join, turns
from nerkit.algorithms.overlap_matching import OverlappingPairs, crowded_groups, pairs_to_match
from nerkit.exceptions import InputError, source_and_line
from nerkit.ground.limits import MOST_CLUSTER_PAIRS
from nerkit.ground.records import record
from nerkit.results.counts import numbers_of
from nerkit.scorers.clusters import ClusterMeasure, Clusters, Contingency, clusters, crowded_item
from nerkit.scorers.columns import Cells, Columns

if TYPE_CHECKING:
    from nerkit.algorithms.credit import Credit, Table

LOSSES = ("format", "not_in_text", "type", "boundary", "boundary_type", "spurious", "missed")
Sides = tuple[IntArray, IntArray]  # rows of gold, rows of the system


@record(frozen=True, kw_only=True)
class KeyedItems:
    """The annotations that a measure compares, with the fields that must be equal, in cells.

    key, condition   the fields of the measure's key, and the field that annotations must have, if any
    tables           credits by field for pairs of different values; fields without a table must be equal
    by_overlap       whether overlapping spans may be the same item of a cluster measure
    crowded          codes of documents with too many overlaps for the best matching; functions add to it
    """

    columns: Columns
    cells: Cells
    key: tuple[str, ...]
    condition: str | None
    tables: "Mapping[str, Table]"
    by_overlap: bool
    crowded: set[int] = field(default_factory=set)

    @cached_property
    def sides(self) -> Sides:
        """The rows of the gold side and of the system that pass the filter, ascending."""
        passing = self.columns.passing(self.condition).nonzero()[0]
        border = int(passing.searchsorted(self.columns.split))
        return passing[:border], passing[border:]

    @cached_property
    def equal_fields(self) -> list[str]:
        """The fields of the key whose values must be equal."""
        return [name for name in dict.fromkeys(self.key) if not self.tables.get(name)]

    @cached_property
    def weights(self) -> "KeyCredits":
        """The other fields of the key, with the credit of each pair of their values."""
        weighted = [name for name in dict.fromkeys(self.key) if name not in self.equal_fields]
        return KeyCredits(self.columns, {name: self.tables[name] for name in weighted})

    @cached_property
    def code(self) -> IntArray:
        """An integer for each row of the columns, equal if cells and `equal_fields` are equal."""
        return combine(self.cells.of, *self._arrays(self.equal_fields))

    @cached_property
    def distinct(self) -> Sides:
        """A row for each distinct key of the gold side, and of the system."""
        key = combine(self.code, *self.weights.codes) if self.weights else self.code
        gold, system = (rows[first_of_each(key[rows])] for rows in self.sides)
        return gold, system

    def repeated(self) -> Sides:
        """Return the rows of the gold side and of the system whose key an earlier row has."""
        gold, system = (
            rows[:0] if len(rows) == len(distinct) else np.setdiff1d(rows, distinct, assume_unique=True)
            for rows, distinct in zip(self.sides, self.distinct, strict=True)
        )
        return gold, system

    @cached_property
    def contingency(self) -> Contingency:
        """The clusters by id, with the number of items that every two clusters of both sides share.

        Raises InputError if items are in so many clusters that too many pairs of clusters share an item.
        """
        code = combine(self.code, *self.weights.codes) if self.weights else self.code
        if self.weights or (self.by_overlap and "span" in self.key):
            _, system_rows = self.sides
            code, same = code.copy(), _matched_codes(self, code)
            code[system_rows] = same
        gold, system = (_clusters(self, code, side) for side in (0, 1))
        crowded = crowded_item(gold, system)
        if crowded is not None:
            row = int(self.sides[0][np.argmax(code[self.sides[0]] == crowded)])
            source, line = source_and_line(self.columns.place(row))
            raise InputError(
                (
                    f"the sides have more than {MOST_CLUSTER_PAIRS:,} pairs of clusters, "
                    "because such items are in many clusters"
                ),
                source=source,
                line=line,
                remedy="give each item one id, or use measures without clusters, such as sets::span",
            )
        return Contingency(gold, system, self.cells.size)

    def spans(self) -> Intervals:
        """Return the spans of all rows, in groups of rows that may overlap."""
        within = [name for name in self.equal_fields if name not in ("span", "docid")]
        group = combine(self.cells.of, *self._arrays(["docid", *within]))
        return Intervals(group, self.columns.both("start"), self.columns.both("end"))

    def numbers(self, matched: FloatArray, gold: IntArray, system: IntArray) -> FloatArray:
        """Return p_num, p_den, r_num, r_den of every cell: the sums of *matched*, and of the rows of both
        sides.
        """
        totals = (
            self.cells.sums(rows, self.weights.own(rows) if self.weights else None) for rows in (system, gold)
        )
        return numbers_of(matched, *totals)

    def pairs(self, left: Intervals, right: Intervals, gold: IntArray) -> OverlappingPairs:
        """Return the pairs of overlapping spans for a matching; *gold* has the rows of *left*. Documents
        with too many pairs are noted in `crowded`.
        """
        pairs = pairs_to_match(left, right)
        self.crowded.update(crowded_groups(pairs, self.columns.both("document")[gold]).tolist())
        return pairs

    def _arrays(self, fields: Sequence[str]) -> Iterator[IntArray]:
        for name in fields:
            yield from self.columns.arrays(name)


def _credits(columns: Sequence[Column], tables: Iterable["Table"]) -> "list[Credit]":
    from nerkit.algorithms.credit import Credit

    return [Credit(column.values, table) for column, table in zip(columns, tables, strict=True)]


class KeyCredits:
    """The fields of a key whose values need not be equal, with the credit of each pair of values."""

    def __init__(self, columns: Columns, tables: "Mapping[str, Table]") -> None:
        weighted = [columns.column(name) for name in tables]
        self.codes = [column.codes for column in weighted]
        self._credits = _credits(weighted, tables.values()) if tables else []

    def __bool__(self) -> bool:
        return bool(self.codes)

    def of(self, gold: IntArray, system: IntArray) -> FloatArray:
        """Return the credit of each pair of rows: the product over the fields, shape (pairs,)."""
        credit = np.ones(len(gold))
        for codes, table in zip(self.codes, self._credits, strict=True):
            credit *= table.of(codes[gold], codes[system])
        return credit

    def own(self, rows: IntArray) -> FloatArray:
        """Return the credit of each row with itself, shape (rows,)."""
        return self.of(rows, rows)

    def matches(
        self, code: IntArray, gold: IntArray, system: IntArray
    ) -> tuple[IntArray, IntArray, FloatArray]:
        """Return all pairs of places in *gold* and *system* with equal *code* and with credit, and their
        credit.

        Each gold row is written out with every value that gives it credit. The rest is a join on equal keys.
        """
        places, credit, earning = np.arange(len(gold)), np.ones(len(gold)), list[IntArray]()
        for codes, table in zip(self.codes, self._credits, strict=True):
            rows, values, earned = table.alternatives(codes[gold[places]])
            places, credit = places[rows], credit[rows] * earned
            earning = [*(column[rows] for column in earning), values]
        both = [
            np.concatenate([values, codes[system]]) for values, codes in zip(earning, self.codes, strict=True)
        ]
        key = combine(np.concatenate([code[gold[places]], code[system]]), *both)
        left, right = join(key[: len(places)], key[len(places) :])
        return places[left], right, credit[left]


def sets(items: KeyedItems) -> FloatArray:
    """Match distinct keys of both sides that are equal; with credits, by the best one-to-one matching."""
    gold, system = items.distinct
    if items.weights:
        return _best_of_keys(items, gold, system)
    matched = items.cells.sums(gold[contained(items.code[gold], items.code[system])])
    return items.numbers(matched, gold, system)


def _best_of_keys(items: KeyedItems, gold: IntArray, system: IntArray) -> FloatArray:
    """Return the numbers of the best one-to-one matching of these rows, by credit."""
    left, right, credit = items.weights.matches(items.code, gold, system)
    chosen = best_matching(left, right, credit)
    return items.numbers(items.cells.sums(gold[left[chosen]], credit[chosen]), gold, system)


def bags(items: KeyedItems) -> FloatArray:
    """Match keys with their repeats that are equal; with credits, by the best one-to-one matching."""
    gold, system = items.sides
    if items.weights:
        return _best_of_keys(items, gold, system)
    turn = np.zeros(items.columns.rows, np.int64)
    for rows in (gold, system):
        turn[rows] = turns(items.code[rows])
    key = combine(items.code, turn)
    matched, _ = join(key[gold], key[system])
    return items.numbers(items.cells.sums(gold[matched]), gold, system)


def weak(items: KeyedItems) -> FloatArray:
    """Match distinct keys one to one whose spans share a position and whose other fields are equal.

    As many pairs as possible are taken, and with credits the best matching. The span is part of every key.
    """
    spans, weights = items.spans(), items.weights
    code = combine(items.code, *items.columns.arrays("span"), *weights.codes)
    gold, system = (rows[first_of_each(code[rows])] for rows in items.sides)
    pairs = items.pairs(spans.take(gold), spans.take(system), gold)
    left = gold[pairs.left]
    credit = weights.of(left, system[pairs.right])  # without fields all credits are 1
    chosen = pairs.best(credit) & (credit > 0)
    return items.numbers(items.cells.sums(left[chosen], credit[chosen]), gold, system)


def overlap(items: KeyedItems, *, recall: str, precision: str) -> FloatArray:
    """Return sums of the shared parts of the spans of both sides.

    *recall* and *precision* are modes for gold and system spans. `max` counts the positions that a span
    shares with the one span of the other side that shares most. `sum` counts the positions shared with all of
    them.
    """
    spans, cells, weights = items.spans(), items.cells, items.weights
    gold, system = items.sides
    modes = recall, precision
    shares: Sequence[IntArray | FloatArray]
    if weights:
        shares = _weighted_shares(spans, items.sides, modes, weights)
    else:
        shares = _shares(spans, items.sides, modes)
    numbers = []
    for rows, shared in ((system, shares[1]), (gold, shares[0])):
        part = shared / (spans.end[rows] - spans.start[rows])
        numbers += [cells.sums(rows, part), cells.sums(rows, weights.own(rows) if weights else None)]
    return np.stack(numbers, axis=1)


def clustered(items: KeyedItems, *, measure: ClusterMeasure) -> FloatArray:
    """Compare keys in clusters by id with a cluster measure. Raises as `KeyedItems.contingency` does."""
    return measure(items.contingency)


def _clusters(items: KeyedItems, code: IntArray, side: int) -> Clusters:
    """Return the clusters of a side (0 gold, 1 the system). Items with equal *code* are equal."""
    rows = items.sides[side]
    identity = items.columns.column("eid").codes
    if sets := items.columns.id_sets[side]:
        from nerkit.scorers.spans.id_sets import clusters_of

        identity = clusters_of(items.columns.column("eid"), sets)
    return clusters(items.cells.of[rows], code[rows], identity[rows], _rank(items, rows))


def _rank(items: KeyedItems, rows: IntArray) -> IntArray:
    """Return the rank of each row in its side: by document in order of appearance, then by span, longer
    first.
    """
    document, start, end = (items.columns.both(name)[rows] for name in ("document", "start", "end"))
    later, same = document[1:] > document[:-1], document[1:] == document[:-1]
    same &= (start[1:] > start[:-1]) | ((start[1:] == start[:-1]) & (end[1:] <= end[:-1]))
    if (later | same).all():  # rows are usually in this order
        return np.arange(len(rows))
    first, place = grouped(document)
    order = np.empty(len(rows), np.int64)
    order[np.lexsort((-end, start, first[place]))] = np.arange(len(rows))
    return order


def _matched_codes(items: KeyedItems, code: IntArray) -> IntArray:
    """Return the codes of the system's rows if items are matched one to one: the codes of their gold items.

    System items without a partner get codes of their own.
    """
    sides = items.sides
    gold, system = (rows[first_of_each(code[rows])] for rows in sides)
    matching = _overlapping_items if items.by_overlap and "span" in items.key else _meeting_items
    left, right = matching(items, gold, system)
    matched = int(code.max(initial=0)) + 1 + np.arange(len(system))
    matched[right] = code[gold[left]]
    # *system* is sorted by code, so that each row of the side finds its item by its code
    of_rows: IntArray = matched[np.searchsorted(code[system], code[sides[1]])]
    return of_rows


def _meeting_items(items: KeyedItems, gold: IntArray, system: IntArray) -> Sides:
    """Return the places of items that are matched because their keys agree with credit, for example sets
    of ids.
    """
    left, right, credit = items.weights.matches(items.code, gold, system)
    chosen = best_matching(left, right, credit)
    return left[chosen], right[chosen]


def _overlapping_items(items: KeyedItems, gold: IntArray, system: IntArray) -> Sides:
    """Return the places of items that are matched because they overlap."""
    spans = items.spans()
    left, right = spans.take(gold), spans.take(system)
    pairs = items.pairs(left, right, gold)
    if items.weights:
        pairs = pairs.take(items.weights.of(gold[pairs.left], system[pairs.right]) > 0)
    total = (left.end - left.start)[pairs.left] + (right.end - right.start)[pairs.right] - pairs.shared
    tie = pairs.shared / total / (2 * max(len(gold), 1))  # all ties together are less than one position
    chosen = pairs.best(pairs.shared + tie)
    return pairs.left[chosen], pairs.right[chosen]


def _shares(spans: Intervals, sides: Sides, modes: tuple[str, str]) -> list[IntArray]:
    """Return the positions that each gold and each system span shares with one span or with all of the
    other side.
    """
    gold, system = (spans.take(rows) for rows in sides)
    both = ((gold, system), (system, gold))
    return [
        (largest_overlap if mode == "max" else covered)(*pair) for pair, mode in zip(both, modes, strict=True)
    ]


class _Related(NamedTuple):
    """The kinds of annotations (combinations of values), and the pairs of kinds with credit.

    of          the kind of each row of the gold side, and of each row of the system
    own, other  the pairs: a kind of one side, and a kind of the other side
    credit      the credit of each pair, above 0
    """

    of: Sides
    own: IntArray
    other: IntArray
    credit: FloatArray


def _related(sides: Sides, weights: KeyCredits) -> _Related:
    """Return the kinds of the gold side and of the system, and the credit of their pairs."""
    key = combine(*weights.codes)
    first, of = [], []
    for rows in sides:
        place, kind = grouped(key[rows])
        first.append(rows[place])
        of.append(kind)
    own, other, credit = weights.matches(np.zeros_like(key), first[0], first[1])
    earning = credit > 0
    return _Related((of[0], of[1]), own[earning], other[earning], credit[earning])


def _weighted_shares(
    spans: Intervals, sides: Sides, modes: tuple[str, str], weights: KeyCredits
) -> list[FloatArray]:
    """Return shares in which a position counts the best credit of the pairs of spans that share it.

    Credit depends only on the kinds of two spans. Therefore spans are compared kind by kind, without a list
    of all pairs of spans.
    """
    gold, system = (spans.take(rows) for rows in sides)
    related = _related(sides, weights)
    turned = related._replace(of=related.of[::-1], own=related.other, other=related.own)
    both = (gold, system, related), (system, gold, turned)
    return [
        (_most_credit if mode == "max" else _credit_of_all)(*given)
        for given, mode in zip(both, modes, strict=True)
    ]


def _most_credit(own: Intervals, others: Intervals, related: _Related) -> FloatArray:
    """Return for each of the *own* spans the largest product of credit and shared positions with another
    span.
    """
    rows, pairs = join(related.of[0], related.own)
    group = combine(
        np.concatenate((own.group[rows], others.group)), np.concatenate((related.other[pairs], related.of[1]))
    )
    shared = largest_overlap(
        own.take(rows)._replace(group=group[: len(rows)]), others._replace(group=group[len(rows) :])
    )
    most = np.zeros(len(own.group))
    np.maximum.at(most, rows, related.credit[pairs] * shared)
    return most


def _credit_of_all(own: Intervals, others: Intervals, related: _Related) -> FloatArray:
    """Return for each of the *own* spans the sum over its positions of the best credit of another span."""
    rows, pairs = join(related.of[1], related.other)
    group = combine(
        np.concatenate((own.group, others.group[rows])), np.concatenate((related.of[0], related.own[pairs]))
    )
    return best_credit(
        own._replace(group=group[: len(own.group)]),
        others.take(rows)._replace(group=group[len(own.group) :]),
        related.credit[pairs],
    )


def lost(items: KeyedItems) -> FloatArray:
    """Return the counts of `sets` of every cell, followed by the number of each of LOSSES, shape (cells,
    11).

    The classes come from the sizes of the largest one-to-one matchings over growing sets of pairs. Their sum
    is the number of annotations of both sides, less twice the matches of `sets::span+type`. Divided by the
    number of annotations it is 1 - F1.
    """
    columns, cells = items.columns, items.cells
    gold, system = items.distinct
    document, start, end = (columns.both(name) for name in ("document", "start", "end"))
    group = cells.of * (int(document.max(initial=0)) + 1) + document
    sides = [Intervals(group[side], start[side], end[side]) for side in (gold, system)]
    pairs = items.pairs(sides[0], sides[1], gold)
    left, right = gold[pairs.left], system[pairs.right]
    same_span = (start[left] == start[right]) & (end[left] == end[right])
    same_key = items.code[left] == items.code[right]
    labels = columns.column("type").codes
    same_type = labels[left] == labels[right]

    def matched(some: BoolArray) -> FloatArray:
        """Return the size of the largest matching of some pairs, by cell."""
        rows = np.flatnonzero(some)
        chosen = rows[pairs.take(rows).best(np.ones(len(rows)))]
        return cells.sums(left[chosen])

    m0, m1 = matched(same_key), matched(same_span)
    m2, m3 = matched(same_span | same_type), matched(np.ones(len(left), bool))
    unreadable = columns.unreadable[document[gold]]
    nowhere = columns.strings_without_place[system]
    total = [cells.sums(side) for side in (gold, system)]
    lost_format, not_in_text = cells.sums(gold[unreadable]), cells.sums(system[nowhere])
    classes = (
        lost_format,
        not_in_text,
        2 * (m1 - m0),
        2 * (m2 - m1),
        2 * (m3 - m2),
        total[1] - not_in_text - m3,
        total[0] - lost_format - m3,
    )
    return np.concatenate([numbers_of(m0, total[1], total[0]), np.stack(classes, axis=1)], axis=1)


def one_minus_f1(numbers: FloatArray, beta: float, empty: str) -> FloatArray:  # noqa: ARG001  (it is F1's)
    """Return 1 - F1 of counts, shape (…, 1, 4 or more), as a value without P, R and F, shape (…, 4)."""
    from nerkit.results.scores import f_score

    scores = np.full((*numbers.shape[:-2], 4), np.nan)
    scores[..., 0] = 1 - f_score(numbers[..., 0, :], 1.0, empty)
    return scores
