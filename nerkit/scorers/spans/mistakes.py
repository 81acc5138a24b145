"""What is wrong with spans: each span that has no equal on the other side, with what it seems to be confused with.

    correct                        same span, same label, and the same knowledge-base id where there are ids (all NIL ids are the same)
    wrong link                     same span and label, linked to another id
    nil-as-link, link-as-nil       same span and label, linked though gold has none; not linked though gold is
    label                          same span, another label
    text                           (noisy text) compared with each other, but their texts differ too much
    merged                         gold spans beside each other that one system span covers in part or whole, and no other does
    split                          system spans beside each other that lie on one gold span, and on no other
    boundary                       another span of the same label overlaps
    label+boundary                 another span of another label overlaps
    missed, spurious               nothing of the other side that is not taken overlaps
    duplicate                      a system span that stands there twice

Classes are tried in this order; each span is in one pair at most, but for merged and split. Of several spans that overlap, the pairing
with most labels in common is taken, then that with most overlap.
"""

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.algorithms.intervals import Intervals, overlapping_pairs
from nerkit.algorithms.keys import combine, first_of_each, join
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.results.mistakes import CORRECT, MISSED, SPURIOUS, Items, Mistakes, OfRow
from nerkit.scorers.columns import Columns

KINDS = (
    CORRECT,
    "wrong link",
    "nil-as-link",
    "link-as-nil",
    "label",
    "text",
    "merged",
    "split",
    "boundary",
    "label+boundary",
    MISSED,
    SPURIOUS,
    "duplicate",
)


def find(
    batch: Batch[Spans],
    text: tuple[OfRow, OfRow] | None = None,
    around: tuple[OfRow, OfRow] | None = None,
) -> Mistakes:
    """The pairs of a batch of spans; *text* gives the text of a row of each side, *around* that in which it stands."""
    pairing = Pairing(batch)
    pairing.equal()
    pairing.overlapping()
    pairing.alone()
    return pairing.mistakes(text, around)


class Pairing:
    """Pairs of gold and system spans as they are found, step by step; what is taken is not free any more."""

    def __init__(self, batch: Batch[Spans]) -> None:
        self.batch, self.columns = batch, Columns(batch)
        span = combine(*self.columns.arrays("span"))
        split = self.columns.split
        self.type, self.link = (self.columns.column(name).codes for name in ("type", "kbid"))
        self.span, self.same = span, combine(span, self.type)
        whole = combine(self.same, self.link)
        self.whole, self.split = whole, split
        self.gold, self.system = first_of_each(whole[:split]), first_of_each(whole[split:]) + split
        self.free = np.zeros(len(whole), bool)
        self.free[self.gold] = self.free[self.system] = True
        self.found: list[tuple[IntArray, IntArray, IntArray]] = []
        again = np.setdiff1d(np.arange(split, len(whole)), self.system)
        self._add(np.full(len(again), NONE), again, "duplicate")

    def take(self, gold: IntArray, system: IntArray, kind: IntArray) -> None:
        """Pairs of rows that are settled, a class (a code) each."""
        self.found.append((gold, system, kind))
        self.free[gold[gold != NONE]] = self.free[system[system != NONE]] = False

    def equal(self) -> None:
        """Pairs of the same span: correct, or with another link or label."""
        rows, others = self._matched(self.whole)
        self._add(rows, others, CORRECT)
        rows, others = self._matched(self.same)
        gold, system = self.link[rows] != NONE, self.link[others] != NONE
        kind = np.where(gold & system, _code("wrong link"), _code("nil-as-link"))
        self.take(rows, others, np.where(gold & ~system, _code("link-as-nil"), kind))
        self.relabelled()

    def relabelled(self) -> None:
        """Pairs of the same span with another label."""
        self._add(*self._matched(self.span), "label")

    def overlapping(self) -> None:
        """Pairs of spans that overlap: merged, split, and the best one-to-one pairing of the rest."""
        rows, others, shared = self._overlaps()
        degree = [np.bincount(side, minlength=len(self.free)) for side in (rows, others)]
        alone = [degree[0][rows] == 1, degree[1][others] == 1]
        shared_only = np.ones(len(self.free), bool)  # spans all of whose partners have no other partner
        shared_only[others[~alone[0]]] = shared_only[rows[~alone[1]]] = False
        merged = shared_only[others] & (degree[1][others] > 1) & self._disjoint(others, shared)
        split = shared_only[rows] & (degree[0][rows] > 1) & self._disjoint(rows, shared)
        self._add(rows[merged], others[merged], "merged")
        self._add(rows[split], others[split], "split")
        left = ~(merged | split)
        rows, others, shared = rows[left], others[left], shared[left]
        same = self.type[rows] == self.type[others]
        length = self.columns.both("end") - self.columns.both("start")
        part = shared / (length[rows] + length[others])
        chosen = best_matching(rows, others, np.where(same, 1.0, 0.5) + part / 4)
        rows, others, same = rows[chosen], others[chosen], same[chosen]
        self.take(rows, others, np.where(same, _code("boundary"), _code("label+boundary")))

    def alone(self) -> None:
        """What is left has no partner."""
        for side, kind in ((self.gold, MISSED), (self.system, SPURIOUS)):
            rows = side[self.free[side]]
            none = np.full(len(rows), NONE)
            gold, system = (rows, none) if kind == MISSED else (none, rows)
            self._add(gold, system, kind)

    def mistakes(
        self,
        text: tuple[OfRow, OfRow] | None,
        around: tuple[OfRow, OfRow] | None,
    ) -> Mistakes:
        """All pairs, document by document in the order of their offsets."""
        gold, system, kind = (np.concatenate(column) for column in zip(*self.found, strict=True))
        here = np.where(gold == NONE, system, gold)
        document, start, end = (self.columns.both(name)[here] for name in ("document", "start", "end"))
        order = np.lexsort((system, end, start, document))
        system = np.where(system == NONE, NONE, system - self.split)
        types = self.columns.column("type")
        sides = [
            Items(types.take(rows), spans.start, spans.end, text and text[i], around and around[i])
            for i, (spans, rows) in enumerate(
                ((self.batch.gold, slice(None, self.split)), (self.batch.system, slice(self.split, None)))
            )
        ]
        columns = (document[order], KINDS, kind[order], gold[order], system[order])
        return Mistakes(self.batch.documents, *columns, (sides[0], sides[1]))

    def _matched(self, keys: IntArray) -> tuple[IntArray, IntArray]:
        """Free spans with equal keys, one to one."""
        gold, system = self.gold[self.free[self.gold]], self.system[self.free[self.system]]
        left, right = join(keys[gold], keys[system])
        chosen = best_matching(left, right, np.ones(len(left)))
        return gold[left[chosen]], system[right[chosen]]

    def _disjoint(self, spans: IntArray, shared: IntArray) -> BoolArray:
        """Whether the partners of each span do not share more positions with it than it has."""
        total = np.bincount(spans, shared, len(self.free))[spans]
        fits: BoolArray = total <= (self.columns.both("end") - self.columns.both("start"))[spans]
        return fits

    def _overlaps(self) -> tuple[IntArray, IntArray, IntArray]:
        """Free spans that overlap, and how many positions they share."""
        sides = [side[self.free[side]] for side in (self.gold, self.system)]
        document, start, end = (self.columns.both(name) for name in ("document", "start", "end"))
        intervals = [Intervals(document[side], start[side], end[side]) for side in sides]
        none = np.empty(0, np.int64)
        found = [(none, none, none), *overlapping_pairs(*intervals)]
        left, right, shared = (np.concatenate(column) for column in zip(*found, strict=True))
        return sides[0][left], sides[1][right], shared

    def _add(self, gold: IntArray, system: IntArray, kind: str) -> None:
        self.take(gold, system, np.full(len(gold), _code(kind)))


def _code(kind: str) -> int:
    return KINDS.index(kind)
