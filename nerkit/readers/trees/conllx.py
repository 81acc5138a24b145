"""CoNLL-X: the trees of the shared tasks of 2006 and 2007, one word per line.

    1  John   _  N  NNP  _  2  SBJ   _  _
    2  sleeps _  V  VBZ  _  0  ROOT  _  _

- Tabs separate the columns, or blanks in a line without tabs. The columns are ID FORM LEMMA CPOSTAG POSTAG
  FEATS HEAD DEPREL, and two more that nerkit does not read. Blank lines and the end of the file end
  sentences. Lines that begin with `#` are comments; `# newdoc` begins a document.
- Words are numbered 1, 2, 3 …; a head is one of these numbers or 0. Cycles and several roots are allowed, as
  in eval.pl.
- CPOSTAG is called upos here, POSTAG xpos.

Differences from eval.pl: heads outside the sentence are an error; files need not have their blank lines in
the same places.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from nerkit.algorithms.columns import Column
from nerkit.corpora.trees import FIELDS, Dependencies
from nerkit.exceptions import plural
from nerkit.io import Source
from nerkit.readers.columns.documents import Files
from nerkit.readers.columns.text import ColumnText
from nerkit.readers.columns.words import ColumnWords, each
from nerkit.readers.format import Reader
from nerkit.readers.trees.dependency_table import HEAD, TREES, DependencyTable, TreeReading, WordRows

LEAST = 8  # columns
PLACES = dict(zip(FIELDS[:6], (1, 2, 3, 4, 5, 7), strict=True))
FORMAT = "columns are: ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD DEPREL [PHEAD PDEPREL]"
IDS = 'number the words of a sentence 1, 2, 3 …; read trees with multiword tokens as CoNLL-U (form="conllu")'
HEADS = f"a head is the number of a word of the sentence, or 0; {TREES}"


def read(sources: Iterable[Source], *, skip_invalid: bool = False, **_: Any) -> Dependencies:
    """All trees of CoNLL-X inputs as one corpus. Several roots are always allowed.

    Raises InputError (file, line, column, remedy) for lines that are not words with heads.
    """
    return ConllxReading(skip_invalid=skip_invalid).read(sources)


class ConllxReading(TreeReading):
    """Reads pieces of CoNLL-X into a DependencyTable."""

    unended = True

    def __init__(self, *, skip_invalid: bool = False) -> None:
        super().__init__(DependencyTable(HEADS, skip_invalid=skip_invalid, by_position=True))

    def piece(self, piece: ColumnText, files: Files = ()) -> None:
        """Read the sentences of a piece. Raises InputError for missing columns and for ids out of order."""
        words = ColumnWords.of(piece)
        wrong = words.regular(LEAST)
        if wrong < len(words.row):
            has = int(words.width[wrong])
            if has < LEAST:
                problem = f"{plural(has, 'column')} where CoNLL-X has at least {LEAST}"
                words.fail(wrong, problem, FORMAT, has)
            words.check_number(wrong, IDS)
        texts = {name: words.column(place) for name, place in PLACES.items()}
        texts["deps"] = Column(["_"], np.zeros(wrong, np.int64))
        head = each(words.column(HEAD), self.numbers.__getitem__)
        surface = texts["form"].map(lambda form: self.forms[form] or form)
        every = np.ones(wrong, bool)
        begins = words.due == 1
        rows = WordRows(words.row, begins, head, texts, every, surface, ~every)
        self.table.add(piece, words.comments, rows, files)


READER = Reader(read, Dependencies, cut="documents or sentences: newdoc")
