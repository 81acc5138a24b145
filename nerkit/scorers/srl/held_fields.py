"""The columns that measures of roles compare: labels of arguments, senses of predicates, trees."""

from nerkit.corpora.roles import UNKNOWN, Roles
from nerkit.scorers.held import Held, ItemField, in_column


def _is_name(value: str) -> bool:
    """Whether it is no placeholder, and no number of a sense."""
    return value != "-" and not value.isdigit()


def _names(side: Roles) -> Held:
    return in_column(side.name, varies=True, like=_is_name)


def _labels(side: Roles) -> Held:
    """The presence of labelled arguments, for as many items as there are predicates."""
    return in_column(side.label, varies=True, like=_is_name)._replace(items=len(side.word))


def _heads(side: Roles) -> Held:
    if side.syntax is None:
        return Held(0, has=False)
    return Held(side.words, bool((side.syntax.parent != UNKNOWN).any()))


def _relations(side: Roles) -> Held:
    if side.syntax is None:
        return Held(0, has=False)
    return in_column(side.syntax.deprel, varies=True, like=_is_name)


HELD = {
    "lemma": ItemField("predicate", "a lemma", _names, meeting_is_told=True),
    "sense": ItemField("predicate", "a sense", _names),
    "label": ItemField("predicate", "an argument with a label", _labels, meeting_is_told=True),
    "head": ItemField("word", "a head", _heads),
    "deprel": ItemField("word", "a label in the tree", _relations, meeting_is_told=True),
}
