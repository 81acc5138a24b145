"""The measures of dependency trees over the words of a batch: which aligned words are correct, and which words count on each side.

Of an aligned pair, gold word g and system word s (a condition is about g and s; heads are compared through the alignment)

    UPOS XPOS UFeats    the column is the same;  AllTags  all three are
    Lemmas              the lemma is the same, or gold's is `_`
    UAS                 the head of s is aligned with the head of g, or both are roots
    LA, LAS             the label is the same; and the head
    CLAS                LAS; words whose label is that of a content word count, on each side by its own labels
    MLAS                CLAS, UPOS and UFeats, and as many function words depend on s as on g, the first aligned with the first and so on,
                        with the same label, UPOS and UFeats
    BLEX                CLAS and Lemmas
    ELAS, EULAS         the items are edges, not words (`enhanced`)
    Words               every aligned pair
    Tokens, Sentences   the items are tokens and sentences: the same span of characters
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, FloatArray, IntArray, joined
from nerkit.algorithms.keys import combine, first_of_each, join, ranked
from nerkit.corpora.corpus import Batch
from nerkit.corpora.trees import ROOT, Dependencies
from nerkit.results.counts import ALL, Label, Part
from nerkit.scorers.dep.alignment import align
from nerkit.scorers.dep.enhanced import agreeing, edges
from nerkit.scorers.dep.text import placed
from nerkit.scorers.dep.words import sentences_of_gold

FIELDS = {"label": "deprel", "upos": "upos", "xpos": "xpos", "sentence": "sentence"}  # of --by -> column
SEGMENTS = ("Tokens", "Sentences")
EXTRAS = ("aligned",)
UNALIGNED = NONE - 1  # where the head of a system word is aligned with nothing


@dataclass(frozen=True)
class Weights:
    """What a measure counts: of each aligned pair, and of each word of gold and of the system."""

    pairs: FloatArray
    gold: FloatArray
    system: FloatArray


class Compared:
    """The words of both sides, aligned. *product*: edges are counted with every equal one."""

    def __init__(self, batch: Batch[Dependencies], *, product: bool = False) -> None:
        self.batch, self.product = batch, product
        self.tokens, self.warnings = placed(batch)
        self.aligned = align(batch, self.tokens)
        self.codes, self.column, self.cells = cache(self._codes), cache(self._column), cache(self._cells)
        self.counted = [side.columns["counted"].codes.astype(bool) for side in (batch.gold, batch.system)]

    def parts(self, name: str, known: str, fields: tuple[str, ...]) -> list[Part]:
        """The count rows of the measure *known*, under *name*, cut by documents and these fields."""
        if known in SEGMENTS:
            return [self._segments(name, known)]
        weights = self._weights(known)
        gold, system, labels = self.cells(fields)
        rows, others = self.aligned.gold, self.aligned.system
        width = len(labels)
        cells = [unit * width + code for unit, code in zip(self.units, (gold, system), strict=True)]
        size = len(self.batch.documents) * width
        same = gold[rows] == system[others]
        looked_at = (weights.gold[rows] > 0) if known not in EDGES else self.counted[0][rows]
        correct = np.bincount(cells[0][rows], weights.pairs * same, size)
        columns = [
            correct,
            np.bincount(cells[1], weights.system, size),
            correct,
            np.bincount(cells[0], weights.gold, size),
            np.bincount(cells[0][rows], looked_at, size),
        ]
        return [_part(name, np.stack(columns, axis=1), labels)]

    @cached_property
    def units(self) -> tuple[IntArray, IntArray]:
        """The document of each word of gold and of the system, or the sentence of gold where that is the unit."""
        found = [
            side.columns["unit"].codes if "unit" in side.columns else side.document[side.sentence]
            for side in (self.batch.gold, self.batch.system)
        ]
        return found[0], found[1]

    @cached_property
    def head(self) -> BoolArray:
        """Whether the heads of each aligned pair are aligned, or both are roots."""
        rows, others = self.aligned.gold, self.aligned.system
        found: BoolArray = self.batch.gold.parent[rows] == self._through(self.batch.system.parent[others])
        return found

    def same(self, *columns: str) -> BoolArray:
        """Whether each aligned pair has the same values in all of these columns."""
        found = np.ones(len(self.aligned.gold), bool)
        for name in columns:
            gold, system = self.codes(name)
            found &= gold[self.aligned.gold] == system[self.aligned.system]
        return found

    @cached_property
    def lemma(self) -> BoolArray:
        """Whether the lemmas of each aligned pair are the same, or gold has none."""
        column = self.batch.gold.columns["lemma"]
        none = np.array([value == "_" for value in column.values], bool)
        found: BoolArray = self.same("lemma") | (
            none[column.codes[self.aligned.gold]] if len(none) else False
        )
        return found

    @cached_property
    def functions(self) -> BoolArray:
        """Whether the function words that depend on each aligned pair are the same, in the same order.

        The alignment keeps the order, so they are where each of one side has its partner among those of the other.
        """
        batch, (rows, others) = self.batch, (self.aligned.gold, self.aligned.system)
        is_function = [
            self._is(side, "function") & (side.parent != ROOT) for side in (batch.gold, batch.system)
        ]
        have = [
            np.bincount(side.parent[some], minlength=len(side))
            for side, some in zip((batch.gold, batch.system), is_function, strict=True)
        ]
        good = (
            self.head & self.same("deprel", "upos", "feats") & is_function[0][rows] & is_function[1][others]
        )
        partners = np.bincount(batch.gold.parent[rows[good]], minlength=len(batch.gold))
        found: BoolArray = (have[0][rows] == have[1][others]) & (partners[rows] == have[0][rows])
        return found

    def _weights(self, measure: str) -> Weights:
        """What a measure counts, of the words that count at all."""
        gold, system = (some.astype(float) for some in self.counted)
        if measure in EDGES:
            return self._edges(measure)
        if measure in CONTENT_WORDS:
            gold, system = (
                weight * self._is(side, "content")
                for weight, side in zip((gold, system), (self.batch.gold, self.batch.system), strict=True)
            )
        rows, others = self.aligned.gold, self.aligned.system
        return Weights(CORRECT[measure](self) * gold[rows] * system[others], gold, system)

    def _edges(self, measure: str) -> Weights:
        found = [edges(side, subtypes=measure == "ELAS") for side in (self.batch.gold, self.batch.system)]
        gold, system = (
            np.bincount(each.word, minlength=len(some)) * some
            for each, some in zip(found, self.counted, strict=True)
        )
        of_system = np.where(self.aligned.of_system == NONE, UNALIGNED, self.aligned.of_system)
        of_system = np.append(of_system, ROOT)  # the root, -1, is its own
        correct = agreeing(found[0], found[1], of_system, product=self.product)
        rows, others = self.aligned.gold, self.aligned.system
        pairs = np.bincount(*correct, len(gold))[rows]
        both = self.counted[0][rows] & self.counted[1][others]
        return Weights(pairs * both, gold.astype(float), system.astype(float))

    def _segments(self, name: str, known: str) -> Part:
        """The count rows of tokens or sentences: the same spans."""
        sides = (self.batch.gold, self.batch.system)
        spans = []
        for side, (start, end) in zip(sides, self.tokens.sides, strict=True):
            if known == "Tokens":
                spans.append((start, end, side.word_of_token))
            else:
                spans.append((start[side.token[side.first]], end[side.token[side.last - 1]], side.first))
        keys = combine(*(np.concatenate([spans[0][i], spans[1][i]]) for i in (0, 1)))
        split = len(spans[0][0])
        left, _ = join(keys[:split], keys[split:])
        units = [unit[span[2]] for unit, span in zip(self.units, spans, strict=True)]
        size = len(self.batch.documents)
        correct = np.bincount(units[0][left], minlength=size)
        columns = [
            correct,
            np.bincount(units[1], minlength=size),
            correct,
            np.bincount(units[0], minlength=size),
            np.bincount(self.units[0][self.aligned.gold], minlength=size),
        ]
        return _part(name, np.stack(columns, axis=1).astype(float), [ALL])

    def _cells(self, fields: tuple[str, ...]) -> tuple[IntArray, IntArray, list[Label]]:
        """The label of each word of gold and of the system, as codes of labels."""
        split = len(self.batch.gold)
        if not fields:
            return np.zeros(split, np.int64), np.zeros(len(self.batch.system), np.int64), [ALL]
        both = [np.concatenate(self.codes(FIELDS[name])) for name in fields]
        key = combine(*both)
        code, _ = ranked(key)
        labels: list[Label] = [
            tuple(
                (name, self._value(name, int(column[row]))) for name, column in zip(fields, both, strict=True)
            )
            for row in first_of_each(key).tolist()
        ]
        return code[:split], code[split:], labels

    def _codes(self, name: str) -> tuple[IntArray, IntArray]:
        """A column of both sides, as codes into one list of values."""
        if name == "sentence":
            return sentences_of_gold(self.batch, self.tokens)
        split = len(self.batch.gold)
        column = self.column(name)
        return column.codes[:split], column.codes[split:]

    def _column(self, name: str) -> Column:
        """A column of gold with that of the system behind it."""
        return joined([self.batch.gold.columns[name], self.batch.system.columns[name]])

    def _value(self, name: str, code: int) -> str:
        return str(code + 1) if name == "sentence" else str(self.column(FIELDS[name]).values[code])

    def _through(self, parents: IntArray) -> IntArray:
        """The gold words with which heads of system words are aligned; ROOT stays, and what is not aligned is nothing's."""
        found = np.append(self.aligned.of_system, NONE)
        image = found[parents]
        image[(image == NONE) & (parents != ROOT)] = UNALIGNED
        return image

    def _is(self, side: Dependencies, role: str) -> BoolArray:
        column = side.columns["role"]
        found: BoolArray = np.array([*(value == role for value in column.values), False])[column.codes]
        return found


CORRECT: dict[str, Callable[[Compared], BoolArray]] = {  # of each aligned pair
    "Words": lambda both: both.same(),
    "UPOS": lambda both: both.same("upos"),
    "XPOS": lambda both: both.same("xpos"),
    "UFeats": lambda both: both.same("feats"),
    "AllTags": lambda both: both.same("upos", "xpos", "feats"),
    "Lemmas": lambda both: both.lemma,
    "UAS": lambda both: both.head,
    "LA": lambda both: both.same("deprel"),
    "LAS": lambda both: both.head & both.same("deprel"),
    "CLAS": lambda both: both.head & both.same("deprel"),
    "MLAS": lambda both: both.head & both.same("deprel", "upos", "feats") & both.functions,
    "BLEX": lambda both: both.head & both.same("deprel") & both.lemma,
}
CONTENT_WORDS = ("CLAS", "MLAS", "BLEX")
EDGES = ("ELAS", "EULAS")


def _part(name: str, numbers: FloatArray, labels: Sequence[Label]) -> Part:
    """The count rows of documents x labels laid out flat; cells where all numbers are zero have none, labels of such cells alone are none."""
    some = np.flatnonzero(numbers.any(axis=1))
    document, label = np.divmod(some, max(len(labels), 1))
    present, codes = np.unique(label, return_inverse=True)
    return Part(name, document, [labels[code] for code in present.tolist()], codes, numbers[some], EXTRAS)
