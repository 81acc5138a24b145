"""What GLiNER predicts: a list of spans for each text.

    [[{"start": 0, "end": 7, "text": "Tolkien", "label": "person", "score": 0.98}, …], …]

In a list of lists each is a document, and so is a list of spans on each line, or in a file; they have no ids
and pair by order. Offsets are characters of the text that the model was given, ends exclusive. Class
probabilities and vectors are not read.
"""

from collections.abc import Iterable
from typing import Any

from nerkit.corpora.spans import Spans
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.item_keys import BESIDE, LABELS, OFFSETS
from nerkit.readers.json_text import shown
from nerkit.readers.records.document_table import DocumentReading, Unit
from nerkit.readers.spans.listed_spans import Listed, first_span, of_documents
from nerkit.readers.spans.span_table import SpanTable, score_of

UNIT = Unit("character")
FURTHER = ("class_probs", "embedding", "embeddings", "index")
FORM = 'a span is {"start": 0, "end": 7, "label": "person", "score": 0.98}; a document is a list of them'


def recognise(head: str) -> bool:
    """True when the first span of lists of spans has offsets, what may be a label, and a text or a score."""
    span = first_span(head)
    if span is None or not span.keys() >= OFFSETS or {"text", "score", "word"}.isdisjoint(span):
        return False
    return not span.keys().isdisjoint(LABELS) or any(
        isinstance(value, str) for key, value in span.items() if key not in BESIDE
    )


def read(sources: Iterable[Source], **_: Any) -> Spans:
    """All documents of the files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON, not a list of spans, or not a span.
    """
    sources = list(sources)
    table = SpanTable("text")
    table.keys.know(*FURTHER)
    for source in sources:
        table.source(source)
        for spans in of_documents(source, FORM):
            table.document(None)
            for span in spans:
                _add(span, table)
    return table.spans(sources)


def _add(listed: Listed, table: SpanTable) -> None:
    """Add a span to the current document."""
    value, path = listed
    span, reading = value.part(*path), DocumentReading(value, FORM, UNIT)
    start, end = reading.span(span.get("start"), span.get("end"), *path)
    text = span.get("text")
    if not (text is None or isinstance(text, str)):
        value.fail(f"the text is {shown(text)}, not a string", *path, "text", remedy=FORM)
    score = score_of(value, span.get("score"), *path, "score")
    named = next((key for key in LABELS if span.get(key) is not None), None)
    label = None if named is None else reading.text(span, named, *path)
    table.keys.see(span, label, text)
    table.span(start, end, value.line, type=label, text=text, score=score)


READER = Reader(recognise, read, Spans, characters=True)
