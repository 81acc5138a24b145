"""Noisy text: entities scored where the text itself differs, as in recognised handwriting or speech (Nerval).

Conventions
    Both texts are aligned character by character (`nerkit.algorithms.text_alignment`); entities are spans of
    their own text, in characters. Documents are pairs of texts.

Measures
    noisy   Each gold entity, in the order of the text, is compared with the first free system entity of its
            type that shares a column of the alignment with it, whole text against whole text; it is
            recognised if edit distance / gold length <= threshold, 0.3 by default (`--below`: < threshold). P
            = recognised / system entities, R = recognised / gold entities. A system entity is compared once,
            so nothing matches twice.
    Any measure of `bio` and `spans`: the system's spans are carried onto the gold text (`matching.project`)
    and scored there. Beside them: character and word errors of the texts (of the gold entities' texts in rows
    of labels and bins), whose quotients with characters and words are CER and WER; and the field `noise`, the
    bin of an entity's own error rate.

Nerval 0.3.3 (`--nerval`, `nerval`), where the default differs from it
    - a byte order mark is a character of the text there; the default skips it.
    - alignment: edlib's choice among equally good ones; the default takes python-Levenshtein's.
    - orphan inside tags begin an entity on both sides (there matched but not counted, or a crash).
    - nested entities end where their last word does, and leak into no later text (there P can be above 1).
    - nested entities on both sides are compared whole (there up to where the system's inner one begins, if
      that comes first).
    - the entity that another one's text runs through is scored (there sometimes left out).
    - empty predictions, more than 256 characters, § and - in the text are ordinary; `B-O` and `B-ALL` are
      types.
"""
