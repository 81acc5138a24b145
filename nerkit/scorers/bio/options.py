"""The options of tagged tokens: the scheme and the column of the tags, and how chunks are paired."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from nerkit.ground.options import described, option
from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.scorers.spans.options import MATCHINGS, MucRules

READS = "tags"  # what it takes of formats
AUTO = "auto"  # the scheme of each side that fits it best
NUMBER = regex(r"-?[0-9]{1,18}")


@described
@record(frozen=True)
class Options:
    """The options of `nerkit bio`; `matching` and `min_overlap` are explained in `MucRules`."""

    scheme: str = option(
        AUTO,
        "Read tags in this scheme: IO, IOB1, IOB2, IOE1, IOE2, BIOES, BILOU, BMEWO (default auto).",
        metavar="auto|NAME",
        daily=True,
    )
    column: int | str | None = option(
        None,
        (
            "Read tags from this column: a number from 1, negative from the end (default -1), or a "
            "name in the first line."
        ),
        metavar="N|NAME",
        daily=True,
    )
    matching: str = option(
        MATCHINGS[0],
        "Pair chunks of exact, partial and type in this way (default greedy).",
        choices=MATCHINGS,
        daily=True,
    )
    min_overlap: float = option(
        1,
        "Pair chunks that share at least this percentage of the gold chunk (default 1).",
        metavar="N",
        daily=True,
    )
    label_names: "str | Sequence[str] | Mapping[Any, Any] | None" = option(
        None,
        "Name labels that are numbers or LABEL_n, from 0; a list or a file.",
        metavar="A,B|FILE",
        daily=True,
    )
    asked: tuple[str, ...] = field(default=(), repr=False)  # the measures, about which warnings speak
    found: tuple[str, ...] = field(default=(), repr=False)  # the schemes of the sides of the whole text

    def __post_init__(self) -> None:
        if isinstance(self.column, str) and NUMBER.fullmatch(self.column):
            object.__setattr__(self, "column", int(self.column))  # as it is typed
        self.muc_rules()
        if self.scheme.lower() != AUTO:
            from nerkit.corpora import schemes

            schemes.scheme(self.scheme)  # raises UsageError for one that is none

    def muc_rules(self) -> MucRules:
        """The rules that pair chunks. Raises UsageError for unknown values."""
        return MucRules(self.matching, self.min_overlap)
