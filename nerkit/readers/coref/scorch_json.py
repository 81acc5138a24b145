"""Clusters as scorch takes them: an object that says its type.

    {"type": "clusters", "clusters": {"e1": [[0, 1], [3, 3]]}}
    {"type": "graph", "mentions": [[0, 1], [3, 3], [4, 4]], "links": [[[0, 1], [3, 3]]]}

Entities of a graph are its connected components; a mention without a link is one of its own. A mention may
be any JSON. One that is `[start, end]` is the words from start to end, inclusive; others can only be equal
or not.
"""

import json
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from nerkit.algorithms.columns import LARGEST
from nerkit.ground.meant import after
from nerkit.readers.coref.mention_table import MentionTable
from nerkit.readers.json_text import Path, Value, shown

TYPES = {"clusters": "clusters", "graph": "mentions"}  # type -> what such an object has
FORM = (
    '{"type": "clusters", "clusters": {id: [mention]}} or '
    '{"type": "graph", "mentions": [mention], "links": [[mention, mention]]}'
)


def is_scorch(body: Any) -> bool:
    """Whether a value is such an object."""
    kind = body.get("type") if isinstance(body, dict) else None
    return isinstance(kind, str) and kind in TYPES and TYPES[kind] in body


def add(value: Value, path: Path, table: MentionTable) -> None:
    """Add the mentions of the object at *path* to the document that the table has begun.

    Raises InputError for clusters, links or mentions that are not lists, an entity without mentions, a link
    of what is no mention.
    """
    table.has_words = table.has_sentences = False
    body = value.part(*path)
    for name, cluster in (
        _components(value, path, body) if body["type"] == "graph" else _clusters(value, path, body)
    ):
        entity = table.another(name)
        for mention in cluster:
            table.mention(entity, value.line, (_range(mention),))


def _clusters(value: Value, path: Path, body: dict[str, Any]) -> list[tuple[str, list[Any]]]:
    """Names and mentions of the entities that are listed."""
    clusters = body["clusters"]
    if not isinstance(clusters, dict):
        value.fail(f"{shown(clusters)} is not an object of clusters", *path, "clusters", remedy=FORM)
    for name, cluster in clusters.items():
        if not isinstance(cluster, list) or not cluster:
            problem = (
                "an entity without mentions"
                if cluster == []
                else f"{shown(cluster)} is not a list of mentions"
            )
            value.fail(problem, *path, "clusters", name, remedy=FORM)
    return list(clusters.items())


def _components(value: Value, path: Path, body: dict[str, Any]) -> list[tuple[str, list[Any]]]:
    """The entities of a graph, numbered in the order of their first mentions."""
    mentions, links = body["mentions"], body.get("links", [])
    for key, member in (("mentions", mentions), ("links", links)):
        if not isinstance(member, list):
            value.fail(f"{shown(member)} is not a list", *path, key, remedy=FORM)
    place = {_canonical(mention): i for i, mention in enumerate(mentions)}
    ends = []
    for i, link in enumerate(links):
        if not (isinstance(link, list) and len(link) == 2):
            value.fail(f"{shown(link)} is not a pair of mentions", *path, "links", i, remedy=FORM)
        for side, mention in enumerate(link):
            if _canonical(mention) not in place:
                value.fail(f"{shown(mention)} is none of the mentions", *path, "links", i, side, remedy=FORM)
        ends.append([place[_canonical(mention)] for mention in link])
    components: dict[int, list[Any]] = {}
    for mention, root in zip(mentions, _roots(len(mentions), ends), strict=True):
        components.setdefault(root, []).append(mention)
    return [(str(i + 1), cluster) for i, cluster in enumerate(components.values())]


def _roots(size: int, links: Sequence[Sequence[int]]) -> list[int]:
    """For each of *size* nodes the smallest node of what it is connected with."""
    root = list(range(size))

    def of(node: int) -> int:
        while root[node] != node:
            root[node] = node = root[root[node]]
        return node

    for a, b in links:
        low, high = sorted((of(a), of(b)))
        root[high] = low
    return [of(node) for node in range(size)]


def _canonical(mention: Any) -> str:
    return json.dumps(mention, sort_keys=True)


def _range(mention: Any) -> tuple[int, int]:
    """The range of a mention; what is no [start, end] is one position, a hash of 60 bits."""
    if isinstance(mention, list) and len(mention) == 2 and all(type(offset) is int for offset in mention):
        start, end = mention
        if 0 <= start < end + after(1) <= LARGEST:
            return start, end + after(1)
    code = int.from_bytes(blake2b(_canonical(mention).encode(), digest_size=8).digest()) >> 4
    return code, code + 1
