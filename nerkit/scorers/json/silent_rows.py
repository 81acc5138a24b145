"""Silent rows: objects without leaves in arrays of objects alone.

They have no leaves, so no count of leaves knows them; yet [] and [{}] are not the same document. For
`json/exact` each object of such an array is given a mark, and the documents are compared once more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from nerkit.corpora.corpus import Batch
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.corpora.json_paths import ITEM, Kept, PathPattern, Step, Steps
from nerkit.scorers.json.options import Options

MARK = "\0row"  # the key of a leaf that stands for the row itself


def with_marks(batch: Batch[JsonDocuments], some: Sequence[int], options: Options) -> Batch[JsonDocuments]:
    """Some of the documents, by number, with a mark in each row that counts."""

    def side_of(side: JsonDocuments) -> JsonDocuments:
        values = [_marked(side.values[at], side.kept, options) for at in some]
        named = [side.documents[at] for at in some]
        return replace(side, documents=named, values=values, status=[side.status[at] for at in some], at=())

    documents = [batch.documents[at] for at in some]
    return replace(batch, documents=documents, gold=side_of(batch.gold), system=side_of(batch.system))


def _marked(value: Any, kept: Kept, options: Options) -> Any:
    """A copy of a value with a mark in each row that counts; what is deep is copied without recursion."""
    root: list[Any] = [None]
    waiting: list[tuple[Any, Any, Any, Steps, bool]] = [(value, root, 0, (), False)]
    while waiting:
        one, holder, place, steps, is_row = waiting.pop()
        members: list[tuple[Any, Step, Any]] = []
        rows = False
        if isinstance(one, Mapping):
            new: Any = {MARK: True} if is_row else {}
            members = [(key, str(key), each) for key, each in one.items()]
        elif isinstance(one, Sequence) and not isinstance(one, str):
            new = [None] * len(one)
            members = [(at, ITEM, each) for at, each in enumerate(one)]
            rows = all(isinstance(each, Mapping) for each in one) and _counts(steps, kept, options)
        else:
            new = one
        holder[place] = new
        waiting += [(each, new, key, (*steps, step), rows) for key, step, each in members]
    return root[0]


def _counts(array: Steps, kept: Kept, options: Options) -> bool:
    """Whether the rows of an array count: its path is scored, and they need no key to be matched."""
    row = (*array, ITEM)
    if kept.labels is not None and not any(PathPattern(label).covers(row) for label in kept.labels):
        return False
    modes = [one.setting for one in options.arrays if one.pattern.fits(array)]
    return modes[-1:] != ["key"] and not any(pattern.covers(row) for pattern in options.ignored)
