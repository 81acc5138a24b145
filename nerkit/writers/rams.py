"""RAMS' JSONL, a document a line. Every event has a trigger of its own; entities are the arguments."""

from nerkit.readers.records.rams import SHAPE
from nerkit.writers.record_parts import EVENTS, Body, inclusive
from nerkit.writers.shaped import shaped


def _with_events(_: str, body: Body, made: Body) -> Body:
    """Types as lists with their scores, and events with their links."""
    events = body.get(EVENTS) or ()
    made["ent_spans"] = [[*span, [[label, 1.0]]] for *span, label in made["ent_spans"]]
    made["evt_triggers"] = [[*inclusive(event["trigger"]), [[event["type"], 1.0]]] for event in events]
    made["gold_evt_links"] = [
        [inclusive(event["trigger"]), inclusive(each["span"]), each["role"]]
        for event in events
        for each in event["arguments"]
    ]
    return made


WRITER = shaped(SHAPE, _with_events, EVENTS)
