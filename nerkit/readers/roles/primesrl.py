"""CoNLL-U with predicates in its last columns, as in PriMeSRL and English Universal Propositions 1.

    1  John    john  PROPN  NNP  _  2  nsubj  _  _       A0
    2  bought  buy   VERB   VBD  _  0  root   Y  buy.01  _
    3  cars    car   NOUN   NNS  _  2  obj    _  _       A1

- Tabs separate columns: ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL, `Y` for a predicate, its sense, and one
  column of arguments per predicate. `_` is an empty cell. A sentence without predicates has ten columns.
- nerkit skips multiword tokens (`1-2`) and empty nodes (`1.1`). Lines that begin with `#` are comments;
  `# newdoc` begins a document.
"""

from nerkit.readers.roles.role_heads import HeadShape

SHAPE = HeadShape(
    "CoNLL-U with predicates",
    form=1,
    head=6,
    deprel=7,
    predicate=9,
    arguments=10,
    flag=8,
    nothing=("_",),
    plus=True,
)


READER = SHAPE.reader(cut="sentences")
