"""Propositions of CoNLL-2011 and CoNLL-2012 (`*_conll` files of OntoNotes), with predicates and arguments.

    #begin document (bc/cctv/00/cctv_0000); part 000
    bc/cctv/00/cctv_0000  0  0  We   PRP  (TOP(S(NP*)  -    -   -  -  *  (ARG0*)  -
    bc/cctv/00/cctv_0000  0  1  run  VBP       (VP*))  run  01  1  -  *     (V*)  -

- Column 7 has the lemma of a predicate, and column 8 its frameset. A word is a predicate if its frameset is
  not `-`. The columns of arguments are between column 11 (names) and the last column (coreference).
- Predicates are compared by their lemmas, as in the props files that are generated from these files.
- `#begin document` begins a document; its id follows. Other lines that begin with `#` are comments.
"""

from nerkit.corpora.roles import Roles
from nerkit.readers.columns.text import BEGIN_DOCUMENT
from nerkit.readers.format import Reader
from nerkit.readers.roles.role_brackets import RoleColumns

SHAPE = RoleColumns(named=6, marked=7, begin=11, behind=1, form=3, document=BEGIN_DOCUMENT)


READER = Reader(SHAPE.read, Roles, cut="documents or sentences: begin document")
