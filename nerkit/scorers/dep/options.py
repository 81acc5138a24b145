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
    """The options of `nerkit dep`. Raises UsageError for values that are no choice."""

    punctuation: str = option(
        SCORE,
        "Words of nothing but punctuation: count them (score), or not.",
        choices=PUNCTUATION,
        daily=True,
    )
    subtypes: str | None = option(
        None,
        "What follows the colon of a label (drop in CoNLL-U, keep in CoNLL-X).",
        choices=SUBTYPES,
        daily=True,
    )
    elas: str = option(
        MULTISET,
        "Edges of ELAS and EULAS agree with one other at most (multiset), or with every equal one.",
        choices=ELAS,
    )
    skip_invalid: bool = option(False, "Leave sentences that are no trees out, on both sides.", daily=True)
    multiple_roots_okay: bool = option(False, "A sentence may have several roots.")

    def __post_init__(self) -> None:
        check_choices(self)
