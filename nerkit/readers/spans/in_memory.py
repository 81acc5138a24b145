"""Convert Python objects with spans, as in a notebook or a training loop, to the columns of a corpus.

    documents   a list of documents, or a mapping from document id to document
    document    a list of spans, or (text, list of spans)
    span        (start, end), (start, end, label), (start, end, label, id), or a mapping with `start` and
                `end`. Its `label` (or `type`), `id` (or `eid`), `score` and further fields are optional

Offsets are half-open `[start, end)`. A flat list of spans is one document.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from operator import itemgetter
from typing import Any

import numpy as np

from nerkit.algorithms.columns import LARGEST, NONE, Column
from nerkit.corpora.spans import Hint, Spans
from nerkit.exceptions import InputError, plural
from nerkit.ground.meant import after, limit
from nerkit.readers.members import text, whole

MORE = ("type", "eid")  # the fields after the offsets in a tuple
KEYS = {"label": "type", "id": "eid"}  # other names of fields
FIELDS = {"eid", "type", "score", "group", "fragments"}  # fields that are never read as the label
HINTS = {"type": Hint("put labels under label or type, or third in a tuple")}
TEXTS = {str, type(None)}
PLAIN_KEYS = {"start", "end", "label", "type", "id", "eid"}
FORM = (
    "a span is (start, end[, label[, id]]) or a mapping with these keys; "
    "a document is a list of spans, or (text, spans)"
)


def read(data: Any, name: str = "<memory>") -> Spans:
    """Convert a collection of documents to a corpus of spans; raises InputError for other values."""
    if isinstance(data, Spans):
        return data
    ids, documents, named = documents_of(data, _documents)
    texts = [document[0] if has_text(document) else None for document in documents]
    bodies = (one if text is None else one[1] for one, text in zip(documents, texts, strict=True))
    listed = [list(body) if isinstance(body, Iterable) else [body] for body in bodies]
    without_texts = texts.count(None) == len(texts)
    columns = _columns(list(chain.from_iterable(listed))) if without_texts else None
    if columns is None:
        columns = _one_by_one(listed, texts, ids, name)
    start, end = (np.array(columns.pop(key, ()), np.int64) for key in ("start", "end"))
    nothing = [None] * len(start)
    spans = Spans(
        documents=ids,
        document=np.repeat(np.arange(len(listed)), np.array([*map(len, listed)], np.int64)),
        start=start,
        end=end,
        line=np.zeros(len(start), np.int64),
        fields={
            key: Column.of(columns.get(key, nothing)) for key in dict.fromkeys(["eid", "type", *columns])
        },
        named=named,
        texts=() if without_texts else texts,
        hints=HINTS,
    )
    return spans if spans.fields["type"].values or not len(start) else _labelled(spans, name)


def _labelled(spans: Spans, name: str) -> Spans:
    """Use another field as the label of unlabelled spans if no other field has texts in all spans.

    A note names the field. If several fields are possible, the spans stay without labels.
    """
    from nerkit.readers.item_keys import BESIDE, read_as_label, unread

    texts = [
        key
        for key, column in spans.fields.items()
        if key not in BESIDE | FIELDS and set(map(type, column.values)) == {str} and NONE not in column.codes
    ]
    if len(texts) != 1:
        hints = {"type": unread(texts, name, ("label", "type"))} if texts else spans.hints
        return replace(spans, hints=hints, unsure=bool(texts))
    fields = {**spans.fields, "type": spans.fields[texts[0]]}
    return replace(spans, fields=fields, label_key=texts[0], warnings=(read_as_label(name, texts[0]),))


def _columns(spans: Sequence[Any]) -> dict[str, Any] | None:
    """Field -> its values, for regular spans: tuples of one length, or dicts with equal keys, with valid
    values.

    None if a span is not regular; then `_one_by_one` reads the spans, and reports errors.
    """
    named = _written_alike(spans)
    if named is None:
        return None
    kinds = [set(map(type, values)) for key, values in named.items() if key not in ("start", "end")]
    if set(map(type, chain(named["start"], named["end"]))) != {int} or not set().union(*kinds) <= TEXTS:
        return None
    try:
        start, end = np.array(named["start"], np.int64), np.array(named["end"], np.int64) + after(0)
    except OverflowError:
        return None
    regular = not ((start >= end) | (start <= -LARGEST) | (end >= LARGEST)).any()
    return named | {"start": start, "end": end} if regular else None


def _written_alike(spans: Sequence[Any]) -> dict[str, list[Any]] | None:
    """Field -> its values, for spans that are tuples of one length, or dicts with equal and known keys."""
    kinds = set(map(type, spans))
    if kinds == {tuple} and len(set(map(len, spans))) == 1 and 2 <= len(spans[0]) <= 2 + len(MORE):
        names = ("start", "end", *MORE)[: len(spans[0])]
        return {name: list(map(itemgetter(i), spans)) for i, name in enumerate(names)}
    if (
        kinds == {dict}
        and len(set(map(tuple, spans))) == 1
        and {"start", "end"} <= set(spans[0]) <= PLAIN_KEYS
    ):
        return {KEYS.get(key, key): list(map(itemgetter(key), spans)) for key in spans[0]}
    return None


def _one_by_one(
    documents: Sequence[Sequence[Any]], texts: Sequence[str | None], ids: Sequence[str], name: str
) -> dict[str, Any]:
    """Field -> its values, for spans in any supported form. Raises InputError for a value that is not a
    span.
    """
    rows: list[dict[str, Any]] = []
    for id_, text_, spans in zip(ids, texts, documents, strict=True):
        for number, span in enumerate(spans, 1):
            try:
                rows.append(_parsed(span, text_))
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                problem = str(error) if isinstance(error, _OffsetsError) else f"{span!r} is not a span"
                place = f"{name}: document {id_!r}, span {number}"
                raise InputError(problem, source=place, remedy=FORM) from None
    return {key: [row.get(key) for row in rows] for key in dict.fromkeys(chain.from_iterable(rows))}


def documents_of(data: Any, listed: Callable[[Any], list[Any]]) -> tuple[list[str], list[Any], bool]:
    """The ids of the documents in *data*, the documents, and whether the ids are given.

    A mapping contains ids and documents. For other data, the function *listed* returns the list of documents,
    and their ids are 1, 2, ….
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
    first = next(iter(data), None) or None
    is_span = (
        isinstance(first, tuple) and not has_text(first) and not isinstance(first[0], list | tuple | dict)
    )
    return [data] if is_span or isinstance(first, Mapping) else list(data)


class _OffsetsError(ValueError):
    """Raised for an end that is not after its start, or is beyond the text or the largest offset."""


def _parsed(span: Any, covered: str | None) -> dict[str, Any]:
    """The start, end and further fields of a span; *covered* is the text of its document, or None."""
    if isinstance(span, Mapping):
        values = {KEYS.get(str(key), str(key)): value for key, value in span.items()}
        start, end = values.pop("start"), values.pop("end")
    else:
        start, end, *further = span
        values = dict(zip(MORE[: len(further)], further, strict=True))
        values = {key: None if value is None else text(value) for key, value in values.items()}
    start, end = whole(start), whole(end) + after(0)
    if not start < end:
        raise _OffsetsError(f"end {end} is not after start {start} (offsets are half-open)")
    if max(-start, end) >= LARGEST:
        raise _OffsetsError(f"{start if -start > end else end} is beyond 2**53")
    if covered is not None and end > limit(len(covered)):
        raise _OffsetsError(f"end {end} is beyond the text, which has {plural(len(covered), 'character')}")
    return {"start": start, "end": end} | {key: _plain(key, value) for key, value in values.items()}


def _plain(key: str, value: Any) -> Any:
    """A field value in a form that can be compared: lists and dicts as canonical JSON, labels as text."""
    if isinstance(value, list | dict):
        return json.dumps(value, sort_keys=True, default=str)
    return str(value) if key in MORE and value is not None else value
