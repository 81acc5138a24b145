"""Spans as the strings that they cover, for output that has strings instead of offsets."""

from dataclasses import replace
from functools import partial
from typing import Any

from nerkit.corpora.records import Documents, in_places
from nerkit.exceptions import UsageError

Body = dict[str, Any]
FIELDS = ("head", "tail", "trigger", "span")


def as_strings(corpus: Documents) -> Documents:
    """Replace the offsets of relations, triggers and arguments in documents by strings.

    Raises UsageError for offsets in a document without tokens or text.
    """
    values = [
        body if not isinstance(body, dict) else _document(body, name)
        for name, body in zip(corpus.documents, corpus.values, strict=True)
    ]
    return replace(corpus, values=values)


def _document(body: Body, name: str) -> Body:
    lists = {key: body[key] for key in ("relations", "events") if body.get(key)}
    return {**body, **in_places(lists, partial(_string, body=body, name=name), FIELDS)}


def _string(span: Any, body: Body, name: str) -> Any:
    """Return the string that a span covers, with fragments joined by blanks; other values stay as they
    are.
    """
    if not isinstance(span, list):
        return span
    ranges = list(zip(span[::2], span[1::2], strict=True))
    if isinstance(body.get("tokens"), list):
        return " ".join(token for start, end in ranges for token in body["tokens"][start:end])
    if not isinstance(body.get("text"), str):
        raise UsageError(
            f"document {name}: one side has strings instead of offsets, but this document has "
            "neither tokens nor a text to find the strings in"
        )
    return " ".join(body["text"][start:end] for start, end in ranges)
