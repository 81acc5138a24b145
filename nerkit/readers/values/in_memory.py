"""Nested values in memory: a list of documents, or one document, which is a mapping.

With `shape="mapping"` a mapping is one from ids to documents.

A document is any value that JSON has; mappings and sequences of other classes count as objects and arrays. A
string on the system's side is what a model answered.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from nerkit.corpora.corpus import CLEAN
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.errors import UsageError


def read_objects(objects: Any, name: str = "<memory>", shape: str | None = None) -> JsonDocuments:
    """The corpus of documents in memory. Raises UsageError for what is no collection of them."""
    if isinstance(objects, JsonDocuments):
        return objects
    if isinstance(objects, Mapping) and shape != "mapping":
        return JsonDocuments(["1"], [objects], [CLEAN], named=False)
    if isinstance(objects, Mapping):
        values = list(objects.values())
        return JsonDocuments([str(key) for key in objects], values, [CLEAN] * len(values))
    if not isinstance(objects, Sequence) or isinstance(objects, str | bytes):
        raise UsageError(f"{name}: json takes a list of documents, or one document, a mapping")
    names = [str(place) for place in range(1, len(objects) + 1)]
    return JsonDocuments(names, list(objects), [CLEAN] * len(objects), named=False)
