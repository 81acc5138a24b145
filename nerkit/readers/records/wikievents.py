"""WikiEvents' JSONL (gen-arg): entities and events of one document a line.

    {"doc_id": "d", "tokens": ["Tolkien", "left", "Oxford"], "sentences": […],
     "entity_mentions": [{"id": "d-T1", "entity_type": "PER", "start": 0, "end": 1}],
     "event_mentions": [{"id": "d-E1", "event_type": "Leave", "trigger": {"start": 1, "end": 2},
                         "arguments": [{"entity_id": "d-T1", "role": "Who"}]}],
     "clusters": [[0, 0, "c1"], [2, 2, "c1"]]}

- Everything as in OneIE's lines, but for a whole document; triggers may be missing, as events have ids.
- `clusters` is no part of the distributed files: `[start, end, name]` with **inclusive** ends, or a list of
  lists of ids of entities. The distributed file of clusters, `{"doc_key": "d", "clusters": [["d-T1", …]]}`,
  is named by an option of its own.
- An argument that ends where it starts covers nothing and equals nothing but such another one: it counts, as
  in gen-arg, and a warning says how many there are.
"""

from dataclasses import replace
from typing import Any

from nerkit.readers.json_text import Path, shown
from nerkit.readers.records import oneie
from nerkit.readers.records.document_table import Body, at_id, name_in
from nerkit.readers.records.shape import ShapedReading

FORM = (
    'a line is {"doc_id": …, "tokens": […], "entity_mentions": […], "event_mentions": [{"id": …, '
    '"event_type": …, "arguments": […]}]}'
)


class _Tolerant(ShapedReading):
    """A document in which spans of nothing are counted."""

    nothing = 0

    def span(
        self, start: Any, end: Any, *path: str | int, first: Any = "start", last: Any = "end"
    ) -> list[int]:
        if type(start) is int and start == end and "arguments" in path and 0 <= start <= self.size:
            self.nothing += 1
            return [start, end]
        return super().span(start, end, *path, first=first, last=last)


def _further(reading: Any, body: Body, made: Body) -> None:
    oneie.events(reading, body, made, triggers=False)
    for place, event in enumerate(body.get("event_mentions") or ()):
        if name_in(reading, event, ("id",)) is None:
            remedy = "events are paired by their ids"
            reading.fail("an event without id", "event_mentions", place, remedy=remedy)
    if "clusters" in body:
        made["clusters"] = _clusters(reading, body["clusters"])
    reading.table.tally.add("argument", "that covers nothing (counted)", reading.nothing)


def _clusters(reading: ShapedReading, listed: Any) -> list[list[list[int]]]:
    by_name: dict[Any, list[list[int]]] = {}
    if not isinstance(listed, list):
        reading.fail(f"clusters is {shown(listed)}, not a list", "clusters")
    for place, item in enumerate(listed):
        if not isinstance(item, list) or not item:
            reading.fail("an entity without mentions", "clusters", place)
        if isinstance(item[0], str):
            by_name[place] = [_of_id(reading, name, ("clusters", place, i)) for i, name in enumerate(item)]
            continue
        if len(item) != 3 or not type(item[0]) is type(item[1]) is int:
            reading.fail(f"{shown(item)} is not [start, end, name of a cluster]", "clusters", place)
        if not isinstance(item[2], str | int):
            reading.fail(f"the name {shown(item[2])} is neither text nor an integer", "clusters", place, 2)
        span = reading.span(item[0], item[1] + 1, "clusters", place, first=0, last=1)
        by_name.setdefault(item[2], []).append(span)
    return list(by_name.values())


def _of_id(reading: ShapedReading, name: Any, path: Path) -> list[int]:
    entity = at_id(reading.known, name)
    if entity is None:
        reading.no_entity("mention", name, *path, remedy="it is the id of an entity")
    span: list[int] = entity["span"]
    return span


SHAPE = replace(
    oneie.SHAPE, name="wikievents", ids=("doc_id", "doc_key"), form=FORM, further=_further, reading=_Tolerant
)
READER = SHAPE.reader(clusters=True)
