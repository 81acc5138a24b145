"""Write bracketed trees that can be discontinuous, one sentence per line.

    (S (VP (VB 1=wake) (RP 3=up)) (NP (PRP 0=I)) (NP (PRP 2=him)))

Brackets in words and labels become -LRB- and -RRB-; a sentence without a tree is `(())`.
"""

from collections.abc import Iterator

from nerkit.corpora.brackets import Constituents
from nerkit.writers.bracketing import lines
from nerkit.writers.format import Writer


def write(trees: Constituents) -> Iterator[str]:
    """The line of each sentence in discbracket."""
    yield from lines(trees, numbered=True)


WRITER = Writer(write, takes=Constituents)
