"""doccano's JSONL, old and new: a text a line with its entities and relations, or with labels alone.

    {"id": 1, "text": "Tolkien left Oxford", "entities": [
        {"id": 10, "label": "PER", "start_offset": 0, "end_offset": 7},
        {"id": 11, "label": "LOC", "start_offset": 13, "end_offset": 19}],
     "relations": [{"id": 5, "from_id": 10, "to_id": 11, "type": "visit"}]}
    {"id": 1, "text": "Tolkien left Oxford", "label": [[0, 7, "PER"], [13, 19, "LOC"]]}
    {"id": 1, "text": "Tolkien left Oxford", "annotations": [
        {"label": 3, "start_offset": 0, "end_offset": 7, "user": 1}]}

Offsets are characters, ends exclusive; `labels` is read as `label`, and `data` as `text`. The numbers of
labels of the last form are labels themselves where no names are given. Comments are not read, nor whose an
annotation is. A document's id is a number of doccano's own: documents pair by it with other exports of
doccano, and by text or order with other formats.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from nerkit.corpora.records import Documents
from nerkit.corpora.spans import Spans
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers import label_names as names_of_labels
from nerkit.readers.borders import json_lines
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value, beginning, shown
from nerkit.readers.records.as_spans import spans_of
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
TEXTS = ("text", "data")
LABELS = ("label", "labels")
LABEL = ("label",)  # of an entity
KEYS = ("start_offset", "end_offset", "user", "created_at", "updated_at", "prob", "example")  # its others
TRIPLE = 3  # start, end, label
FORM = (
    'a line is {"id": …, "text": …, "entities": [{"id": 1, "label": …, "start_offset": 0, "end_offset": 5}], '
    '"relations": [{"from_id": 1, "to_id": 2, "type": …}]}'
)


def recognise(head: str) -> bool:
    """True when one of the first documents has a text, and entities of doccano or triples as label."""
    for line in head.split("\n")[:20]:
        document = beginning(line)
        if not isinstance(document, dict) or not any(key in document for key in TEXTS):
            return False
        numbered = document.get("annotations")
        if isinstance(numbered, list) and "data" not in document:
            if not numbered and "id" in document and "answer" not in document:
                continue
            return bool(numbered) and isinstance(numbered[0], dict) and "start_offset" in numbered[0]
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


def read(
    sources: Iterable[Source],
    *,
    refused: list[InputError] | None = None,
    label_names: str | None = None,
    **_: Any,
) -> Documents:
    """All lines of the files as one corpus; *label_names* are those of labels that are numbers, or a file.

    Raises InputError (file, line, column, remedy) for what is not JSON or has not this form, offsets outside
    the text, and a relation of an entity that is not there.
    """
    names = None if label_names is None else names_of_labels.read(label_names)
    table = DocumentTable("doccano", characters=True, refused=refused)
    table.keys.know(*KEYS, labels=LABEL)
    return table.read(sources, FORM, partial(_document, names=names))


def read_spans(sources: Iterable[Source], **options: Any) -> Spans:
    """The entities as spans."""
    return replace(spans_of(read(sources, **options)), own_ids=True)


def _document(value: Value, table: DocumentTable, names: names_of_labels.Names | None = None) -> DocumentRead:
    body = value.value
    reading = DocumentReading(value, FORM, UNIT)
    text = reading.text(body, next((key for key in TEXTS if key in body), TEXTS[0]))
    reading.size = len(text)
    listed = reading.items(body, "entities")
    known = by_id(reading, listed, "an entity", "entities")
    mentions = [_entity(reading, each, place, table) for place, each in enumerate(listed)]
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
            table.keys.see({}, triple[2])
            mentions.append({"type": triple[2], "span": span})
    for place, each in enumerate(reading.items(body, "annotations")):
        mentions.append(_numbered(reading, each, place, names))
        table.keys.see(each, mentions[-1]["type"])
    relations = [
        _relation(reading, each, places, place) for place, each in enumerate(reading.items(body, "relations"))
    ]
    return DocumentRead(
        name_in(reading, body, ("id",)), {"text": text, "entities": mentions, "relations": relations}
    )


def _entity(reading: DocumentReading, entity: Any, place: int, table: DocumentTable) -> Body:
    path = ("entities", place)
    label = reading.label(entity, LABEL[0], *path)
    table.keys.see(entity, label)
    if label is None and table.unlabelled is None:
        table.unlabelled = partial(reading.fail, "no label", *path)
    return {"type": label, "span": _offsets(reading, entity, path)}


def _numbered(
    reading: DocumentReading, annotation: Any, place: int, names: names_of_labels.Names | None
) -> Body:
    """An annotation whose label is a number, or a name."""
    path = ("annotations", place)
    label = reading.record(annotation, "an annotation", *path).get("label")
    if type(label) is int:
        name = str(label) if names is None else names_of_labels.named(names, label)
        if name is None:
            what = f"the label {label} has no name among those that are given"
            reading.fail(what, *path, "label", remedy=names_of_labels.FORM)
        return {"type": name, "span": _offsets(reading, annotation, path)}
    return {"type": reading.text(annotation, "label", *path), "span": _offsets(reading, annotation, path)}


def _offsets(reading: DocumentReading, item: Body, path: tuple[str, int]) -> list[int]:
    offsets = item.get("start_offset"), item.get("end_offset")
    return reading.span(*offsets, *path, first="start_offset", last="end_offset")


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
    recognise,
    read,
    Documents,
    characters=True,
    others={Spans: read_spans},
    options=("label_names",),
    meant_for=meant_for,
    borders=json_lines,
)
