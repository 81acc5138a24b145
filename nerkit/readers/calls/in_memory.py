"""Calls in memory: a list of documents, each a list of calls, of messages, or an answer as a dictionary.

A list of messages, or of calls without ids, is one document; so is a mapping.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from nerkit.corpora.corpus import CLEAN
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.errors import UsageError
from nerkit.readers.calls.conversation import ASSISTANT, are_messages, is_call, role_of
from nerkit.readers.values.records import IDS


def read_objects(objects: Any, name: str = "<memory>") -> JsonDocuments:
    """The corpus of documents in memory. Raises UsageError for what is no collection of them."""
    if isinstance(objects, JsonDocuments):
        return objects
    if isinstance(objects, Mapping) or is_one(objects):
        return _documents([objects])
    if not isinstance(objects, Sequence) or isinstance(objects, str | bytes):
        raise UsageError(f"{name}: calls takes a list of documents: lists of calls, messages or answers")
    return _documents(list(objects))


def is_one(objects: Any) -> bool:
    """Whether a list is one document: messages, or calls without ids."""
    if not isinstance(objects, list) or not objects:
        return False
    asked = are_messages(objects) and any(role_of(one) not in ASSISTANT for one in objects)
    return asked or all(is_call(one) and not any(key in one for key in IDS) for one in objects)


def _documents(values: list[Any]) -> JsonDocuments:
    names = [str(place) for place in range(1, len(values) + 1)]
    return JsonDocuments(names, values, [CLEAN] * len(values), records=True, named=False)
