"""Pairs of gold and system items, found step by step. All lists of errors are made in this way.

Rows are the gold items, followed by the system items. A finder is a list of steps. Each step pairs rows that
are still free and gives each pair a class.

An example: the rows 0 and 1 are the gold items (0, 4, PER) (6, 9, ORG). The rows 2 and 3 are the system items
(0, 4, PER) (6, 8, PER).

    Equal("span label", CORRECT)            0-2 correct
    Equal("span", "label")                  no pair
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
]  # gold rows, system rows (NONE for no partner), and classes
Step = Callable[["ItemPairing"], Pairs]
Kind: TypeAlias = (
    "str | Callable[[ItemPairing, IntArray, IntArray], IntArray]"  # one class, or a function for each pair
)


class ItemPairing:
    """The rows of both sides, and the pairs found so far.

    kinds     the classes
    split     the number of gold rows
    columns   name -> an integer for each row, shape (rows,); equal integers mean equal values
    free      mask of the rows that are in no pair yet, shape (rows,)
    crowded   gold rows in documents with too many overlaps for a search for the best matching
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
        """Make a pairing of columns that are given separately for gold and for the system."""
        split = len(columns["document"][0])
        return cls(kinds, split, {name: np.concatenate(both) for name, both in columns.items()}, free)

    def run(self, steps: Iterable[Step]) -> None:
        """Apply the steps in turn."""
        for step in steps:
            self.take(*step(self))

    def take(self, gold: IntArray, system: IntArray, kind: str | IntArray) -> None:
        """Pair rows, with NONE for no partner. *kind* is one class, or for each pair its place in `kinds`."""
        codes = np.full(len(gold), self.code(kind)) if isinstance(kind, str) else kind
        self._pairs.append((gold, system, codes))
        self.free[gold[gold != NONE]] = self.free[system[system != NONE]] = False

    def take_single(self, rows: IntArray, kind: str) -> None:
        """Take rows of one side without partners."""
        none = np.full(len(rows), NONE)
        gold, system = (rows, none) if len(rows) and rows[0] < self.split else (none, rows)
        self.take(gold, system, kind)

    def code(self, kind: str) -> int:
        """Return the place of a class in `kinds`."""
        return self.kinds.index(kind)

    def sides(self) -> tuple[IntArray, IntArray]:
        """Return the free gold rows and system rows, ascending."""
        rows = np.flatnonzero(self.free)
        first = int(np.searchsorted(rows, self.split))
        return rows[:first], rows[first:]

    def key(self, names: str) -> IntArray:
        """Return an integer for each row, equal if all named columns are equal. Names are separated by
        blanks.
        """
        return combine(*(self.columns[name] for name in names.split()))

    def equal(self, keys: IntArray) -> tuple[IntArray, IntArray]:
        """Pair free rows with equal keys: the first gold row with the first system row, and so on."""
        gold, system = self.sides()
        both = np.concatenate([keys[gold], keys[system]])
        turn = np.concatenate([turns(keys[gold]), turns(keys[system])])
        left, right = join(*np.split(combine(both, turn), [len(gold)]))
        return gold[left], system[right]

    def alone(self, kinds: Sequence[str] = (MISSED, SPURIOUS)) -> None:
        """Take all free gold rows, then all free system rows."""
        for rows, kind in zip(self.sides(), kinds, strict=True):
            self.take_single(rows, kind)

    def errors(self, documents: Sequence[str], items: tuple[Items, Items], order: str, **more: Any) -> Errors:
        """Return all pairs as `Errors`, with *more* fields.

        *order* names the columns that sort the pairs, separated by blanks; a hyphen before a name means
        descending. A column is read at the gold row, or at the system row without gold. Further names are
        `gold` and `system` (the rows), `row` (the gold row, or else the system row), `kind` (the class) and
        `spurious` (no gold row).
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
        """Return a column at some rows, negated if its name begins with a hyphen."""
        values = self.columns[name.removeprefix("-")][row]
        return -values if name.startswith("-") else values


@record(frozen=True)
class Equal:
    """A step that pairs rows with equal *columns*, in turn. *kind* is the class of the pairs."""

    columns: str
    kind: Kind

    def __call__(self, pairing: ItemPairing) -> Pairs:
        """Return the pairs and their classes."""
        gold, system = pairing.equal(pairing.key(self.columns))
        return gold, system, self.kind if isinstance(self.kind, str) else self.kind(pairing, gold, system)


@record(frozen=True)
class Alone:
    """A step that takes free rows of one side; with *where*, only rows in which this column is not 0."""

    kind: str
    side: int
    where: str | None = None

    def __call__(self, pairing: ItemPairing) -> Pairs:
        """Return the rows, without partners."""
        rows = pairing.sides()[self.side]
        rows = rows if self.where is None else rows[pairing.columns[self.where][rows] > 0]
        none = np.full(len(rows), NONE)
        return (rows, none, self.kind) if self.side == GOLD else (none, rows, self.kind)


@record(frozen=True)
class Near:
    """A step that pairs rows whose half-open ranges (columns `start` and `end`) overlap.

    within   the columns that must be equal
    same     the column that decides between overlapping partners: a pair with equal values scores 1, other
             pairs score 0.5. A quarter of shared / (length + length) is added, so that the larger overlap
             wins
    kind     the class of each pair
    apart    two classes: for several gold rows in one system row, and for several system rows in one gold
             row. The rows have no other partners. The step takes these pairs first
    """

    within: str
    same: str
    kind: Kind
    apart: tuple[str, str] | None = None

    def __call__(self, pairing: ItemPairing) -> Pairs:
        """Return the pairs of the best matching, after the pairs of *apart*."""
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
    """Return two masks of pairs: several gold rows with one system row, and one gold row with several system
    rows.

    Each of the several rows has no other partner. Together they share at most as many positions with their
    partner as the partner is long.
    """
    rows = len(length)
    ours, theirs = (np.bincount(side, minlength=rows) for side in (gold, system))  # numbers of partners
    undisputed = np.ones(rows, bool)  # mask of rows whose partners have no other partner
    undisputed[system[ours[gold] > 1]] = undisputed[gold[theirs[system] > 1]] = False
    merged, split = (
        undisputed[one] & (partners[one] > 1) & (np.bincount(one, shared, rows)[one] <= length[one])
        for one, partners in ((system, theirs), (gold, ours))
    )
    return merged, split
