"""The counts of dependency measures, by documents (or sentences) and labels.

    OfWords      words: correct are the aligned pairs that meet a condition (`measures`)
    OfEdges      edges of enhanced dependencies (`enhanced`)
    OfSegments   tokens or sentences: correct if both sides have the same span of characters

A word counts under its own label on each side; what is correct has the same label on both. Each measure
counts `aligned` too: the aligned pairs of words that it looks at.
"""

from collections.abc import Callable, Sequence

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import combine, join
from nerkit.corpora.trees import ROOT, Dependencies
from nerkit.ground.records import record
from nerkit.results.counts import ALL, Label, Part
from nerkit.scorers.dep.comparison import UNALIGNED, ComparedWords
from nerkit.scorers.dep.enhanced import agreeing, edges
from nerkit.scorers.dep.options import UDTOOLS
from nerkit.scorers.measure import Fields

EXTRAS = ("aligned",)
Span = tuple[IntArray, IntArray, IntArray]  # start and end of segments, and the first word of each


@record(frozen=True)
class Weights:
    """The weights of aligned pairs and of the words of each side under one measure.

    pairs          the correct share of each aligned pair
    gold, system   the weight of each word
    looked_at      a mask of the aligned pairs that the measure looks at
    """

    pairs: FloatArray
    gold: FloatArray
    system: FloatArray
    looked_at: BoolArray


@record(frozen=True)
class OfWords:
    """A measure of words that meet a condition; with *content* only of content words.

    A word is a content word by its label on its own side.
    """

    condition: Callable[[ComparedWords], BoolArray]
    content: bool = False

    def __call__(self, words: ComparedWords, name: str, fields: Fields) -> list[Part]:
        """Return the count rows of the measure, under *name*, by documents and these fields."""
        gold, system = (
            (counted & words.has_role(side, "content") if self.content else counted).astype(float)
            for counted, side in zip(words.counted, words.sides, strict=True)
        )
        gold_rows, system_rows = words.aligned.gold, words.aligned.system
        pairs = self.condition(words) * gold[gold_rows] * system[system_rows]
        return [_by_label(name, words, Weights(pairs, gold, system, gold[gold_rows] > 0), fields)]


@record(frozen=True)
class OfEdges:
    """A measure of the edges of enhanced dependencies; *subtypes* of labels are compared or removed."""

    subtypes: bool

    def __call__(self, words: ComparedWords, name: str, fields: Fields) -> list[Part]:
        """Return the count rows of the measure, under *name*, by documents and these fields of the words of
        edges.
        """
        edges_of = [edges(side, subtypes=self.subtypes) for side in words.sides]
        gold, system = (
            np.bincount(of_side.word, minlength=len(counted)) * counted.astype(float)
            for of_side, counted in zip(edges_of, words.counted, strict=True)
        )
        of_system = np.where(words.aligned.of_system == NONE, UNALIGNED, words.aligned.of_system)
        of_system = np.append(of_system, ROOT)  # the root, -1, is its own
        correct = agreeing(edges_of[0], edges_of[1], of_system, product=words.options.elas == UDTOOLS)
        gold_rows, system_rows = words.aligned.gold, words.aligned.system
        counted = words.counted[0][gold_rows], words.counted[1][system_rows]
        pairs = np.bincount(*correct, len(gold))[gold_rows] * (counted[0] & counted[1])
        return [_by_label(name, words, Weights(pairs, gold, system, counted[0]), fields)]


@record(frozen=True)
class OfSegments:
    """A measure of segments; *segments* takes a side and the start and end of its tokens.

    Segments have no labels.
    """

    segments: Callable[[Dependencies, IntArray, IntArray], Span]

    def __call__(self, words: ComparedWords, name: str, fields: Fields) -> list[Part]:
        """Return the count rows of the measure, under *name*, by documents."""
        spans = [
            self.segments(side, start, end)
            for side, (start, end) in zip(words.sides, words.tokens.sides, strict=True)
        ]
        split = len(spans[0][0])
        keys = combine(*(np.concatenate([spans[0][i], spans[1][i]]) for i in (0, 1)))
        equal, _ = join(keys[:split], keys[split:])
        units = [unit[span[2]] for unit, span in zip(words.units, spans, strict=True)]
        aligned = words.units[0][words.aligned.gold]
        counted = (units[0][equal], units[1], units[0][equal], units[0], aligned)
        size = len(words.batch.documents)
        numbers = np.stack([np.bincount(unit, minlength=size) for unit in counted], axis=1)
        return [_part(name, numbers.astype(float), [ALL])]


def tokens(side: Dependencies, start: IntArray, end: IntArray) -> Span:
    """Return the tokens of a side."""
    return start, end, side.word_of_token


def sentences(side: Dependencies, start: IntArray, end: IntArray) -> Span:
    """Return the sentences of a side as spans, from the first token to the last token."""
    return start[side.token[side.first]], end[side.token[side.last - 1]], side.first


def _by_label(name: str, words: ComparedWords, weights: Weights, fields: tuple[str, ...]) -> Part:
    """Return the count rows of weights, by documents and by the values of these fields."""
    cells, labels = words.cells(fields)
    correct = cells.pairs.sums(weights.pairs * cells.same)
    columns = [
        correct,
        cells.system.sums(weights.system),
        correct,
        cells.gold.sums(weights.gold),
        cells.pairs.sums(weights.looked_at),
    ]
    return _part(name, np.stack(columns, axis=1), labels)


def _part(name: str, numbers: FloatArray, labels: Sequence[Label]) -> Part:
    """Return the count rows of an array documents x labels.

    Cells with only zeros have no row. Labels with only such cells are left out.
    """
    cells = np.flatnonzero(numbers.any(axis=1))
    document, label = np.divmod(cells, max(len(labels), 1))
    present, codes = np.unique(label, return_inverse=True)
    return Part(name, document, [labels[code] for code in present.tolist()], codes, numbers[cells], EXTRAS)
