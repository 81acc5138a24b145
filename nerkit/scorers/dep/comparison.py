"""The words of both sides of a batch, aligned, from which conditions and counts are computed."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.byte_columns import equal_rows, some_rows
from nerkit.algorithms.columns import NONE, BoolArray, Column, FloatArray, IntArray, joined
from nerkit.algorithms.keys import combine, first_of_each, ranked
from nerkit.corpora.corpus import Batch
from nerkit.corpora.trees import ROOT, Dependencies
from nerkit.ground.records import record, remembered
from nerkit.results.counts import ALL, Label
from nerkit.scorers.dep.alignment import align
from nerkit.scorers.dep.options import Options
from nerkit.scorers.dep.preparation import sentences_of_gold
from nerkit.scorers.dep.text import placed
from nerkit.scorers.slices import LENGTH, SEEN, SENTENCE, sentence_names

FIELDS = {  # of --by -> column
    "label": "deprel",
    "upos": "upos",
    "xpos": "xpos",
    SENTENCE: SENTENCE,
    LENGTH: LENGTH,
    SEEN: SEEN,
}
UNALIGNED = NONE - 1  # where the head of a system word is aligned with nothing


@record(frozen=True)
class CellsOfRows:
    """The cell of each row, and the number of cells."""

    of: IntArray
    size: int

    @cached_property
    def runs(self) -> IntArray | None:
        """The first row of each cell if the cells of rows ascend; None if not."""
        step = np.diff(self.of)
        return np.flatnonzero(np.append(True, step)[: len(self.of)]) if (step >= 0).all() else None

    def sums(self, weights: FloatArray | BoolArray) -> FloatArray:
        """Return the sum of the weights of rows in each cell. Weights are whole numbers, so their order does
        not matter.
        """
        if self.runs is None or not len(self.of):
            counts: FloatArray = np.bincount(self.of, weights, self.size).astype(float)
            return counts
        sums = np.zeros(self.size)
        sums[self.of[self.runs]] = np.add.reduceat(weights, self.runs, dtype=float)
        return sums


class WordCells(NamedTuple):
    """The cells of gold words, of system words, and of aligned gold words; and a mask of the aligned pairs
    with equal labels.
    """

    gold: CellsOfRows
    system: CellsOfRows
    pairs: CellsOfRows
    same: BoolArray


class ComparedWords:
    """The aligned words of both sides.

    tokens, warnings   the positions of the tokens in the common text; warnings about the text
    aligned            the pairs of aligned words: their rows in the gold side and in the system
    counted            masks of the gold words and of the system words that count
    """

    def __init__(self, batch: Batch[Dependencies], options: Options) -> None:
        self.batch, self.options = batch, options
        self.tokens, self.warnings = placed(batch)
        self.aligned = align(batch, self.tokens)
        self.counted = [side.columns["counted"].codes.astype(bool) for side in self.sides]

    @property
    def sides(self) -> tuple[Dependencies, Dependencies]:
        """Gold and the system."""
        return self.batch.gold, self.batch.system

    @cached_property
    def units(self) -> tuple[IntArray, IntArray]:
        """The unit of each gold word and of each system word: the document, or the gold sentence."""
        gold, system = (
            side.columns["unit"].codes if "unit" in side.columns else side.document[side.sentence]
            for side in self.sides
        )
        return gold, system

    @cached_property
    def head(self) -> BoolArray:
        """A mask of the aligned pairs whose heads are aligned, or whose words are both roots."""
        gold, system = self.batch.gold.parent, self.batch.system.parent
        equal: BoolArray = gold[self.aligned.gold] == self._in_gold(system[self.aligned.system])
        return equal

    def same(self, *columns: str) -> BoolArray:
        """Return a mask of the aligned pairs with the same values in all of these columns."""
        equal = np.ones(len(self.aligned.gold), bool)
        for name in columns:
            equal &= self._same(name)
        return equal

    @remembered
    def _same(self, name: str) -> BoolArray:
        """Return a mask of the aligned pairs with equal values in a column. Bytes are compared if the texts
        are not decoded yet.
        """
        gold, system = self.aligned.gold, self.aligned.system
        if name != SENTENCE and self.aligned.ascend:
            equal = equal_rows(self.batch.gold.columns[name], gold, self.batch.system.columns[name], system)
            if equal is not None:
                return equal
        codes = self.codes(name)
        same: BoolArray = codes[0][gold] == codes[1][system]
        return same

    @cached_property
    def lemma(self) -> BoolArray:
        """A mask of the aligned pairs with the same lemma, or without a gold lemma."""
        equal, column = self.same("lemma"), self.batch.gold.columns["lemma"]
        others = np.flatnonzero(~equal)  # few, whose gold lemmas are looked at
        lemmas = some_rows(column, self.aligned.gold[others])
        # `False` behind the values stands for absent ones: their code is -1, the last place
        is_none = np.array([*(value == "_" for value in lemmas.values), False], bool)
        equal[others] = is_none[lemmas.codes]
        return equal

    @cached_property
    def functions(self) -> BoolArray:
        """A mask of the aligned pairs whose dependent function words are the same, in the same order.

        Two conditions must hold: both words have equally many function words, and each gold function word is
        aligned with a system word. The alignment keeps the order of words.
        """
        gold_rows, system_rows = self.aligned.gold, self.aligned.system
        is_function = [self.has_role(side, "function") & (side.parent != ROOT) for side in self.sides]
        dependents = [
            np.bincount(side.parent[rows], minlength=len(side))
            for side, rows in zip(self.sides, is_function, strict=True)
        ]
        agreeing = self.head & self.same("deprel", "upos", "feats")
        agreeing &= is_function[0][gold_rows] & is_function[1][system_rows]
        gold = self.batch.gold
        partners = np.bincount(gold.parent[gold_rows[agreeing]], minlength=len(gold))
        as_many: BoolArray = dependents[0][gold_rows] == dependents[1][system_rows]
        all_agree: BoolArray = partners[gold_rows] == dependents[0][gold_rows]
        return as_many & all_agree

    def has_role(self, side: Dependencies, role: str) -> BoolArray:
        """Return a mask of the words of a side with this role: `content` or `function`."""
        column = side.columns["role"]
        has: BoolArray = np.array([*(value == role for value in column.values), False])[column.codes]
        return has

    def _in_gold(self, parents: IntArray) -> IntArray:
        """Return the gold words aligned with these system rows, UNALIGNED for rows without one; ROOT stays
        ROOT.
        """
        of_system = np.append(self.aligned.of_system, NONE)  # what is appended is taken for ROOT, -1
        gold = of_system[parents]
        gold[(gold == NONE) & (parents != ROOT)] = UNALIGNED
        return gold

    @remembered
    def cells(self, fields: tuple[str, ...]) -> tuple[WordCells, list[Label]]:
        """Return the cell of each word, that is a document and a label, and the list of labels."""
        gold, system, labels = self._labels(fields)
        rows, count = self.aligned.gold, len(labels)
        size = len(self.batch.documents) * count
        of_gold, of_system = (
            unit * count + code for unit, code in zip(self.units, (gold, system), strict=True)
        )
        cells = WordCells(
            gold=CellsOfRows(of_gold, size),
            system=CellsOfRows(of_system, size),
            pairs=CellsOfRows(of_gold[rows], size),
            same=gold[rows] == system[self.aligned.system],
        )
        return cells, labels

    def _labels(self, fields: tuple[str, ...]) -> tuple[IntArray, IntArray, list[Label]]:
        """Return the label of each gold word and of each system word, as codes into a list of labels."""
        split = len(self.batch.gold)
        if not fields:
            return np.zeros(split, np.int64), np.zeros(len(self.batch.system), np.int64), [ALL]
        columns = [np.concatenate(self.codes(FIELDS[name])) for name in fields]
        key = combine(*columns)
        code, _ = ranked(key)
        labels: list[Label] = [
            tuple(
                (name, self._value(name, int(column[row])))
                for name, column in zip(fields, columns, strict=True)
            )
            for row in first_of_each(key).tolist()
        ]
        return code[:split], code[split:], labels

    @remembered
    def codes(self, name: str) -> tuple[IntArray, IntArray]:
        """Return a column of both sides as codes into one list of values."""
        if name == SENTENCE:
            return sentences_of_gold(self.batch, self.tokens)
        split = len(self.batch.gold)
        column = self.column(name)
        return column.codes[:split], column.codes[split:]

    @remembered
    def column(self, name: str) -> Column:
        """Return the gold column followed by the system column."""
        return joined([side.columns[name] for side in self.sides])

    def _value(self, name: str, code: int) -> str:
        return self.sentences[code] if name == SENTENCE else str(self.column(FIELDS[name]).values[code])

    @cached_property
    def sentences(self) -> list[str]:
        """The names of the gold sentences; an empty gold corpus has one name."""
        return sentence_names(self.batch.gold.documents, self.batch.gold.document) or ["1"]
