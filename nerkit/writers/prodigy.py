"""Prodigy's JSONL, a task a line with spans and relations, all of them accepted."""

from typing import Any

from nerkit.writers.format import CHARACTERS
from nerkit.writers.record_parts import ENTITIES, IDS, RELATIONS, SCORES, Body, jsonl, without


def _span(span: list[int], label: str | None, **further: Any) -> Body:
    return without({"start": span[0], "end": span[1], "label": label, **further})


def _document(name: str, body: Body) -> Body:
    return {
        "text": body.get("text", ""),
        "spans": [
            _span(entity["span"], entity.get("type"), kb_id=entity.get("eid"), score=entity.get("score"))
            for entity in body.get(ENTITIES) or ()
        ],
        "relations": [
            {
                "head_span": _span(each["head"], each.get("head_type")),
                "child_span": _span(each["tail"], each.get("tail_type")),
                "label": each["type"],
            }
            for each in body.get(RELATIONS) or ()
        ],
        "answer": "accept",
        "meta": {"id": name},
    }


WRITER = jsonl(_document, CHARACTERS, ENTITIES, RELATIONS, "loose", IDS, SCORES)
