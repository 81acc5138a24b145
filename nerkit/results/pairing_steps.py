"""Pairs of gold and system items, found step by step: the machine behind the lists of errors of tasks.

Rows are the items of gold and, behind them, those of the system. A step pairs rows that are free, which are
then in a pair, and gives each pair a class; a finder is a list of steps. For gold (0, 4, PER) (6, 9, ORG) and
the system (0, 4, PER) (6, 8, PER), rows 0 to 3:

    Equal("span label", CORRECT)            0-2 correct
    Equal("span", "label")                  none
    Near("document", "label", …)            1-3 label+boundary
    Alone(MISSED, GOLD), Alone(SPURIOUS, SYSTEM)
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.algorithms.intervals import Intervals
from nerkit.algorithms.keys import combine, join, turns
from nerkit.algorithms.overlap_matching import pairs_to_match
from nerkit.ground.records import record
from nerkit.results.errors import MISSED, SPURIOUS, Errors, Items

GOLD, SYSTEM = 0, 1  # the sides
Pairs = tuple[
    IntArray, IntArray, "str | IntArray"
]  # rows of both sides, NONE for no partner, and their classes
Step = Callable[["ItemPairing"], Pairs]
Kind: TypeAlias = (
    "str | Callable[[ItemPairing, IntArray, IntArray], IntArray]"  # one class, or that of each pair of rows
)


class ItemPairing:
    """The rows of both sides, and the pairs that were made of them.

    kinds     the classes
    split     the number of rows of gold
    columns   name -> an integer for each row, of shape (rows,), equal where values are
    free      the rows that are in no pair so far
    crowded   rows of gold in documents where too much overlaps for the best matching
    """

    def __init__(
        self,
        kinds: Sequence[str],
        split: int,
        columns: Mapping[str, IntArray],
        free: BoolArray | None = None,
    ) -> None:
        self.kinds, self.split, self.columns = kinds, split, columns
        self.free = np.ones(len(columns["document"]), bool) if free is None else free
        self.crowded = np.zeros(0, np.int64)
        self._pairs: list[tuple[IntArray, IntArray, IntArray]] = []

    @classmethod
    def of_sides(
        cls, kinds: Sequence[str], columns: Mapping[str, Sequence[IntArray]], free: BoolArray | None = None
    ) -> "ItemPairing":
        """The pairing of columns that are given for gold and for the system."""
        split = len(columns["document"][0])
        return cls(kinds, split, {name: np.concatenate(both) for name, both in columns.items()}, free)

    def run(self, steps: Iterable[Step]) -> None:
        """Take the pairs of each step in turn."""
        for step in steps:
            self.take(*step(self))

    def take(self, gold: IntArray, system: IntArray, kind: str | IntArray) -> None:
        """Pair these rows, NONE standing for no partner, and give each pair its class, a place in `kinds`."""
        codes = np.full(len(gold), self.code(kind)) if isinstance(kind, str) else kind
        self._pairs.append((gold, system, codes))
        self.free[gold[gold != NONE]] = self.free[system[system != NONE]] = False

    def take_single(self, rows: IntArray, kind: str) -> None:
        """Take rows of one side, which have no partner."""
        self.take(*self._unmatched(rows), kind)

    def code(self, kind: str) -> int:
        """The place of a class."""
        return self.kinds.index(kind)

    def sides(self) -> tuple[IntArray, IntArray]:
        """The free rows of gold and of the system, ascending."""
        rows = np.flatnonzero(self.free)
        first = int(np.searchsorted(rows, self.split))
        return rows[:first], rows[first:]

    def key(self, names: str) -> IntArray:
        """One integer for each row, equal where all these columns are, which are separated by blanks."""
        return combine(*(self.columns[name] for name in names.split()))

    def equal(self, keys: IntArray) -> tuple[IntArray, IntArray]:
        """Free rows with equal keys, the first of each side with the first, the second with the second."""
        gold, system = self.sides()
        both = np.concatenate([keys[gold], keys[system]])
        turn = np.concatenate([turns(keys[gold]), turns(keys[system])])
        left, right = join(*np.split(combine(both, turn), [len(gold)]))
        return gold[left], system[right]

    def alone(self, kinds: Sequence[str] = (MISSED, SPURIOUS)) -> None:
        """Take all that is free, gold's and then the system's."""
        for rows, kind in zip(self.sides(), kinds, strict=True):
            self.take_single(rows, kind)

    def errors(self, documents: Sequence[str], items: tuple[Items, Items], order: str, **more: Any) -> Errors:
        """All pairs, with *more* fields of `Errors`. They are sorted by the columns of *order*, those of
        gold's row where there is one, descending behind a hyphen; `gold` and `system` are the rows, `row` is
        gold's, or else the system's, `kind` the class, and `spurious` whether gold has none.
        """
        gold, system, kind = (np.concatenate(column) for column in zip(*self._pairs, strict=True))
        row = np.where(gold == NONE, system, gold)
        known = {"gold": gold, "system": system, "row": row, "kind": kind, "spurious": gold == NONE}
        keys = [known[name] if name in known else self._at(name, row) for name in reversed(order.split())]
        order_of_pairs = np.lexsort(keys)
        system = np.where(system == NONE, NONE, system - self.split)
        row, kind, gold, system = (each[order_of_pairs] for each in (row, kind, gold, system))
        return Errors(documents, self.columns["document"][row], self.kinds, kind, gold, system, items, **more)

    def _at(self, name: str, row: IntArray) -> IntArray:
        """A column at these rows, negative behind a hyphen."""
        values = self.columns[name.removeprefix("-")][row]
        return -values if name.startswith("-") else values

    def _unmatched(self, rows: IntArray) -> tuple[IntArray, IntArray]:
        """Rows of one side beside no partner."""
        none = np.full(len(rows), NONE)
        return (rows, none) if len(rows) and rows[0] < self.split else (none, rows)


@record(frozen=True)
class Equal:
    """The step that pairs rows with equal *columns*, in turn; *kind* is the class of the pairs."""

    columns: str
    kind: Kind

    def __call__(self, pairing: ItemPairing) -> Pairs:
        """The pairs and their classes."""
        gold, system = pairing.equal(pairing.key(self.columns))
        return gold, system, self.kind if isinstance(self.kind, str) else self.kind(pairing, gold, system)


@record(frozen=True)
class Alone:
    """The step that takes the free rows of a side, of those where a column is true if one is named."""

    kind: str
    side: int
    where: str | None = None

    def __call__(self, pairing: ItemPairing) -> Pairs:
        """The rows without partners."""
        rows = pairing.sides()[self.side]
        rows = rows if self.where is None else rows[pairing.columns[self.where][rows] > 0]
        none = np.full(len(rows), NONE)
        return (rows, none, self.kind) if self.side == GOLD else (none, rows, self.kind)


@record(frozen=True)
class Near:
    """The step that pairs rows whose half-open ranges, columns `start` and `end`, overlap.

    within   the columns that are equal
    same     the column by which pairs are preferred: equal values count 1, others 0.5, and the share of
             positions in common, 2 · shared / (length + length), an eighth beside it
    kind     the class of each pair
    apart    the classes of rows beside each other that overlap one of the other side in whole, and no other:
             several of gold, several of the system; they are taken before the best matching of the others
    """

    within: str
    same: str
    kind: Kind
    apart: tuple[str, str] | None = None

    def __call__(self, pairing: ItemPairing) -> Pairs:
        """The pairs of the best matching, behind those that are apart."""
        sides, group = pairing.sides(), pairing.key(self.within)
        start, end = pairing.columns["start"], pairing.columns["end"]
        pairs = pairs_to_match(*(Intervals(group[side], start[side], end[side]) for side in sides))
        pairs = pairs._replace(left=sides[0][pairs.left], right=sides[1][pairs.right])
        pairing.crowded = pairs.left[pairs.crowded]
        length = end - start
        if self.apart is not None:
            merged, split = _apart(pairs.left, pairs.right, pairs.shared, length)
            for which, kind in zip((merged, split), self.apart, strict=True):
                pairing.take(pairs.left[which], pairs.right[which], kind)
            pairs = pairs.take(~(merged | split))
        gold, system = pairs.left, pairs.right
        same = pairing.columns[self.same][gold] == pairing.columns[self.same][system]
        part = pairs.shared / (length[gold] + length[system])
        chosen = pairs.best(np.where(same, 1.0, 0.5) + part / 4)
        gold, system = gold[chosen], system[chosen]
        return gold, system, self.kind if isinstance(self.kind, str) else self.kind(pairing, gold, system)


def _apart(
    gold: IntArray, system: IntArray, shared: IntArray, length: IntArray
) -> tuple[BoolArray, BoolArray]:
    """The overlapping pairs of several rows of gold with one of the system, and of one with several: each of
    the several has no other partner, and together they share no more positions with the one than it has.
    """
    rows = len(length)
    ours, theirs = (np.bincount(side, minlength=rows) for side in (gold, system))  # partners of each row
    undisputed = np.ones(rows, bool)  # rows whose partners have no other partner
    undisputed[system[ours[gold] > 1]] = undisputed[gold[theirs[system] > 1]] = False
    merged, split = (
        undisputed[one] & (partners[one] > 1) & (np.bincount(one, shared, rows)[one] <= length[one])
        for one, partners in ((system, theirs), (gold, ours))
    )
    return merged, split
