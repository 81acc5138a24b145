"""Label Studio's exports: JSON (`annotations` or `predictions` of each task) and JSON-MIN.

    [{"id": 1, "data": {"text": "Tolkien was born."}, "annotations": [{"was_cancelled": false, "result": [
      {"type": "labels", "value": {"start": 0, "end": 7, "text": "Tolkien", "labels": ["PER"]}}]}]}]
    [{"id": 1, "text": "Tolkien was born.", "annotation_id": 5, "label": [
      {"start": 0, "end": 7, "labels": ["PER"]}]}]

- A region with several labels is a span for each of them. Regions of HTML (`hypertextlabels`) stand at their
  `globalOffsets`. Results that are no spans of a text (choices, relations, …) are counted in a warning.
- Of several annotations of a task the first that was not cancelled counts; the others are counted in a
  warning. A task without one is left out and counted. `predictions` are read where no task of the file has
  annotations (a task without predictions is then a document without spans); of several models, again, the
  first.
- Documents pair by `data.id` or `data.doc_id`, else by the task's `id`, where each has one and no two the
  same. That is Label Studio's own number: where the other side has none of these, texts say which document
  is which (`corpora.same_texts`).
- Offsets are characters. Before 2021 they were UTF-16 units: where only these fit the texts of the regions,
  they are converted, and a warning says so. A text that is a link (`/data/…`, `s3://…`) is not there to check
  offsets against.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from nerkit.algorithms.columns import LARGEST
from nerkit.corpora.spans import Spans
from nerkit.ground.patterns import regex
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Path, Value, beginning, documents, is_cut, shown
from nerkit.readers.spans.span_records import IDS, check_offsets, name_of
from nerkit.readers.spans.span_table import SpanTable, Tally

Placed = tuple[
    int, int, Path, dict[str, Any]
]  # a region: start and end in characters, where it stands, itself
KINDS = ("labels", "hypertextlabels")  # results that are spans of a text
ANNOTATIONS = ("annotations", "completions")  # the second until 2021
RESULTS = (*ANNOTATIONS, "predictions")
OWN = ("globalOffsets", "startOffset", "endOffset", "choices")  # further keys of regions
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
    """All tasks of the files as one corpus.

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
    task: Value,
    placed: list[Placed],
    context: tuple[str, Sequence[int]],
    tally: Tally,
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


READER = Reader(recognise, read, Spans, characters=True)
