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


AS_TEXT = "given as a text"
# keys, list of documents (- for documents themselves), noun for an item, path of the member, its name
TABLE = """
relations                         -          document  relations       relations
events                            -          document  events          events
templates                         -          document  templates       templates
fillers                           -          document  fillers         fillers
opinions                          -          document  opinions        opinions
tuples                            -          document  tuples          tuples of aspects
mentions                          -          document  entities        mentions (ner)
clusters                          -          document  named           entities (clusters)
nary                              -          document  nary            relations of four entities
arguments                         events     event     arguments       arguments
relations.type                    relations  relation  type            a type given as a text
relations.head_type               relations  relation  head_type       a head type given as a text
relations.tail_type               relations  relation  tail_type       a tail type given as a text
events.type                       events     event     type            a type given as a text
arguments.event                   events     event     type            a type given as a text
events.trigger arguments.trigger  events     event     trigger         a trigger
arguments.role                    events     event     arguments.role  arguments with a role
events.trigger_head               events     event     trigger_head    a head of its trigger
arguments.trigger_head            events     event     trigger_head    a head of its trigger
arguments.head                    events     event     arguments.head  arguments with a head
evidence.sentence                 relations  relation  evidence        evidence
opinions.source                   opinions   opinion   source          a holder (Source)
opinions.target                   opinions   opinion   target          a target
opinions.expression               opinions   opinion   expression      an expression (Polar_expression)
"""


def _fields(line: str) -> dict[str, ItemField]:
    """Return the presence fields of a line of the table, by their keys."""
    keys, of_list, noun, path, name = filter(None, map(str.strip, line.split("  ")))
    field = _of(of_list.strip("-"), noun, name, path, is_text=name.endswith(AS_TEXT))
    return dict.fromkeys(keys.split(), field)


HELD = {key: field for line in TABLE.strip().split("\n") for key, field in _fields(line).items()}
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
