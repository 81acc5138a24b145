"""Semantic roles: propositions scored like srl-eval.pl (CoNLL-2005), heads of arguments like eval09.pl
(CoNLL-2009) and PriMeSRL-Eval.

`measures` has the record of each measure (`nerkit explain NAME`), for spans, for heads, and for heads with
pieces joined by their label.

Conventions
    Sentences and words of both sides are the same, in the same order. A document that one side lacks is empty
    there. An item that occurs twice on a side counts once. A row by label, predicate or sentence takes the
    items of each side by their own value. A right item has this value on both sides. `--map` and `--labels`
    rename and keep labels with and without a leading `C-`. Statistics draw documents, or sentences if there
    is one document.

    Files of spans give all words of an argument, files of heads give one word. Neither can be made from the
    other without a tree, so nerkit refuses sides of different kinds.

Differences from srl-eval.pl
    - Brackets inside an argument are arguments of their own, and do not make it discontinuous. Two arguments
      with the same words are both kept.
    - Any number of blank lines separates sentences; in srl-eval.pl two blank lines end the file. A side with
      fewer sentences is an error and does not end the comparison.
    - More columns of arguments than predicates are an error, except one column of `*` in a sentence without
      predicates; srl-eval.pl does not read such columns. Lines with different numbers of columns are errors.
    - `srl-conll05` reads words in this way, and counts as srl-eval.pl does.
Differences from eval09.pl
    - A missing or additional column is an error.
    - There are rows of arguments alone, and no 0/0.
Differences from PriMeSRL-Eval
    - `primesrl/predicates` counts predicates (its PredicateId). Their senses are `srl-dep/senses`.
"""
