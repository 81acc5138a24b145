"""CoNLL-2009: predicates with senses, and the heads of their arguments, beside a dependency tree.

    1  Dogs   dogs   dogs   NNS  NNS  _  _  2  2  SBJ   SBJ   _  _         A0
    2  chase  chase  chase  VBP  VBP  _  _  0  0  ROOT  ROOT  Y  chase.01  _
    3  cats   cats   cats   NNS  NNS  _  _  2  2  OBJ   OBJ   _  _         A1

- Columns are separated by tabs, in a line without tabs by blanks: ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT
  HEAD PHEAD DEPREL PDEPREL FILLPRED PRED, and one APRED for each word with a PRED. `_` and `-` are nothing.
- HEAD and DEPREL are read on both sides, PHEAD, PDEPREL and FILLPRED on none, as eval09.pl does.
- Blank lines, any number of them, separate sentences; none is needed behind the last. Lines that begin with
  `#` are comments; `# newdoc` begins a document.
"""

from nerkit.readers.roles.role_heads import HeadShape

SHAPE = HeadShape("CoNLL-2009", form=1, head=8, deprel=10, predicate=13, arguments=14)
# of a first word: eight columns, heads, labels, FILLPRED, PRED and what is behind


READER = SHAPE.reader(cut="documents or sentences: newdoc")
