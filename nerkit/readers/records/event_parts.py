"""Parts of a shape besides entities and relations: events, clusters, and lists that nerkit only counts.

    EventObjects("event_mentions", "event_type")    {"event_type": "Leave", "trigger": {"start": 1, "end": 2}}
    EventLists("events")                            [[1, "Leave"], [0, 0, "Who"]], a trigger and arguments
    LinkedEvents(triggers, "links", "predictions")  [[1, 1], [0, 0], "Who"], places of trigger and argument
    ClusterLists("clusters")                        [[0, 0], [2, 2]], the mentions of an entity
    NamedMentions("clusters")                       [0, 0, "a name"], a mention and its entity
    Unread("relations", "relation")

Each part reads its list, and adds `events` or `clusters` to the document.
"""

import re
from dataclasses import field
from typing import Any

from nerkit.corpora.records import SENTENCES
from nerkit.ground.records import record
from nerkit.readers.json_text import Path, shown
from nerkit.readers.records.document_table import Body, at_id, name_in
from nerkit.readers.records.shape import EntityList, ItemList, Shape, ShapedReading

PREDICTED = "predicted_"  # prefix of the keys of predictions, which replace the other lists
TRIGGER = "write a trigger as [token, type], the first item of its event"
MISSING = "the trigger of every link must be in {}"
TWO = 2  # arguments of a relation


def by_sentence(reading: ShapedReading, body: Body, name: str) -> list[tuple[Path, list[Any]]]:
    """The items of all sentences with their paths. InputError if an item is not a list."""
    key = key_of(body, name)
    items: list[tuple[Path, list[Any]]] = []
    for sentence, listed in enumerate(reading.items(body, key)):
        reading.need(isinstance(listed, list), listed, f"a list of the {name} of a sentence", key, sentence)
        for place, item in enumerate(listed):
            reading.need(isinstance(item, list), item, f"an item of {name}", key, sentence, place)
            items.append(((key, sentence, place), item))
    return items


def key_of(body: Body, name: str) -> str:
    """The key of the predicted list *name* if the document has predictions, otherwise *name*."""
    return PREDICTED + name if PREDICTED + name in body else name


@record(frozen=True)
class ArgumentList:
    """A list of argument objects of an event or a relation.

    key     the key of the list
    role    the key of the role
    entity  the key of the entity id; an argument without an entity id has offsets of its own
    """

    key: str = "arguments"
    role: str = "role"
    entity: str = "entity_id"

    def read(self, reading: ShapedReading, item: Body, path: Path) -> list[Body]:
        """The arguments of an item with their spans. An argument gets the id and the head of its entity."""
        return [
            self._argument(reading, each, (*path, self.key, place))
            for place, each in enumerate(reading.items(item, self.key, *path))
        ]

    def _argument(self, reading: ShapedReading, argument: Any, path: Path) -> Body:
        if not isinstance(argument, dict):
            reading.record(argument, "an argument", *path)
        name = argument.get(self.entity)
        entity = at_id(reading.known, name)
        made: Body = {"role": reading.text(argument, self.role, *path)}
        if entity is not None:
            made |= {"span": entity["span"], "id": name}
            return made | {key: entity[key] for key in ("head", "mention_type") if key in entity}
        if "start" not in argument and "end" not in argument:
            remedy = "give an argument the id of an entity, or its own start and end"
            if name is not None:
                reading.no_entity(self.entity, name, *path, self.entity, remedy=remedy)
            reading.fail("an argument without place", *path, remedy=remedy)
        made["span"] = reading.span(argument.get("start"), argument.get("end"), *path)
        return made | reading.head(argument, path)


@record(frozen=True)
class TwoRoles:
    """Finds the head and the tail of a relation among its two arguments: by their roles, otherwise by
    their order.
    """

    arguments: ArgumentList = ArgumentList()
    head: str = "Arg-1"
    tail: str = "Arg-2"

    def __call__(self, reading: ShapedReading, relation: Body, path: Path) -> tuple[Body, Body]:
        """The arguments at head and tail, each with the type of its entity."""
        key = self.arguments.key
        if (count := len(reading.items(relation, key, *path))) != TWO:
            reading.fail(
                f"a relation of {count} arguments", *path, key, remedy="a relation has two arguments"
            )
        first, second = self.arguments.read(reading, relation, path)
        for end in (first, second):
            end["type"] = (at_id(reading.known, end.get("id")) or {}).get("type")
        turned = first["role"] == self.tail and second["role"] == self.head
        return (second, first) if turned else (first, second)


@record(frozen=True)
class EventObjects:
    """Events as objects with a trigger and arguments. If *named*, events need an id but no trigger."""

    key: str
    label: str
    arguments: ArgumentList = ArgumentList()
    named: bool = False
    name: str = "{document}-E{number}"  # the written id of an event without an id

    def read(self, reading: ShapedReading, body: Body, made: Body) -> None:
        """Read the event objects into the `events` of the document."""
        listed = reading.items(body, self.key)
        made["events"] = [self._event(reading, each, (self.key, i)) for i, each in enumerate(listed)]
        for place, event in enumerate(listed if self.named else ()):
            if name_in(reading, event, ("id",)) is None:
                reading.fail("an event without id", self.key, place, remedy="events are paired by their ids")

    def _event(self, reading: ShapedReading, event: Any, path: Path) -> Body:
        reading.record(event, "an event", *path)
        made: Body = {"type": reading.text(event, self.label, *path), "trigger": None}
        if event.get("id") is not None:
            made["id"] = event["id"]
        trigger, at = event.get("trigger"), (*path, "trigger")
        if trigger is not None or not self.named:
            reading.record(trigger, "a trigger", *at)
            made["trigger"] = reading.span(trigger.get("start"), trigger.get("end"), *at)
            made |= reading.head(trigger, at, "trigger_head")
        return made | {"arguments": self.arguments.read(reading, event, path)}


@record(frozen=True)
class EventLists:
    """Events as lists: a trigger `[token, type]` or `[start, end, type]`, then arguments of the form
    *item*.
    """

    key: str
    item: EntityList

    def read(self, reading: ShapedReading, body: Body, made: Body) -> None:
        """Read the events. Also count the gold items beside predicted items."""
        items = reading.shape.items(reading, body, self.key)
        made["events"] = [self._event(reading, item, path) for path, item in items]
        own = {
            name: sum(map(len, body[name]))
            for name in lists_of(reading.shape)
            if key_of(body, name) != name and _is_listed(body.get(name))
        }
        if own:
            made["own_gold"] = own

    def _event(self, reading: ShapedReading, event: list[Any], path: Path) -> Body:
        trigger = event[0] if event else None
        if not isinstance(trigger, list) or len(trigger) < 2:
            reading.fail("an event without a trigger", *path, remedy=TRIGGER)
        if isinstance(trigger[1], str):
            span, kind = reading.span(trigger[0], trigger[0], *path, 0, first=0, last=0), trigger[1]
        else:
            span, kind = labelled(reading, trigger, (*path, 0), self.item)
        return {"type": kind, "trigger": span, "arguments": arguments_of(reading, event, path, self.item)}


def _is_listed(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, list) for each in value)


def labelled(reading: ShapedReading, item: Any, path: Path, form: EntityList) -> tuple[list[int], str]:
    """The span and the label of an item that is a list of offsets and a label."""
    form.check(reading, item, path)
    return reading.span(item[0], item[1], *path, first=0, last=1), item[2]


def lists_of(shape: Shape) -> list[str]:
    """The keys of the lists that a document has per sentence."""
    every = (*shape.entities, shape.relations, *shape.parts)
    return [part.key for part in every if isinstance(part, ItemList | EventLists)]


@record(frozen=True)
class LinkedEvents:
    """Events as a list of triggers with types, and a list of links between triggers and arguments.

    triggers   the list of triggers
    links      the key of the links: [trigger, argument, role]
    predicted  the key of predicted events, which replace the links: [trigger, [start, end, role], …]
    number     the pattern of a prefix of roles and entity types, which nerkit drops
    """

    triggers: EntityList
    links: str
    predicted: str
    number: re.Pattern[str]
    argument: EntityList = field(default=EntityList("", "[start, end, role]", 2, (0, 1)))
    link: EntityList = field(default=EntityList("", "[trigger, argument, role]", 2, (0, 1)))

    def read(self, reading: ShapedReading, body: Body, made: Body) -> None:
        """Read the events, in the order of their triggers."""
        for entity in made["entities"]:
            entity["type"] = self.number.sub("", entity["type"])
        events = {
            tuple(each["span"]): {"type": each["type"], "trigger": each["span"], "arguments": []}
            for each in self.triggers.read(reading, body)
        }
        tokens = {key: made.pop(key) for key in ("tokens", SENTENCES) if key in made}
        made |= {"events": list(events.values()), **tokens}
        key = self.predicted if self.predicted in body else self.links
        for number, item in enumerate(reading.items(body, key)):
            if key == self.links:
                self.link.check(reading, item, (key, number))
            else:
                is_event = isinstance(item, list) and item
                reading.need(is_event, item, "a trigger and its arguments", key, number)
            event = events.get(tuple(reading.pair(item[0], key, number, 0)))
            if event is None:
                remedy = MISSING.format(self.triggers.key)
                reading.no_entity("trigger", item[0], key, number, 0, remedy=remedy, what="trigger")
            if key == self.links:
                arguments = [{"role": item[2], "span": reading.pair(item[1], key, number, 1)}]
            else:
                arguments = arguments_of(reading, item, (key, number), self.argument)
            for argument in arguments:
                argument["role"] = self.number.sub("", argument["role"])
            event["arguments"] += arguments


def arguments_of(reading: ShapedReading, event: list[Any], path: Path, form: EntityList) -> list[Body]:
    """The arguments `[start, end, role]` after the trigger of an event."""
    found = [labelled(reading, each, (*path, place), form) for place, each in enumerate(event[1:], 1)]
    return [{"role": role, "span": span} for span, role in found]


@record(frozen=True)
class ClusterLists:
    """Clusters as lists of mentions. If all lists are empty, as in files without coreference, the document
    has no clusters.
    """

    key: str

    def read(self, reading: ShapedReading, body: Body, made: Body) -> None:
        """Read the clusters, or the predicted clusters if there are any."""
        key = key_of(body, self.key)
        if key in body:
            chains = reading.items(body, key)
            if not any(chains):
                reading.table.tally.add("empty cluster", "left out", len(chains))
                chains = []
            made["clusters"] = reading.clusters(chains, key, reading.pair)


@record(frozen=True)
class NamedMentions:
    """Clusters as mentions `[start, last, name]`, *last* inclusive, or as lists of entity ids."""

    key: str

    def read(self, reading: ShapedReading, body: Body, made: Body) -> None:
        """Read the clusters, if the document has them."""
        if self.key not in body:
            return
        by_name: dict[Any, list[list[int]]] = {}
        if not isinstance(body[self.key], list):
            reading.fail(f"{self.key} is {shown(body[self.key])}, not a list", self.key)
        for place, item in enumerate(body[self.key]):
            at = (self.key, place)
            if not isinstance(item, list) or not item:
                reading.fail("an entity without mentions", *at)
            if isinstance(item[0], str):
                by_name[place] = [_of_id(reading, name, (*at, i)) for i, name in enumerate(item)]
                continue
            is_mention = len(item) == 3 and type(item[0]) is type(item[1]) is int
            reading.need(is_mention, item, "[start, end, name of a cluster]", *at)
            if not isinstance(item[2], str | int):
                reading.fail(f"the name {shown(item[2])} is neither text nor an integer", *at, 2)
            span = reading.span(item[0], item[1] + 1, *at, first=0, last=1)
            by_name.setdefault(item[2], []).append(span)
        made["clusters"] = list(by_name.values())


def _of_id(reading: ShapedReading, name: Any, path: Path) -> list[int]:
    entity = at_id(reading.known, name)
    if entity is None:
        reading.no_entity("mention", name, *path, remedy="the value must be the id of an entity")
    span: list[int] = entity["span"]
    return span


@record(frozen=True)
class Unread:
    """A list that nerkit does not read. A warning counts its items, called *noun*."""

    key: str
    noun: str

    def read(self, reading: ShapedReading, body: Body, _: Body) -> None:
        """Count the items of the list."""
        reading.table.tally.add(self.noun, "not read", len(reading.items(body, self.key)))
