"""spaCy's documents as JSON or JSONL: `doc.to_json()`, displaCy's dictionaries of entities, training pairs.

    {"text": "Tolkien was born.", "ents": [{"start": 0, "end": 7, "label": "PERSON", "kb_id": "Q892"}]}
    ["Tolkien was born.", {"entities": [[0, 7, "PERSON"]]}]

A file holds one document, several (a list, or one a line), or pairs. The id of a mention is `kb_id`, or else
`id` (an empty one is none). Documents pair by their ids (`id`, `doc_id`, or these of `meta`) when each has
one and no two the same, else by order. Tokens, sentences and categories are not read.
"""

from nerkit.corpora.spans import Spans
from nerkit.readers.borders import json_lines
from nerkit.readers.format import Reader
from nerkit.readers.json_text import beginning, is_broken, is_cut
from nerkit.readers.spans.span_records import LISTS, is_document, read


def recognise(head: str) -> bool:
    """True when the first document has a text and spans, or is a training pair."""
    document = beginning(head)
    if isinstance(document, dict) and "text" in document:
        return is_cut(document) or any(isinstance(document.get(key), list | dict) for key in LISTS)
    return is_document(document) and (isinstance(document, list) or "ents" in document)


READER = Reader(
    recognise,
    read,
    Spans,
    permissive=True,
    guess=lambda head, _: is_broken(head),
    characters=True,
    borders=json_lines,
)
