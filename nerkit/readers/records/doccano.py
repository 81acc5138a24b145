"""doccano's JSONL: a text a line with its entities and relations, or with labels alone.

    {"id": 1, "text": "Tolkien left Oxford", "entities": [
        {"id": 10, "label": "PER", "start_offset": 0, "end_offset": 7},
        {"id": 11, "label": "LOC", "start_offset": 13, "end_offset": 19}],
     "relations": [{"id": 5, "from_id": 10, "to_id": 11, "type": "visit"}]}
    {"id": 1, "text": "Tolkien left Oxford", "label": [[0, 7, "PER"], [13, 19, "LOC"]]}

Offsets are characters, ends exclusive; `labels` is read as `label`. Comments are not read.
"""

from collections.abc import Iterable
from typing import Any

from nerkit.corpora.records import Documents
from nerkit.corpora.spans import Spans
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value, beginning, shown
from nerkit.readers.records.as_spans import entities
from nerkit.readers.records.document_table import (
    Body,
    DocumentRead,
    DocumentReading,
    DocumentTable,
    Unit,
    at_id,
    by_id,
    name_in,
)

UNIT = Unit("character")
LABELS = ("label", "labels")
TRIPLE = 3  # start, end, label
FORM = (
    'a line is {"id": …, "text": …, "entities": [{"id": 1, "label": …, "start_offset": 0, "end_offset": 5}], '
    '"relations": [{"from_id": 1, "to_id": 2, "type": …}]}'
)


def recognise(head: str) -> bool:
    """True when one of the first documents has a text, and entities of doccano or triples as label."""
    for line in head.split("\n")[:20]:
        document = beginning(line)
        if not isinstance(document, dict) or "text" not in document:
            return False
        mentions = document.get("entities")
        if isinstance(mentions, list) and mentions:
            return isinstance(mentions[0], dict) and "start_offset" in mentions[0]
        triples = next((document[key] for key in LABELS if key in document), None)
        if isinstance(triples, list) and triples:
            return isinstance(triples[0], list) and len(triples[0]) == TRIPLE
    return False


def meant_for(head: str) -> str | None:
    """Entities without relations are for `spans`."""
    lines = (beginning(line) for line in head.split("\n"))
    return None if any(isinstance(line, dict) and line.get("relations") for line in lines) else "spans"


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All lines of the files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON or has not this form, offsets outside
    the text, and a relation of an entity that is not there.
    """
    return DocumentTable("doccano", characters=True, refused=refused).read(sources, FORM, _document)


def _document(value: Value, _: DocumentTable) -> DocumentRead:
    body = value.value
    text = body.get("text")
    reading = DocumentReading(value, FORM, UNIT)
    reading.size = len(reading.text(body, "text"))
    listed = reading.items(body, "entities")
    known = by_id(reading, listed, "an entity", "entities")
    mentions = [_entity(reading, each, place) for place, each in enumerate(listed)]
    places = {
        each["id"]: made
        for each, made in zip(listed, mentions, strict=True)
        if at_id(known, each.get("id")) is not None
    }
    for key in LABELS:
        for place, triple in enumerate(reading.items(body, key)):
            if not isinstance(triple, list) or len(triple) != TRIPLE or not isinstance(triple[2], str):
                reading.fail(f"{shown(triple)} is not [start, end, label]", key, place)
            span = reading.span(triple[0], triple[1], key, place, first=0, last=1)
            mentions.append({"type": triple[2], "span": span})
    relations = [
        _relation(reading, each, places, place) for place, each in enumerate(reading.items(body, "relations"))
    ]
    return DocumentRead(
        name_in(reading, body, ("id",)), {"text": text, "entities": mentions, "relations": relations}
    )


def _entity(reading: DocumentReading, entity: Any, place: int) -> Body:
    path = ("entities", place)
    offsets = entity.get("start_offset"), entity.get("end_offset")
    span = reading.span(*offsets, *path, first="start_offset", last="end_offset")
    return {"type": reading.text(entity, "label", *path), "span": span}


def _relation(reading: DocumentReading, relation: Any, places: dict[Any, Body], place: int) -> Body:
    path = ("relations", place)
    reading.record(relation, "a relation", *path)
    for key in ("from_id", "to_id"):
        if at_id(places, relation.get(key)) is None:
            problem = f"{key} {shown(relation.get(key))} is no entity of the document"
            reading.fail(
                problem, *path, *((key,) if key in relation else ()), remedy="it is the id of an entity"
            )
    head, tail = (places[relation[key]] for key in ("from_id", "to_id"))
    return {
        "type": reading.text(relation, "type", *path),
        "head": head["span"],
        "tail": tail["span"],
        "head_type": head["type"],
        "tail_type": tail["type"],
    }


READER = Reader(
    recognise, read, Documents, characters=True, others={Spans: entities(read)}, meant_for=meant_for
)
