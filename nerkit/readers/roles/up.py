"""Universal Propositions: CoNLL-U with further columns for predicates and arguments.

    # global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC UP:PRED UP:ARGHEADS UP:ARGSPANS
    1  John    …  2  nsubj  _  _  _       _          _
    2  bought  …  0  root   _  _  buy.01  A0:1|A1:3  A0:1-1|A1:3-3
    3  cars    …  2  obj    _  _  _       _          _

- Release 2 names its columns; the columns of the tree are optional. UP:ARGHEADS holds `label:word`. Without
  this column, UP:ARGSPANS holds `label:first-last`, and arguments are spans.
- Release 1 has ten columns of CoNLL-U, one column for the sense of a predicate, and one column of arguments
  per predicate, as in CoNLL-2009.
- nerkit skips multiword tokens (`1-2`) and empty nodes (`1.1`). Lines that begin with `#` are comments;
  `# newdoc` begins a document.
"""

import re
from collections.abc import Iterable, Sequence

from nerkit.algorithms.columns import NONE
from nerkit.corpora.roles import Roles
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnText
from nerkit.readers.format import Reader
from nerkit.readers.roles import role_heads
from nerkit.readers.roles.role_heads import HeadShape
from nerkit.readers.roles.role_table import RoleTable

SHAPE = HeadShape(
    "CoNLL-U with predicates", form=1, head=6, deprel=7, predicate=10, arguments=11, nothing=("_",), plus=True
)
NAMES = re.compile(r"(?m)^#\s*global\.columns\s*=\s*(.*)$")
FORM, HEAD, DEPREL, PRED = "FORM", "HEAD", "DEPREL", "UP:PRED"
BY_HEAD, BY_SPAN = "UP:ARGHEADS", "UP:ARGSPANS"
UNNAMED = (
    ["ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"],
    [PRED, BY_HEAD, BY_SPAN],
)
LISTED = re.compile(
    r"(?m)^[0-9]+(?:\t[^\t\n]*){9}\t[^\t\n]+\t[^\t\n|:]+:[0-9]+(?:\|[^\t\n]*)?(?:\t[^\t\n]*)?$"
)


def _named(head: str) -> list[str] | None:
    """The names of the columns of a file of release 2; None for a file of release 1."""
    match = NAMES.search(head)
    if match and PRED in match[1].split():
        return match[1].split()
    return [*UNNAMED[0], *UNNAMED[1]] if LISTED.search(head) else None


def read(sources: Iterable[Source]) -> Roles:
    """Read all sentences of UP inputs as one corpus of roles.

    Raises InputError (file, line, column, remedy) for wrong columns and arguments.
    """
    sources = list(sources)
    columns = next((names for source in sources if (names := _named(source.head))), None)
    if columns is None:
        return SHAPE.read(sources)
    table = RoleTable(heads=BY_HEAD in columns, plus=True)

    def add(source: Source, text: ColumnText) -> int:
        return role_heads.add(table, text, _shape(_named(source.head) or columns))

    return table.read(sources, add, ("support verb", role_heads.LEFT_OUT))


def _shape(columns: Sequence[str]) -> HeadShape:
    """The `HeadShape` of a file with these names of columns."""
    places = {name: place for place, name in enumerate(columns)}
    form, head, deprel = (places.get(name, NONE) for name in (FORM, HEAD, DEPREL))
    listed = places.get(BY_HEAD, places.get(BY_SPAN, NONE))
    return HeadShape("", form, head, deprel, places[PRED], len(columns), nothing=("_",), listed=listed)


READER = Reader(read, Roles, heads=True, together=True)
