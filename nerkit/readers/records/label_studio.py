"""Relations of Label Studio's exports, with the regions that they are between.

    {"type": "relation", "from_id": "a1", "to_id": "b2", "direction": "right", "labels": ["visit"]}

- A relation with several labels is one for each; one without labels has the type ``""``. `direction` is
  `right` (from `from_id` to `to_id`), `left` (the other way) or `bi` (both: two relations).
- A region with several labels is an entity for each, and the type of a relation's end is the first.
- Which annotation of a task counts, what is a region, and which unit offsets have, is as
  `readers.spans.label_studio` says; only the JSON export has relations.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from nerkit.corpora.records import Documents
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers.json_text import Path, Value, documents, shown
from nerkit.readers.records.document_table import Body, DocumentReading, DocumentTable, Unit, at_id
from nerkit.readers.records.shape import relation_of
from nerkit.readers.spans.label_studio import (
    FORM,
    KINDS,
    key_of,
    labels_of,
    placed_regions,
    task_id,
    task_text,
)

UNIT = Unit("character")
MAKES = Documents
RELATION, BOTH, LEFT = "relation", "bi", "left"


def meant_for(head: str) -> str | None:
    """A relation in the beginning says that a file is for `ie`."""
    return "ie" if '"from_id"' in head else None


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All tasks of the files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON, not a task, offsets outside the text,
    and a relation of a region that is not there.
    """
    table = DocumentTable("label-studio", characters=True, refused=refused)
    sources = list(sources)
    for source in sources:
        first = len(table.ids)
        tasks = list(documents(source, FORM))
        key = key_of(tasks)
        for task in tasks:
            body = task.value
            if not isinstance(body, dict) or not isinstance(body.get("data", {}), dict):
                task.fail("not a task", remedy=FORM)
            listed = body.get(key) or []
            if not isinstance(listed, list):
                task.fail(f"{key} is {shown(listed)}, not a list", key, remedy=FORM)
            annotations = [each for each in enumerate(listed) if _is_valid(task, each[1])]
            if not annotations:
                table.tally.add("task", "without an annotation left out")
                continue
            table.tally.add("annotation", "after the first of the task not read", len(annotations) - 1)
            place, annotation = annotations[0]
            made = table.attempt(partial(_document, task, annotation, (key, place, "result"), table))
            if made is None:
                continue
            table.add(task_id(body.get("data", {}), body), made, task)
        table.finish(source, first)
    return table.documents(sources)


def _is_valid(task: Value, annotation: Any) -> bool:
    """Whether an annotation counts."""
    if not isinstance(annotation, dict):
        task.fail("annotations are not a list of objects", remedy=FORM)
    return annotation.get("was_cancelled") is not True


def _document(task: Value, annotation: Body, path: Path, table: DocumentTable) -> Body:
    text = task_text(task.value.get("data", {}))
    reading = DocumentReading(task, FORM, UNIT)
    results = annotation.get("result") or []
    if not isinstance(results, list):
        reading.fail("the result is not a list", *path)
    listed: list[tuple[Path, Body]] = []
    for place, result in enumerate(results):
        kind = reading.record(result, "a result", *path, place).get("type")
        if kind in KINDS and isinstance(result.get("value"), dict):
            listed.append(((*path, place, "value"), result["value"]))
        elif kind != RELATION:
            table.tally.add("result", f"of the type {shown(kind)} not read")
    text, placed = placed_regions(task, listed, text, table.tally)
    regions: dict[Any, Body] = {}
    made: Body = {"entities": [], "relations": []}
    for start, end, at, region in placed:
        several = [{"type": label, "span": [start, end]} for label in labels_of(task, at, region)]
        made["entities"] += several
        name = task.part(*at[:-1]).get("id")
        if isinstance(name, str | int):
            regions[name] = several[0]
    for place, result in enumerate(results):
        if result.get("type") == RELATION:
            made["relations"] += _relations(reading, result, regions, (*path, place))
    return made if text is None else {"text": text, **made}


def _relations(reading: DocumentReading, relation: Body, regions: dict[Any, Body], path: Path) -> list[Body]:
    """The relations of a result: one for each label, and each direction."""
    for key in ("from_id", "to_id"):
        if at_id(regions, relation.get(key)) is None:
            problem = f"{key} {shown(relation.get(key))} is no region of the annotation"
            reading.fail(
                problem, *path, *((key,) if key in relation else ()), remedy="it is the id of a region"
            )
    head, tail = (regions[relation[key]] for key in ("from_id", "to_id"))
    ways = [(tail, head)] if relation.get("direction") == LEFT else [(head, tail)]
    ways += [(tail, head)] if relation.get("direction") == BOTH else []
    labels = relation.get("labels") or [""]
    if not isinstance(labels, list) or not set(map(type, labels)) <= {str}:
        reading.fail(f"the labels {shown(labels)} are not a list of strings", *path, "labels")
    return [relation_of(label, first, second) for label in dict.fromkeys(labels) for first, second in ways]
