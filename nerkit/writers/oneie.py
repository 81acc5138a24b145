"""OneIE's and TextEE's JSONL, a document a line, which is one window."""

from typing import Any

from nerkit.writers.format import TOKENS
from nerkit.writers.record_parts import ENTITIES, EVENTS, HEADS, RELATIONS, Body, jsonl, words


def document(name: str, body: Body) -> Body:
    """The object of a document; an entity is named DOCUMENT-T1, DOCUMENT-T2 … by its place, a repeated span
    by the first.
    """
    ids: dict[tuple[int, ...], str] = {}
    for number, entity in enumerate(body.get(ENTITIES) or ()):
        ids.setdefault(tuple(entity["span"]), f"{name}-T{number + 1}")
    return {
        "doc_id": name,
        "wnd_id": name,
        "tokens": body["tokens"],
        "entity_mentions": [
            {
                "id": f"{name}-T{i + 1}",
                "entity_type": entity.get("type"),
                **_place(body, entity["span"], entity),
            }
            for i, entity in enumerate(body.get(ENTITIES) or ())
        ],
        "relation_mentions": [
            {
                "id": f"{name}-R{i + 1}",
                "relation_type": relation["type"],
                "arguments": [
                    _argument(body, ids, role, relation[key])
                    for role, key in (("Arg-1", "head"), ("Arg-2", "tail"))
                ],
            }
            for i, relation in enumerate(body.get(RELATIONS) or ())
        ],
        "event_mentions": [
            {
                "id": event.get("id", f"{name}-E{i + 1}"),
                "event_type": event["type"],
                "trigger": _place(body, event["trigger"], {"head": event.get("trigger_head")}),
                "arguments": [
                    {**_argument(body, ids, each["role"], each["span"]), **_head(each)}
                    for each in event["arguments"]
                ],
            }
            for i, event in enumerate(body.get(EVENTS) or ())
        ],
    }


def _place(body: Body, span: list[int], item: Body) -> Body:
    return {"start": span[0], "end": span[1], "text": words(body, span), **_head(item)}


def _head(item: Body) -> Body:
    head = item.get("head")
    return {} if head is None else {"head": {"start": head[0], "end": head[1]}}


def _argument(body: Body, ids: dict[Any, str], role: str, span: list[int]) -> Body:
    entity = {"entity_id": ids[tuple(span)]} if tuple(span) in ids else {}
    return {**entity, "role": role, **_place(body, span, {})}


WRITER = jsonl(document, TOKENS, ENTITIES, RELATIONS, EVENTS, HEADS, "loose")
