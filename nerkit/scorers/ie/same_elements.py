"""Elements that a system numbers by itself, under gold's numbers: entities of DocRED, events of WikiEvents.

A number or an id never scores. It stands for an element, so an element of the system that gold has too gets
the number that gold gives it.

    gold    vertexSet [Tolkien, Oxford]   relation 0 → 1
    system  vertexSet [Oxford, Tolkien]   relation 1 → 0, which is gold's 0 → 1
"""

from collections.abc import Mapping, Sequence
from typing import Any

Body = dict[str, Any]
OTHER = "\0"  # behind the id of an event that gold gives to another one
DOCRED = "docred"  # the format whose relations are between numbers of entities


def with_golds_numbers(gold: Body, system: Body) -> Body:
    """Return a system's document with the gold numbers of entities in its relations.

    Entities are the same if they have the same mentions. An entity that gold lacks gets a number that gold
    does not use. A document without entities, as in a submission, already has the gold numbers.
    """
    golds, own = (list(map(_mentions, body.get("clusters") or ())) for body in (gold, system))
    if not own or own == golds:
        return system
    first = {mentions: number for number, mentions in reversed(list(enumerate(golds)))}
    numbers = [
        number if golds[number : number + 1] == [mentions] else first.get(mentions, len(golds) + number)
        for number, mentions in enumerate(own)
    ]
    relations = [
        {**relation, "head": numbers[relation["head"]], "tail": numbers[relation["tail"]]}
        for relation in system.get("relations") or ()
    ]
    return {**system, "relations": relations}


def _mentions(cluster: Sequence[Sequence[int]]) -> frozenset[tuple[int, ...]]:
    return frozenset(map(tuple, cluster))


def golds_events(gold: Body, system: Body) -> Mapping[Any, Any]:
    """Return the id of each system event -> the id of its paired gold event, or its own id without a pair.

    Events are paired one to one: first events with one id and trigger, then with one trigger and type, with
    one trigger, with one id. An id of an unpaired event that gold gives to another event gets a mark.
    """
    golds, own = ({event.get("id"): event for event in body.get("events") or ()} for body in (gold, system))
    ids: dict[Any, Any] = {}
    taken: set[Any] = set()
    for members in (("id", "trigger"), ("trigger", "type"), ("trigger",), ("id",)):
        left: dict[Any, list[Any]] = {}
        for name, event in golds.items():
            if name not in taken and (value := _key(event, members)) is not None:
                left.setdefault(value, []).append(name)
        for name, event in own.items():
            if name not in ids and left.get(_key(event, members)):
                ids[name] = left[_key(event, members)].pop(0)
                taken.add(ids[name])
    return {name: ids.get(name, f"{name}{OTHER}" if name in golds else name) for name in own}


def _key(event: Body, members: Sequence[str]) -> Any:
    """Return the values of some members; None if a trigger is one of them and missing."""
    values = [event.get(name) for name in members]
    if "trigger" in members and event.get("trigger") is None:
        return None
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)
