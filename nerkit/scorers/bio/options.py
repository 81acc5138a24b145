"""What only tagged tokens know: the scheme and the column of the tags, and how chunks are paired."""

from dataclasses import dataclass

from nerkit.errors import UsageError, unknown

FORMATS = ("bio", "brackets", "hf-datasets")
AUTO = "auto"  # the scheme that fits both sides best
OPTIMAL = "optimal"
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
    column                  the column of the tags, from 1, or from the end if negative; by default the last
                            one
    matching, min_overlap   how chunks are paired (`MucRules`)
    label_names             names of labels that are numbers, or a file of them
    """

    scheme: str = AUTO
    column: int | None = None
    matching: str = MATCHINGS[0]
    min_overlap: float = 1
    label_names: str | None = None

    def __post_init__(self) -> None:
        self.muc_rules()
        if self.scheme.lower() != AUTO:
            from nerkit.corpora import schemes

            schemes.scheme(self.scheme)  # raises UsageError for one that is none

    def muc_rules(self) -> MucRules:
        """How chunks are paired. Raises UsageError for values it does not know."""
        return MucRules(self.matching, self.min_overlap)
