"""Bracketed trees that may be discontinuous, one sentence a line.

    (S (VP (VB 1=wake) (RP 3=up)) (NP (PRP 0=I)) (NP (PRP 2=him)))

Brackets in words and labels are written -LRB- and -RRB-; a sentence without a tree is `(())`.
"""

from collections.abc import Iterator

from nerkit.corpora.brackets import Constituents
from nerkit.writers.bracketing import escaped, lines
from nerkit.writers.format import Writer


def write(trees: Constituents) -> Iterator[str]:
    """The line of each sentence in discbracket."""
    tags, words = ([escaped(value) for value in column.values] for column in (trees.tag, trees.word))
    tag, word = trees.tag.codes.tolist(), trees.word.codes.tolist()
    yield from lines(trees, lambda row, place: f"({tags[tag[row]]} {place}={words[word[row]]})")


WRITER = Writer(write, takes=Constituents)
