"""The lists of documents and the members of their items that measures compare and that documents may lack."""

from collections.abc import Sequence
from typing import Any

from nerkit.corpora.records import Documents
from nerkit.scorers.ie.views import Body, records_in
from nerkit.scorers.missing_fields import Held, ItemField


def _value(item: Body, path: str) -> Any:
    """Return the member of an item at a path; None if it is absent, empty, or the token for an empty set.

    Below a list, as in `arguments.role`, return the member of the first item that has it.
    """
    name, _, inner = path.partition(".")
    if inner:
        values = (_value(one, inner) for one in records_in(item, name))
        return next((one for one in values if one is not None), None)
    value = item.get(name)
    return None if value in (None, [], [-1], "") else value


def _of(key: str, noun: str, name: str, path: str, *, is_text: bool = False) -> ItemField:
    """Return the presence field for a member of the items of a list, or without a key for a list."""

    def held(side: Documents) -> Held:
        """Return the presence of the field, and if the field should be a text, whether it is."""
        bodies = [body for body in side.values if isinstance(body, dict)]
        found = [item for body in bodies for item in records_in(body, key)] if key else bodies
        every = (_value(item, path) if key else item.get(path) or None for item in found)
        values = (one for one in every if one is not None)
        has = next(values, None)
        alike = not is_text or isinstance(has, str) or any(isinstance(one, str) for one in values)
        return Held(len(found), has is not None, is_alike=alike)

    return ItemField(noun, name, held, lack_is_told=not key or (is_text and path == "type"))


def _typed(key: str, noun: str, member: str = "type") -> ItemField:
    """Return the presence field for a member whose values are texts."""
    return _of(key, noun, f"a {member.replace('_', ' ')} given as a text", member, is_text=True)


def _of_list(key: str, name: str = "") -> ItemField:
    """Return the presence field for a list of documents with items."""
    return _of("", "document", name or key, key)


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
    "arguments.role": _of("events", "event", "arguments with a role", "arguments.role"),
    "events.trigger_head": _of("events", "event", "a head of its trigger", "trigger_head"),
    "arguments.trigger_head": _of("events", "event", "a head of its trigger", "trigger_head"),
    "arguments.head": _of("events", "event", "arguments with a head", "arguments.head"),
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
