"""SemEval-2010 task 1: as `conll-coref`, but numbers of words in column 1 and the words in column 2.

    #begin document 3-79
    1  The    the    …  (5|(0
    2  house  house  …  0)
    #end document

Columns are separated by tabs; `_` is an empty cell.
"""

from collections.abc import Iterable
from typing import Any

from nerkit.corpora.mentions import Mentions
from nerkit.io import Source
from nerkit.readers.coref.conll_coref import read_brackets
from nerkit.readers.format import Reader

WORD = 2  # the column of the word


def read(sources: Iterable[Source], **_: Any) -> Mentions:
    """All documents of the inputs as one corpus; raises InputError as `conll_coref` does."""
    return read_brackets(sources, WORD)


READER = Reader(read, Mentions, cut="documents: begin document")
