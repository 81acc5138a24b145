"""Tagged tokens as their measures look at them, and the measures of pairs of chunks.

Which chunks meet, which pairs are made and what they count for is said by `nerkit.scorers.spans.meetings`;
`chunk` is `strict` there.
"""

from collections.abc import Callable, Sequence
from functools import cached_property

from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import Tagged
from nerkit.ground.records import record
from nerkit.results.counts import Counts
from nerkit.results.rows import Grouping
from nerkit.scorers.cells import Cut, Group, all_labels, cuts
from nerkit.scorers.columns import Columns
from nerkit.scorers.spans.meetings import EXTRAS, MucPairs, SpanCells
from nerkit.scorers.spans.options import MucRules


@record(frozen=True, kw_only=True)
class TaggedBatch:
    """A batch for the measures of tagged tokens; values that only some of them need are made on demand.

    documents    the ids of the documents
    chunks_of    () -> the chunks of both sides
    strict_of    () -> those chunks that are written as their scheme writes chunks
    tokens_of    () -> the tokens of both sides
    plan, rules  the groupings that rows are asked for, and how chunks are paired
    """

    documents: list[str]
    chunks_of: Callable[[], Batch[Spans]]
    strict_of: Callable[[], Batch[Spans]]
    tokens_of: Callable[[], Batch[Tagged]]
    plan: Sequence[Grouping]
    rules: MucRules

    @cached_property
    def chunks(self) -> Batch[Spans]:
        """The chunks of both sides."""
        return self.chunks_of()

    @cached_property
    def cuts(self) -> list[Cut]:
        """The groups of chunks: one `Cut` for each set of label fields in the plan."""
        return cuts(self._columns, self.plan)

    @cached_property
    def cells(self) -> list[tuple[Group, SpanCells]]:
        """The chunks of each `Cut`, assigned to its rows of counts."""
        groups = [group for cut in self.cuts for group in cut.groups(by_document=True)]
        return [(group, SpanCells(self.chunks, self._columns, group.cells, self.rules)) for group in groups]

    @cached_property
    def _columns(self) -> Columns:
        return Columns(self.chunks)


@record(frozen=True)
class MucMeasure:
    """A chunk measure, computed from the pairs of chunks that it counts."""

    pairs: MucPairs

    def __call__(self, tagged: TaggedBatch, name: str) -> Counts:
        parts = [group.part(name, self.pairs.numbers(cells), EXTRAS) for group, cells in tagged.cells]
        return Counts.collect(tagged.documents, all_labels(tagged.cuts), parts)
