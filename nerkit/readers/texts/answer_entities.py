"""The entities in a JSON value that a model answered: lists of strings under labels, pairs, objects, in any
mixture, however deep inside one another.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from nerkit.readers.item_keys import ItemKeys
from nerkit.readers.json_text import text_at, text_key
from nerkit.readers.values import records

STRINGS = ("text", "name", "entity", "word", "mention", "span", "value")
LABELS = ("label", "type", "entity_type", "category", "entity_group", "class")
ENTITIES = "entities"
OWN = (*records.IDS, "text")  # of a document
PAIR = 2  # a string and its label


class AnswerEntity(NamedTuple):
    """An entity of an answer: its string and label."""

    string: str
    label: str | None


def label_key(value: Any) -> str:
    """The key of the labels of a list of objects that have a string and none of LABELS (`item_keys`)."""
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
    """A value inside another one that is yet to be looked at, the label above it, and the keys of labels."""

    value: Any
    label: str | None
    labels: Sequence[str]


def entities_in(value: Any, labels: Sequence[str]) -> list[AnswerEntity | None] | None:
    """The entities of a value in order, None for each part that is none; None for what lists nothing.

    *labels* are the keys of labels.
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
    """The entities in a value under a label, and values with more; None where it lists nothing."""
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
    """The entity that an element of a list is: a string, or a pair of string and label; or what has more."""
    if isinstance(value, str):
        return AnswerEntity(value, label)
    return AnswerEntity(*value) if is_pair(value) else _Inner(value, label, labels)


def is_pair(value: Any) -> bool:
    """Whether a value is a list of a string and its label."""
    return isinstance(value, list) and len(value) == PAIR and all(isinstance(part, str) for part in value)
