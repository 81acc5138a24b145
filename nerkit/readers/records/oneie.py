"""OneIE's and TextEE's JSONL: entities, relations and events of one sentence or window a line.

    {"doc_id": "d", "wnd_id": "d-0", "tokens": ["Tolkien", "left", "Oxford"],
     "entity_mentions": [{"id": "e1", "entity_type": "PER", "start": 0, "end": 1},
                         {"id": "e2", "entity_type": "LOC", "start": 2, "end": 3}],
     "relation_mentions": [{"relation_type": "visit", "arguments": [
        {"entity_id": "e1", "role": "Arg-1"}, {"entity_id": "e2", "role": "Arg-2"}]}],
     "event_mentions": [{"event_type": "Leave", "trigger": {"start": 1, "end": 2},
                         "arguments": [{"entity_id": "e1", "role": "Who"}]}]}

- One line is one document. Its id is `wnd_id`, else `doc_id/sent_id` (`sent_id` alone where it begins with
  the document's), else `doc_id`.
- Offsets are tokens of the line, ends exclusive.
- An argument is at the place of its entity; one without `entity_id`, or with an entity that is not listed, at
  its own `start` and `end`.
- A relation has two arguments: `Arg-1` is the head and `Arg-2` the tail, else they are in that order.
- `mention_type` of an entity (NAM, NOM or PRO) is that of an argument at its place, too.
- The head of an entity or a trigger is `head`, an object with `start` and `end`.
"""

from typing import Any

from nerkit.readers.json_text import Path
from nerkit.readers.records.document_table import Body, at_id, name_in
from nerkit.readers.records.shape import EntityList, RelationList, Shape, ShapedReading, TokenList

LISTS = ("entity_mentions", "relation_mentions", "event_mentions")
WINDOW = ("wnd_id", "sent_id")
FORM = (
    'a line is {"doc_id": …, "wnd_id": …, "tokens": […], "entity_mentions": […], "relation_mentions": […], '
    '"event_mentions": […]}'
)
TWO = 2  # arguments of a relation


def _name(reading: ShapedReading, body: Body) -> str | None:
    document = name_in(reading, body, ("doc_id", "doc_key"))
    window, sentence = (name_in(reading, body, (key,)) for key in WINDOW)
    if window is not None or sentence is None:
        return document if window is None else window
    return sentence if document is None or sentence.startswith(document) else f"{document}/{sentence}"


def _of_entity(reading: ShapedReading, mention: Body, path: Path) -> Body:
    more: Body = {name: mention[name] for name in ("id", "mention_type") if name in mention}
    return more | _head(reading, mention, path)


def _head(reading: ShapedReading, item: Body, path: Path, name: str = "head") -> Body:
    """The head of an item, as the member *name*, if it has one."""
    if "head" not in item:
        return {}
    head = item["head"]
    if isinstance(head, list):
        return {name: reading.pair(head, *path, "head")}
    reading.record(head, "a head", *path, "head")
    return {name: reading.span(head.get("start"), head.get("end"), *path, "head")}


def _ends(reading: ShapedReading, relation: Body, path: Path) -> tuple[Body, Body]:
    arguments = reading.items(relation, "arguments", *path)
    if len(arguments) != TWO:
        reading.fail(f"a relation of {len(arguments)} arguments", *path, "arguments", remedy="it has two")
    ends = [_argument(reading, each, (*path, "arguments", i)) for i, each in enumerate(arguments)]
    if ends[0]["role"] == "Arg-2" and ends[1]["role"] == "Arg-1":
        ends.reverse()
    for end in ends:
        end["type"] = (at_id(reading.known, end.get("id")) or {}).get("type")
    return ends[0], ends[1]


def events(reading: ShapedReading, body: Body, made: Body, *, triggers: bool = True) -> None:
    """Add the events; *triggers*: whether every one has a trigger."""
    made["events"] = [
        _event(reading, event, (LISTS[2], place), triggers=triggers)
        for place, event in enumerate(reading.items(body, LISTS[2]))
    ]


def _event(reading: ShapedReading, event: Any, path: Path, *, triggers: bool) -> Body:
    reading.record(event, "an event", *path)
    made: Body = {"type": reading.text(event, "event_type", *path), "trigger": None}
    if event.get("id") is not None:
        made["id"] = event["id"]
    trigger, at = event.get("trigger"), (*path, "trigger")
    if trigger is not None or triggers:
        reading.record(trigger, "a trigger", *at)
        made["trigger"] = reading.span(trigger.get("start"), trigger.get("end"), *at)
        made |= _head(reading, trigger, at, "trigger_head")
    made["arguments"] = [
        _argument(reading, each, (*path, "arguments", place))
        for place, each in enumerate(reading.items(event, "arguments", *path))
    ]
    return made


def _argument(reading: ShapedReading, argument: Any, path: Path) -> Body:
    if not isinstance(argument, dict):
        reading.record(argument, "an argument", *path)
    name = argument.get("entity_id")
    entity = at_id(reading.known, name)
    made: Body = {"role": reading.text(argument, "role", *path)}
    if entity is not None:
        made |= {"span": entity["span"], "id": name}
        return made | {key: entity[key] for key in ("head", "mention_type") if key in entity}
    if "start" not in argument and "end" not in argument:
        remedy = "an argument has the id of one of the entities, or start and end of its own"
        if name is not None:
            reading.no_entity("entity_id", name, *path, "entity_id", remedy=remedy)
        reading.fail("an argument without place", *path, remedy=remedy)
    made["span"] = reading.span(argument.get("start"), argument.get("end"), *path)
    return made | _head(reading, argument, path)


SHAPE = Shape(
    "oneie",
    TokenList("tokens", needed=False),
    _name,
    [EntityList(LISTS[0], "an entity", "entity_type", id="id", needed=False, more=_of_entity)],
    RelationList(LISTS[1], "a relation", "relation_type", _ends),
    form=FORM,
    further=events,
)
READER = SHAPE.reader(clusters=True)
