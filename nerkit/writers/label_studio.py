"""Label Studio's JSON export: one list of tasks, each with one annotation."""

from collections.abc import Iterator
from dataclasses import replace

from nerkit.corpora.records import Documents
from nerkit.writers.format import CHARACTERS
from nerkit.writers.record_parts import ENTITIES, RELATIONS, SCORES, Body, array, numbered_entities, without


def _document(name: str, body: Body) -> Body:
    entities, places = numbered_entities(body)
    text = body.get("text", "")
    regions = [
        {
            "id": f"e{i}",
            "type": "labels",
            "from_name": "label",
            "to_name": "text",
            **without({"score": each.get("score")}),
            "value": {
                "start": each["span"][0],
                "end": each["span"][1],
                "text": text[each["span"][0] : each["span"][1]],
                "labels": [each["type"]] if each.get("type") else [],
            },
        }
        for i, each in enumerate(entities)
    ]
    relations = [
        {
            "type": "relation",
            "from_id": f"e{places[tuple(each['head'])]}",
            "to_id": f"e{places[tuple(each['tail'])]}",
            "direction": "right",
            "labels": [each["type"]],
        }
        for each in body.get(RELATIONS) or ()
    ]
    data = {"text": text} | ({"id": name} if name else {})
    return {"data": data, "annotations": [{"was_cancelled": False, "result": [*regions, *relations]}]}


def write(documents: Documents) -> Iterator[str]:
    """The tasks; documents without ids have none, as the tool numbers tasks itself."""
    names = documents.documents if documents.named else [""] * len(documents)
    yield from TASKS.write(replace(documents, documents=names))


TASKS = array(_document, CHARACTERS, ENTITIES, RELATIONS, SCORES)
WRITER = replace(TASKS, write=write)
