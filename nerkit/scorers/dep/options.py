"""The formats that `nerkit dep` reads, its options and their choices."""

from nerkit.errors import unknown
from nerkit.ground.records import record

FORMATS = ("conllu", "conllx")
PUNCTUATION = (SCORE, IGNORE) = ("score", "ignore")
SUBTYPES = (KEEP, DROP) = ("keep", "drop")
ELAS = (MULTISET, UDTOOLS) = ("multiset", "udtools")


@record(frozen=True)
class Options:
    """The options of `nerkit dep`. Raises UsageError for other values than the choices above.

    punctuation          `score`, or `ignore`: words of nothing but punctuation do not count
    subtypes             `keep` or `drop` what follows the colon of a label; None: kept in CoNLL-X only
    elas                 `multiset`: an edge agrees with one other at most; `udtools`: with every equal one
    skip_invalid         leave out sentences that are no trees, on all sides
    multiple_roots_okay  sentences may have several roots
    """

    punctuation: str = SCORE
    subtypes: str | None = None
    elas: str = MULTISET
    skip_invalid: bool = False
    multiple_roots_okay: bool = False

    def __post_init__(self) -> None:
        for name, value, choices in (
            ("punctuation", self.punctuation, PUNCTUATION),
            ("subtypes", self.subtypes or KEEP, SUBTYPES),
            ("elas", self.elas, ELAS),
        ):
            if value not in choices:
                raise unknown(f"value of {name}", value, choices)
