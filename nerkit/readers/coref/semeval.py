"""SemEval-2010 task 1: like `conll-coref`, with the numbers of words in column 1 and words in column 2.

    #begin document 3-79
    1  The    the    …  (5|(0
    2  house  house  …  0)
    #end document

Tabs separate columns; `_` is an empty cell.
"""

from collections.abc import Iterable
from typing import Any

from nerkit.corpora.mentions import Mentions
from nerkit.io import Source
from nerkit.readers.coref.conll_coref import read_brackets
from nerkit.readers.format import Reader

WORD = 2  # the column of the word


def read(sources: Iterable[Source], **_: Any) -> Mentions:
    """Read all documents of the inputs as one corpus of mentions; raises the errors of `conll_coref.read`."""
    return read_brackets(sources, WORD)


READER = Reader(read, Mentions, cut="documents: begin document")
