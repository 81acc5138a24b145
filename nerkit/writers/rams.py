"""RAMS' JSONL, a document a line. Every event has a trigger of its own; entities are the arguments."""

from nerkit.writers.format import TOKENS
from nerkit.writers.record_parts import ENTITIES, EVENTS, Body, inclusive, jsonl


def _document(name: str, body: Body) -> Body:
    events = body.get(EVENTS) or ()
    return {
        "doc_key": name,
        "sentences": [body["tokens"]],
        "ent_spans": [
            [*inclusive(entity["span"]), [[entity.get("type") or "", 1.0]]]
            for entity in body.get(ENTITIES) or ()
        ],
        "evt_triggers": [[*inclusive(event["trigger"]), [[event["type"], 1.0]]] for event in events],
        "gold_evt_links": [
            [inclusive(event["trigger"]), inclusive(each["span"]), each["role"]]
            for event in events
            for each in event["arguments"]
        ],
    }


WRITER = jsonl(_document, TOKENS, ENTITIES, EVENTS)
