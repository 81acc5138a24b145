"""DyGIE++'s JSONL, a document a line, which is one sentence."""

from nerkit.corpora.records import Documents
from nerkit.errors import UsageError
from nerkit.writers.format import TOKENS, Writer
from nerkit.writers.record_parts import CLUSTERS, ENTITIES, EVENTS, RELATIONS, Body, jsonl


def _span(span: list[int]) -> list[int]:
    return [span[0], span[1] - 1]


def _document(name: str, body: Body) -> Body:
    events = []
    for event in body.get(EVENTS) or ():
        start, end = event["trigger"]
        trigger = [start, event["type"]] if end == start + 1 else [start, end - 1, event["type"]]
        events.append([trigger, *([*_span(each["span"]), each["role"]] for each in event["arguments"])])
    relations = [
        [*_span(relation["head"]), *_span(relation["tail"]), relation["type"]]
        for relation in body.get(RELATIONS) or ()
    ]
    if any(entity.get("type") is None for entity in body.get(ENTITIES) or ()):
        raise UsageError(f"document {name} has an entity without a type, which dygie cannot hold")
    made = {
        "doc_key": name,
        "sentences": [body["tokens"]],
        "ner": [[[*_span(entity["span"]), entity["type"]] for entity in body.get(ENTITIES) or ()]],
        "relations": [relations],
        "events": [events],
    }
    if CLUSTERS in body:
        made[CLUSTERS] = [list(map(_span, chain)) for chain in body[CLUSTERS]]
    return made


write = jsonl(_document)
HOLDS = frozenset((ENTITIES, RELATIONS, EVENTS, CLUSTERS, "loose"))
WRITER = Writer(write, takes=Documents, holds=HOLDS, unit=TOKENS)
