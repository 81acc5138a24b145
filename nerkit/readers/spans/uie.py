"""UIE's predictions in PaddleNLP's Taskflow: for each text an object of labels and lists of spans.

    [{"PER": [{"text": "Tolkien", "start": 0, "end": 7, "probability": 0.98}], "LOC": […]}, {}]

One list for all texts, or an object a line; documents have no ids and pair by order. Offsets are characters,
ends exclusive. Relations inside spans are counted, and not read.
"""

from collections.abc import Iterator

from nerkit.io import Source
from nerkit.readers.json_text import Value, documents, shown
from nerkit.readers.spans.listed_spans import Listed, SpanShape


def _documents(source: Source, form: str) -> Iterator[Iterator[Listed]]:
    """The spans of each document. Raises InputError for one that is no object."""
    for document in documents(source, form):
        if not isinstance(document.value, dict):
            document.fail(f"{shown(document.value)} is not an object of labels", remedy=form)
        yield _spans(document, form)


def _spans(document: Value, form: str) -> Iterator[Listed]:
    """The spans of a document, label by label. Raises InputError for a label without a list."""
    for label, spans in document.value.items():
        if not isinstance(spans, list):
            document.fail("not a list of spans", label, remedy=form)
        yield from [(document, (label, place)) for place in range(len(spans))]


SHAPE = SpanShape(
    'a document is {"PER": [{"text": "Tolkien", "start": 0, "end": 7, "probability": 0.98}]}',
    _documents,
    labels=(),
    score="probability",
    unread={"relations": "relation"},
)
READER = SHAPE.reader()
