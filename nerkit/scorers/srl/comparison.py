"""The sentences, words and predicates of both sides of a batch, in one numbering.

    document  sentence   of gold   of system   common
    a         1          0         0           0
    a         2          1         1           1
    b         1          2         -           2        (the system lacks the document)

Sentences of a document correspond by their order, words by their place in the sentence, and predicates by
their word.
"""

from functools import cached_property
from typing import NoReturn

import numpy as np

from nerkit.algorithms.columns import Column, IntArray, joined
from nerkit.algorithms.keys import join
from nerkit.corpora.corpus import Batch
from nerkit.corpora.roles import Roles
from nerkit.exceptions import InputError, plural, source_and_line
from nerkit.ground.warnings import counted

SAME = "give both sides the same sentences and words, in the same order"


class ComparedRoles:
    """Both sides of a batch, gold first. Raises InputError if their sentences or words differ in number.

    sentence   the common number of each gold sentence and of each system sentence
    document   the code of the document of each common sentence
    width      one more than the number of words in the longest sentence
    """

    def __init__(self, batch: Batch[Roles]) -> None:
        self.batch, self.sides = batch, (batch.gold, batch.system)
        sizes = [np.bincount(side.document, minlength=len(batch.documents)) for side in self.sides]
        self._check_sentences(sizes[0], sizes[1])
        size = np.maximum(*sizes)
        begin = np.cumsum(size) - size
        self.document = np.repeat(np.arange(len(size)), size)
        self.sentence = [begin[side.document] + _rank(side.document) for side in self.sides]
        self.width = 1 + max((int(np.diff(side.begin).max(initial=0)) for side in self.sides), default=0)
        self._check_words()

    @cached_property
    def names(self) -> tuple[IntArray, IntArray, Column]:
        """The names of the gold predicates and of the system predicates, as codes, and the column with
        both.
        """
        split, column = len(self.sides[0].word), joined([side.name for side in self.sides])
        return column.codes[:split], column.codes[split:], column

    @cached_property
    def position(self) -> list[IntArray]:
        """Return a number for the word of each gold predicate and each system predicate, equal for equal
        words.
        """
        return [
            sentence[side.of_predicate] * self.width + side.word - side.begin[side.of_predicate]
            for sentence, side in zip(self.sentence, self.sides, strict=True)
        ]

    def words(self, i: int, rows: IntArray) -> IntArray:
        """Return a number for each of these words of a side, equal for equal words."""
        side = self.sides[i]
        number: IntArray = self.sentence[i][side.sentence[rows]] * self.width + side.within[rows]
        return number

    @cached_property
    def warnings(self) -> list[str]:
        """Return the warnings about different words, and about predicates with different names."""
        gold, system = self.sides
        warnings: list[str] = []
        if gold.form and system.form:
            forms = joined([gold.form, system.form])
            places = [self.words(i, np.arange(side.words)) for i, side in enumerate(self.sides)]
            differing = _differing(places, (forms.codes[: gold.words], forms.codes[gold.words :]))
            warnings += counted("word-forms-differ", differing)
        if not gold.heads:
            differing = _differing(self.position, self.names[:2])
            warnings += counted("predicates-differ", differing)
        return warnings

    def _check_sentences(self, gold: IntArray, system: IntArray) -> None:
        wrong = np.flatnonzero((gold != system) & (gold > 0) & (system > 0))
        if not len(wrong):
            return
        code = int(wrong[0])
        several = len(self.batch.documents) > 1
        of_document = f" of document {self.batch.documents[code]!r}" if several else ""
        counts = f"{plural(int(system[code]), 'sentence')}{of_document} where gold has {int(gold[code]):,}"
        i = int(system[code] > gold[code])  # the side with a sentence more
        side = self.sides[i]
        beyond = int(np.flatnonzero(side.document == code)[min(gold[code], system[code])])
        lacking = "the system" if i == 0 else "gold"
        self._fail(1, None, f"{counts}; {lacking} has none for {side.place(int(side.begin[beyond]))}")

    def _check_words(self) -> None:
        left, right = join(self.sentence[0], self.sentence[1])
        lengths = [np.diff(side.begin)[rows] for side, rows in zip(self.sides, (left, right), strict=True)]
        wrong = np.flatnonzero(lengths[0] != lengths[1])
        if not len(wrong):
            return
        sentences = [int(rows[wrong[0]]) for rows in (left, right)]
        size = [int(length[wrong[0]]) for length in lengths]
        place = self.sides[0].place(int(self.sides[0].begin[sentences[0]]))
        problem = f"a sentence of {plural(size[1], 'word')} where gold has {size[0]:,} ({place})"
        self._fail(1, int(self.sides[1].begin[sentences[1]]), problem)

    def _fail(self, i: int, word: int | None, problem: str) -> NoReturn:
        side = self.sides[i]
        if word is None:
            raise InputError(
                problem, source=side.origins[0].name if side.origins else "the system", remedy=SAME
            )
        source, line = source_and_line(side.place(word))
        raise InputError(problem, source=source, line=line, remedy=SAME)


def _rank(document: IntArray) -> IntArray:
    """Return the 0-based position of each sentence in its document; sentences of a document are adjacent."""
    fresh = np.append(True, document[1:] != document[:-1])[: len(document)]
    first = np.flatnonzero(fresh)
    rank: IntArray = np.arange(len(document)) - first[np.cumsum(fresh) - 1] if len(first) else document
    return rank


def _differing(places: list[IntArray], values: tuple[IntArray, IntArray]) -> int:
    """Return the number of common positions at which the values of the two sides differ."""
    left, right = join(places[0], places[1])
    return int((values[0][left] != values[1][right]).sum())
