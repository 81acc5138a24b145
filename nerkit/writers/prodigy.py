"""Prodigy's JSONL, a task a line with spans and relations, all of them accepted."""

from nerkit.corpora.records import Documents
from nerkit.writers.format import CHARACTERS, Writer
from nerkit.writers.record_parts import ENTITIES, RELATIONS, Body, jsonl, without


def _span(span: list[int], label: str | None) -> Body:
    return without({"start": span[0], "end": span[1], "label": label})


def _document(name: str, body: Body) -> Body:
    return {
        "text": body.get("text", ""),
        "spans": [_span(entity["span"], entity.get("type")) for entity in body.get(ENTITIES) or ()],
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


write = jsonl(_document)
WRITER = Writer(write, takes=Documents, holds=frozenset((ENTITIES, RELATIONS, "loose")), unit=CHARACTERS)
