"""doccano's JSONL, a text a line with its entities and relations."""

from nerkit.writers.format import CHARACTERS
from nerkit.writers.record_parts import ENTITIES, RELATIONS, Body, jsonl, numbered_entities


def _document(name: str, body: Body) -> Body:
    entities, places = numbered_entities(body)
    return {
        "id": name,
        "text": body.get("text", ""),
        "entities": [
            {
                "id": i,
                "label": each.get("type") or "",
                "start_offset": each["span"][0],
                "end_offset": each["span"][1],
            }
            for i, each in enumerate(entities)
        ],
        "relations": [
            {
                "id": i,
                "from_id": places[tuple(each["head"])],
                "to_id": places[tuple(each["tail"])],
                "type": each["type"],
            }
            for i, each in enumerate(body.get(RELATIONS) or ())
        ],
    }


WRITER = jsonl(_document, CHARACTERS, ENTITIES, RELATIONS)
