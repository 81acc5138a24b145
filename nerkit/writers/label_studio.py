"""Write Label Studio's JSON export: a list of tasks with one annotation each."""

from collections.abc import Iterator
from dataclasses import replace

from nerkit.corpora.records import Documents
from nerkit.writers.format import CHARACTERS
from nerkit.writers.record_parts import (
    ENTITIES,
    RELATIONS,
    SCORES,
    Body,
    items_of,
    json_writer,
    numbered_entities,
    without,
)

REGION = {"type": "labels", "from_name": "label", "to_name": "text"}


def _document(name: str, body: Body) -> Body:
    entities, places = numbered_entities(body)
    text = body.get("text", "")
    results = [_region(f"e{i}", each, text) for i, each in enumerate(entities)]
    results += [
        {
            "type": "relation",
            "from_id": f"e{places[tuple(each['head'])]}",
            "to_id": f"e{places[tuple(each['tail'])]}",
            "direction": "right",
            "labels": [each["type"]],
        }
        for each in items_of(body, RELATIONS)
    ]
    data = {"text": text} | ({"id": name} if name else {})
    return {"data": data, "annotations": [{"was_cancelled": False, "result": results}]}


def _region(name: str, entity: Body, text: str) -> Body:
    start, end = entity["span"]
    labels = [entity["type"]] if entity.get("type") else []
    return {
        "id": name,
        **REGION,
        **without({"score": entity.get("score")}),
        "value": {"start": start, "end": end, "text": text[start:end], "labels": labels},
    }


def write(documents: Documents) -> Iterator[str]:
    """The list of tasks; tasks have no ids if documents have none, because Label Studio numbers tasks."""
    names = documents.documents if documents.named else [""] * len(documents)
    yield from TASKS.write(replace(documents, documents=names))


TASKS = json_writer(_document, CHARACTERS, ENTITIES, RELATIONS, SCORES, lines=False)
WRITER = replace(TASKS, write=write)
