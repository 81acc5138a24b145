"""CoNLL-2008: predicates with senses, and the heads of their arguments, beside a dependency tree.

    1  Dogs   dogs   NNS  NNS  Dogs   dogs   NNS  2  SBJ   _         A0
    2  chase  chase  VBP  VBP  chase  chase  VBP  0  ROOT  chase.01  _
    3  cats   cats   NNS  NNS  cats   cats   NNS  2  OBJ   _         A1

- Tabs separate columns. In a line without tabs, blanks separate columns. The columns are ID FORM LEMMA GPOS
  PPOS SPLIT_FORM SPLIT_LEMMA PPOSS HEAD DEPREL PRED, and one ARG for each word with a PRED. `_` is an empty
  cell.
- nerkit leaves out predicates with the sense SU (support verbs) and their arguments, and a warning counts
  them.
- One or more blank lines separate sentences. Lines that begin with `#` are comments; `# newdoc` begins a
  document.
"""

from nerkit.readers.roles.role_heads import HeadShape

SHAPE = HeadShape(
    "CoNLL-2008", form=5, head=8, deprel=9, predicate=10, arguments=11, nothing=("_",), support=True
)
READER = SHAPE.reader(cut="documents or sentences: newdoc")
