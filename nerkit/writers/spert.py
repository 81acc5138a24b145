"""SpERT's JSON: one list of sentences, each document one."""

from nerkit.writers.format import TOKENS
from nerkit.writers.record_parts import ENTITIES, RELATIONS, Body, array, numbered_entities


def _document(name: str, body: Body) -> Body:
    entities, places = numbered_entities(body)
    return {
        "tokens": body["tokens"],
        "entities": [
            {"type": entity.get("type") or "", "start": entity["span"][0], "end": entity["span"][1]}
            for entity in entities
        ],
        "relations": [
            {"type": relation["type"], **{key: places[tuple(relation[key])] for key in ("head", "tail")}}
            for relation in body.get(RELATIONS) or ()
        ],
        "orig_id": name,
    }


WRITER = array(_document, TOKENS, ENTITIES, RELATIONS)
