"""spaCy's documents as JSON or JSONL: `doc.to_json()`, input of displaCy, or training pairs.

    {"text": "Tolkien was born.", "ents": [{"start": 0, "end": 7, "label": "PERSON", "kb_id": "Q892"}]}
    ["Tolkien was born.", {"entities": [[0, 7, "PERSON"]]}]

A file holds one document, a list of documents, one document per line, or pairs. The id of a mention is
`kb_id`, or `id` if `kb_id` is empty. Documents are paired by id (`id` or `doc_id`, also in `meta`) if every
document has a unique id, or in order. Tokens, sentences and categories are ignored.
"""

from nerkit.corpora.spans import Spans
from nerkit.readers.format import Reader
from nerkit.readers.json_text import is_broken
from nerkit.readers.spans.span_records import SHAPE

READER = Reader(
    SHAPE.spans,
    Spans,
    guess=lambda head, _: is_broken(head),
    characters=True,
    cut="json lines",
)
