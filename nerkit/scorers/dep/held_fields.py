"""The columns that measures of trees compare, each with a test for texts that look like its values."""

from collections.abc import Callable
from functools import partial

from nerkit.corpora.trees import Dependencies
from nerkit.ground.patterns import regex
from nerkit.readers.trees.conllu import UPOS
from nerkit.scorers.held import Held, ItemField, in_column

OF_ANOTHER_COLUMN = regex(r"[0-9]+(:|$)|[^=]+=")  # a head, an edge of DEPS, features


def _is_label(value: str) -> bool:
    return OF_ANOTHER_COLUMN.match(value) is None


def _is_lemma(value: str) -> bool:
    return value not in UPOS


def _varied(column: str, like: Callable[[str], object], side: Dependencies) -> Held:
    """A column in which there are several values in any real data."""
    if column == "upos" and not side.by_position:  # CoNLL-X has parts of speech of its own there
        like = UPOS.__contains__
    return in_column(side.columns[column], varies=True, like=like)


def _any(column: str, side: Dependencies) -> Held:
    return in_column(side.columns[column])


HELD = {
    "deprel": ItemField(
        "word", "a label (DEPREL)", partial(_varied, "deprel", _is_label), meeting_is_told=True
    ),
    "upos": ItemField("word", "a part of speech (UPOS)", partial(_varied, "upos", _is_label)),
    "xpos": ItemField("word", "a part of speech (XPOS)", partial(_varied, "xpos", _is_label)),
    "feats": ItemField("word", "universal features (FEATS)", partial(_any, "feats")),
    "lemma": ItemField("word", "a lemma", partial(_varied, "lemma", _is_lemma)),
    "deps": ItemField("word", "enhanced dependencies (DEPS)", partial(_any, "deps")),
}
# what a measure that is asked for by its name is refused without; treebanks without features, or without
# enhanced dependencies, are scored as the official scripts do
NAMED = {name: HELD[name] for name in ("deprel", "upos", "xpos", "lemma")}
