"""Dependency trees: CoNLL-U scored like the CoNLL 2018 shared task and udtools, CoNLL-X like eval.pl.

`measures` has the record of each measure (`nerkit explain NAME`).

Conventions
    Both sides have the same text, blanks apart, but may cut it into other tokens, words and sentences. Words
    are aligned by their characters, in multiword tokens by their forms (`alignment`). In CoNLL-X words
    correspond by their position. Documents that begin with `# newdoc` are paired. If a side does not mark
    documents, both sides are compared as one document.

    A word counts under its own label: `--by label` and `--labels` take the system's label for P and gold's
    for R, and a correct word has the label on both sides. A label has a row, and counts in averages, only if
    a word with this label counts for one of the measures.

    Labels are compared without subtype (`nsubj:pass` is `nsubj`) in CoNLL-U, and in full in CoNLL-X.
    `--subtypes keep|drop` changes this. `--punctuation ignore` leaves words of nothing but punctuation
    (Unicode categories P*) out of the counts of their side. Statistics draw documents, or gold sentences if
    there are no documents.

Differences from conll18_ud_eval 1.2 and udtools 0.2
    - Ids in multiword tokens are checked, and chains of any length are read (`readers.trees.conllu`).
      --skip-invalid leaves sentences out.
    - Documents are paired by `# newdoc id` if both sides have ids, and words are aligned within their
      document.
Differences from eval.pl (2006 and 2007)
    - Heads outside the sentence are an error. nerkit warns of forms that differ, and the form of each side
      decides whether a word is punctuation. In eval.pl the form of gold decides.
"""
