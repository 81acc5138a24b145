"""Penn Treebank brackets: `(S (NP (DT the) (NN dog)) (VP (VBZ barks)))`.

    tree         ( label tree … )    a label may be empty: ( (S …))
    terminal     ( tag word )        a word may be empty, brackets in it are written -LRB- and -RRB-

- The layout is one tree per line if at least half of the first 1,000 lines that are not blank are whole
trees.
  Then brackets must be balanced on each line. Several trees on a line are one sentence, a blank line is a
  sentence without a tree. If every second line is blank, blank lines only separate. An indented line inside
  an
  open bracket belongs to the tree above it.
- Otherwise trees run across lines, and nerkit ignores blank lines.
- nerkit skips lines that begin with `*x*`, the headers of Penn Treebank files. If trees run across lines, it
also
  skips them between trees.
- With several inputs, sentences are called `FILE#N`, N from 1 in each file. In a single input they are
numbered.

Differences from EVALB: lengths, depths and labels have no limit. A blank before a closing bracket is not an
error. Unbalanced brackets and words without brackets are errors that name their place.
"""

from collections.abc import Iterable

from nerkit.corpora.brackets import Constituents
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.trees.bracketing import HEADERS, pieces, scan
from nerkit.readers.trees.constituent_table import ConstituentTable


def read(sources: Iterable[Source]) -> Constituents:
    """All trees of PTB inputs. Raises InputError (file, line, column, remedy) for text that is not a tree."""
    return ConstituentTable().read(
        sources, lambda one, table: ((None, scan(piece, table.vocabulary)) for piece in pieces(one))
    )


READER = Reader(
    read,
    Constituents,
    guess=lambda head, formats: "penman" not in formats and head.lstrip()[:1] == "(",
    cut="trees",
    forgives=(HEADERS,),
)
