"""The counts of each measure: a function of the compared trees, the name of the measure, and the fields that
rows are cut by.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.results.counts import Headline, Part
from nerkit.scorers.measure import Fields, Measure
from nerkit.scorers.tree.cells import FIELDS, PAIR, Counted, TreeCells, cells, part
from nerkit.scorers.tree.comparison import BRACKET, SENTENCE, WORD, ComparedTrees
from nerkit.scorers.tree.pairs import LONG, SCORED, SKIPPED

Counting = Callable[[ComparedTrees, str, Sequence[str]], Part]


@dataclass(frozen=True)
class TreeCounting:
    """The computation of a measure: the kind of its items (BRACKET, WORD, SENTENCE), and the function that
    counts.
    """

    items: str
    count: Counting

    def __call__(self, compared: ComparedTrees, name: str, fields: Fields) -> list[Part]:
        """Return the count rows of the measure, by documents. Items without a field give no rows, unless the
        user asked for the field: then an error follows.
        """
        refused = self.items != PAIR and fields in compared.shown
        if not refused and any(self.items not in FIELDS.get(field, ()) for field in fields):
            return []
        counted = self.count(compared, name, fields)
        return [replace(counted, document=compared.place[counted.document])]


OF_SYSTEM = Headline("p")  # the value is the share of what the system has


def brackets(compared: ComparedTrees, name: str, fields: Sequence[str]) -> Part:
    """Count the brackets with the same words and label."""
    return _matched(compared, name, fields, labeled=True)


def unlabeled(compared: ComparedTrees, name: str, fields: Sequence[str]) -> Part:
    """Count the brackets with the same words."""
    return _matched(compared, name, fields, labeled=False)


def tagging(compared: ComparedTrees, name: str, fields: Sequence[str]) -> Part:
    """Count the words with the same tag."""
    row = cells(compared, WORD, fields, name)
    left, right = compared.tagged()
    same = row.gold[left] == row.system[right]
    return _part(compared, WORD, name, row, left[same])


def exact(compared: ComparedTrees, name: str, fields: Sequence[str]) -> Part:
    """Count the sentences in which all brackets of both sides are matched."""
    row = cells(compared, SENTENCE, fields, name)
    sides = compared.sides
    left, _ = compared.matched()
    matched = compared.per_pair(sides.gold.pair[left])
    whole = (matched == compared.per_pair(sides.gold.pair)) & (
        matched == compared.per_pair(sides.system.pair)
    )
    both = np.isin(compared.sentences[0], compared.sentences[1]) & whole[compared.sentences[0]]
    return _part(compared, SENTENCE, name, row, np.flatnonzero(both))


def crossing(compared: ComparedTrees, name: str, fields: Sequence[str]) -> Part:
    """Count the system brackets that cross a gold bracket, out of all system brackets."""
    row = cells(compared, BRACKET, fields, name)
    every = Counted(compared.pairs.unit[compared.sides.system.pair], row.system)
    crossed = Counted(every.unit[compared.crossing], every.row[compared.crossing])
    return part(name, row.labels, (crossed, every, every), OF_SYSTEM)


@dataclass(frozen=True)
class FewCrossing:
    """Counts the sentences with at most *most* crossing brackets."""

    most: int

    def __call__(self, compared: ComparedTrees, name: str, fields: Sequence[str]) -> Part:
        """Return the count rows of the measure *name*, cut by *fields*."""
        row, every, crossed = _crossed(compared, name, fields)
        few = crossed <= self.most
        return part(name, row.labels, (Counted(every.unit[few], every.row[few]), every, every))


def average_crossing(compared: ComparedTrees, name: str, fields: Sequence[str]) -> Part:
    """Count the crossing brackets per sentence."""
    row, every, crossed = _crossed(compared, name, fields)
    crossings = Counted(np.repeat(every.unit, crossed), np.repeat(every.row, crossed))
    return part(name, row.labels, (crossings, every, every), OF_SYSTEM)


def pairs(compared: ComparedTrees, name: str, fields: Sequence[str]) -> Part:
    """Count pairs of sentences: `p_num` scored pairs, `p_den` all pairs, `r_num` skipped pairs, `r_den` gold
    words as EVALB counts them.

    No row shows these counts, but the report of EVALB needs them. *fields* is empty or `cutoff`.
    """
    every = compared.pairs
    short = every.length <= compared.params.cutoff
    rows = np.flatnonzero((short if fields else True) & (every.status != LONG))
    label = tuple((name, str(compared.params.cutoff)) for name in fields)
    status = every.status[rows]
    numbers = [status == SCORED, np.ones(len(rows)), status == SKIPPED, every.length[rows]]
    columns = np.stack(numbers, axis=1).astype(float)
    return Part(name, every.unit[rows], [label], np.zeros(len(rows), np.int64), columns)


PAIRS = Measure("sentences", TreeCounting(PAIR, pairs), listed=False)


def _crossed(
    compared: ComparedTrees, name: str, fields: Sequence[str]
) -> tuple[TreeCells, Counted, IntArray]:
    """Return the rows of pairs with both sides, these pairs, and the number of crossing system brackets in
    each pair.
    """
    row = cells(compared, SENTENCE, fields, name)
    gold, system = compared.sentences
    both = np.isin(system, gold)
    crossed = compared.per_pair(compared.sides.system.pair[compared.crossing])[system[both]]
    return row, Counted(compared.pairs.unit[system[both]], row.system[both]), crossed


def _matched(compared: ComparedTrees, name: str, fields: Sequence[str], *, labeled: bool) -> Part:
    row = cells(compared, BRACKET, fields, name)
    left, _ = compared.matched([(row.gold, row.system)] if fields else [], labeled=labeled)
    return _part(compared, BRACKET, name, row, left)


def _part(compared: ComparedTrees, items: str, name: str, row: TreeCells, correct: IntArray) -> Part:
    """Return the count rows of items; *correct* has the positions of the correct gold items."""
    unit = compared.pairs.unit
    gold, system = compared.pairs_of(items)
    correct_items = Counted(unit[gold[correct]], row.gold[correct])
    every = (Counted(unit[system], row.system), Counted(unit[gold], row.gold))
    return part(name, row.labels, (correct_items, *every))
