"""The formats that `nerkit coref` reads, its options and their choices."""

from nerkit.ground.options import check_choices, described, option
from nerkit.ground.records import record

READS = "mentions"  # what it takes of formats
MATCHES = (EXACT, PARTIAL, HEAD, MIN) = ("exact", "partial", "head", "min")
ZEROS = (DEPENDENT, LINEAR) = ("dependent", "linear")
SINGLETONS = (KEEP, DROP) = ("keep", "drop")
MENTIONS = (FIRST, ERROR, ALL) = ("first", "error", "all")
BLANC = (CONLL, LUO2014) = ("conll", "luo2014")


@described
@record(frozen=True)
class Options:
    """The options of `nerkit coref`. Raises UsageError for values that are not a choice.

    `match` and `zeros` are explained in `matching`.
    """

    match: str = option(
        EXACT,
        "Match mentions by their words (exact), by a part with the head, by the head, or by minimal spans.",
        choices=MATCHES,
        daily=True,
    )
    singletons: str = option(
        KEEP, "Keep or drop entities with one mention (default keep).", choices=SINGLETONS, daily=True
    )
    zeros: str = option(
        DEPENDENT,
        "Match empty nodes by their heads (dependent) or by position.",
        choices=ZEROS,
        daily=True,
    )
    blanc: str = option(
        CONLL,
        "Score BLANC without links of a kind as scorer.pl does (conll), or as Luo et al. 2014.",
        choices=BLANC,
    )
    mentions: str = option(
        FIRST,
        ("Count the first or all mentions of equal words in a document, or refuse them (default first)."),
        choices=MENTIONS,
    )
    layer: str | None = option(
        None, "Read this layer of WebAnno (default: the only layer of chains).", metavar="NAME"
    )

    def __post_init__(self) -> None:
        check_choices(self)
