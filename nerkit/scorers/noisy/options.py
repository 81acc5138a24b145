"""The options of noisy text: when an entity is recognised, how texts are aligned, bins of error rates."""

import math
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from nerkit.exceptions import UsageError, nearest_fraction
from nerkit.ground.options import described, option
from nerkit.ground.records import record

if TYPE_CHECKING:
    from nerkit.corpora.corpus import Batch
    from nerkit.corpora.spans import Texts
    from nerkit.scorers.noisy.alignment import AlignedTexts
    from nerkit.scorers.noisy.dictionary import Dictionary
    from nerkit.scorers.noisy.matching import Acceptance

READS = "texts"  # what it takes of formats
EDGES = (0.1, 0.2, 0.3, 0.5)  # where the bins of the error rate part, unless others are asked for


@described
@record(frozen=True)
class Options:
    """The options of `nerkit noisy`. The dictionary can be a file, or a mapping from names to entries."""

    threshold: float = option(
        0.3,
        "Recognise entities up to this edit distance / gold length (default 0.3).",
        metavar="T",
        daily=True,
    )
    below: bool = option(False, "Require a value below the threshold, not equal to it.")
    nerval: bool = option(False, "Follow Nerval 0.3.3's conventions.", daily=True)
    exact_alignment: bool = option(False, "Align every text as a whole, never in chunks.")
    noise_bins: str | None = option(
        None, "Add rows by the error rate of the entity's text: 0.1,0.2,0.3.", metavar="EDGES", daily=True
    )
    dictionary: "str | Mapping[str, str] | None" = option(
        None,
        "Score if entities find the right entry in this dictionary: lines of name TAB entry.",
        metavar="FILE",
        file=True,
        daily=True,
    )

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            meant = f"{self.threshold:g}{nearest_fraction(self.threshold)}"
            raise UsageError(f"threshold=… must be a number from 0 to 1, not {meant}")
        if self.nerval and self.dictionary is not None:
            raise UsageError("dictionary=… cannot be used with nerval=True")
        self.noise_edges()

    def noise_edges(self) -> tuple[float, ...]:
        """The edges of the bins of error rates. Raises UsageError unless they are ascending, above 0."""
        if self.noise_bins is None:
            return EDGES
        try:
            edges = tuple(float(part) for part in self.noise_bins.split(","))
        except ValueError:
            problem = f"noise_bins=… must be numbers separated by commas, not {self.noise_bins!r}"
            raise UsageError(problem) from None
        edges = edges[1:] if edges[0] == 0 else edges
        if not edges or not all(0 < a < b for a, b in zip(edges, (*edges[1:], math.inf), strict=True)):
            raise UsageError(f"noise_bins=… must be ascending numbers above 0, not {self.noise_bins!r}")
        return edges

    def acceptance(self) -> "Acceptance":
        """The condition for a text that is near enough to another text."""
        from nerkit.scorers.noisy.matching import Acceptance

        return Acceptance(self.threshold, self.below, self.exact_alignment)

    @cached_property
    def entries(self) -> "Dictionary":
        """The dictionary. Raises InputError for a damaged file, and UsageError without a dictionary."""
        from nerkit.scorers.noisy.dictionary import dictionary

        if self.dictionary is None:
            raise UsageError("the measure dictionary needs a dictionary of names and entries")
        return dictionary(self.dictionary, self.acceptance())

    def align(self, batch: "Batch[Texts]") -> "AlignedTexts":
        """Return the batch with aligned texts. The options set chunks and the rules of Nerval."""
        from nerkit.scorers.noisy.alignment import AlignedTexts

        return AlignedTexts(batch, gap_first=self.nerval, exact=self.exact_alignment)
