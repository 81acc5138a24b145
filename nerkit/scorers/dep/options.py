"""The formats that `nerkit dep` reads, its options and their choices."""

from nerkit.ground.options import check_choices, described, option
from nerkit.ground.records import record

READS = "trees"  # what it takes of formats
PUNCTUATION = (SCORE, IGNORE) = ("score", "ignore")
SUBTYPES = (KEEP, DROP) = ("keep", "drop")
ELAS = (MULTISET, UDTOOLS) = ("multiset", "udtools")


@described
@record(frozen=True)
class Options:
    """The options of `nerkit dep`. Raises UsageError for values that are not a choice."""

    punctuation: str = option(
        SCORE,
        "Score or ignore words that consist of punctuation (default score).",
        choices=PUNCTUATION,
        daily=True,
    )
    subtypes: str | None = option(
        None,
        "Keep or drop the part of a label after the colon (default: drop in CoNLL-U, keep in CoNLL-X).",
        choices=SUBTYPES,
        daily=True,
    )
    elas: str = option(
        MULTISET,
        (
            "Let an edge in ELAS and EULAS agree with at most one edge (multiset), or with every "
            "equal edge (udtools)."
        ),
        choices=ELAS,
    )
    skip_invalid: bool = option(False, "Leave out sentences that are not trees, on both sides.", daily=True)
    multiple_roots_okay: bool = option(False, "Allow several roots in a sentence.")

    def __post_init__(self) -> None:
        check_choices(self)
