"""The conditions for a correct pair of aligned words: a function of the compared words for each."""

from nerkit.algorithms.columns import BoolArray
from nerkit.scorers.dep.comparison import ComparedWords


def aligned(words: ComparedWords) -> BoolArray:
    """Every aligned pair is."""
    return words.same()


def uas(words: ComparedWords) -> BoolArray:
    """The head of the system word is aligned with the head of the gold word, or both are roots."""
    return words.head


def la(words: ComparedWords) -> BoolArray:
    """The label is the same."""
    return words.same("deprel")


def las(words: ComparedWords) -> BoolArray:
    """Head and label are the same."""
    return words.head & words.same("deprel")


def mlas(words: ComparedWords) -> BoolArray:
    """Head, label, UPOS and UFeats are the same.

    Besides, as many function words depend on one word as on the other, the first aligned with the first and
    so on, with the same label, UPOS and UFeats.
    """
    return words.head & words.same("deprel", "upos", "feats") & words.functions


def blex(words: ComparedWords) -> BoolArray:
    """Head, label and lemma are the same, or gold's lemma is `_`."""
    return las(words) & words.lemma


def upos(words: ComparedWords) -> BoolArray:
    """The universal part-of-speech tags are equal."""
    return words.same("upos")


def xpos(words: ComparedWords) -> BoolArray:
    """The language's own part-of-speech tags are equal."""
    return words.same("xpos")


def ufeats(words: ComparedWords) -> BoolArray:
    """The universal features are the same (`words`)."""
    return words.same("feats")


def all_tags(words: ComparedWords) -> BoolArray:
    """UPOS, XPOS and UFeats are the same."""
    return words.same("upos", "xpos", "feats")


def lemmas(words: ComparedWords) -> BoolArray:
    """The lemma is the same, or gold's is `_`."""
    return words.lemma
