"""The strings of spans, as a field by which measures of strings compare them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from nerkit.algorithms.columns import Column
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.exceptions import UsageError

if TYPE_CHECKING:
    from nerkit.results.errors import OfRow

SURFACE = "surface"  # the field: the text of a span, or a system's string, in normal form


def with_surfaces(batch: Batch[Spans], normal: str | Sequence[str] = ()) -> Batch[Spans]:
    """Return the batch with the field SURFACE under normal forms. Raises UsageError for a span without its
    text.
    """
    from nerkit.algorithms.scalars.texts import normaliser
    from nerkit.scorers.spans.errors import texts_of

    form = normaliser(normal)
    texts = texts_of(batch)

    def with_field(spans: Spans, text: "OfRow") -> Spans:
        surfaces = [_surface(spans, row, text) for row in range(len(spans))]
        return replace(spans, fields={**spans.fields, SURFACE: Column.of(map(form, surfaces))})

    return Batch(
        batch.documents, with_field(batch.gold, texts[0].text), with_field(batch.system, texts[1].text)
    )


def _surface(spans: Spans, row: int, text: "OfRow") -> str:
    own = text(row)
    if own is None:
        raise UsageError(
            f"{spans.place(row)}: the span has no text, so nerkit cannot compare strings; use a "
            "format with texts"
        )
    return own
