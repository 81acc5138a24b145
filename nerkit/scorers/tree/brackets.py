"""The brackets of both sides that count: constituents with words, by the words that they span.

A bracket does not count if all its words are left out, or if its label is deleted or not selected. Brackets
of pairs that are not scored do not count, either.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.ground.warnings import Warned
from nerkit.scorers.tree.gaps import Shapes, Stretches, shaped
from nerkit.scorers.tree.labels import EqualLabels, coded
from nerkit.scorers.tree.pairs import SentencePairs
from nerkit.scorers.tree.params import NAMELESS, Params
from nerkit.scorers.tree.terminals import among

ROOTS = frozenset([NAMELESS, "TOP", "ROOT", "S1", "VROOT"])


@dataclass(frozen=True)
class Brackets:
    """The brackets of one side, in the order of the text.

    row         the constituent of each bracket
    pair        the pair of sentences
    start, end  the half-open range of words in the pair
    shape       the code of the stretches of words, 0 without gaps
    label       the code of the label
    """

    row: IntArray
    pair: IntArray
    start: IntArray
    end: IntArray
    shape: IntArray
    label: IntArray

    def __len__(self) -> int:
        return len(self.row)


@dataclass(frozen=True)
class Sides:
    """The brackets of gold and of the system; *labels* and *stretches* are the values of their codes."""

    gold: Brackets
    system: Brackets
    labels: list[str]
    stretches: list[Stretches]


def brackets(pairs: SentencePairs, params: Params) -> Sides:
    """Return the brackets of both sides that are scored."""
    same, shapes = EqualLabels(params.same_labels), Shapes()
    codes, labels = coded(same, [side.trees.label for side in pairs.sides])
    gold, system = (_of_side(pairs, i, codes[i], shapes, params) for i in (0, 1))
    return Sides(gold, system, labels, shapes.listed)


def root_notes(sides: Sides, pairs: SentencePairs, params: Params) -> Warned:
    """Return the warning about root nodes that count as brackets; empty if no side has such roots, or if
    neither side leaves roots out.
    """
    counted: dict[str, Counter[int]] = {}
    for i, side in enumerate((sides.gold, sides.system) if params.deleted else ()):
        labels = np.array([label in ROOTS for label in sides.labels], bool)
        outermost = side.label[(pairs.sides[i].trees.level[side.row] == 0) & labels[side.label]]
        for code in outermost.tolist():
            counted.setdefault(sides.labels[code], Counter())[i] += 1
    return Warned("roots-counted", facts={"roots": counted}, detail=_roots)


def _roots(warned: Warned) -> dict[str, str]:
    """Count the root nodes of each name on each side, with the option that leaves each name out."""
    counted = sorted(warned.facts["roots"].items())
    listed = [
        f"{f'the nameless root of the Penn Treebank, ( (S …)), called {name}' if name == NAMELESS else name} "
        f"(gold {sides.get(0, 0):,}, system {sides.get(1, 0):,})"
        for name, sides in counted
    ]
    remedy = f'DELETE_LABEL {counted[0][0]} in a parameter file, or params="spmrl", leaves'
    return {"listed": ", ".join(listed), "remedy": remedy}


def _of_side(pairs: SentencePairs, side: int, label: IntArray, shapes: Shapes, params: Params) -> Brackets:
    words, place = pairs.sides[side], pairs.start[side]
    trees = words.trees
    pair = words.pair[trees.sentence]
    base = pairs.base[side][pair]
    start, end = place[trees.first] - base, place[trees.last] - base
    shape = np.zeros(len(trees), np.int64)
    if trees.discontinuous.any():
        rows, *spans = shaped(trees, place, base, shapes)
        start[rows], end[rows], shape[rows] = spans
    deleted = EqualLabels(params.same_labels).among(params.deleted)
    counted: BoolArray = (start < end) & pairs.scored[pair] & ~among(trees.label, deleted - {NAMELESS})
    if NAMELESS in deleted:  # the root; labels of which nothing is left are called so elsewhere
        counted &= (trees.level > 0) | ~among(trees.label, frozenset([NAMELESS]))
    if params.discontinuous_only:
        counted &= shape > 0
    if trees.counted is not None:
        counted &= trees.counted[0]
    row = np.flatnonzero(counted)
    return Brackets(row, pair[row], start[row], end[row], shape[row], label[row])
