"""Words of equal tokens are aligned one by one, as the way by characters does it."""

import io

import numpy as np

from nerkit.corpora.corpus import Batch
from nerkit.io import Source
from nerkit.readers.trees import conllu
from nerkit.scorers.dep import alignment
from nerkit.scorers.dep.text import placed

ROW = "{}\t{}\t_\tX\t_\t_\t{}\t{}\t_\t_"
SPAN = "1-2\tdu\t" + "\t".join("_" * 8)


def trees(*forms, lemma="_"):
    """A sentence that begins with a multiword token of two words."""
    rows = [ROW.format(i, form, i - 1, "root" if i == 1 else "dep") for i, form in enumerate(forms, 1)]
    text = "\n".join([SPAN, *rows]).replace("\t_\tX", f"\t{lemma}\tX") + "\n\n"
    return conllu.read([Source(io.BytesIO(text.encode()), "a.conllu")])


def test_equal_tokens_with_equal_words_are_aligned_one_by_one():
    """Upper case in a multiword token is no difference; the way by characters gives the same pairs."""
    batch = Batch(["1"], trees("de", "le", "pré", "vert"), trees("De", "le", "pré", "vert", lemma="x"))
    tokens, _ = placed(batch)
    pairs = alignment._same_words(batch, tokens)
    assert pairs is not None
    for rows, expected in zip(pairs, alignment._by_characters(batch, tokens), strict=True):
        assert rows.tolist() == expected.tolist() == [0, 1, 2, 3]


def test_other_words_in_a_token_are_aligned_by_their_forms():
    """There is no short way then, and the word that differs has no partner."""
    batch = Batch(["1"], trees("de", "le", "pré"), trees("de", "la", "pré"))
    tokens, _ = placed(batch)
    assert alignment._same_words(batch, tokens) is None
    assert alignment.align(batch, tokens).gold.tolist() == [0, 2]


def test_texts_are_made_of_no_column_that_is_only_compared():
    """Forms and lemmas stay bytes; a lemma that gold has not counts as equal."""
    batch = Batch(["1"], trees("de", "le", "pré"), trees("de", "le", "pré", lemma="x"))
    tokens, _ = placed(batch)
    alignment.align(batch, tokens)
    for side in (batch.gold, batch.system):
        assert "words" in vars(side.columns["form"])
        assert np.array_equal(side.lengths(), [2, 3])
