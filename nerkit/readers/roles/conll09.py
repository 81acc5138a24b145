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

import re

from nerkit.readers.roles.role_heads import HeadShape
from nerkit.readers.sample import Sample

SHAPE = HeadShape("CoNLL-2009", form=1, head=8, deprel=10, predicate=13, arguments=14)
# of a first word: eight columns, heads, labels, FILLPRED, PRED and what is behind
ROW = r"1(?:{0}[^{1}\n]+){{7}}(?:{0}(?:[0-9]+|[_-])){{2}}(?:{0}[^{1}\n]+){{2}}{0}[Y_-](?:{0}[^{1}\n]+)+"
LINE = re.compile(rf"(?m)^(?:{ROW.format(chr(9), chr(9))}|{ROW.format(' +', ' ')} *)$")


def recognise(sample: Sample) -> bool:
    """True when a line has CoNLL-2009's columns of a first word."""
    return LINE.search(sample.text) is not None


READER = SHAPE.reader(recognise, cut="documents or sentences: newdoc")
