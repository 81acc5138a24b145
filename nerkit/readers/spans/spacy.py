"""spaCy's documents as JSON or JSONL: `doc.to_json()`, displaCy's dictionaries of entities, training pairs.

    {"text": "Tolkien was born.", "ents": [{"start": 0, "end": 7, "label": "PERSON", "kb_id": "Q892"}]}
    ["Tolkien was born.", {"entities": [[0, 7, "PERSON"]]}]

A file holds one document, several (a list, or one a line), or pairs. The id of a mention is `kb_id`, or else
`id` (an empty one is none). Documents pair by their ids (`id`, `doc_id`, or these of `meta`) when each has
one and no two the same, else by order. Tokens, sentences and categories are not read.
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
