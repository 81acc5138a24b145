"""Bracketed trees: EVALB's numbers, and what EVALB refuses.

Conventions
    - A bracket is a constituent with words: its label and the set of its words, half-open `[start, end)`
      where it has no gap. Preterminals are no brackets; they are the tags of words.
    - A tree is a document: `--by document` cuts by it, and statistics draw it. Trees of gold and of the
      system are a pair by their place in the file, or by ids where both sides have them.
    - `--params` says what is left out and what is the same (`params`): words and brackets by DELETE_LABEL,
      equal labels and words by EQ_LABEL and EQ_WORD. Labels are cut before `-` and `=` (`--functions` keeps
      functions and cuts indices); tags are compared in full.
    - A word is left out by each side's own tag, or with `--punctuation gold` by gold's on both sides;
      traces are left out by their own.
    - A pair is scored when its words are the same; else it is excluded and told as a warning, or refused
      (`--mismatch error`). A pair without words of the system is skipped. A tree that one side lacks counts
      as empty, where `--missing` or `--extra` lets it.
    - `--align` compares constituents by the characters of their words, so that sentences and words may be
      cut differently (`alignment`).
    - `--by label` filters both sides by label, then matches; labels that are all the same are called by the
      first of them. Labels of tagging are tags; those of crossing are those of the system's brackets,
      whatever they cross. Other fields: `length` (words of the item's own sentence), `discontinuous`,
      `cutoff` (sentences of at most CUTOFF_LEN words).

Measures (`measures` has the formulas)
    brackets unlabeled     brackets with the same words and label; with the same words (Black et al. 1991)
    tagging                words with the same tag
    exact                  sentences whose brackets are all matched
    crossing avg-crossing  brackets of the system that cross one of gold: of all, and in a sentence; lower is
                           better
    no-crossing 2-or-less-crossing   sentences with none, with two at most

Differences from EVALB 20080701
    - No limits on words, brackets, depth, length of lines and labels, errors; EVALB has fixed buffers and
      stops after MAX_ERROR errors.
    - Brackets that are not balanced and words without brackets are errors with their place; EVALB scores such
      lines and leaves them out of the totals, or loops. Blanks before a closing bracket are allowed.
    - Files with different numbers of trees are an error; `--missing ignore --extra ignore` scores the common
      beginning, as EVALB does.
    - More than 20 candidates for the repair of quotes (`quotes`).
    - Precision, recall and F are fractions of all digits; 0/0 is 0 (`--empty`), where EVALB prints -nan. `-f
      evalb` prints its layout.
Differences from evalb_spmrl
    - `--params spmrl` leaves words tagged -NONE- out, and compares tags in full but for morphological
      features behind ##; the program cuts tags at - and =, too, and keeps all words. The nameless root of
      the Penn Treebank does not count; the program counts it.
Differences from disco-dop 0.6 (`discodop eval`)
    - EQ_LABEL is not transitive. Sentences whose words differ are excluded, not an error.
    - Totals of brackets count equal ones each; disco-dop counts distinct ones in its table (its scores are
      over all).
    - DISC_ONLY of a parameter file is heeded; disco-dop takes its --disconly alone.
    - Leaf-ancestor scores, tree distances and dependencies are not computed; crossing brackets are.
Differences from PYEVALB 0.1.3
    - It reads no parameters, cuts no functions and leaves no punctuation out; its matches are sets.
"""
