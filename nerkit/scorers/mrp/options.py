"""The formats that `nerkit mrp` reads, its options and their choices."""

from collections.abc import Sequence

from nerkit.exceptions import UsageError, unknown
from nerkit.ground.options import check_choices, described, option
from nerkit.ground.records import record

READS = "meaning-graphs"  # the kind of data that this task reads
ANCHORS = ("mtool", "page")
PARTS = ("anchors", "case", "edges", "attributes")  # the parts of the normalisation
NORMALIZE = (*PARTS, "all", "none")


@described
@record(frozen=True)
class Options:
    """The options of `nerkit mrp`, and the number of processes.

    `normalize` is a list, or a text with commas. Raises UsageError for a value that is not a choice, for a
    negative limit, and for core arguments without labels.
    """

    normalize: Sequence[str] | str | None = option(
        None,
        "Apply this part of the normalisation; repeatable (default all).",
        choices=NORMALIZE,
        several=True,
    )
    anchors: str = option(
        "mtool",
        "Strip punctuation at the ends of each span (mtool, the default) or of the whole anchor (page).",
        choices=ANCHORS,
    )
    order: bool = option(False, "Keep dm and psd nodes in the order of the file.", daily=True)
    unlabeled: bool = option(False, "Compare edges without their labels.", daily=True)
    core_arguments: bool = option(False, "Give predications only the core arguments of their framework.")
    limit: int | None = option(
        None,
        "Stop the search on one pair of graphs after this many steps; 0 proves least.",
        metavar="N",
        least=0,
    )
    skip_invalid: bool = option(
        False, "Leave out invalid graphs; an invalid system graph counts as missing.", daily=True
    )
    repair: bool = option(False, "Merge the copies of a node (one id) that agree or are empty.")
    workers: int = 1

    def __post_init__(self) -> None:
        check_choices(self)
        if self.limit is not None and self.limit < 0:
            raise UsageError(f"limit=… must be at least 0, not {self.limit}")
        if self.unlabeled and self.core_arguments:
            raise UsageError(
                "core_arguments=True cannot be used with unlabeled=True, because labels mark core arguments"
            )
        for name in self._normalize:
            if name not in NORMALIZE:
                raise unknown("part of the normalisation", name, NORMALIZE)

    @property
    def _normalize(self) -> Sequence[str]:
        if self.normalize is None:
            return PARTS
        return self.normalize.split(",") if isinstance(self.normalize, str) else self.normalize

    @property
    def parts(self) -> frozenset[str]:
        """The parts of the normalisation that are applied."""
        names = self._normalize
        return frozenset(PARTS if "all" in names else names) - {"none"}
