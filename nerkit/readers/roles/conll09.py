"""CoNLL-2009: predicates with senses, and the heads of their arguments, beside a dependency tree.

    1  Dogs   dogs   dogs   NNS  NNS  _  _  2  2  SBJ   SBJ   _  _         A0
    2  chase  chase  chase  VBP  VBP  _  _  0  0  ROOT  ROOT  Y  chase.01  _
    3  cats   cats   cats   NNS  NNS  _  _  2  2  OBJ   OBJ   _  _         A1

- Tabs separate columns. In a line without tabs, blanks separate columns. The columns are ID FORM LEMMA PLEMMA
  POS PPOS FEAT PFEAT HEAD PHEAD DEPREL PDEPREL FILLPRED PRED. One APRED follows for each word with a PRED.
  `_` and `-` are empty cells.
- Like eval09.pl, nerkit reads HEAD and DEPREL on both sides, and ignores PHEAD, PDEPREL and FILLPRED.
- One or more blank lines separate sentences; the last sentence does not need one. Lines that begin with `#`
  are comments; `# newdoc` begins a document.
"""

from nerkit.readers.roles.role_heads import HeadShape

SHAPE = HeadShape("CoNLL-2009", form=1, head=8, deprel=10, predicate=13, arguments=14)
READER = SHAPE.reader(cut="documents or sentences: newdoc")
