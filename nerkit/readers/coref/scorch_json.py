"""Clusters in scorch's format: an object with a type.

    {"type": "clusters", "clusters": {"e1": [[0, 1], [3, 3]]}}
    {"type": "graph", "mentions": [[0, 1], [3, 3], [4, 4]], "links": [[[0, 1], [3, 3]]]}

The entities of a graph are its connected components; a mention without a link is an entity. A mention can be
any JSON value. `[start, end]` means the words from start to end, inclusive. nerkit only tests whether other
values are equal.
"""

import json
from hashlib import blake2b
from typing import Any

from nerkit.algorithms.columns import LARGEST
from nerkit.ground.meant import after
from nerkit.readers.conditions import condition
from nerkit.readers.coref.mention_table import MentionTable
from nerkit.readers.json_text import Value, shown

IS_SCORCH = condition("{type:=clusters clusters | type:=graph mentions}")
PAIR, RANGE = condition("[any, any]"), condition("[int, int]")
FORM = (
    '{"type": "clusters", "clusters": {id: [mention]}} or '
    '{"type": "graph", "mentions": [mention], "links": [[mention, mention]]}'
)


def add(value: Value, table: MentionTable) -> None:
    """Add the mentions of a scorch object to the current document of the table.

    Raises InputError for clusters, links or mentions of a wrong type, and an entity without mentions. A link
    to a value that is not a mention is an error, too.
    """
    table.has_words = table.has_sentences = False
    clusters = _components(value) if value.value["type"] == "graph" else value.value["clusters"]
    if not isinstance(clusters, dict):
        value.fail(f"{shown(clusters)} is not an object of clusters", "clusters", remedy=FORM)
    for name, cluster in clusters.items():
        if not isinstance(cluster, list):
            value.fail(f"{shown(cluster)} is not a list of mentions", "clusters", name, remedy=FORM)
        if not cluster:
            value.fail("an entity without mentions", "clusters", name, remedy=FORM)
        entity = table.another(name)
        for mention in cluster:
            table.mention(entity, value.line, (_range(mention),))


def _components(value: Value) -> dict[str, list[Any]]:
    """Number of an entity of a graph -> its mentions; numbers follow the order of first mentions."""
    mentions, links = value.value["mentions"], value.value.get("links", [])
    for key, member in (("mentions", mentions), ("links", links)):
        if not isinstance(member, list):
            value.fail(f"{shown(member)} is not a list", key, remedy=FORM)
    place = {_canonical(mention): i for i, mention in enumerate(mentions)}
    group = [[i] for i in range(len(mentions))]  # for each mention, the list of connected mentions
    for i, link in enumerate(links):
        if not PAIR(link):
            value.fail(f"{shown(link)} is not a pair of mentions", "links", i, remedy=FORM)
        ends = []
        for side, mention in enumerate(link):
            if _canonical(mention) not in place:
                value.fail(f"{shown(mention)} is not one of the mentions", "links", i, side, remedy=FORM)
            ends.append(group[place[_canonical(mention)]])
        small, large = sorted(ends, key=len)
        if small is not large:
            large += small
            for each in small:
                group[each] = large
    groups = {id(each): sorted(each) for each in group}.values()
    return {str(i): [mentions[each] for each in one] for i, one in enumerate(groups, 1)}


def _canonical(mention: Any) -> str:
    return json.dumps(mention, sort_keys=True)


def _range(mention: Any) -> tuple[int, int]:
    """The half-open range of a mention [start, end]; for other values, one position that is a 60-bit hash."""
    if RANGE(mention):
        start, end = mention
        if 0 <= start < end + after(1) <= LARGEST:
            return start, end + after(1)
    code = int.from_bytes(blake2b(_canonical(mention).encode(), digest_size=8).digest()) >> 4
    return code, code + 1
