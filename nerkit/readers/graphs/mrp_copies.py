"""Merges the copies of a node in an MRP graph (several nodes with one id), for `--repair`.

Published UCCA outputs list a node in full and again with its id alone. Copies are merged at the place of the
first copy if every field agrees or is missing. Lists must be equal, and so must properties with their values.
A null field is missing; an empty list is not. Copies that disagree remain an error, because any choice
between them would be a guess.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

FIELDS_OF_PROPERTIES = ("properties", "values")  # two parallel lists: one field


class MergedNodes(NamedTuple):
    """The nodes as (list position, node), and the number of copies that were merged."""

    nodes: list[tuple[int, Any]]
    copies: int


def merged(listed: list[Any], disagree: Callable[[int, str, Any], Exception]) -> MergedNodes:
    """The nodes with their copies merged.

    disagree   function (position of a copy, field, id) -> the error to raise if copies disagree

    Elements that are not nodes, or have no id, stay unchanged; the reader reports them.
    """
    first: dict[Any, int] = {}  # id -> place among `nodes`
    nodes: list[tuple[int, Any]] = []
    for at, node in enumerate(listed):
        name = node.get("id") if isinstance(node, dict) else None
        if name is None or isinstance(name, list | dict):
            nodes.append((at, node))
        elif name not in first:
            first[name] = len(nodes)
            nodes.append((at, node))
        else:
            place, known = nodes[first[name]]
            for field in _disagreeing(known, node):
                raise disagree(at, field, name)
            lacking = {key: value for key, value in node.items() if known.get(key) is None}
            nodes[first[name]] = place, {**known, **lacking}
    return MergedNodes(nodes, len(listed) - len(nodes))


def _disagreeing(node: dict[str, Any], copy: dict[str, Any]) -> Iterator[str]:
    """The fields that both copies have, with different values."""
    mine, theirs = _fields(node), _fields(copy)
    for name in mine.keys() & theirs.keys() - {"id"}:
        if _text(mine[name]) != _text(theirs[name]):
            yield name


def _fields(node: dict[str, Any]) -> dict[str, Any]:
    """The fields that are not missing. Properties are joined with their values."""
    present = {name: value for name, value in node.items() if value is not None}
    properties = [present.pop(name, None) for name in FIELDS_OF_PROPERTIES]
    return present if properties == [None, None] else {**present, "properties": properties}


def _text(value: Any) -> str:
    """A value as JSON text, which keeps 1, 1.0 and true apart."""
    return json.dumps(value, sort_keys=True)
