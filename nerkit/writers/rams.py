"""RAMS' JSONL, a document a line. Every event has a trigger of its own; entities are the arguments."""

from nerkit.corpora.records import Documents
from nerkit.writers.format import TOKENS, Writer
from nerkit.writers.record_parts import ENTITIES, EVENTS, Body, jsonl


def _span(span: list[int]) -> list[int]:
    return [span[0], span[1] - 1]


def _document(name: str, body: Body) -> Body:
    events = body.get(EVENTS) or ()
    return {
        "doc_key": name,
        "sentences": [body["tokens"]],
        "ent_spans": [
            [*_span(entity["span"]), [[entity.get("type") or "", 1.0]]] for entity in body.get(ENTITIES) or ()
        ],
        "evt_triggers": [[*_span(event["trigger"]), [[event["type"], 1.0]]] for event in events],
        "gold_evt_links": [
            [_span(event["trigger"]), _span(each["span"]), each["role"]]
            for event in events
            for each in event["arguments"]
        ],
    }


write = jsonl(_document)
WRITER = Writer(write, takes=Documents, holds=frozenset((ENTITIES, EVENTS)), unit=TOKENS)
