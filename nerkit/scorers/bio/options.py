"""What only tagged tokens know: the scheme and the column of the tags, and how chunks are paired."""

import re
from dataclasses import dataclass

from nerkit.errors import UsageError, unknown

FORMATS = ("bio", "brackets")
AUTO = "auto"  # the scheme that fits both sides best
OPTIMAL = "optimal"
NUMBER = re.compile(r"-?[0-9]+")
MATCHINGS = ("greedy", OPTIMAL)


@dataclass(frozen=True, slots=True)
class MucRules:
    """How system chunks are paired with gold chunks (`matching`).

    matching      a value of MATCHINGS
    min_overlap   the percentage of a gold chunk, from 1 to 100, that a system chunk must share to meet it
    """

    matching: str = MATCHINGS[0]
    min_overlap: float = 1

    def __post_init__(self) -> None:
        if self.matching not in MATCHINGS:
            raise unknown("matching", self.matching, MATCHINGS)
        if not 0 < self.min_overlap <= 100:
            raise UsageError(f"the least overlap is a percentage from 1 to 100, not {self.min_overlap}")


@dataclass(frozen=True)
class Options:
    """What only this task knows.

    scheme                  AUTO or the name of a scheme
    column                  the column of the tags, from 1, or from the end if negative, or its name in the
                            first line; by default the last one
    matching, min_overlap   how chunks are paired (`MucRules`)
    """

    scheme: str = AUTO
    column: int | str | None = None
    matching: str = MATCHINGS[0]
    min_overlap: float = 1

    def __post_init__(self) -> None:
        if isinstance(self.column, str) and NUMBER.fullmatch(self.column):
            object.__setattr__(self, "column", int(self.column))  # as it is typed
        self.muc_rules()
        if self.scheme.lower() != AUTO:
            from nerkit.corpora import schemes

            schemes.scheme(self.scheme)  # raises UsageError for one that is none

    def muc_rules(self) -> MucRules:
        """How chunks are paired. Raises UsageError for values it does not know."""
        return MucRules(self.matching, self.min_overlap)
