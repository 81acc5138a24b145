"""Write spaCy's documents as JSONL, in the form of `Doc.to_json`, with ids and scores of entities.

The entities of a document cannot overlap in spaCy. If some overlap, they become the group of spans `sc`.
Spans that were read from groups stay in their groups.
"""

from collections.abc import Sequence
from itertools import pairwise

from nerkit.writers.format import CHARACTERS
from nerkit.writers.record_parts import ENTITIES, FIELDS, IDS, SCORES, Body, items_of, json_writer, without

GROUP = "group"  # the field with the name of a group
OVERLAPPING = "sc"  # spaCy's default name for a group of spans


def _document(name: str, body: Body) -> Body:
    entities = items_of(body, ENTITIES)
    document = {"id": name, "text": body.get("text", "")}
    listed = [span_of(entity["span"], entity.get("type") or "", entity) for entity in entities]
    groups = [(entity.get(FIELDS) or {}).get(GROUP) for entity in entities]
    ordered = sorted((span["start"], span["end"]) for span in listed)
    if not any(groups) and all(end <= start for (_, end), (start, _) in pairwise(ordered)):
        return document | {"ents": listed}
    spans: dict[str, list[Body]] = {}
    for span, group in zip(listed, groups, strict=True):
        spans.setdefault(group or OVERLAPPING, []).append(span)
    return document | {"spans": spans}


def span_of(span: Sequence[int], label: str | None, entity: Body) -> Body:
    """The JSON object of a span in spaCy and Prodigy, with the id and score of its entity."""
    start, end = span
    known = {"label": label, "kb_id": entity.get("eid"), "score": entity.get("score")}
    return without({"start": start, "end": end, **known})


WRITER = json_writer(_document, CHARACTERS, ENTITIES, IDS, SCORES)
