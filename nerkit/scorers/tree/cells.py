"""The rows that items are counted in: fields of brackets, words and sentences, and count rows of them.

    label          label of a bracket, tag of a word
    length         words of the item's own sentence: 1 2 3 4 5-9 10+
    discontinuous  yes or no: whether a bracket has gaps
    cutoff         N if the gold sentence has at most CUTOFF_LEN words; longer sentences are in no row
    sentence       position of the sentence among all of the gold side
    seen           whether training data has the item (`slices`): a bracket's words, or a word, with its label

With a field in the row, only items that have the same value of it are matched.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.algorithms.keys import distinct
from nerkit.exceptions import UsageError, unknown_field
from nerkit.results.counts import ALL, Headline, Label, Part
from nerkit.scorers import slices
from nerkit.scorers.tree.comparison import BRACKET, SENTENCE, WORD, ComparedTrees
from nerkit.scorers.tree.labels import coded
from nerkit.scorers.tree.preparation import items_of
from nerkit.scorers.tree.terminals import lengths

PAIR = "pair"  # of sentences
FIELDS = {  # of --by -> the items that have it
    "label": (BRACKET, WORD),
    slices.LENGTH: (BRACKET, WORD, SENTENCE),
    "discontinuous": (BRACKET,),
    "cutoff": (BRACKET, WORD, SENTENCE, PAIR),
    slices.SENTENCE: (BRACKET, WORD, SENTENCE),
    slices.SEEN: (BRACKET, WORD),
}

Codes = tuple[IntArray, IntArray]  # of the items of gold and of the system


class TreeCells(NamedTuple):
    """The row of each gold item and of each system item, as codes of *labels*; NONE for items without a
    row.
    """

    gold: IntArray
    system: IntArray
    labels: Sequence[Label]


class Counted(NamedTuple):
    """The items to count: the unit and the row of each item."""

    unit: IntArray
    row: IntArray


def cells(compared: ComparedTrees, items: str, fields: Sequence[str], measure: str) -> TreeCells:
    """Return the row of each item. Raises UsageError for a field that does not exist, or that such items
    lack.
    """
    gold, system = (np.zeros(len(pair), np.int64) for pair in compared.pairs_of(items))
    labels: list[Label] = [ALL]
    for name in fields:
        if name not in FIELDS:
            raise unknown_field(name, ["document", *FIELDS])
        if items not in FIELDS[name]:
            raise UsageError(
                f"{measure} counts {items}s, which have no {name}; leave out the measure, or "
                "ask for rows by "
                f"{' or '.join(field for field in FIELDS if items in FIELDS[field])} or document"
            )
        (ours, theirs), names = _values(compared, items, name)
        size = len(names)
        gold = np.where((gold == NONE) | (ours == NONE), NONE, gold * size + ours)
        system = np.where((system == NONE) | (theirs == NONE), NONE, system * size + theirs)
        labels = [(*label, (name, value)) for label in labels for value in names]
    return TreeCells(gold, system, labels)


def part(
    measure: str, labels: Sequence[Label], items: Sequence[Counted], headline: Headline | None = None
) -> Part:
    """Return the count rows: correct items, all system items, all gold items."""
    size = max(len(labels), 1)
    keys = [(unit * size + row)[row != NONE] for unit, row in items]
    present = distinct(np.concatenate(keys))
    correct, of_system, of_gold = (
        np.bincount(np.searchsorted(present, key), minlength=len(present)) for key in keys
    )
    unit, row = np.divmod(present, size)
    used, code = np.unique(row, return_inverse=True)  # labels of nothing that counts have no row
    numbers = np.stack([correct, of_system, correct, of_gold], axis=1).astype(float)
    return Part(measure, unit, [labels[i] for i in used.tolist()], code, numbers, headline=headline)


def _values(compared: ComparedTrees, items: str, name: str) -> tuple[Codes, Sequence[str]]:
    """Return the value of each item in a field as a code, and the names of the codes."""
    pairs = compared.pairs_of(items)
    if name == "cutoff":
        inside = np.where(compared.pairs.length <= compared.params.cutoff, 0, NONE)
        return (inside[pairs[0]], inside[pairs[1]]), [str(compared.params.cutoff)]
    if name in (slices.SENTENCE, slices.LENGTH, slices.SEEN):
        return _slice(compared, items, name)
    sides = compared.sides
    if name == "discontinuous":
        return ((sides.gold.shape > 0).astype(np.int64), (sides.system.shape > 0).astype(np.int64)), (
            "no",
            "yes",
        )
    if items == BRACKET:
        return (sides.gold.label, sides.system.label), sides.labels
    tags = [
        words.trees.tag.take(rows) for words, rows in zip(compared.pairs.sides, compared.words, strict=True)
    ]
    (gold, system), names = coded(compared.same, tags)
    return (gold, system), names


def _slice(compared: ComparedTrees, items: str, name: str) -> tuple[Codes, Sequence[str]]:
    """Return the slice of each item as a code, and the names of the codes."""
    if name == slices.SENTENCE:
        return compared.pairs_of(items), [str(i + 1) for i in range(len(compared.pairs))]
    if name == slices.SEEN:
        gold, system = (_seen(compared, items, side) for side in (0, 1))
        return (gold, system), slices.STATES
    gold, system = (slices.bins(_lengths(compared, items, side)) for side in (0, 1))
    return (gold, system), slices.BINS


def _lengths(compared: ComparedTrees, items: str, side: int) -> IntArray:
    """Return the number of words in the sentence of each item; a pair of several sentences has the sum."""
    words = compared.pairs.sides[side]
    length = lengths(words.trees, compared.params)
    if items == SENTENCE:
        of_pair = np.bincount(words.pair, length, len(compared.pairs)).astype(np.int64)
        return of_pair[compared.sentences[side]]
    if items == WORD:
        return length[words.trees.of_terminal[compared.words[side]]]
    return length[words.trees.sentence[(compared.sides.gold, compared.sides.system)[side].row]]


def _seen(compared: ComparedTrees, items: str, side: int) -> IntArray:
    """Return whether training data has each bracket or word of a side, as codes into STATES."""
    trees = compared.pairs.sides[side].trees
    assert trees.known is not None  # it is read where this field is asked for
    if items == BRACKET:
        seen = items_of(trees, (compared.sides.gold, compared.sides.system)[side].row)
    else:
        seen = items_of(trees, None, compared.words[side])
    states: IntArray = trees.known.states(seen)
    return states
