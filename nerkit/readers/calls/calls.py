"""Logs of tool calls: records with calls, one per line or in an array. `conversation` lists their shapes.

    {"id": "r1", "calls": [{"name": "find", "arguments": {"query": "Oslo"}}]}

nerkit reads them like any JSON. The register recognises only the shapes that belong to no other task.
"""

from nerkit.corpora.json_documents import JsonDocuments
from nerkit.readers.conditions import CALLS, condition
from nerkit.readers.format import Reader
from nerkit.readers.values import json_values

holds_calls = condition(CALLS)  # whether a value contains a tool call
read = json_values.read
READER = Reader(read, JsonDocuments, cut="json lines")
