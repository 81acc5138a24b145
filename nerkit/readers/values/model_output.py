"""The answer of a model as a whole file: any text, which is one document.

    Here it is: {"total": 4.47, "items": [{"name": "Milk"}]}

Each file is a document; a single file is document 1.
"""

from collections.abc import Iterable
from typing import Any

from nerkit.corpora.json_documents import JsonDocuments
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.values import json_values


def read(sources: Iterable[Source], *_: Any, **__: Any) -> JsonDocuments:
    """The documents of the files, one per file, with the whole text as the answer."""
    return json_values.read_texts(sources)


# any text fits this format, so nerkit tries it last, and only for commands of its task
READER = Reader(read, JsonDocuments, together=True)
