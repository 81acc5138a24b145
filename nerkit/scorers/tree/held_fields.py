"""The labels of constituents and the tags of words, which measures of trees compare."""

from nerkit.corpora.brackets import Constituents
from nerkit.scorers.held import Held, ItemField, in_column


def _is_name(value: str) -> bool:
    """Whether it is no placeholder, as NEGRA's `--`."""
    return value.strip("-") != ""


def _labels(side: Constituents) -> Held:
    return in_column(side.label, varies=True)


def _tags(side: Constituents) -> Held:
    return in_column(side.tag, varies=True, like=_is_name)


HELD = {
    "label": ItemField("constituent", "a label", _labels, meeting_is_told=True),
    "tag": ItemField("word", "a tag", _tags),
}
LOOKS = {"brackets": ("label",), "exact": ("label",), "tagging": ("tag",)}  # measure -> fields
