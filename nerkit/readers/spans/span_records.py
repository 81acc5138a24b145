"""Documents that are JSON objects with a text and a list of spans, as spaCy and Prodigy have them.

A document is an object with `text` and `ents`, `entities` or `spans` (the first of these that is there), or a
pair `[text, {"entities": […]}]`. A span is an object with `start`, `end` and, if there are any, `label` (or
one of LABELS in its place, or what `item_keys` finds), `kb_id` or `id`, `score`, `text`, `answer`; or a list
`[start, end, label, id]` of two to four. Offsets are characters of the text, ends exclusive; if the text of a
span fits only UTF-16 offsets, the span is an error. `spans` may be an object of lists, spaCy's span groups.
Without `ents`, nerkit reads these groups and keeps their names in the field `group`.

A document's id is its `id` or `doc_id`, also in `meta`. Without an id, it is the file's path below the
folder, or Prodigy's number of the text, which other formats do not know (`Spans.own_ids`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from nerkit.algorithms.columns import LARGEST
from nerkit.corpora.spans import Spans
from nerkit.ground.meant import in_own_unit, in_units
from nerkit.io import Source
from nerkit.readers.item_keys import LABELS
from nerkit.readers.json_text import Path, Value, documents, shown
from nerkit.readers.records.document_table import DocumentReading, Unit
from nerkit.readers.spans.span_table import SpanTable, Tally, places, score_of

LISTS = ("ents", "entities", "spans")  # where the spans of a document stand, in order of preference
IDS = ("id", "doc_id")
HASH = "_input_hash"  # Prodigy's number of an input: equal for equal texts
PAIR = 2  # a text and its annotations
LAST_OF_ONE_UNIT = "\uffff"  # characters behind it are two units of UTF-16
TUPLE = ("start", "end", "label", "kb_id")  # a span as a list
FORM = 'a document is {"text": …, "ents" or "entities" or "spans": [{"start": 0, "end": 5, "label": "PER"}]}'
ENDS = (
    "offsets count characters from 0, and ends are exclusive: a span of one character ends one "
    "after its start"
)
CHARACTERS = Unit("character")


def is_document(value: Any) -> bool:
    """Whether a JSON value has the shape of a document."""
    if isinstance(value, list):
        return len(value) == PAIR and isinstance(value[0], str) and isinstance(value[1], dict)
    return isinstance(value, dict) and ("text" in value or any(key in value for key in LISTS))


def has_places(value: Any) -> bool:
    """Whether a value is a list that begins with a span with offsets, is empty, or is an object of these."""
    if isinstance(value, dict):
        return all(map(has_places, value.values()))
    first = value[0] if isinstance(value, list) and value else None
    if isinstance(first, dict):
        return "start" in first or "end" in first
    return value == [] or (isinstance(first, list) and type(first[:1][0] if first else 0) is int)


def read(sources: Iterable[Source], *, minimum: bool = False) -> Spans:  # noqa: ARG001  (spans have none)
    """All documents of the files of records as one corpus.

    Documents that an annotator rejected or ignored (`answer`) are left out and counted, rejected spans too.
    Raises InputError (file, line, column, remedy) for what is not JSON, not a document, or not a span of its
    text.
    """
    from nerkit.corpora.pairing.id_aliases import Found, candidates, found_in

    sources = list(sources)
    table = SpanTable("group", "text")
    hashes: list[str | None] = []
    paths: list[str | None] = []
    others: list[Found] = []
    for source in sources:
        table.source(source)
        before = len(table.ids)
        for document in documents(source, FORM):
            body = _document(document, table)
            if body is not None:
                hashes.append(hash_of(body))
            if body is not None and table.ids[-1] is None:
                others.append(found_in(body))
        paths += places(source, len(table.ids) - before)
    for ids in (hashes, paths):
        if None in table.ids or len(set(table.ids)) < len(table.ids):
            table.ids = ids if ids and None not in ids else table.ids
    table.hashed = table.own_ids = table.ids is hashes
    spans = table.spans(sources, unique=not table.hashed)
    complete = len(others) == len(spans.documents) and not spans.named
    return replace(spans, other_ids=candidates(others)) if complete else spans


def _document(document: Value, table: SpanTable) -> dict[str, Any] | None:
    """Add a document; gives its object, if it is not left out."""
    if not is_document(document.value):
        document.fail("not a document with spans", remedy=FORM)
    pair = isinstance(document.value, list)
    base: Path = (1,) if pair else ()
    body: dict[str, Any] = document.part(*base)
    text = document.value[0] if pair else body.get("text")
    if text is not None and not isinstance(text, str):
        document.fail(f"the text is {shown(text)}, not a string", *base, "text", remedy=FORM)
    if is_left_out(body, table.tally):
        return None
    table.document(document_id(body), text)
    if isinstance(body.get("relations"), list):
        table.tally.add("relation", "not read (no spans)", len(body["relations"]))
    counted = text if in_own_unit() else None
    reading = DocumentReading(document, FORM, CHARACTERS, LARGEST if counted is None else len(counted))
    keys = [key for key in LISTS if body.get(key) is not None]
    for key in keys[1:]:
        table.tally.add("document", f"whose {key!r} are not read, because it has {keys[0]!r}")
    for key in keys[:1]:
        in_groups = key == "spans" and isinstance(body[key], dict)
        for group in body[key] if in_groups else (None,):
            path = (*base, key) if group is None else (*base, key, group)
            if not isinstance(document.part(*path), list):
                document.fail("not a list of spans", *path, remedy=FORM)
            for place, span in enumerate(document.part(*path)):
                _span(reading, (*path, place), span, (counted, group), table)
    return body


def _span(
    reading: DocumentReading,
    path: Path,
    value: Any,
    context: tuple[str | None, str | None],
    table: SpanTable,
) -> None:
    """Add a span of a document with this text (if offsets count it) and group."""
    (text, group), document = context, reading.value
    if isinstance(value, dict):
        span = value
    elif isinstance(value, list) and PAIR <= len(value) <= len(TUPLE):
        span = dict(zip(TUPLE, value, strict=False))
    else:
        reading.fail(f"{shown(value)} is not a span", *path)
    if is_left_out(span, table.tally, "span"):
        return
    first, last = (0, 1) if isinstance(value, list) else TUPLE[:2]
    start, end = reading.span(span.get("start"), span.get("end"), *path, first=first, last=last)
    named = next((key for key in LABELS if span.get(key) is not None), LABELS[0])
    label = span.get(named)
    score = span.get("score")
    if not (label is None or isinstance(label, str)):
        key = TUPLE.index(named) if isinstance(value, list) else named
        reading.fail(f"the label {shown(label)} is not a string", *path, key)
    score_of(document, score, *path, "score")
    surface = span.get("text")
    if text is not None and isinstance(surface, str) and surface != text[start:end]:
        if stands_in_units(text, surface, start, end):
            document.fail(
                f"start {start} counts units of UTF-16, not characters", *path, remedy=in_units() + ENDS
            )
        table.tally.add("span", "whose text differs from the text at the offsets")
    eid = name_of(span["kb_id"]) if "kb_id" in span else None
    eid = name_of(span["id"]) if eid is None and "id" in span else eid
    stated = surface if isinstance(surface, str) else None
    part = stated if text is None else text[start:end]
    fields = {"eid": eid, "score": score, "group": group, "text": part}
    table.keys.see(span, label or None, part)
    table.span(start, end, document.line, type=label or None, **fields)


def is_left_out(body: Mapping[str, Any], tally: Tally, noun: str = "document") -> bool:
    """Whether an annotator rejected or ignored a document or a span; if so, count it."""
    is_out: bool = body.get("answer", "accept") != "accept"
    if is_out:
        tally.add(noun, f"left out (answer: {shown(body['answer'])})")
    return is_out


def stands_in_units(text: str, surface: str, start: int, end: int) -> bool:
    """Whether the text of a span stands at its offsets if these count units of UTF-16.

    >>> stands_in_units("I 😊 Oslo", "Oslo", 5, 9), stands_in_units("I :) Oslo", "Oslo", 6, 10)
    (True, False)
    """
    if text.isascii() or max(text) <= LAST_OF_ONE_UNIT:
        return False
    return _units(text)[2 * start : 2 * end] == _units(surface)


@lru_cache(maxsize=2)  # a text and one of its spans
def _units(text: str) -> bytes:
    """A text in UTF-16, two bytes per unit."""
    return text.encode("utf-16-le", "surrogatepass")


def name_of(value: Any) -> str | None:
    """An id as text; None for null, an empty string or an object."""
    return str(value) if value != "" and type(value) in (str, int) else None


def hash_of(body: dict[str, Any]) -> str | None:
    """The number that Prodigy gives the text of a document."""
    number = body.get(HASH)
    return None if number is None else str(number)


def document_id(body: Mapping[str, Any]) -> str | None:
    """The id that a document or its `meta` carries."""
    meta = body.get("meta")
    return id_in(body, meta if isinstance(meta, dict) else {})


def id_in(*holders: Mapping[str, Any]) -> str | None:
    """The first id in these objects, or None."""
    names = (name_of(holder.get(key)) for holder in holders for key in IDS)
    return next((name for name in names if name is not None), None)
