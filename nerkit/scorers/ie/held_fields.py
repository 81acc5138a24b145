"""The lists of documents and the members of their items that measures compare and that documents may lack."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from nerkit.corpora.records import Documents
from nerkit.scorers.held import Held, ItemField
from nerkit.scorers.ie.views import Body, records_in


def _bodies(side: Documents) -> list[Body]:
    return [body for body in side.values if isinstance(body, dict)]


def _list(key: str, side: Documents) -> Held:
    bodies = _bodies(side)
    return Held(len(bodies), any(body.get(key) for body in bodies))


def _items(key: str, value: Callable[[Body], Any], side: Documents) -> Held:
    """The presence of a value in the items of a list; *value* gives that of one, None where it has none."""
    number, has = 0, False
    for body in _bodies(side):
        items = records_in(body, key)
        number += len(items)
        has = has or any(value(item) is not None for item in items)
    return Held(number, has)


def _member(name: str, item: Body) -> Any:
    """A member of an item; None where it is not there, empty, or the set of one token that is none."""
    value = item.get(name)
    return None if value in (None, [], [-1], "") else value


def _of(key: str, noun: str, name: str, member: str) -> ItemField:
    return ItemField(noun, name, partial(_items, key, partial(_member, member)))


def _typed(key: str, noun: str, member: str = "type") -> ItemField:
    """A field whose values are texts."""

    def held(side: Documents) -> Held:
        of_side = _items(key, partial(_member, member), side)
        items = (item for body in _bodies(side) for item in records_in(body, key))
        return of_side._replace(is_alike=any(isinstance(item.get(member), str) for item in items))

    return ItemField(
        noun, f"a {member.replace('_', ' ')} that is a text", held, lack_is_told=member == "type"
    )


def _of_arguments(member: str, event: Body) -> Any:
    """The first value of a member among the arguments of an event; None where none has it."""
    values = (_member(member, argument) for argument in records_in(event, "arguments"))
    return next((value for value in values if value is not None), None)


def _of_list(key: str, name: str = "") -> ItemField:
    return ItemField("document", name or key, partial(_list, key), lack_is_told=True)


def _in_arguments(name: str, member: str) -> ItemField:
    of_event = partial(_of_arguments, member)
    return ItemField("event", f"arguments with {name}", partial(_items, "events", of_event))


LISTS = ("relations", "events", "templates", "fillers", "opinions")
TRIGGER = _of("events", "event", "a trigger", "trigger")
HELD = {  # a list, or a member of its items
    **{key: _of_list(key) for key in LISTS},
    "tuples": _of_list("tuples", "tuples of aspects"),
    "mentions": _of_list("entities", "mentions (ner)"),
    "clusters": _of_list("named", "entities (clusters)"),
    "nary": _of_list("nary", "relations of four entities"),
    "arguments": _of("events", "event", "arguments", "arguments"),
    "relations.type": _typed("relations", "relation"),
    "relations.head_type": _typed("relations", "relation", "head_type"),
    "relations.tail_type": _typed("relations", "relation", "tail_type"),
    "events.type": _typed("events", "event"),
    "arguments.event": _typed("events", "event"),
    "events.trigger": TRIGGER,
    "arguments.trigger": TRIGGER,
    "arguments.role": _in_arguments("a role", "role"),
    "events.trigger_head": _of("events", "event", "a head of its trigger", "trigger_head"),
    "arguments.trigger_head": _of("events", "event", "a head of its trigger", "trigger_head"),
    "arguments.head": _in_arguments("a head", "head"),
    "evidence.sentence": _of("relations", "relation", "evidence", "evidence"),
    "opinions.source": _of("opinions", "opinion", "a holder (Source)", "source"),
    "opinions.target": _of("opinions", "opinion", "a target", "target"),
    "opinions.expression": _of("opinions", "opinion", "an expression (Polar_expression)", "expression"),
}
AROUND = {"arguments": ("events",), "evidence": ("relations",)}  # list -> the list that its items are made of
HEADS = {  # what has a head -> the head
    "events.trigger": "events.trigger_head",
    "arguments.trigger": "arguments.trigger_head",
    "arguments.span": "arguments.head",
}


def fields_of(lists: Sequence[str], fields: Sequence[str]) -> tuple[str, ...]:
    """The fields that a formula over the first of these lists compares, as keys of HELD."""
    of_list = lists[0] if lists else ""
    return (of_list, *AROUND.get(of_list, ()), *(f"{of_list}.{name}" for name in fields))


def with_heads(fields: Sequence[str]) -> tuple[str, ...]:
    """These fields and, for those whose spans have heads, the fields of the heads."""
    return (*fields, *(HEADS[name] for name in fields if name in HEADS))
