"""Records as plain JSON with any fields: one document per line, or one list of documents.

    {"id": "d1", "relations": [{"type": "visit", "head": [0, 1], "tail": [2, 3]}]}

A document is an object or a list; an object's id is its `id`, `doc_id`, `doc_key` or `docid`. Documents pair
by id if every document of both sides has a unique id, or by order. The formula that scores the fields gives
them their meaning.
"""

from collections.abc import Iterable

from nerkit.corpora.corpus import Origin
from nerkit.corpora.pairing.id_aliases import candidates, found_in
from nerkit.corpora.records import Documents
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.json_text import IDS, Value, documents, shown

FORM = (
    'one document per line, as {"id": "doc1", "relations": [{"type": "loc", "head": [0, 1], "tail": [3, 5]}]}'
)


def read(sources: Iterable[Source]) -> Documents:
    """All documents of the files as one corpus.

    Raises InputError (file, line, column) for text that is not JSON, and for documents that are neither
    objects nor lists.
    """
    values: list[Value] = []
    origins: list[Origin] = []
    for source in sources:
        first = len(values)
        for value in documents(source, FORM):
            if not isinstance(value.value, dict | list):
                value.fail(f"{shown(value.value)} is not a document", remedy=FORM)
            values.append(value)
        origins.append(Origin(source.name, source.sha256, first))
    ids = [_id(value) for value in values]
    named = bool(values) and None not in ids
    names = [str(name if named else place) for place, name in enumerate(ids, 1)]
    return Documents(
        names,
        [value.value for value in values],
        tuple((value,) for value in values),
        tuple(origins),
        named=named,
        other_ids=() if named else candidates(found_in(value.value) for value in values),
    )


def _id(document: Value) -> str | None:
    if not isinstance(document.value, dict):
        return None
    for key in IDS:
        if key in document.value:
            return document.id(document.value[key], key)
    return None


# any JSON fits this format, also the JSON of other tasks
READER = Reader(read, Documents, cut="json lines")
