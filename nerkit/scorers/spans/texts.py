"""What stands at spans and around them, where documents have texts: for lists of errors.

Of a document with a text on one side only, the other side's spans are shown in that text.
"""

from collections.abc import Sequence

from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.errors import plural, some
from nerkit.results.mistakes import excerpt


class SpanTexts:
    """The texts of spans and around them; *texts* are those of their documents."""

    def __init__(self, spans: Spans, texts: Sequence[str | None]) -> None:
        self.spans, self.texts = spans, texts
        self._own, self._fragments = spans.fields.get("text"), spans.fields.get("fragments")

    def text(self, row: int) -> str | None:
        """A span's own text if it has one, else what stands there; the fragments of a discontinuous one apart by blanks."""
        own: str | None = self._own.value(row) if self._own else None
        text = self._whole(row)
        if own is not None or text is None:
            return own
        return " ".join(text[start:end] for start, end in self._ranges(row)) or None

    def around(self, row: int) -> str | None:
        """The text around a span, each of its fragments in brackets; None where there is no text, or it ends before the span."""
        text = self._whole(row)
        return None if text is None else excerpt(text, self._ranges(row))

    def _whole(self, row: int) -> str | None:
        return self.texts[self.spans.document[row]] if self.texts else None

    def _ranges(self, row: int) -> list[tuple[int, int]]:
        fragments = self._fragments.value(row) if self._fragments else None
        if fragments is None:
            return [(int(self.spans.start[row]), int(self.spans.end[row]))]
        return [(int(start), int(end)) for start, _, end in (f.partition("-") for f in fragments.split(";"))]


def of(batch: Batch[Spans]) -> tuple[SpanTexts, SpanTexts]:
    """The texts of both sides, each in its own documents' texts if they have any, else in those of the other side."""
    gold, system = (side.texts or [None] * len(batch.documents) for side in (batch.gold, batch.system))
    return SpanTexts(batch.gold, _first(gold, system)), SpanTexts(batch.system, _first(system, gold))


def differing(batch: Batch[Spans]) -> list[str]:
    """A warning for documents whose texts are not the same on both sides, blanks at their ends aside."""
    texts = zip(batch.documents, batch.gold.texts, batch.system.texts, strict=False)  # a side may have none
    found = [name for name, gold, system in texts if gold and system and gold.rstrip() != system.rstrip()]
    if not found:
        return []
    return [
        f"the texts of gold and system differ in {plural(len(found), 'document')}, so offsets may: {some(found)}"
    ]


def _first(texts: Sequence[str | None], others: Sequence[str | None]) -> list[str | None]:
    return [other if text is None else text for text, other in zip(texts, others, strict=True)]
