"""UIE's predictions in PaddleNLP's Taskflow: one object per text, with a list of spans per label.

    [{"PER": [{"text": "Tolkien", "start": 0, "end": 7, "probability": 0.98}], "LOC": […]}, {}]

A file is one list, or has one object per line. Documents have no ids and are paired in order. Offsets count
characters, and ends are exclusive. nerkit counts the relations inside spans, but does not read them.
"""

from collections.abc import Iterator
from typing import Any

from nerkit.corpora.spans import Spans
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Path
from nerkit.readers.records.document_table import Body, Unit
from nerkit.readers.records.shape import Shape, ShapedReading
from nerkit.readers.spans.listed_spans import SpanList


def _labelled(reading: ShapedReading, body: Body, _: str) -> Iterator[tuple[Path, Any]]:
    """The path and the JSON value of each span. Raises InputError for a label without a list."""
    for label, spans in body.items():
        if not isinstance(spans, list):
            reading.fail("not a list of spans", label)
        yield from (((label, place), span) for place, span in enumerate(spans))


SHAPE = Shape(
    "uie",
    entities=[
        SpanList("", "a span", "label", labels=(), score="probability", unread={"relations": "relation"})
    ],
    unit=Unit("character"),
    keys=("probability", "relations"),
    form='a document is {"PER": [{"text": "Tolkien", "start": 0, "end": 7, "probability": 0.98}]}',
    document="an object of labels",
    items=_labelled,
)
READER = Reader(SHAPE.spans, Spans, characters=True)
