"""The lists of documents and the members of their items that measures compare and that documents may lack."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from nerkit.corpora.records import Documents
from nerkit.scorers.ie.views import Body, records_in
from nerkit.scorers.missing_fields import Held, ItemField


def _field(
    noun: str,
    name: str,
    items: Callable[[Body], Sequence[Body]],
    value: Callable[[Body], Any],
    *,
    is_text: bool = False,
    lack_is_told: bool = False,
) -> ItemField:
    """Return a presence field for the *items* of documents. *value* gives the value of an item, or None."""

    def held(side: Documents) -> Held:
        """Return the presence of the field, and if the field should be a text, whether it is."""
        found = [item for body in side.values if isinstance(body, dict) for item in items(body)]
        values = filter(lambda one: one is not None, map(value, found))
        has = next(values, None)
        alike = not is_text or isinstance(has, str) or any(isinstance(one, str) for one in values)
        return Held(len(found), has is not None, is_alike=alike)

    return ItemField(noun, name, held, lack_is_told=lack_is_told)


def _member(name: str, item: Body) -> Any:
    """Return a member of an item; None if the member is absent, empty, or the token for an empty set."""
    value = item.get(name)
    return None if value in (None, [], [-1], "") else value


def _of(key: str, noun: str, name: str, member: str, *, is_text: bool = False) -> ItemField:
    """Return the presence field for a member of the items of a list."""
    told = is_text and member == "type"
    items, value = (lambda body: records_in(body, key)), partial(_member, member)
    return _field(noun, name, items, value, is_text=is_text, lack_is_told=told)


def _typed(key: str, noun: str, member: str = "type") -> ItemField:
    """Return the presence field for a member whose values are texts."""
    return _of(key, noun, f"a {member.replace('_', ' ')} given as a text", member, is_text=True)


def _of_list(key: str, name: str = "") -> ItemField:
    """Return the presence field for a list of documents with items."""
    return _field(
        "document", name or key, lambda body: [body], lambda body: body.get(key) or None, lack_is_told=True
    )


def _in_arguments(name: str, member: str) -> ItemField:
    """Return the presence field for a member of the arguments of events."""

    def value(event: Body) -> Any:
        """Return the value of the first argument that has the member."""
        values = (_member(member, argument) for argument in records_in(event, "arguments"))
        return next((one for one in values if one is not None), None)

    return _field("event", f"arguments with {name}", lambda body: records_in(body, "events"), value)


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
    """Return the fields that a formula over the first of these lists compares, as keys of HELD."""
    of_list = lists[0] if lists else ""
    return (of_list, *AROUND.get(of_list, ()), *(f"{of_list}.{name}" for name in fields))


def with_heads(fields: Sequence[str]) -> tuple[str, ...]:
    """Add the fields of heads to these fields, for spans that have heads."""
    return (*fields, *(HEADS[name] for name in fields if name in HEADS))
