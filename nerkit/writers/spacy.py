"""spaCy's documents as JSONL, as `Doc.to_json` gives them, with the ids and scores of entities.

The entities of a document cannot overlap in spaCy: those of one where some do are a group of spans, `sc`, as
spans are that came in groups.
"""

from collections.abc import Sequence
from itertools import pairwise

from nerkit.writers.format import CHARACTERS
from nerkit.writers.record_parts import ENTITIES, FIELDS, IDS, SCORES, Body, jsonl, without

GROUP = "group"  # the field with the name of a group
OVERLAPPING = "sc"  # spaCy's own name for a group of spans


def _document(name: str, body: Body) -> Body:
    entities = body.get(ENTITIES) or ()
    document = {"id": name, "text": body.get("text", "")}
    groups = [(entity.get(FIELDS) or {}).get(GROUP) for entity in entities]
    if not any(groups) and not _overlap([entity["span"] for entity in entities]):
        return document | {"ents": list(map(_span, entities))}
    spans: dict[str, list[Body]] = {}
    for entity, group in zip(entities, groups, strict=True):
        spans.setdefault(group or OVERLAPPING, []).append(_span(entity))
    return document | {"spans": spans}


def _span(entity: Body) -> Body:
    start, *_, end = entity["span"]
    known = {"label": entity.get("type") or "", "kb_id": entity.get("eid"), "score": entity.get("score")}
    return without({"start": start, "end": end, **known})


def _overlap(spans: Sequence[Sequence[int]]) -> bool:
    ordered = sorted((span[0], span[-1]) for span in spans)
    return any(end > start for (_, end), (start, _) in pairwise(ordered))


WRITER = jsonl(_document, CHARACTERS, ENTITIES, IDS, SCORES)
