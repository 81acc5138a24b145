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
    """The cells of rows, and the number of cells."""

    of: IntArray
    size: int

    @cached_property
    def runs(self) -> IntArray | None:
        """The first row of each cell if the cells of rows ascend; None if not."""
        step = np.diff(self.of)
        return np.flatnonzero(np.append(True, step)[: len(self.of)]) if (step >= 0).all() else None

    def sums(self, weights: FloatArray | BoolArray) -> FloatArray:
        """The sum of the weights of rows in each cell; whole numbers, so that their order does not matter."""
        if self.runs is None or not len(self.of):
            counts: FloatArray = np.bincount(self.of, weights, self.size).astype(float)
            return counts
        sums = np.zeros(self.size)
        sums[self.of[self.runs]] = np.add.reduceat(weights, self.runs, dtype=float)
        return sums


class WordCells(NamedTuple):
    """The cells of gold words, of system words, and of aligned gold words; and whether both words of a pair
    have equal labels.
    """

    gold: CellsOfRows
    system: CellsOfRows
    pairs: CellsOfRows
    same: BoolArray


class ComparedWords:
    """The words of both sides, aligned.

    tokens, warnings   the places of the tokens in the common text; what there is to say about the text
    aligned            the pairs of aligned words: their rows in the gold side and in the system
    counted            whether each word counts, of the gold side and of the system
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
        """The unit of each word of gold and of the system: its document, or the sentence of gold."""
        gold, system = (
            side.columns["unit"].codes if "unit" in side.columns else side.document[side.sentence]
            for side in self.sides
        )
        return gold, system

    @cached_property
    def head(self) -> BoolArray:
        """Whether the heads of each aligned pair are aligned, or both words are roots."""
        gold, system = self.batch.gold.parent, self.batch.system.parent
        equal: BoolArray = gold[self.aligned.gold] == self._in_gold(system[self.aligned.system])
        return equal

    def same(self, *columns: str) -> BoolArray:
        """Whether each aligned pair has the same values in all of these columns."""
        equal = np.ones(len(self.aligned.gold), bool)
        for name in columns:
            equal &= self._same(name)
        return equal

    @remembered
    def _same(self, name: str) -> BoolArray:
        """Whether each aligned pair has equal values in a column; bytes are compared unless the texts were
        already decoded.
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
        """Whether the lemmas of each aligned pair are the same, or gold has none."""
        equal, column = self.same("lemma"), self.batch.gold.columns["lemma"]
        others = np.flatnonzero(~equal)  # few, whose gold lemmas are looked at
        lemmas = some_rows(column, self.aligned.gold[others])
        # `False` behind the values stands for absent ones: their code is -1, the last place
        is_none = np.array([*(value == "_" for value in lemmas.values), False], bool)
        equal[others] = is_none[lemmas.codes]
        return equal

    @cached_property
    def functions(self) -> BoolArray:
        """Whether the function words that depend on each aligned pair are the same, in the same order.

        They are if two conditions hold: both words have equally many function words, and each gold function
        word is aligned with a system word. The alignment keeps the order of words.
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
        """Whether each word of a side has this role: `content` or `function`."""
        column = side.columns["role"]
        has: BoolArray = np.array([*(value == role for value in column.values), False])[column.codes]
        return has

    def _in_gold(self, parents: IntArray) -> IntArray:
        """The gold words aligned with system rows, UNALIGNED without one; ROOT stays ROOT."""
        of_system = np.append(self.aligned.of_system, NONE)  # what is appended is taken for ROOT, -1
        gold = of_system[parents]
        gold[(gold == NONE) & (parents != ROOT)] = UNALIGNED
        return gold

    @remembered
    def cells(self, fields: tuple[str, ...]) -> tuple[WordCells, list[Label]]:
        """The cell of each word, which is a document and a label, and the list of labels."""
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
        """The label of each word of the gold side and of the system, as codes into a list of labels."""
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
        """A column of both sides, as codes into one list of values."""
        if name == SENTENCE:
            return sentences_of_gold(self.batch, self.tokens)
        split = len(self.batch.gold)
        column = self.column(name)
        return column.codes[:split], column.codes[split:]

    @remembered
    def column(self, name: str) -> Column:
        """A column of gold followed by the column of the system."""
        return joined([side.columns[name] for side in self.sides])

    def _value(self, name: str, code: int) -> str:
        return self.sentences[code] if name == SENTENCE else str(self.column(FIELDS[name]).values[code])

    @cached_property
    def sentences(self) -> list[str]:
        """The names of the gold sentences; a blank gold corpus has one name."""
        return sentence_names(self.batch.gold.documents, self.batch.gold.document) or ["1"]
