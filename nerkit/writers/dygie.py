"""DyGIE++'s JSONL, a document a line, which is one sentence."""

from nerkit.exceptions import UsageError
from nerkit.readers.records.dygie import SHAPE
from nerkit.writers.record_parts import CLUSTERS, ENTITIES, EVENTS, Body, inclusive
from nerkit.writers.shaped import shaped


def _by_sentence(name: str, body: Body, made: Body) -> Body:
    """The lists of the one sentence, with its events, and clusters."""
    if any(entity.get("type") is None for entity in body.get(ENTITIES) or ()):
        raise UsageError(f"document {name} has an entity without a type, which dygie cannot hold")
    events = []
    for event in body.get(EVENTS) or ():
        start, end = event["trigger"]
        trigger = [start, event["type"]] if end == start + 1 else [start, end - 1, event["type"]]
        events.append([trigger, *([*inclusive(each["span"]), each["role"]] for each in event["arguments"])])
    made |= {"ner": [made["ner"]], "relations": [made["relations"]], "events": [events]}
    clusters = (
        {CLUSTERS: [list(map(inclusive, chain)) for chain in body[CLUSTERS]]} if CLUSTERS in body else {}
    )
    return made | clusters


WRITER = shaped(SHAPE, _by_sentence, EVENTS, CLUSTERS)
