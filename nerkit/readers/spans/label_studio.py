"""Label Studio's exports: JSON (`annotations` or `predictions` of each task) and JSON-MIN.

    [{"id": 1, "data": {"text": "Tolkien was born."}, "annotations": [{"was_cancelled": false, "result": [
      {"type": "labels", "value": {"start": 0, "end": 7, "text": "Tolkien", "labels": ["PER"]}}]}]}]
    [{"id": 1, "text": "Tolkien was born.", "annotation_id": 5, "label": [
      {"start": 0, "end": 7, "labels": ["PER"]}]}]

    {"type": "relation", "from_id": "a1", "to_id": "b2", "direction": "right", "labels": ["visit"]}

- A region with several labels is one span per label. Regions of HTML (`hypertextlabels`) have
  `globalOffsets`. A warning counts other results (choices, relations, …).
- If a task has several annotations, nerkit reads the first annotation that was not cancelled, and a warning
  counts the rest. A task without annotations is left out and counted. If no task of the file has annotations,
  nerkit reads the `predictions` of the first model. A task without predictions is then a document without
  spans.
- Documents are paired by `data.id` or `data.doc_id`, or by the task's `id`, if every document has a unique
  id. The task's `id` is a number that Label Studio assigns. If the other side lacks these numbers, documents
  are paired by text (`corpora.pairing`).
- Offsets count characters. Before 2021, Label Studio counted UTF-16 units. If only UTF-16 units fit the texts
  of the regions, nerkit converts the offsets and warns. If the text is a link (`/data/…`, `s3://…`), nerkit
  does not check offsets.
- A relation with several labels is one relation per label. A relation without labels has the type
  ``""``. `direction` is `right` (from `from_id` to `to_id`), `left` (from `to_id` to `from_id`) or `bi` (two
  relations). The type of a relation's end is the first label of the region. Only the JSON export has
  relations.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from nerkit.algorithms.columns import LARGEST
from nerkit.corpora.records import Documents
from nerkit.corpora.spans import Spans
from nerkit.ground.meant import in_own_unit
from nerkit.ground.patterns import regex
from nerkit.io import Source
from nerkit.readers.conditions import condition
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Path, Value, documents, shown
from nerkit.readers.records.document_table import (
    Body,
    DocumentRead,
    DocumentReading,
    DocumentTable,
    Unit,
    at_id,
)
from nerkit.readers.records.shape import Shape, relation_of
from nerkit.readers.sample import Sample
from nerkit.readers.spans.span_records import id_in, name_of
from nerkit.readers.spans.span_table import ReadingTable, Tally
from nerkit.readers.unread import check

# a region: its start and end in characters, its path in the task, and its JSON object
Placed = tuple[int, int, Path, Body]
KINDS = ("labels", "hypertextlabels")  # results that are spans of a text
ANNOTATIONS = ("annotations", "completions")  # `completions` until 2021
RESULTS = (*ANNOTATIONS, "predictions")
OWN = ("globalOffsets", "startOffset", "endOffset", "choices")  # further keys of regions
RELATION, BOTH, LEFT = "relation", "bi", "left"
UNIT = Unit("character")
BASIC = 0xFFFF  # the last character that is one UTF-16 unit
# a list of regions with labels in a JSON-MIN task
IS_REGIONS = condition("[any ...] [* {labels:[...] | hypertextlabels:[...]}]")
LINK = regex(r"/data/\S*|\w+://\S*")
FORM = (
    'a task is {"id": …, "data": {"text": …}, "annotations": [{"result": […]}]}, or one of a JSON-MIN export'
)


class TaskShape(Shape):
    """The shape of Label Studio's tasks: regions for spans, or regions and relations for records."""

    def each(self, source: Source, table: ReadingTable) -> Iterator[DocumentRead]:
        """Read the tasks of a file: their annotations, or their predictions if no task has annotations."""
        tasks = list(documents(source, FORM))
        bodies = [task.value for task in tasks if isinstance(task.value, dict)]
        key = next((name for name in ANNOTATIONS if any(body.get(name) for body in bodies)), "predictions")
        table.own_ids = table.own_ids or not table.ids
        if not is_related(table):
            table.keys.know(*OWN, labels=KINDS)
        for task in tasks:
            made = table.attempt(partial(_task, task, key, table))
            if made is not None:
                yield made


def is_related(table: ReadingTable) -> bool:
    """Whether the table holds records, so that relations are read, too."""
    return isinstance(table, DocumentTable)


def _task(task: Value, key: str, table: ReadingTable) -> DocumentRead | None:
    """Read a task of either export; None if the task is left out."""
    body, related = task.value, is_related(table)
    if not isinstance(body, dict) or (related and not isinstance(body.get("data", {}), dict)):
        task.fail("not a task", remedy=FORM)
    if not related:
        if "data" not in body and not any(name in body for name in RESULTS):
            return _flat_task(task, table)
        check(task, "label-studio", RESULTS)
    data = body.get("data")
    data = data if isinstance(data, dict) else {}
    listed = body.get(key) or []
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        task.fail(f"{key} must be a list of objects", key, remedy=FORM)
    valid = [place for place, each in enumerate(listed) if each.get("was_cancelled") is not True]
    if not related:
        table.tally.add("annotation", "cancelled and not read", len(listed) - len(valid))
    if not valid and (related or key != "predictions"):
        table.tally.add("task", "without an annotation left out")
        return None
    noun = "annotation" if related else key.removesuffix("s")
    table.tally.add(noun, "after the first of the task not read", max(0, len(valid) - 1))
    table.own_ids = table.own_ids and id_in(data) is None
    path: Path = (key, *valid[:1], "result")
    results = listed[valid[0]].get("result", None if related else []) if valid else []
    if related:
        results = results or []
    regions = _of_result(task, path, results, table.tally, related=related)
    made, known = _regions(task, regions, _text(data), table)
    if related:
        reading = DocumentReading(task, FORM, UNIT)
        made["relations"] = [
            relation
            for place, result in enumerate(results)
            if result.get("type") == RELATION
            for relation in _relations(reading, result, known, (*path, place))
        ]
    return DocumentRead(id_in(data) or name_of(body.get("id")), made, task)


def _of_result(
    task: Value, path: Path, results: Any, tally: Tally, *, related: bool = False
) -> Iterator[tuple[Path, Body]]:
    """The path and the JSON object of each region in a result.

    The tally counts other results, except for relations if they are read (*related*).
    """
    if not isinstance(results, list):
        task.fail("the result must be a list", *path, remedy=FORM)
    for place, result in enumerate(results):
        if not isinstance(result, dict):
            task.fail(f"{shown(result)} is not a result", *path, place, remedy=FORM)
        value, kind = result.get("value"), result.get("type")
        if kind in KINDS and isinstance(value, dict):
            yield (*path, place, "value"), {"score": result.get("score")} | value
        elif not (related and kind == RELATION):
            tally.add("result", f"of the type {shown(kind)} not read{'' if related else ' (no spans)'}")


def _flat_task(task: Value, table: ReadingTable) -> DocumentRead | None:
    """Read an object of a JSON-MIN export; None if an earlier object has the same task id.

    In JSON-MIN, each annotation of a task is a separate object with the id of the task.
    """
    body, seen = task.value, table.of_all
    name = name_of(body.get("id"))
    lists = [key for key, value in body.items() if IS_REGIONS(value)]
    if name is None and not lists and "annotation_id" not in body:
        task.fail("not a task", remedy=FORM)
    if seen.get(name):
        table.tally.add("annotation", "after the first of the task not read")
        return None
    seen[name] = name is not None
    regions = (((key, place), region) for key in lists for place, region in enumerate(body[key]))
    made, _ = _regions(task, regions, _not_link(body.get("text")), table)
    return DocumentRead(name, made)


def _regions(
    task: Value, regions: Iterable[tuple[Path, Body]], text: str | None, table: ReadingTable
) -> tuple[Body, dict[Any, Body]]:
    """A document record with the regions of a task, and id -> entity for the regions that have an id.

    *regions* has the path and the JSON object of each region.
    """
    text, placed = _placed(task, list(regions), text, table.tally)
    entities, known = list[Body](), dict[Any, Body]()
    for start, end, path, region in placed:
        labels = _labels(task, path, region) or [None]
        several: list[Body] = [{"type": label, "span": [start, end]} for label in labels]
        entities += several
        if is_related(table):
            name = task.part(*path[:-1]).get("id")
            if isinstance(name, str | int):
                known[name] = several[0]
            continue
        surface = region["text"] if isinstance(region.get("text"), str) else None
        part = surface if text is None else text[start:end]
        if text is not None and surface not in (None, part):
            table.tally.add("region", "whose text differs from the text at the offsets")
        score = region.get("score")
        score = score if isinstance(score, int | float) and math.isfinite(score) else None
        table.keys.see(region, labels[0], part)
        for entity in several:
            entity |= {"line": task.line, "score": score, "text": part}
    return {**({} if text is None else {"text": text}), "entities": entities}, known


def _placed(
    task: Value, regions: Sequence[tuple[Path, Body]], text: str | None, tally: Tally
) -> tuple[str | None, list[Placed]]:
    """The text that offsets count, or None, and the regions of a task with offsets in characters."""
    placed: list[Placed] = []
    if any(isinstance(region.get("globalOffsets"), dict) for _, region in regions):
        text = None  # these offsets count the displayed text, but the task has only the HTML
    places = characters_of_units(text or "")
    reading = DocumentReading(task, FORM, UNIT, LARGEST if text is None else len(places) - 1)
    for path, region in regions:
        offsets = region.get("globalOffsets")
        at, holder = ((*path, "globalOffsets"), offsets) if isinstance(offsets, dict) else (path, region)
        start, end = reading.span(holder.get("start"), holder.get("end"), *at)
        placed.append((start, end, path, region))
    if text is None or len(places) - 1 == len(text) or not in_own_unit():
        return text, placed
    # some characters are two UTF-16 units; offsets count units if only units fit the texts of the regions
    converted = [(places[start], places[end], path, region) for start, end, path, region in placed]
    if _fits(converted, text) and not _fits(placed, text):
        tally.add("document", "whose offsets were UTF-16 units converted to characters")
        return text, converted
    reading.size = len(text)
    for start, end, path, _ in placed:
        reading.span(start, end - reading.unit.after, *path)
    return text, placed


def _fits(placed: Iterable[Placed], text: str) -> bool:
    """Whether the texts of the regions, if any, match their offsets."""
    own = [
        region["text"] == text[start:end]
        for start, end, _, region in placed
        if isinstance(region.get("text"), str)
    ]
    return bool(own) and all(own)


def characters_of_units(text: str) -> Sequence[int]:
    """The 0-based character of each UTF-16 unit of a text, and the length of the text as last element."""
    if not text or ord(max(text)) <= BASIC:
        return range(len(text) + 1)
    places = [place for place, c in enumerate(text) for _ in range(1 + (ord(c) > BASIC))]
    return [*places, len(text)]


def _labels(task: Value, path: Path, holder: Body, keys: Sequence[str] = KINDS) -> list[str | None]:
    """The distinct labels of a region or relation, from the first of *keys* with labels; empty if none."""
    for key in keys:
        labels = holder.get(key)
        if labels:
            if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
                task.fail(f"the labels {shown(labels)} are not a list of strings", *path, key, remedy=FORM)
            return list(dict.fromkeys(labels))
    return []


def _text(data: Body) -> str | None:
    """The text of a task: `text`, or the only string in its data; None if it is missing or a link."""
    strings = [value for value in data.values() if isinstance(value, str)]
    return _not_link(data.get("text", strings[0] if len(strings) == 1 else None))


def _not_link(text: Any) -> str | None:
    return text if isinstance(text, str) and not LINK.fullmatch(text) else None


def meant_for(sample: Sample) -> str | None:
    """The task for a file: `ie` if its first text has a relation, otherwise None."""
    return "ie" if '"from_id"' in sample.text else None


def _relations(reading: DocumentReading, relation: Body, regions: dict[Any, Body], path: Path) -> list[Body]:
    """The relations of a result: one relation per label and direction."""
    for key in ("from_id", "to_id"):
        if at_id(regions, relation.get(key)) is None:
            reading.no_entity(
                key, relation.get(key), *path, key, remedy="the value must be the id of a region"
            )
    head, tail = (regions[relation[key]] for key in ("from_id", "to_id"))
    ways = [(tail, head)] if relation.get("direction") == LEFT else [(head, tail)]
    ways += [(tail, head)] if relation.get("direction") == BOTH else []
    labels = _labels(reading.value, path, relation, ("labels",)) or [""]
    return [relation_of(label, first, second) for label in labels for first, second in ways]


SHAPE = TaskShape("label-studio", unit=UNIT, form=FORM)
READER = Reader(SHAPE.spans, Spans, characters=True, others={Documents: SHAPE.read}, meant_for=meant_for)
