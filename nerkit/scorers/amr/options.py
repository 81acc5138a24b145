"""The formats that `nerkit amr` reads, its options and their choices."""

from typing import TYPE_CHECKING

from nerkit.exceptions import UsageError
from nerkit.ground.options import check_choices, described, option
from nerkit.ground.records import record

if TYPE_CHECKING:
    from nerkit.scorers.amr.frames import Frames

READS = "graphs"  # the kind of data that this task reads
STANDARDS = ("none", "generic", "amr")  # smatch++'s standardisations
KINDS = ("instance", "attribute", "relation")  # the kinds of triples


@described
@record(frozen=True)
class Options:
    """The options of `nerkit amr`, and the number of processes.

    `frames` is a file, or a mapping by frame and argument. The limit counts elementary steps; without a limit
    the solver's default holds. Raises UsageError for a value that is not a choice, for options that exclude
    each other, and for a negative limit.
    """

    standardise: str | None = option(
        None, "Standardise graphs as smatch++ does.", choices=STANDARDS, daily=True
    )
    just: str | None = option(
        None, "Score only triples of this kind, under their own best correspondence.", choices=KINDS
    )
    smatch_1_0_4: bool = option(
        False, "Read triples as smatch 1.0.4 does, with its losses and multiple counts.", name="smatch-1.0.4"
    )
    skip_invalid: bool = option(False, "Count damaged graphs as empty.", daily=True)
    frames: "Frames | str | None" = option(
        None,
        "Read PropBank's frame descriptions from this file, for the aspects of arguments.",
        metavar="FILE",
        file=True,
    )
    limit: int | None = option(
        None,
        "Stop the search on one pair of graphs after this many steps, and report a bound.",
        metavar="STEPS",
    )
    workers: int = 1

    def __post_init__(self) -> None:
        check_choices(self)
        if self.standardise and self.smatch_1_0_4:
            raise UsageError("standardise=… cannot be used with smatch_1_0_4=True")
        if self.limit is not None and self.limit < 0:
            raise UsageError(f"limit=… must be a number of steps, not {self.limit}")
