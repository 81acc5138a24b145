"""DyGIE++'s JSONL, a document a line, which is one sentence."""

from nerkit.errors import UsageError
from nerkit.writers.format import TOKENS
from nerkit.writers.record_parts import CLUSTERS, ENTITIES, EVENTS, RELATIONS, Body, inclusive, jsonl


def _document(name: str, body: Body) -> Body:
    events = []
    for event in body.get(EVENTS) or ():
        start, end = event["trigger"]
        trigger = [start, event["type"]] if end == start + 1 else [start, end - 1, event["type"]]
        events.append([trigger, *([*inclusive(each["span"]), each["role"]] for each in event["arguments"])])
    relations = [
        [*inclusive(relation["head"]), *inclusive(relation["tail"]), relation["type"]]
        for relation in body.get(RELATIONS) or ()
    ]
    if any(entity.get("type") is None for entity in body.get(ENTITIES) or ()):
        raise UsageError(f"document {name} has an entity without a type, which dygie cannot hold")
    made = {
        "doc_key": name,
        "sentences": [body["tokens"]],
        "ner": [[[*inclusive(entity["span"]), entity["type"]] for entity in body.get(ENTITIES) or ()]],
        "relations": [relations],
        "events": [events],
    }
    if CLUSTERS in body:
        made[CLUSTERS] = [list(map(inclusive, chain)) for chain in body[CLUSTERS]]
    return made


WRITER = jsonl(_document, TOKENS, ENTITIES, RELATIONS, EVENTS, CLUSTERS, "loose")
