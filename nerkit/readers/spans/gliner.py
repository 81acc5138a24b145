"""GLiNER's predictions: a list of spans for each text.

    [[{"start": 0, "end": 7, "text": "Tolkien", "label": "person", "score": 0.98}, …], …]

Each inner list is a document. A file can also have one list of spans per line, or be a single list. Documents
have no ids and are paired in order. Offsets count characters of the model's input, and ends are exclusive.
nerkit ignores class probabilities and vectors.
"""

from nerkit.corpora.spans import Spans
from nerkit.readers.format import Reader
from nerkit.readers.records.document_table import Unit
from nerkit.readers.records.shape import Shape
from nerkit.readers.spans.listed_spans import SpanList, in_list, span_lists

SHAPE = Shape(
    "gliner",
    entities=[SpanList("", "a span", "label")],
    unit=Unit("character"),
    keys=("score", "class_probs", "embedding", "embeddings", "index"),
    form='a span is {"start": 0, "end": 7, "label": "person", "score": 0.98}; a document is a list of them',
    lists=True,
    documents=span_lists,
    items=in_list,
)
READER = Reader(SHAPE.spans, Spans, characters=True)
