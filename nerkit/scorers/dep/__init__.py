"""Dependency trees: CoNLL-U as the CoNLL 2018 shared task and udtools score it, CoNLL-X as eval.pl does.

Conventions
    Both sides have the same text, blanks apart, but may cut it into other tokens, words and sentences;
    words are aligned by their characters, in multiword tokens by their forms (`alignment`). In CoNLL-X
    words correspond by their position. P = correct / words of the system, R = correct / words of gold;
    `aligned` counts the aligned words that are looked at. Documents that begin with `# newdoc` are paired
    like all others; where a side does not mark them, both are compared as one document.

    A word counts under its own label: `--by label` and `--labels` take the system's label for P, gold's for
    R, and what is correct must have it on both sides. Labels under which no word counts for any measure
    asked for have no row, and are not averaged over.

    Labels are compared without subtype (`nsubj:pass` is `nsubj`) in CoNLL-U, in full in CoNLL-X;
    `--subtypes keep|drop` says otherwise. `--punctuation ignore` leaves words of nothing but punctuation
    (Unicode categories P*) out of the counts of their side. Statistics draw documents, or the sentences of
    gold where there are none.

Measures (`measures` has what is compared)
    UAS LAS LA                          head; head and label; label (Buchholz & Marsi 2006, Nivre et al. 2007)
    CLAS MLAS BLEX                      LAS of content words; with tags, features and function words; with
                                        lemmas (Zeman et al. 2018)
    UPOS XPOS UFeats AllTags Lemmas     columns of aligned words; features are the 21 universal ones
    Words Tokens Sentences              the segmentation
    ELAS EULAS                          edges of enhanced dependencies, with and without subtypes (Bouma,
                                        Seddah & Zeman 2020)

Differences from conll18_ud_eval 1.2 and udtools 0.2
    - ELAS and EULAS pair each edge with one edge at most. There every edge is counted with every equal one,
      so that EULAS can exceed 1 (`--elas udtools` counts so).
    - Ids in multiword tokens are checked, chains of any length are read (`readers.trees.conllu`);
      --skip-invalid leaves sentences out.
    - Documents are paired by `# newdoc id` where both sides have ids, and words are aligned within their
      document.
Differences from eval.pl (2006 and 2007)
    - Punctuation counts unless --punctuation ignore (in eval.pl of 2006 -p counts it, in that of 2007 -p
      leaves it out).
    - Heads outside the sentence are an error. Forms that differ are warned of, and each side's own says
      whether a word is punctuation (there gold's form decides).
"""
