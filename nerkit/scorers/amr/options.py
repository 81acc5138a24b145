"""The formats that `nerkit amr` reads, its options and their choices."""

from typing import TYPE_CHECKING

from nerkit.errors import UsageError, unknown
from nerkit.ground.records import record

if TYPE_CHECKING:
    from nerkit.scorers.amr.frames import Frames

FORMATS = ("penman", "triples-tsv", "mrp")
NAMED_FORMATS = ("dot",)
STANDARDS = ("none", "generic", "amr")  # smatch++'s standardisations
KINDS = ("instance", "attribute", "relation")  # of triples


@record(frozen=True)
class Options:
    """The options of `nerkit amr`.

    standardise    smatch++'s standardisation of graphs: one of STANDARDS
    just           only triples of one of KINDS
    smatch_1_0_4   that program's triples and weights
    skip_invalid   damaged graphs count as empty
    frames         descriptions of the arguments of frames, for aspects: a file of them, or by frame and
                   argument
    limit          the work that is spent on a pair of graphs (elementary steps; the solver's default without
                   it); past it the result is a bound
    workers        processes

    Raises UsageError for a value that is no choice, for options that exclude each other, and for a negative
    limit.
    """

    standardise: str | None = None
    just: str | None = None
    smatch_1_0_4: bool = False
    skip_invalid: bool = False
    frames: "Frames | str | None" = None
    limit: int | None = None
    workers: int = 1

    def __post_init__(self) -> None:
        for name, value, choices in (
            ("standardise", self.standardise, STANDARDS),
            ("just", self.just, KINDS),
        ):
            if value is not None and value not in choices:
                raise unknown(f"value of {name}", value, choices)
        if self.standardise and self.smatch_1_0_4:
            raise UsageError("standardise=… is smatch++'s, which smatch_1_0_4=True excludes")
        if self.limit is not None and self.limit < 0:
            raise UsageError(f"the limit is a number of steps, not {self.limit}")
