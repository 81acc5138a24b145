"""SpERT's JSON, in which CoNLL04, SciERC and ADE are distributed: entities and relations of sentences.

    [{"tokens": ["Tolkien", "left", "Oxford"], "orig_id": 1,
      "entities": [{"type": "Peop", "start": 0, "end": 1}, {"type": "Loc", "start": 2, "end": 3}],
      "relations": [{"type": "Live_In", "head": 0, "tail": 1}]}]

- Offsets are tokens of the sentence, ends exclusive; the ends of a relation are numbers of entities, from 0.
- A sentence's id is `orig_id`, where each has one; SpERT's own output has none, and pairs by order.
"""

from collections.abc import Iterable
from typing import Any

from nerkit.corpora.records import Documents
from nerkit.corpora.spans import Spans
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers.borders import json_lines
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value, beginning, shown
from nerkit.readers.records.as_spans import entities
from nerkit.readers.records.document_table import (
    Body,
    DocumentRead,
    DocumentReading,
    DocumentTable,
    Unit,
    check_tokens,
    name_in,
)

UNIT = Unit()
FORM = (
    'a sentence is {"tokens": […], "entities": [{"type": …, "start": 0, "end": 1}], '
    '"relations": [{"type": …, "head": 0, "tail": 1}]}'
)


def recognise(head: str) -> bool:
    """True when the first sentence has tokens, entities with start and end, and relations, but no events."""
    sentence = beginning(head)
    return (
        isinstance(sentence, dict)
        and all(key in sentence for key in ("tokens", "entities", "relations"))
        and (not sentence["relations"] or isinstance(_first(sentence["relations"]).get("head"), int))
        and (not sentence["entities"] or "start" in _first(sentence["entities"]))
        and not sentence.get("events")
    )


def _first(items: Any) -> Body:
    return items[0] if isinstance(items, list) and items and isinstance(items[0], dict) else {}


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All sentences of the files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON or has not this form, offsets outside
    the tokens, and a relation of an entity that is not there.
    """
    return DocumentTable("spert", refused=refused).read(sources, FORM, _document)


def _document(value: Value, _: DocumentTable) -> DocumentRead:
    body = value.value
    reading = DocumentReading(value, FORM, UNIT)
    tokens = check_tokens(reading, body.get("tokens"), "tokens")
    reading.size = len(tokens)
    mentions = [_entity(reading, each, place) for place, each in enumerate(reading.items(body, "entities"))]
    relations = [
        _relation(reading, each, mentions, place)
        for place, each in enumerate(reading.items(body, "relations"))
    ]
    return DocumentRead(
        name_in(reading, body, ("orig_id", "id")),
        {"tokens": tokens, "entities": mentions, "relations": relations},
    )


def _entity(reading: DocumentReading, entity: Any, place: int) -> Body:
    reading.record(entity, "an entity", "entities", place)
    span = reading.span(entity.get("start"), entity.get("end"), "entities", place)
    return {"type": reading.text(entity, "type", "entities", place), "span": span}


def _relation(reading: DocumentReading, relation: Any, mentions: list[Body], place: int) -> Body:
    path = ("relations", place)
    reading.record(relation, "a relation", *path)
    ends = []
    for key in ("head", "tail"):
        number = relation.get(key)
        if type(number) is not int or not 0 <= number < len(mentions):
            problem = f"{key} is {shown(number)}, and the sentence has {len(mentions)} entities"
            reading.fail(problem, *path, key, remedy="entities are numbered from 0")
        ends.append(mentions[number])
    head, tail = ends
    return {
        "type": reading.text(relation, "type", *path),
        "head": head["span"],
        "tail": tail["span"],
        "head_type": head["type"],
        "tail_type": tail["type"],
    }


READER = Reader(recognise, read, Documents, others={Spans: entities(read)}, borders=json_lines)
