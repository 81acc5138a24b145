"""Penn Treebank brackets: `(S (NP (DT the) (NN dog)) (VP (VBZ barks)))`.

    tree         ( label tree … )    a label may be empty: ( (S …))
    terminal     ( tag word )        a word may be empty, brackets in it are written -LRB- and -RRB-

- One tree a line, if at least half of the first 1,000 lines that are not blank are whole trees: brackets that
  are not balanced on a line are an error then, a line may hold several trees that are one sentence, and a
  blank line is a sentence without a tree. If every second line is blank, blank lines separate. An indented
  line inside an open bracket belongs to the tree above it.
- Otherwise trees run across lines, and nerkit ignores blank lines.
- Lines that begin with `*x*`, as headers of the Penn Treebank's files do, are forgiven, between trees too
  where these run across lines.
- Several inputs: sentences are called `FILE#N`, N from 1 in each file. For a single input, they are numbered.

Differences from EVALB: no length, depth or label is too long; a blank before a closing bracket is no error;
brackets that are not balanced and words without brackets are errors that name their place.
"""

from collections.abc import Iterable

from nerkit.corpora.brackets import Constituents
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.trees.bracketing import HEADERS, pieces, scan
from nerkit.readers.trees.constituent_table import ConstituentTable


def read(sources: Iterable[Source]) -> Constituents:
    """All trees of PTB inputs; raises InputError (file, line, column, remedy) for text that is not a tree."""
    table = ConstituentTable()
    return table.read(sources, lambda one: ((None, scan(piece, table.vocabulary)) for piece in pieces(one)))


READER = Reader(
    read,
    Constituents,
    guess=lambda head, formats: "penman" not in formats and head.lstrip()[:1] == "(",
    cut="trees",
    forgives=(HEADERS,),
)
