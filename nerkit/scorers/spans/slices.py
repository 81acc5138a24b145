"""Slices of spans: by length in the unit of offsets, and by occurrence in training data."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.exceptions import UsageError
from nerkit.scorers.slices import LENGTH, SEEN, Seen, Slices, by_length, by_seen, without_sentences

if TYPE_CHECKING:
    from nerkit.results.errors import OfRow


def sliced(batch: Batch[Spans], slices: Slices) -> Batch[Spans]:
    """Return the batch with the fields of slices, with lengths in the unit of offsets.

    Raises UsageError for slices by sentences, which formats of offsets do not have. Also raised for items
    without texts if they are looked up in training data.
    """
    from nerkit.scorers.spans import errors

    without_sentences(slices, "formats of spans with offsets do not mark sentences")
    gold, system = (
        with_slices(side, slices, texts.text)
        for side, texts in zip((batch.gold, batch.system), errors.texts_of(batch), strict=True)
    )
    return Batch(batch.documents, gold, system)


def with_slices(spans: Spans, slices: Slices, text: "OfRow") -> Spans:
    """Return the spans with the fields of slices; *text* gives the text of a row."""
    fields = {}
    if LENGTH in slices.fields:
        fields[LENGTH] = by_length(spans.end - spans.start)
    if slices.known is not None:
        fields[SEEN] = by_seen(slices.known, _seen(spans, text))
    return replace(spans, fields=spans.fields | fields)


def seen_items(spans: Spans) -> Iterator[Seen]:
    """Yield text and label of each span of training data."""
    from nerkit.scorers.spans import errors

    return _seen(spans, errors.SpanTexts(spans, spans.texts).text)


def _seen(spans: Spans, text: "OfRow") -> Iterator[Seen]:
    """Yield text and label of each span. Raises UsageError for a span without a text."""
    for row in range(len(spans)):
        own = text(row)
        if own is None:
            raise UsageError(
                f"{spans.place(row)}: the span has no text, so nerkit cannot tell if it was seen"
            )
        yield own, spans.fields["type"].value(row) if "type" in spans.fields else None
