"""Logs of tool calls: records with calls, one per line or in an array. `conversation` lists their shapes.

    {"id": "r1", "calls": [{"name": "find", "arguments": {"query": "Oslo"}}]}

nerkit reads them like any JSON. This module recognises only the shapes that belong to no other task.
"""

from collections.abc import Mapping
from typing import Any

from nerkit.corpora.json_documents import JsonDocuments
from nerkit.ground.patterns import regex
from nerkit.readers.calls.alternatives import is_bfcl
from nerkit.readers.calls.structured import INNER, METHOD, TYPES
from nerkit.readers.calls.tagged import has_tag
from nerkit.readers.format import Reader
from nerkit.readers.sample import Sample
from nerkit.readers.values import json_values

ENTITIES = regex(r'\\?"entities\\?"\s*:')  # answers that list entities, also in arguments of a tool
DEEPEST = 7  # steps into a record
SEEN = 20  # elements of an array that are inspected
LISTS = ("tool_calls", "toolCalls")
BESIDE = ("tools", "input", "functions")  # keys whose values are not answers
OWN = ("name", "arguments"), ("name", "args"), ("method", "params")


def recognise(sample: Sample) -> bool:
    """True for JSON whose first record holds a tool call, and for text with a tag around a call."""
    if not sample.is_json or ENTITIES.search(sample.text):
        return False
    return any(map(holds_calls, sample.seen))


def holds_calls(value: Any, depth: int = DEEPEST) -> bool:
    """Whether a value contains a tool call."""
    if isinstance(value, str):
        return has_tag(value)
    if isinstance(value, list):
        return depth > 0 and any(holds_calls(one, depth - 1) for one in value[:SEEN])
    if not isinstance(value, Mapping):
        return False
    truth = value.get("ground_truth")
    if _is_call(value) or (isinstance(truth, list) and truth and is_bfcl(truth)):
        return True
    below = (one for key, one in value.items() if key not in BESIDE)
    return depth > 0 and any(holds_calls(one, depth - 1) for one in below)


def _is_call(value: Mapping[str, Any]) -> bool:
    if value.get("method") == METHOD or (value.get("type") in TYPES and "name" in value):
        return True
    if any(isinstance(value.get(key), list) and value[key] for key in LISTS):
        return True
    if any(isinstance(value.get(key), Mapping) and "name" in value[key] for key in INNER):
        return "parameters" not in value.get("function", ())
    return any(isinstance(value.get(key), str) and other in value for key, other in OWN)


read = json_values.read
READER = Reader(read, JsonDocuments, cut="json lines")
