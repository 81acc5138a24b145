"""Find the entities in a JSON value that a model answered, in any nesting of lists, pairs and objects."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from nerkit.readers.item_keys import ItemKeys
from nerkit.readers.json_text import text_at, text_key
from nerkit.readers.values import records

STRINGS = ("text", "name", "entity", "word", "mention", "span", "value")
LABELS = ("label", "type", "entity_type", "category", "entity_group", "class")
ENTITIES = "entities"
OWN = (*records.IDS, "text")  # keys of a document that are not labels
PAIR = 2  # a string and its label


class AnswerEntity(NamedTuple):
    """An entity of an answer: its string and label."""

    string: str
    label: str | None


def label_key(value: Any) -> str:
    """The key that holds labels in a list of objects whose keys of labels are not in LABELS (`item_keys`).

    Empty if there is no such key, or if an object has no string.
    """
    listed = value.get(ENTITIES) if isinstance(value, Mapping) else value
    if not isinstance(listed, list) or not all(isinstance(one, Mapping) for one in listed):
        return ""
    keys = ItemKeys().know(labels=LABELS)
    for one in listed:
        own = text_key(one, STRINGS)
        if own is None:
            return ""
        keys.see({key: part for key, part in one.items() if key != own}, text_at(one, LABELS), one[own])
    return keys.label_key


class _Inner(NamedTuple):
    """A value that is still to be searched, the label of the object around it, and the keys of labels."""

    value: Any
    label: str | None
    labels: Sequence[str]


def entities_in(value: Any, labels: Sequence[str]) -> list[AnswerEntity | None] | None:
    """The entities in a JSON value in order, with None for each part that is not an entity.

    *labels* are the keys of labels. None if the value is neither a list nor an object.
    """
    parts = _parts(_Inner(value, None, labels))
    if parts is None:
        return None
    found: list[AnswerEntity | None] = []
    waiting = parts[::-1]
    while waiting:
        one = waiting.pop()
        if isinstance(one, _Inner):
            parts = _parts(one)
            waiting += [None] if parts is None else reversed(parts)
        else:
            found.append(one)
    return found


def _parts(part: _Inner) -> list[AnswerEntity | _Inner | None] | None:
    """The entities directly in a value, and inner values to search; None if it is not a list or object."""
    value, label, labels = part
    while isinstance(value, Mapping):
        string, kind = text_at(value, STRINGS), text_at(value, labels)
        own = label if kind is None else kind
        if string is not None and own is not None:
            return [AnswerEntity(string, own)]
        if ENTITIES not in value:
            named = ((name, part) for name, part in value.items() if name not in OWN and part is not None)
            return [
                AnswerEntity(part, name) if isinstance(part, str) else _Inner(part, name, LABELS)
                for name, part in named
            ]
        value, label = value[ENTITIES], None
    return [_element(one, label, labels) for one in value] if isinstance(value, list) else None


def _element(value: Any, label: str | None, labels: Sequence[str]) -> AnswerEntity | _Inner:
    """The entity in an element of a list (a string, or a pair of string and label), or an inner value."""
    if isinstance(value, str):
        return AnswerEntity(value, label)
    return AnswerEntity(*value) if is_pair(value) else _Inner(value, label, labels)


def is_pair(value: Any) -> bool:
    """Whether a value is a list of a string and its label."""
    return isinstance(value, list) and len(value) == PAIR and all(isinstance(part, str) for part in value)
