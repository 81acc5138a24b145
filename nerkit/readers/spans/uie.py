"""What UIE predicts in PaddleNLP's Taskflow: for each text an object of labels and lists of spans.

    [{"PER": [{"text": "Tolkien", "start": 0, "end": 7, "probability": 0.98}], "LOC": […]}, {}]

One list for all texts, or an object a line; documents have no ids and pair by order. Offsets are characters,
ends exclusive. Relations inside spans are counted, and not read.
"""

from collections.abc import Iterable
from typing import Any

from nerkit.corpora.spans import Spans
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value, beginning, documents, shown
from nerkit.readers.records.document_table import DocumentReading, Unit
from nerkit.readers.spans.span_table import SpanTable, score_of

UNIT = Unit("character")
FORM = 'a document is {"PER": [{"text": "Tolkien", "start": 0, "end": 7, "probability": 0.98}]}'
SPAN = {"text", "start", "end"}


def recognise(head: str) -> bool:
    """True when the first document with a span has it in a list under its label, with text and offsets."""
    document = beginning(head)
    if not isinstance(document, dict) or not all(isinstance(spans, list) for spans in document.values()):
        return False
    spans = [span for listed in document.values() for span in listed]
    return bool(spans) and all(isinstance(span, dict) and span.keys() >= SPAN for span in spans)


def read(sources: Iterable[Source], **_: Any) -> Spans:
    """All documents of the files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON, not lists by label, or not a span.
    """
    sources = list(sources)
    table = SpanTable("text")
    table.keys.know("probability", "relations")
    for source in sources:
        table.source(source)
        for document in documents(source, FORM):
            if not isinstance(document.value, dict):
                document.fail(f"{shown(document.value)} is not an object of labels", remedy=FORM)
            table.document(None)
            for label, spans in document.value.items():
                if not isinstance(spans, list):
                    document.fail("not a list of spans", label, remedy=FORM)
                for place in range(len(spans)):
                    _add(document, label, place, table)
    return table.spans(sources)


def _add(document: Value, label: str, place: int, table: SpanTable) -> None:
    """Add a span to the current document."""
    reading = DocumentReading(document, FORM, UNIT)
    span = reading.record(document.part(label, place), "a span", label, place)
    start, end = reading.span(span.get("start"), span.get("end"), label, place)
    text = span.get("text")
    if not (text is None or isinstance(text, str)):
        document.fail(f"the text is {shown(text)}, not a string", label, place, "text", remedy=FORM)
    if isinstance(span.get("relations"), dict):
        table.tally.add("relation", "not read (no spans)", len(span["relations"]))
    table.keys.see(span, label)
    score = score_of(document, span.get("probability"), label, place, "probability")
    table.span(start, end, document.line, type=label or None, text=text, score=score)


READER = Reader(recognise, read, Spans, characters=True)
