"""Label Studio's exports: JSON (`annotations` or `predictions` of each task) and JSON-MIN.

    [{"id": 1, "data": {"text": "Tolkien was born."}, "annotations": [{"was_cancelled": false, "result": [
      {"type": "labels", "value": {"start": 0, "end": 7, "text": "Tolkien", "labels": ["PER"]}}]}]}]
    [{"id": 1, "text": "Tolkien was born.", "annotation_id": 5, "label": [
      {"start": 0, "end": 7, "labels": ["PER"]}]}]

    {"type": "relation", "from_id": "a1", "to_id": "b2", "direction": "right", "labels": ["visit"]}

- A region with several labels is a span for each of them. Regions of HTML (`hypertextlabels`) stand at their
  `globalOffsets`. Results that are no spans of a text (choices, relations, …) are counted in a warning.
- Of several annotations of a task the first that was not cancelled counts; the others are counted in a
  warning. A task without one is left out and counted. `predictions` are read where no task of the file has
  annotations (a task without predictions is then a document without spans); of several models, again, the
  first.
- Documents pair by `data.id` or `data.doc_id`, else by the task's `id`, where each has one and no two the
  same. That is Label Studio's own number: where the other side has none of these, texts say which document
  is which (`corpora.pairing`).
- Offsets are characters. Before 2021 they were UTF-16 units: where only these fit the texts of the regions,
  they are converted, and a warning says so. A text that is a link (`/data/…`, `s3://…`) is not there to check
  offsets against.
- A relation with several labels is one for each; one without labels has the type ``""``. `direction` is
  `right` (from `from_id` to `to_id`), `left` (the other way) or `bi` (both: two relations). The type of a
  relation's end is the first label of the region. Only the JSON export has relations.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from nerkit.algorithms.columns import LARGEST
from nerkit.corpora.records import Documents
from nerkit.corpora.spans import Spans
from nerkit.errors import InputError
from nerkit.ground.patterns import regex
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Path, Value, beginning, documents, is_cut, shown
from nerkit.readers.records.document_table import Body, DocumentReading, DocumentTable, Unit, at_id
from nerkit.readers.records.shape import relation_of
from nerkit.readers.spans.span_records import IDS, check_offsets, name_of
from nerkit.readers.spans.span_table import SpanTable, Tally

# a region: start and end in characters, where it stands, itself
Placed = tuple[int, int, Path, dict[str, Any]]
KINDS = ("labels", "hypertextlabels")  # results that are spans of a text
ANNOTATIONS = ("annotations", "completions")  # the second until 2021
RESULTS = (*ANNOTATIONS, "predictions")
OWN = ("globalOffsets", "startOffset", "endOffset", "choices")  # further keys of regions
RELATION, BOTH, LEFT = "relation", "bi", "left"
UNIT = Unit("character")
BASIC = 0xFFFF  # the last character that is one UTF-16 unit
LINK = regex(r"/data/\S*|\w+://\S*")
FORM = (
    'a task is {"id": …, "data": {"text": …}, "annotations": [{"result": […]}]}, or one of a JSON-MIN export'
)


def recognise(head: str) -> bool:
    """True when the first task has data and results, or regions with labels, as JSON-MIN has them."""
    task = beginning(head)
    if not isinstance(task, dict):
        return False
    full = ("data" in task and (is_cut(task) or any(key in task for key in RESULTS))) or any(
        isinstance(task.get(key), list) and _has_result(task[key]) for key in RESULTS
    )
    return full or "annotation_id" in task or any(_is_regions(value) for value in task.values())


def read(sources: Iterable[Source], *, minimum: bool = False) -> Spans:  # noqa: ARG001  (spans have none)
    """All tasks of Label Studio files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON, not a task, or not a span of its
    text.
    """
    sources = list(sources)
    table = SpanTable("text")
    table.keys.know(*OWN, labels=KINDS)
    table.own_ids = True
    seen: set[str] = set()
    for source in sources:
        table.source(source)
        tasks = list(documents(source, FORM))
        key = key_of(tasks)
        for task in tasks:
            body = task.value
            if not isinstance(body, dict):
                task.fail("not a task", remedy=FORM)
            if "data" in body or any(name in body for name in RESULTS):
                _task(task, key, table)
            else:
                _flat_task(task, table, seen)
    return table.spans(sources)


def key_of(tasks: list[Value]) -> str:
    """Which results are read: annotations, unless no task has one."""
    for name in ANNOTATIONS:
        if any(isinstance(task.value, dict) and task.value.get(name) for task in tasks):
            return name
    return "predictions"


def _task(task: Value, key: str, table: SpanTable) -> None:
    """Add a task of the JSON export."""
    body = task.value
    data = body.get("data")
    data = data if isinstance(data, dict) else {}
    annotations = body.get(key) or []
    if not isinstance(annotations, list) or not all(isinstance(each, dict) for each in annotations):
        task.fail(f"{key} are not a list of objects", key, remedy=FORM)
    valid = [place for place, each in enumerate(annotations) if each.get("was_cancelled") is not True]
    table.tally.add("annotation", "cancelled and not read", len(annotations) - len(valid))
    if not valid and key != "predictions":
        table.tally.add("task", "without an annotation left out")
        return
    table.tally.add(key.removesuffix("s"), "after the first of the task not read", max(0, len(valid) - 1))
    text = task_text(data)
    table.document(task_id(data, body), text)
    table.own_ids = table.own_ids and task_id(data, {}) is None
    if valid:
        results = annotations[valid[0]].get("result", [])
        path: Path = (key, valid[0], "result")
        if not isinstance(results, list):
            task.fail("the result is not a list", *path, remedy=FORM)
        _regions(task, _of_result(task, path, results, table), text, table)


def _of_result(
    task: Value, path: Path, results: list[Any], table: SpanTable
) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The regions of a result, and where they stand; other results are counted."""
    for place, result in enumerate(results):
        value = result.get("value") if isinstance(result, dict) else None
        kind = result.get("type") if isinstance(result, dict) else None
        if kind in KINDS and isinstance(value, dict):
            yield (*path, place, "value"), {"score": result.get("score")} | value
        elif isinstance(result, dict):
            table.tally.add("result", f"of the type {shown(kind)} not read (no spans)")
        else:
            task.fail(f"{shown(result)} is not a result", *path, place, remedy=FORM)


def _flat_task(task: Value, table: SpanTable, seen: set[str]) -> None:
    """Add a task of JSON-MIN, where each annotation of a task is an object of its own with the task's id."""
    body = task.value
    name = task_id({}, body)
    lists = [key for key, value in body.items() if _is_regions(value)]
    if name is None and not lists and "annotation_id" not in body:
        task.fail("not a task", remedy=FORM)
    if name is not None and name in seen:
        table.tally.add("annotation", "after the first of the task not read")
        return
    seen |= {name} if name is not None else set()
    text = task_text({key: value for key, value in body.items() if isinstance(value, str)}, only="text")
    table.document(name, text)
    regions = (((key, place), region) for key in lists for place, region in enumerate(body[key]))
    _regions(task, regions, text, table)


def _regions(
    task: Value, regions: Iterable[tuple[Path, dict[str, Any]]], text: str | None, table: SpanTable
) -> None:
    """Add the regions of a task, each with its path."""
    text, placed = placed_regions(task, list(regions), text, table.tally)
    table.texts[-1] = text
    for start, end, path, region in placed:
        surface = region["text"] if isinstance(region.get("text"), str) else None
        part = surface if text is None else text[start:end]
        if text is not None and surface not in (None, part):
            table.tally.add("region", "whose text is not what stands at the offsets")
        score = region.get("score")
        score = score if isinstance(score, int | float) and math.isfinite(score) else None
        labels = labels_of(task, path, region)
        table.keys.see(region, labels[0], part)
        for label in labels:
            table.span(start, end, task.line, type=label, score=score, text=part)


def placed_regions(
    task: Value, regions: Sequence[tuple[Path, dict[str, Any]]], text: str | None, tally: Tally
) -> tuple[str | None, list[Placed]]:
    """The regions of a task, given with their paths, at their characters, and the text that these count."""
    placed: list[Placed] = []
    if any(isinstance(region.get("globalOffsets"), dict) for _, region in regions):
        text = None  # offsets of the text that is shown, which is not the HTML that is here
    places = characters_of_units(text or "")
    for path, region in regions:
        offsets = region.get("globalOffsets")
        at, holder = ((*path, "globalOffsets"), offsets) if isinstance(offsets, dict) else (path, region)
        start, end = holder.get("start"), holder.get("end")
        length = LARGEST if text is None else len(places) - 1
        if not (type(start) is int and type(end) is int and 0 <= start < end <= length):
            check_offsets(task, at, (start, end, length), listed=False)
        placed.append((start, end, path, region))  # type: ignore[arg-type]
    if text is not None and len(places) - 1 > len(text):  # some characters are two units
        placed = _in_characters(task, placed, (text, places), tally)
    return text, placed


def _in_characters(
    task: Value, placed: list[Placed], context: tuple[str, Sequence[int]], tally: Tally
) -> list[Placed]:
    """The regions of a text with characters of two UTF-16 units, converted if their own texts say so."""
    text, places = context
    converted = [(places[start], places[end], path, region) for start, end, path, region in placed]
    if _fits(converted, text) and not _fits(placed, text):
        tally.add("document", "whose offsets were UTF-16 units converted to characters")
        return converted
    for start, end, path, _ in placed:
        if end > len(text):
            check_offsets(task, path, (start, end, len(text)), listed=False)
    return placed


def _fits(placed: Iterable[Placed], text: str) -> bool:
    """Whether the regions' own texts, if they have any, stand at their offsets."""
    texts = [
        (start, end, region["text"])
        for start, end, _, region in placed
        if isinstance(region.get("text"), str)
    ]
    return bool(texts) and all(text[start:end] == surface for start, end, surface in texts)


def characters_of_units(text: str) -> Sequence[int]:
    """The character in which each UTF-16 unit of the text lies, and the end of the text."""
    if not text or ord(max(text)) <= BASIC:
        return range(len(text) + 1)
    places = [place for place, c in enumerate(text) for _ in range(1 + (ord(c) > BASIC))]
    return [*places, len(text)]


def labels_of(task: Value, path: Path, region: dict[str, Any]) -> list[str | None]:
    """The labels of a region; a region without one is a span without type."""
    for kind in KINDS:
        labels = region.get(kind)
        if labels:
            if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
                task.fail(f"the labels {shown(labels)} are not a list of strings", *path, kind, remedy=FORM)
            return list(dict.fromkeys(labels))
    return [None]


def task_text(data: dict[str, Any], only: str | None = None) -> str | None:
    """The text of a task, if it is there and not behind a link: `text`, or the one string among the data."""
    strings = [value for value in data.values() if isinstance(value, str)]
    text = data.get("text", strings[0] if len(strings) == 1 and only is None else None)
    return text if isinstance(text, str) and not LINK.fullmatch(text) else None


def task_id(data: dict[str, Any], body: dict[str, Any]) -> str | None:
    names = [name_of(data.get(key)) for key in IDS] + [name_of(body.get("id"))]
    return next((name for name in names if name is not None), None)


def _has_result(value: list[Any]) -> bool:
    return any(isinstance(item, dict) and "result" in item for item in value)


def _is_regions(value: Any) -> bool:
    """Whether a member of a JSON-MIN task is a list of spans with labels."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(region, dict) and any(isinstance(region.get(kind), list) for kind in KINDS)
            for region in value
        )
    )


def meant_for(head: str) -> str | None:
    """A relation in the beginning says that a file is for `ie`."""
    return "ie" if '"from_id"' in head else None


def read_documents(
    sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any
) -> Documents:
    """The documents of all tasks of Label Studio files.

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
            made = table.attempt(partial(_related, task, annotation, (key, place, "result"), table))
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


def _related(task: Value, annotation: Body, path: Path, table: DocumentTable) -> Body:
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
            reading.no_entity(key, relation.get(key), *path, key, remedy="it is the id of a region")
    head, tail = (regions[relation[key]] for key in ("from_id", "to_id"))
    ways = [(tail, head)] if relation.get("direction") == LEFT else [(head, tail)]
    ways += [(tail, head)] if relation.get("direction") == BOTH else []
    labels = relation.get("labels") or [""]
    if not isinstance(labels, list) or not set(map(type, labels)) <= {str}:
        reading.fail(f"the labels {shown(labels)} are not a list of strings", *path, "labels")
    return [relation_of(label, first, second) for label in dict.fromkeys(labels) for first, second in ways]


READER = Reader(
    recognise, read, Spans, characters=True, others={Documents: read_documents}, meant_for=meant_for
)
