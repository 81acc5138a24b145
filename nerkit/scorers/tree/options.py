"""The options of `nerkit tree`, and their choices."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nerkit.errors import UsageError, unknown
from nerkit.scorers.tree.params import PRESETS, Params, params

FORMATS = ("ptb", "discbracket", "export")
OWN, GOLD = "own", "gold"
PUNCTUATION = (OWN, GOLD)
EXCLUDE, ERROR = "exclude", "error"
MISMATCH = (EXCLUDE, ERROR)
PARAMS = tuple(PRESETS)


@dataclass(frozen=True)
class Options:
    """The options of `nerkit tree`.

    params       a preset of PARAMS, or a parameter file of EVALB
    punctuation  whose tag leaves a word out: `own`, on each side its own; `gold`, gold's on both; None:
                 `gold` under the preset `proper`, else `own`
    max_length   sentences of gold with more words than this are not scored; None for all
    functions    labels are compared with their functions (`NP-SBJ`), without indices
    align        sentences and words of both sides may differ: they are aligned by their characters
    mismatch     sentences whose words differ: `exclude` them from the score, or `error`
    """

    params: Any = "collins"
    punctuation: str | None = None
    max_length: int | None = None
    functions: bool = False
    align: bool = False
    mismatch: str = EXCLUDE

    def __post_init__(self) -> None:
        for name, value, known in (
            ("punctuation", self.punctuation or OWN, PUNCTUATION),
            ("mismatch", self.mismatch, MISMATCH),
        ):
            if value not in known:
                raise unknown(f"value of {name}", value, known)
        if self.max_length is not None and self.max_length < 0:
            raise UsageError(f"max_length is a number of words, not {self.max_length}")

    @cached_property
    def parameters(self) -> Params:
        """The parameters. Raises InputError for a file that is damaged or does not exist."""
        return params(self.params)

    @property
    def by_gold(self) -> bool:
        """Whether the tag of gold leaves a word out on both sides."""
        return (self.punctuation or (GOLD if self.params == "proper" else OWN)) == GOLD
