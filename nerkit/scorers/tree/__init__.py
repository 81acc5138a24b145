"""Bracketed trees: the numbers of EVALB, also for trees that EVALB refuses.

`measures` has the record of each measure (`nerkit explain NAME`).

Conventions
    - A bracket is a constituent with words: its label and the set of its words, half-open `[start, end)` if
      it has no gap. Preterminals are not brackets. They are the tags of words.
    - A tree is a document: `--by document` cuts by tree, and statistics draw trees. Trees of gold and of the
      system are paired by their place in the file, or by ids if both sides have ids.
    - `--params` defines what is left out and what is equal (`params`): words and brackets by DELETE_LABEL,
      labels and words by EQ_LABEL and EQ_WORD. Labels are cut before `-` and `=` (`--functions` keeps
      functions and cuts indices). Tags are compared in full.
    - Each side leaves words out by its own tags. With `--punctuation gold` gold's tags decide on both sides.
      Traces are always left out by their own tags.
    - A pair is scored if its words are equal. Otherwise it is excluded with a warning, or refused
      (`--mismatch error`). A pair without words of the system is skipped. A tree that one side lacks counts
      as empty, if `--missing` or `--extra` allows it.
    - `--align` compares constituents by the characters of their words, so that sentences and words may be cut
      differently (`alignment`).
    - `--by label` filters both sides by label and then matches. Equal labels have the name of the first of
      them. Labels of tagging are tags. Labels of crossing are the labels of the system's brackets, whatever
      they cross. Other fields: `length` (words of the item's own sentence), `discontinuous`, `cutoff`
      (sentences of at most CUTOFF_LEN words).

Differences from EVALB 20080701
    - Words, brackets, depth, and the length of lines and labels have no limits, and errors do not end the
      run.
    - Unbalanced brackets and words without brackets are errors with their place. EVALB scores such lines and
      leaves them out of the totals, or does not end. Blanks before a closing bracket are allowed.
    - Files with different numbers of trees are an error. `--missing ignore --extra ignore` scores the common
      beginning, as EVALB does.
    - The repair of quotes has more than 20 candidates (`quotes`).
    - Precision, recall and F are fractions of all digits; 0/0 is 0 (`--empty`), where EVALB prints -nan. `-f
      evalb` prints EVALB's layout.
Differences from evalb_spmrl
    - `--params spmrl` leaves words tagged -NONE- out, and compares tags in full except for morphological
      features behind ##. The program cuts tags at - and =, too, and keeps all words. The nameless root of the
      Penn Treebank does not count; the program counts it.
Differences from disco-dop 0.6 (`discodop eval`)
    - EQ_LABEL is not transitive.
    - DISC_ONLY of a parameter file has an effect; disco-dop uses only its option --disconly.
    - Leaf-ancestor scores, tree distances and dependencies are not computed; crossing brackets are.
Differences from PYEVALB 0.1.3
    - PYEVALB reads no parameters, cuts no functions and keeps punctuation. Its matches are sets.
"""
