"""Spans in memory: what a notebook or a training loop has, as the columns that scorers take.

    documents   a list of documents, or a mapping from document id to document
    document    a list of spans, or (text, list of spans)
    span        (start, end), (start, end, label), (start, end, label, id), or a mapping with `start`, `end`
                and, if there are any, `label` (or `type`), `id` (or `eid`), `score` and further fields

Offsets are half-open `[start, end)`. A flat list of spans is one document.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from nerkit.algorithms.columns import Column
from nerkit.corpora.spans import Spans
from nerkit.errors import InputError, plural

MORE = ("type", "eid")  # what follows the offsets in a tuple
KEYS = {"label": "type", "id": "eid"}  # other names of fields
FORM = (
    "a span is (start, end[, label[, id]]) or a mapping with these keys; "
    "a document is a list of spans, or (text, spans)"
)


def read(data: Any, name: str = "<memory>") -> Spans:
    """The spans of a collection of documents; raises InputError for what is none."""
    if isinstance(data, Spans):
        return data
    ids, documents, named = documents_of(data, _documents)
    texts = [document[0] if has_text(document) else None for document in documents]
    rows: list[tuple[int, int]] = []
    codes: list[int] = []
    fields: list[dict[str, Any]] = []
    for code, document in enumerate(documents):
        for span in document if texts[code] is None else document[1]:
            try:
                start, end, values = _parsed(span, texts[code])
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                place = f"{name}: document {ids[code]!r}, span {codes.count(code) + 1}"
                problem = str(error) if isinstance(error, _OffsetsError) else f"{span!r} is not a span"
                raise InputError(problem, source=place, remedy=FORM) from None
            rows.append((start, end))
            codes.append(code)
            fields.append(values)
    offsets = np.array(rows, np.int64).reshape(-1, 2)
    keys = dict.fromkeys(["eid", "type", *(key for values in fields for key in values)])
    return Spans(
        documents=ids,
        document=np.array(codes, np.int64),
        start=offsets[:, 0],
        end=offsets[:, 1],
        line=np.zeros(len(rows), np.int64),
        fields={key: Column.of(values.get(key) for values in fields) for key in keys},
        named=named,
        texts=texts if any(text is not None for text in texts) else (),
    )


def documents_of(data: Any, listed: Callable[[Any], list[Any]]) -> tuple[list[str], list[Any], bool]:
    """Ids, documents, and whether the ids are given.

    A mapping has both; of anything else *listed* makes the documents, which are numbered.
    """
    if isinstance(data, Mapping):
        return [str(key) for key in data], list(data.values()), True
    documents = listed(data)
    return [str(i + 1) for i in range(len(documents))], documents, False


def has_text(document: Any) -> bool:
    """Whether a document is a pair of its text and a list of its spans."""
    pair = isinstance(document, tuple) and len(document) == 2
    return pair and isinstance(document[0], str) and not isinstance(document[1], str)


def _documents(data: Sequence[Any]) -> list[Iterable[Any]]:
    """The documents of a list; a list whose first element is a span is one document."""
    first = next(iter(data), None)
    flat = isinstance(first, Mapping) or (
        isinstance(first, tuple) and first and isinstance(first[0], int | np.integer)
    )
    return [data] if flat else list(data)


class _OffsetsError(ValueError):
    """An end that is not after its start, or beyond the text."""


def _parsed(span: Any, text: str | None) -> tuple[int, int, dict[str, Any]]:
    """Start, end and further fields of a span of a document with this text, however it is given."""
    if isinstance(span, Mapping):
        values = {KEYS.get(str(key), str(key)): value for key, value in span.items()}
        start, end = values.pop("start"), values.pop("end")
    else:
        start, end, *further = span
        values = dict(zip(MORE[: len(further)], further, strict=True))
    start, end = start.__index__(), end.__index__()
    if not start < end:
        raise _OffsetsError(f"end {end} is not after start {start} (offsets are half-open)")
    if text is not None and end > len(text):
        raise _OffsetsError(f"end {end} is beyond the text, which has {plural(len(text), 'character')}")
    return start, end, {key: _plain(value) for key, value in values.items()}


def _plain(value: Any) -> Any:
    """A value that can be compared and listed: lists and mappings as canonical JSON."""
    return json.dumps(value, sort_keys=True, default=str) if isinstance(value, list | dict) else value
