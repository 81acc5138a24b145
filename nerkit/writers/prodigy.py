"""Write Prodigy's JSONL, one accepted task per line, with spans and relations."""

from nerkit.writers.format import CHARACTERS
from nerkit.writers.record_parts import ENTITIES, IDS, RELATIONS, SCORES, Body, items_of, json_writer
from nerkit.writers.spacy import span_of


def _document(name: str, body: Body) -> Body:
    ends = {"head_span": "head", "child_span": "tail"}
    return {
        "text": body.get("text", ""),
        "spans": [span_of(each["span"], each.get("type"), each) for each in items_of(body, ENTITIES)],
        "relations": [
            {key: span_of(each[end], each.get(f"{end}_type"), {}) for key, end in ends.items()}
            | {"label": each["type"]}
            for each in items_of(body, RELATIONS)
        ],
        "answer": "accept",
        "meta": {"id": name},
    }


WRITER = json_writer(_document, CHARACTERS, ENTITIES, RELATIONS, "loose", IDS, SCORES)
