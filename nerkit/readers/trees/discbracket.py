"""Brackets of discontinuous trees, as disco-dop writes them.

    (S (VP (VB 1=wake) (RP 3=up)) (NP (PRP 0=I)) (NP (PRP 2=him)))

The format is like Penn Treebank brackets (`ptb`), but each word has its 0-based place in the sentence and `=`
before it. Words may be in any order. A constituent spans the words in it. The numbers in a sentence must be
0, 1, 2 … without repetition.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from nerkit.algorithms.columns import IntArray, Vocabulary
from nerkit.algorithms.keys import combine, turns
from nerkit.corpora.brackets import Constituents
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.trees.bracketing import HEADERS, TreeNodes, TreeText, pieces, scan
from nerkit.readers.trees.constituent_table import ConstituentTable

NUMBERED = "write a word with its number in the sentence, from 0: (NN 3=dog)"
NONE = -1  # the number of a word without one
DIGITS, LARGEST = 12, 10**9  # of a number: no sentence has as many words


def read(sources: Iterable[Source]) -> Constituents:
    """All discbracket trees. Raises InputError (file, line, column, remedy) for text that is not a tree."""
    table = ConstituentTable()
    numbers = NumberedWords(table.vocabulary)

    def nodes(source: Source, _: ConstituentTable) -> Iterator[tuple[None, TreeNodes]]:
        for piece in pieces(source):
            yield None, ordered(piece, scan(piece, table.vocabulary), numbers)

    return table.read(sources, nodes)


@dataclass
class NumberedWords:
    """The number and the word of each entry in a vocabulary of numbered words (`3=up`)."""

    vocabulary: Vocabulary
    number: list[int] = field(default_factory=list)
    word: list[int] = field(default_factory=list)

    def of(self, codes: IntArray) -> tuple[IntArray, IntArray]:
        """The numbers of words (NONE if missing), and the codes of the words without numbers."""
        for text in list(self.vocabulary)[len(self.number) :]:
            digits, _, word = text.partition(b"=")
            known = digits.isdigit() and b"=" in text
            self.number.append(min(int(digits[:DIGITS]), LARGEST) if known else NONE)
            self.word.append(self.vocabulary[word] if known else 0)
        return np.array(self.number, np.int64)[codes], np.array(self.word, np.int64)[codes]


def ordered(piece: TreeText, nodes: TreeNodes, numbers: NumberedWords) -> TreeNodes:
    """The nodes, with terminals sorted by their numbers. Raises InputError if the numbers are not 0, 1, 2
    …
    """
    number, word = numbers.of(nodes.word)
    begin = np.append(0, np.cumsum(nodes.terminals))
    sentence = np.repeat(np.arange(len(nodes.terminals)), nodes.terminals)
    _check(piece, nodes, number, sentence)
    place = begin[sentence] + number
    order = np.argsort(place)
    first, last = nodes.first.copy(), nodes.last.copy()
    full = np.flatnonzero(first < last)
    ends = np.stack([first[full], last[full]], axis=1).ravel()
    least = np.minimum.reduceat(np.append(place, len(place)), ends)[::2] if len(full) else full
    most = np.maximum.reduceat(np.append(place, NONE), ends)[::2] if len(full) else full
    first[full], last[full] = least, most + 1
    return replace(
        nodes, first=first, last=last, word=word[order], tag=nodes.tag[order], above=nodes.above[order]
    )


def _check(piece: TreeText, nodes: TreeNodes, number: IntArray, sentence: IntArray) -> None:
    """Raise the InputError for the first word whose number is missing, repeated or too large."""
    twice = turns(combine(sentence, number)) > 0
    beyond = number >= nodes.terminals[sentence]
    for row in np.flatnonzero((number < 0) | twice | beyond)[:1].tolist():
        problem = (
            "the word has no number in the sentence"
            if number[row] < 0
            else f"the number {number[row]} occurs a second time"
            if twice[row]
            else f"the number {number[row]} in a sentence of {nodes.terminals[sentence[row]]} words"
        )
        piece.fail(int(nodes.offset[row]), problem, NUMBERED)


READER = Reader(read, Constituents, cut="trees", forgives=(HEADERS,))
