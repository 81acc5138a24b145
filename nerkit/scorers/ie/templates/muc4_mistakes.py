"""The mistakes of MUC-4's fills, one by one, and the pairs of fills that a person could judge.

    correct            a fill that agrees
    partial            one that agrees in part, or was judged to
    incorrect          a fill of the system in the place of one of gold
    missed, spurious   fills that are left, of aligned templates and of those that stand alone

A fill's label is its slot; its text is its place in its document and its alternatives. Optional fills that
are not there, and those of optional templates that are not, are not listed.

Open are the pairs of fills of a slot that are left in aligned templates: the scorer of 1992 put them to
its user. Fills from a list are open only where the value is right and the tag is not.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algorithms.columns import NONE, Column
from nerkit.corpora.corpus import Batch
from nerkit.corpora.muc_slots import SET
from nerkit.corpora.records import Documents
from nerkit.results.mistakes import CORRECT, MISSED, SPURIOUS, Items, Mistakes, OpenPair
from nerkit.scorers.ie.levels import RecordCells
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.templates.muc4 import CERTAIN, MucMetric, Tallies
from nerkit.scorers.ie.templates.muc4_views import as_judged, slot_of
from nerkit.scorers.ie.views import PATH, RecordFormula

PARTIAL, INCORRECT = "partial", "incorrect"
KINDS = (CORRECT, PARTIAL, INCORRECT, MISSED, SPURIOUS)
Group = tuple[list[int], list[int]]  # rows of the fills of a slot that are left, of gold and of the system


def find(batch: Batch[Documents], formula: RecordFormula, options: Options) -> Mistakes:
    """The fills of all documents, pair by pair."""
    metric = formula.metric
    assert isinstance(metric, MucMetric)
    level = RecordCells(batch, options).whole(formula)
    fates = _Fates(Tallies(level, metric.partial))
    rows = sorted(fates.rows(), key=fates.place)
    kind, gold, system = np.array(rows, np.int64).reshape(-1, 3).T
    first = np.where(gold == NONE, system, gold)
    return Mistakes(
        batch.documents,
        fates.document[first],
        KINDS,
        kind,
        gold,
        system,
        (fates.items(batch.gold), fates.items(batch.system)),
        undecided=fates.open_pairs,
    )


class _Fates:
    """The fills of both sides as rows of one level, and their outcomes."""

    def __init__(self, tallies: Tallies) -> None:
        self.tallies, self.fills = tallies, tallies.fills
        self.level: Level = self.fills.rows
        self.document = self.fills.document[self.level.parent]
        self.taken = tallies.alignment.pairs
        self.left = self._left()

    def _left(self) -> dict[tuple[int, int], Group]:
        """The fills of each slot of aligned templates that are not taken, gold's optional ones last."""
        alignment, fills = self.tallies.alignment, self.fills
        pair_of = np.full(fills.count, NONE)
        pair_of[alignment.gold] = pair_of[alignment.system] = np.arange(len(alignment.gold))
        free = pair_of[self.level.parent] != NONE
        free[self.taken.gold] = free[self.taken.system] = False
        rows = np.flatnonzero(free)
        groups: dict[tuple[int, int], Group] = defaultdict(lambda: ([], []))
        for row in rows[np.argsort(fills.optional[rows], kind="stable")].tolist():
            group = groups[int(pair_of[self.level.parent[row]]), int(fills.slot[row])]
            group[row >= self.level.border].append(row)
        return dict(groups)

    def rows(self) -> Iterator[tuple[int, int, int]]:
        """Class, row of gold and row of the system, of all that is listed."""
        for gold, system, value in zip(self.taken.gold, self.taken.system, self.taken.value, strict=True):
            yield KINDS.index(CORRECT if value > CERTAIN else PARTIAL), int(gold), int(system)
        for of_gold, of_system in self.left.values():
            for one, other in zip_longest(of_gold, of_system, fillvalue=NONE):
                if NONE not in (one, other):
                    yield KINDS.index(INCORRECT), one, other
                elif one == NONE:
                    yield KINDS.index(SPURIOUS), NONE, other
                elif not self.fills.optional[one]:
                    yield KINDS.index(MISSED), one, NONE
        for row in np.flatnonzero(np.isin(self.level.parent, self.tallies.missing)).tolist():
            if not self.fills.optional[row]:
                yield KINDS.index(MISSED), row, NONE
        for row in np.flatnonzero(np.isin(self.level.parent, self.tallies.spurious)).tolist():
            yield KINDS.index(SPURIOUS), NONE, row

    def place(self, listed: tuple[int, int, int]) -> tuple[int, bool, int]:
        """Where a row is listed: by documents, in gold's order, then in that of the system."""
        _, gold, system = listed
        row = system if gold == NONE else gold
        return int(self.document[row]), gold == NONE, row

    def items(self, corpus: Documents) -> Items:
        """The fills, of both sides, with the lines on which documents of this one begin."""
        values = self.level.values

        def text(row: int) -> str:
            filler = values[row]["filler"]
            tags = f": {' / '.join(filler['tags'])}" if filler.get("tags") else ""
            return f"{values[row][PATH]} {' / '.join(filler['mentions'])}{tags}"

        labels = Column.of(value["slot"] for value in values)
        return Items(labels, text=text, place=lambda row: corpus.place(int(self.document[row])))

    def open_pairs(self) -> list[OpenPair]:
        """The pairs of fills that no judgement has decided."""
        pairs = []
        for gold, system in zip(self.taken.gold.tolist(), self.taken.system.tolist(), strict=True):
            if self._is_question(gold, system) and not self._equal(gold, system):
                pairs.append((gold, system))
        for of_gold, of_system in self.left.values():
            pairs += [(i, j) for i in of_gold for j in of_system if self._is_question(i, j)]
        return [self._open(gold, system) for gold, system in sorted(pairs)]

    def _is_question(self, gold: int, system: int) -> bool:
        one, other = self.level.values[gold], self.level.values[system]
        if not set(one["judged"]).isdisjoint(other["judged"]):
            return False
        return slot_of(one["slot"]).kind != SET or not set(one["values"]).isdisjoint(other["values"])

    def _equal(self, gold: int, system: int) -> bool:
        one, other = self.level.values[gold], self.level.values[system]
        return all(not set(one[name]).isdisjoint(other[name]) for name in ("values", "tags"))

    def _open(self, gold: int, system: int) -> OpenPair:
        one, other = self.level.values[gold], self.level.values[system]
        texts: Sequence[str] = [as_judged(each["filler"]) for each in (one, other)]
        written = [json.dumps(text, ensure_ascii=False) for text in texts]
        return OpenPair(int(self.document[gold]), one["slot"], written[0], written[1])
