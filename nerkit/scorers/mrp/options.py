"""The formats that `nerkit mrp` reads, its options and their choices."""

from collections.abc import Sequence
from dataclasses import dataclass

from nerkit.errors import UsageError, unknown

FORMATS = ("mrp",)
ANCHORS = ("mtool", "page")
PARTS = ("anchors", "case", "edges", "attributes")  # of the normalisation
NORMALIZE = (*PARTS, "all", "none")


@dataclass(frozen=True)
class Options:
    """The options of `nerkit mrp`.

    anchors         `mtool`: spans are stripped of punctuation one by one; `page`: an anchor is, as a whole
    order           nodes of bi-lexical graphs correspond in their order
    normalize       the parts of the normalisation that are done, as a list or separated by commas (all;
                    `none`)
    unlabeled       edges are compared without their labels, by every measure
    core_arguments  the arguments of a predication are the core arguments of the framework alone
    limit           the work for one pair of graphs, as the solver counts it
    skip_invalid    leave invalid graphs out
    repair          merge the copies of a node that agree
    workers         processes

    Raises UsageError for a value that is no choice, for a negative limit, and for core arguments without
    labels.
    """

    anchors: str = "mtool"
    order: bool = False
    normalize: Sequence[str] | str | None = None
    unlabeled: bool = False
    core_arguments: bool = False
    limit: int | None = None
    skip_invalid: bool = False
    repair: bool = False
    workers: int = 1

    def __post_init__(self) -> None:
        if self.anchors not in ANCHORS:
            raise unknown("value of anchors", self.anchors, ANCHORS)
        if self.limit is not None and self.limit < 0:
            raise UsageError(f"a limit is not negative: {self.limit}")
        if self.unlabeled and self.core_arguments:
            raise UsageError("core arguments are known by their labels, which unlabelled edges do not have")
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
        """The parts of the normalisation that are done."""
        names = self._normalize
        return frozenset(PARTS if "all" in names else names) - {"none"}
