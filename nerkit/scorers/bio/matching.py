"""Tagged tokens as their measures look at them.

`nerkit.scorers.spans.overlapping_pairs` says which chunks meet, which pairs are made and what they count for;
`chunk` is `strict` there.
"""

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import cached_property

from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import Tagged
from nerkit.ground.records import record
from nerkit.results.rows import Grouping
from nerkit.scorers.columns import Group
from nerkit.scorers.measure import BatchView, Fields
from nerkit.scorers.spans.options import MucRules
from nerkit.scorers.spans.overlapping_pairs import CellView, SpanCells
from nerkit.scorers.task import Task


@record(frozen=True, kw_only=True)
class TaggedBatch:
    """A batch for the measures of tagged tokens. Values that only some measures need are computed at first
    use.

    documents    the ids of the documents
    chunks_of    function () -> the chunks of both sides
    strict_of    function () -> the chunks whose tags follow their scheme exactly
    tokens_of    function () -> the tokens of both sides
    plan, rules  the groupings of rows, and the rules that pair chunks
    written      views of the chunks whose tags follow their scheme exactly, by the name of the measure
    """

    documents: list[str]
    chunks_of: Callable[[], Batch[Spans]]
    strict_of: Callable[[], Batch[Spans]]
    tokens_of: Callable[[], Batch[Tagged]]
    plan: Sequence[Grouping]
    rules: MucRules
    written: dict[str, BatchView] = field(default_factory=dict)

    @cached_property
    def chunks(self) -> Batch[Spans]:
        """The chunks of both sides."""
        return self.chunks_of()

    @cached_property
    def tokens(self) -> Batch[Tagged]:
        """The tokens of both sides."""
        return self.tokens_of()

    def cells(self, fields: Fields) -> list[tuple[Group, SpanCells]]:
        """Return the chunks of each cell of these fields, by document."""
        return self._of_chunks.cells(fields)

    @cached_property
    def _of_chunks(self) -> CellView:
        return CellView(self.chunks, self.plan, self.rules)


def spans_task() -> Task:
    """Return the task of spans, whose measures also count chunks. It is imported at first use."""
    from nerkit.scorers.spans.scorer import TASK

    return TASK
