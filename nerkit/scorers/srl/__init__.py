"""Semantic roles: propositions as srl-eval.pl (CoNLL-2005) scores them, heads of arguments as eval09.pl
(CoNLL-2009) and PriMeSRL-Eval do.

Conventions
    Sentences and words of both sides are the same, in the same order; a document that one side lacks is empty
    there. P = correct / items of the system, R = correct / items of gold; an item that stands twice on a side
    counts once. A row by label, predicate or sentence takes each side's items by their own value, and what is
    right must have the same on both. Labels are renamed and kept (`--map`, `--labels`) with and without `C-`
    before them. Statistics draw documents, or sentences where there is but one document.

    Files of spans give all words of an argument, files of heads one; neither can be made of the other without
    a tree, so that sides of different kinds are refused.

Measures of spans (Carreras & Màrquez 2005)
    srl                 arguments: predicate (word and name), label, set of pieces
    srl/unlabeled       arguments but V, whatever their label
    srl/propositions    predicates all of whose arguments are right
    srl-conll05/…       the same three with the readings of srl-eval.pl (`official`)
Measures of heads (Hajič et al. 2009)
    srl-dep             senses and arguments in one pool; /unlabeled: predicates and unlabelled arguments
    srl-dep/predicates, /senses, /arguments, /arguments/unlabeled, /propositions, /exact
    LAS UAS LA          HEAD and DEPREL of every word
Measures of heads, pieces joined by their label (Jindal et al. 2023)
    primesrl/predicates, /core, /contextual, /arguments

Differences from srl-eval.pl
    - Arguments of predicates that gold lacks, or calls otherwise, are spurious (there they are left out).
    - Brackets inside an argument are arguments of their own, and do not make it discontinuous; two arguments
      of the same words are both kept.
    - Blank lines, any number of them, separate sentences (there two end the file); a side with fewer
      sentences is an error, not the end.
    - A column of arguments more than there are predicates is an error, but for one of `*` alone in a sentence
      without predicates (there it is not read). Lines of different numbers of columns are errors.
    - `srl-conll05` has these readings of words, but counts as srl-eval.pl does.
Differences from eval09.pl
    - The last sentence needs no blank line behind it, and blank lines are no sentences.
    - A column that is missing or too many is an error.
    - There are rows of arguments alone, and no 0/0.
Differences from PriMeSRL-Eval
    - Contextual arguments are all whose label has no digit (there those with `AM`, so that ARGM-TMP is none).
    - `primesrl/predicates` counts predicates (its PredicateId); their senses are `srl-dep/senses`.
"""
