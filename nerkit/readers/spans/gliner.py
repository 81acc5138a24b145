"""GLiNER's predictions: a list of spans for each text.

    [[{"start": 0, "end": 7, "text": "Tolkien", "label": "person", "score": 0.98}, …], …]

In a list of lists each is a document, and so is a list of spans on each line, or in a file; they have no ids
and pair by order. Offsets are characters of the text that the model was given, ends exclusive. Class
probabilities and vectors are not read.
"""

from nerkit.readers.item_keys import BESIDE, LABELS, OFFSETS
from nerkit.readers.sample import Sample
from nerkit.readers.spans.listed_spans import SpanShape, first_span


def recognise(sample: Sample) -> bool:
    """True when the first span of lists of spans has offsets, what may be a label, and a text or a score."""
    span = first_span(sample)
    if span is None or not span.keys() >= OFFSETS or {"text", "score", "word"}.isdisjoint(span):
        return False
    return not span.keys().isdisjoint(LABELS) or any(
        isinstance(value, str) for key, value in span.items() if key not in BESIDE
    )


SHAPE = SpanShape(
    'a span is {"start": 0, "end": 7, "label": "person", "score": 0.98}; a document is a list of them',
    keys=("class_probs", "embedding", "embeddings", "index"),
)
READER = SHAPE.reader()
