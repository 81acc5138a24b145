"""doccano's JSONL, a text a line with its entities and relations."""

from nerkit.readers.records.doccano import OFFSETS
from nerkit.writers.format import CHARACTERS
from nerkit.writers.record_parts import ENTITIES, RELATIONS, Body, jsonl, numbered_entities


def _document(name: str, body: Body) -> Body:
    entities, places = numbered_entities(body)
    ends = {"from_id": "head", "to_id": "tail"}
    return {
        "id": name,
        "text": body.get("text", ""),
        "entities": [
            {"id": i, "label": each.get("type") or "", **dict(zip(OFFSETS, each["span"], strict=True))}
            for i, each in enumerate(entities)
        ],
        "relations": [
            {"id": i, **{key: places[tuple(each[end])] for key, end in ends.items()}, "type": each["type"]}
            for i, each in enumerate(body.get(RELATIONS) or ())
        ],
    }


WRITER = jsonl(_document, CHARACTERS, ENTITIES, RELATIONS)
