"""The options of tagged tokens: the scheme and the column of the tags, and how chunks are paired."""

from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.scorers.spans.options import MATCHINGS, MucRules

FORMATS = ("bio", "brackets", "csv-tags", "hf-datasets")
AUTO = "auto"  # the scheme that fits both sides best
NUMBER = regex(r"-?[0-9]{1,18}")


@record(frozen=True)
class Options:
    """The options of `nerkit bio`.

    scheme                  AUTO or the name of a scheme
    column                  the column of the tags, from 1, or from the end if negative, or its name in the
                            first line; by default the last one
    matching, min_overlap   how chunks are paired (`MucRules`)
    label_names             names of labels that are numbers, or a file of them
    """

    scheme: str = AUTO
    column: int | str | None = None
    matching: str = MATCHINGS[0]
    min_overlap: float = 1
    label_names: str | None = None

    def __post_init__(self) -> None:
        if isinstance(self.column, str) and NUMBER.fullmatch(self.column):
            object.__setattr__(self, "column", int(self.column))  # as it is typed
        self.muc_rules()
        if self.scheme.lower() != AUTO:
            from nerkit.corpora import schemes

            schemes.scheme(self.scheme)  # raises UsageError for one that is none

    def muc_rules(self) -> MucRules:
        """The rules by which chunks are paired. Raises UsageError for values it does not know."""
        return MucRules(self.matching, self.min_overlap)
