"""The arithmetic of span measures: which annotations of both sides match, and their counts by cell.

A cell is a document, a label, a document with a label, or the whole corpus; annotations match within their
cell only. Rows are places in `Columns`, where the gold annotations come before those of the system. An
aggregator's function takes the annotations that pass the measure's filter, with its key (`KeyedItems`), and
gives (p_num, p_den, r_num, r_den) of every cell, shape (cells, 4):

    sets       distinct keys, matched when equal
    weak       distinct keys, matched one to one where their spans overlap
    overlap    spans, by the positions that they share with those of the other side
    clustered  keys in clusters by id, compared by a cluster measure
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import Column, FloatArray, IntArray
from nerkit.algorithms.intervals import Intervals, best_credit, covered, largest_overlap
from nerkit.algorithms.keys import combine, contained, first_of_each, join, turns
from nerkit.algorithms.overlap_matching import crowded_groups, pairs_to_match
from nerkit.exceptions import InputError, source_and_line
from nerkit.ground.limits import MOST_CLUSTER_PAIRS
from nerkit.ground.records import record
from nerkit.results.counts import numbers_of
from nerkit.scorers.clusters import ClusterMeasure, Clusters, Contingency, clusters, crowded_item
from nerkit.scorers.columns import Cells, Columns

if TYPE_CHECKING:
    from nerkit.algorithms.credit import Credit, Table

Sides = tuple[IntArray, IntArray]  # rows of gold, rows of the system


@record(frozen=True, kw_only=True)
class KeyedItems:
    """The annotations that a measure compares, with what must be equal for two to be the same, in cells.

    key, condition   the fields of the measure's key, and the field that annotations must have, if any
    tables           credits by field for pairs of different values; fields without a table must be equal
    by_overlap       whether spans that overlap may be the same item of a cluster measure
    crowded          codes of documents whose spans were not matched by the best of all pairs; added to
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
        """The rows of gold and of the system that pass the filter, ascending."""
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
        """An integer for each row of the columns, equal where cells and `equal_fields` are."""
        return combine(self.cells.of, *self._arrays(self.equal_fields))

    @cached_property
    def distinct(self) -> Sides:
        """A row for each distinct key of gold, and of the system."""
        key = combine(self.code, *self.weights.codes) if self.weights else self.code
        gold, system = (rows[first_of_each(key[rows])] for rows in self.sides)
        return gold, system

    def repeated(self) -> Sides:
        """The rows of gold and of the system whose key an earlier row has."""
        gold, system = (
            rows[:0] if len(rows) == len(distinct) else np.setdiff1d(rows, distinct, assume_unique=True)
            for rows, distinct in zip(self.sides, self.distinct, strict=True)
        )
        return gold, system

    @cached_property
    def contingency(self) -> Contingency:
        """The clusters by id, with what every two of both sides share.

        Raises InputError where items are in so many clusters that too many pairs of these share one.
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
                f"more than {MOST_CLUSTER_PAIRS:,} pairs of clusters, as items like this one are in many of "
                "both sides",
                source=source,
                line=line,
                remedy="give each item one id, or choose measures without clusters, such as sets::span",
            )
        return Contingency(gold, system, self.cells.size)

    def spans(self) -> Intervals:
        """The spans of all rows, grouped by what must be equal for two to overlap."""
        within = [name for name in self.equal_fields if name not in ("span", "docid")]
        group = combine(self.cells.of, *self._arrays(["docid", *within]))
        return Intervals(group, self.columns.both("start"), self.columns.both("end"))

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
        """The credit of each pair of rows: the product over the fields."""
        credit = np.ones(len(gold))
        for codes, table in zip(self.codes, self._credits, strict=True):
            credit *= table.of(codes[gold], codes[system])
        return credit

    def own(self, rows: IntArray) -> FloatArray:
        """The credit of each row with itself."""
        return self.of(rows, rows)

    def matches(
        self, code: IntArray, gold: IntArray, system: IntArray
    ) -> tuple[IntArray, IntArray, FloatArray]:
        """All pairs of places in *gold* and *system* that agree in *code* and have credit, and their credit.

        Each gold row is written out with every value that earns it credit; what remains is a join on equal
        keys.
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
    """Distinct keys of both sides, matched when equal; with credits, the best one-to-one matching of them."""
    cells = items.cells
    gold, system = items.distinct
    if not items.weights:
        matched = cells.sums(gold[contained(items.code[gold], items.code[system])])
        return numbers_of(matched, cells.sums(system), cells.sums(gold))
    return _best_of_keys(items, gold, system)


def _best_of_keys(items: KeyedItems, gold: IntArray, system: IntArray) -> FloatArray:
    """The numbers of the best one-to-one matching of these rows, by credit."""
    cells, weights = items.cells, items.weights
    left, right, credit = weights.matches(items.code, gold, system)
    chosen = best_matching(left, right, credit)
    matched = cells.sums(gold[left[chosen]], credit[chosen])
    totals = [cells.sums(rows, weights.own(rows)) for rows in (system, gold)]
    return numbers_of(matched, *totals)


def bags(items: KeyedItems) -> FloatArray:
    """Keys with their repeats, matched when equal; with credits, the best one-to-one matching of them."""
    gold, system = items.sides
    if items.weights:
        return _best_of_keys(items, gold, system)
    turn = np.zeros(items.columns.rows, np.int64)
    for rows in (gold, system):
        turn[rows] = turns(items.code[rows])
    key = combine(items.code, turn)
    matched, _ = join(key[gold], key[system])
    return numbers_of(items.cells.sums(gold[matched]), items.cells.sums(system), items.cells.sums(gold))


def weak(items: KeyedItems) -> FloatArray:
    """Distinct keys of both sides, matched one to one where spans share a position and the rest is equal.

    As many pairs are taken as possible; with credits, the best of all matchings. The span is of every key.
    """
    spans, cells, weights = items.spans(), items.cells, items.weights
    code = combine(items.code, *items.columns.arrays("span"), *weights.codes)
    gold, system = (rows[first_of_each(code[rows])] for rows in items.sides)
    pairs = pairs_to_match(spans.take(gold), spans.take(system))
    items.crowded.update(crowded_groups(pairs, items.columns.both("document")[gold]).tolist())
    left, right = gold[pairs.left], system[pairs.right]
    credit = weights.of(left, right) if weights else np.ones(len(left))
    chosen = pairs.best(credit) & (credit > 0)
    matched = cells.sums(left[chosen], credit[chosen])
    totals = [cells.sums(rows, weights.own(rows) if weights else None) for rows in (system, gold)]
    return numbers_of(matched, *totals)


def overlap(items: KeyedItems, *, recall: str, precision: str) -> FloatArray:
    """Sums of the shared parts of the spans of both sides.

    *recall* and *precision* say what counts of a gold or system span: the positions that it shares with the
    one span of the other side that shares most (`max`), or with all of them together (`sum`).
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
    """Keys in clusters by id, compared by a cluster measure. Raises as `KeyedItems.contingency` does."""
    return measure(items.contingency)


def _clusters(items: KeyedItems, code: IntArray, side: int) -> Clusters:
    """The clusters of a side (0 gold, 1 the system); items are equal where their *code* is."""
    rows = items.sides[side]
    identity = items.columns.column("eid").codes
    if sets := items.columns.id_sets[side]:
        from nerkit.scorers.spans.id_sets import clusters_of

        identity = clusters_of(items.columns.column("eid"), sets)
    return clusters(items.cells.of[rows], code[rows], identity[rows], _rank(items, rows))


def _rank(items: KeyedItems, rows: IntArray) -> IntArray:
    """The place of each of the rows in its side: by document, as these appear, and by span, longer ones
    before shorter ones.
    """
    document, start, end = (items.columns.both(name)[rows] for name in ("document", "start", "end"))
    later, same = document[1:] > document[:-1], document[1:] == document[:-1]
    same &= (start[1:] > start[:-1]) | ((start[1:] == start[:-1]) & (end[1:] <= end[:-1]))
    if (later | same).all():  # they stand in this order, as they mostly do
        return np.arange(len(rows))
    _, first, place = np.unique(document, return_index=True, return_inverse=True)
    order = np.empty(len(rows), np.int64)
    order[np.lexsort((-end, start, first[place]))] = np.arange(len(rows))
    return order


def _matched_codes(items: KeyedItems, code: IntArray) -> IntArray:
    """The codes of the system's rows where items are matched one to one: those of their gold items.

    System items without a partner have codes that nothing else has.
    """
    sides = items.sides
    gold, system = (rows[first_of_each(code[rows])] for rows in sides)
    matching = _overlapping_items if items.by_overlap and "span" in items.key else _meeting_items
    left, right = matching(items, gold, system)
    matched = int(code.max(initial=0)) + 1 + np.arange(len(system))
    matched[right] = code[gold[left]]
    # system is in the order of its codes, so that each row of the side finds its item by its code
    of_rows: IntArray = matched[np.searchsorted(code[system], code[sides[1]])]
    return of_rows


def _meeting_items(items: KeyedItems, gold: IntArray, system: IntArray) -> Sides:
    """The places of items that are matched where their keys agree with credit, as sets of ids do."""
    left, right, credit = items.weights.matches(items.code, gold, system)
    chosen = best_matching(left, right, credit)
    return left[chosen], right[chosen]


def _overlapping_items(items: KeyedItems, gold: IntArray, system: IntArray) -> Sides:
    """The places of items that are matched where they overlap."""
    spans = items.spans()
    left, right = spans.take(gold), spans.take(system)
    pairs = pairs_to_match(left, right)
    items.crowded.update(crowded_groups(pairs, items.columns.both("document")[gold]).tolist())
    if items.weights:
        pairs = pairs.take(items.weights.of(gold[pairs.left], system[pairs.right]) > 0)
    total = (left.end - left.start)[pairs.left] + (right.end - right.start)[pairs.right] - pairs.shared
    tie = pairs.shared / total / (2 * max(len(gold), 1))  # all of them together stay below one position
    chosen = pairs.best(pairs.shared + tie)
    return pairs.left[chosen], pairs.right[chosen]


def _shares(spans: Intervals, sides: Sides, modes: tuple[str, str]) -> list[IntArray]:
    """The positions that each gold and each system span shares with the other side: with one span, or all."""
    gold, system = (spans.take(rows) for rows in sides)
    both = ((gold, system), (system, gold))
    return [
        (largest_overlap if mode == "max" else covered)(*pair) for pair, mode in zip(both, modes, strict=True)
    ]


class _Related(NamedTuple):
    """The kinds of annotations, which are combinations of values, and the pairs of kinds that have credit.

    of          the kind of each row of gold, and of each row of the system
    own, other  the pairs: a kind of the side that is looked at, and one of the other side
    credit      of each pair, above 0
    """

    of: Sides
    own: IntArray
    other: IntArray
    credit: FloatArray


def _related(sides: Sides, weights: KeyCredits) -> _Related:
    """The kinds of gold and of the system, and the credit of their pairs."""
    key = combine(*weights.codes)
    first, of = [], []
    for rows in sides:
        _, place, kind = np.unique(key[rows], return_index=True, return_inverse=True)
        first.append(rows[place])
        of.append(kind)
    own, other, credit = weights.matches(np.zeros_like(key), first[0], first[1])
    earning = credit > 0
    return _Related((of[0], of[1]), own[earning], other[earning], credit[earning])


def _weighted_shares(
    spans: Intervals, sides: Sides, modes: tuple[str, str], weights: KeyCredits
) -> list[FloatArray]:
    """The shares as `_shares` has them, where a position counts the best credit of the pairs that share it.

    Credit depends on the kinds of two spans alone, so spans are compared kind by kind and no pairs of spans
    are written out.
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
    """For each of the *own* spans, the largest product of credit and shared positions with one other span."""
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
    """For each of the *own* spans, the sum over its positions of the best credit that another span gives."""
    rows, pairs = join(related.of[1], related.other)
    group = combine(
        np.concatenate((own.group, others.group[rows])), np.concatenate((related.of[0], related.own[pairs]))
    )
    return best_credit(
        own._replace(group=group[: len(own.group)]),
        others.take(rows)._replace(group=group[len(own.group) :]),
        related.credit[pairs],
    )
