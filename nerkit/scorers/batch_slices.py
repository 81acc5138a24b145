"""Batches of nested values in pieces of a few documents, each compared by itself.

Columns that fit into the processor's memory are several times faster than long ones.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from nerkit.corpora.corpus import Batch
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.corpora.readings import Readings

SAMPLE = 25  # documents whose size is looked at
NODES = 25_000  # values of gold that are compared at a time


def size(value: Any) -> int:
    """Return the number of values in a nested value; the value itself counts, too.

    >>> size({"a": [1, 2]})
    4
    """
    count, level = 0, [value]
    while level:
        count += len(level)
        level = [
            each
            for one in level
            if isinstance(one, dict | list | Readings)
            for each in (
                one.values() if isinstance(one, dict) else one.values if isinstance(one, Readings) else one
            )
        ]
    return count


def pieces(
    batch: Batch[JsonDocuments], size_of: Callable[[Any], int] = size, nodes: int = NODES
) -> Iterator[tuple[int, Batch[JsonDocuments]]]:
    """Yield parts of a batch with short columns, each after the number of its first document.

    size_of   the number of values in a document, estimated from some documents
    nodes     the number of values of the gold side in a part
    """
    count = len(batch.documents)
    some = batch.gold.values[:: max(count // SAMPLE, 1)]
    each = -(-sum(map(size_of, some)) // max(len(some), 1))
    step = max(nodes // max(each, 1), 1)
    if count <= step + step // 2:
        yield 0, batch
        return
    for first in range(0, count, step):
        part = slice(first, first + step)
        documents, gold, system = batch.documents[part], batch.gold.part(part), batch.system.part(part)
        yield first, replace(batch, documents=documents, gold=gold, system=system)
