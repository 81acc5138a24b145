"""Read JSON documents with a text and a list of spans, as spaCy and Prodigy write them.

A document is an object with `text` and `ents`, `entities` or `spans` (in this order of preference), or a pair
`[text, {"entities": […]}]`. A span is an object with `start` and `end`. Its label (a key of LABELS, or a key
that `item_keys` finds), `kb_id` or `id`, `score`, `text` and `answer` are optional. It can also be a list
`[start, end, label, id]`, where label and id are optional. Offsets count characters of the text, and ends are
exclusive. If the text of a span fits only UTF-16 offsets, the span is an error. `spans` can be an object of
lists, spaCy's span groups. Without `ents`, nerkit reads these groups and keeps their names in the field
`group`.

A document's id is its `id` or `doc_id`, also in `meta`. Without an id, it is the file's path below the
folder, or Prodigy's number of the text, which other formats do not have (`Spans.own_ids`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from nerkit.corpora.pairing.id_aliases import candidates, found_in
from nerkit.ground.meant import in_units, stands_in_units
from nerkit.io import Source
from nerkit.readers.conditions import condition
from nerkit.readers.item_keys import LABELS
from nerkit.readers.json_text import Path, Value, documents, shown
from nerkit.readers.records.document_table import Body, DocumentRead, Unit
from nerkit.readers.records.shape import EntityList, OwnText, Shape, ShapedReading
from nerkit.readers.spans.span_table import SpanTable, Tally, score_of

LISTS = ("ents", "entities", "spans")  # keys of the spans of a document, in order of preference
IDS = ("id", "doc_id")
HASH = "_input_hash"  # Prodigy's number of an input: equal for equal texts
IS_PAIR = condition("[text, {}]")  # a text and its annotations
TUPLE = ("start", "end", "label", "kb_id")  # a span as a list
FORM = 'a document is {"text": …, "ents" or "entities" or "spans": [{"start": 0, "end": 5, "label": "PER"}]}'
ENDS = (
    "offsets count characters from 0, and ends are exclusive: a span of one character ends one "
    "after its start"
)
CHARACTERS = Unit("character")


def _records(source: Source, form: str) -> Iterator[Value]:
    """The documents of a file; a pair of a text and an object becomes an object with the text."""
    for value in documents(source, form):
        if IS_PAIR(value.value):
            text, body = value.value
            yield replace(value.within(1), value=body | {"text": text})
        else:
            yield value


def _items(reading: ShapedReading, body: Body, _: str) -> Iterator[tuple[Path, Any]]:
    """The path and the JSON value of each span of a document."""
    keys = [key for key in LISTS if body.get(key) is not None]
    for key in keys[1:]:
        reading.table.tally.add("document", f"whose {key!r} are not read, because it has {keys[0]!r}")
    for key in keys[:1]:
        in_groups = key == "spans" and isinstance(body[key], dict)
        for path in [(key, group) for group in body[key]] if in_groups else [(key,)]:
            listed = reading.value.part(*path)
            if not isinstance(listed, list):
                reading.fail("not a list of spans", *path)
            yield from (((*path, place), span) for place, span in enumerate(listed))


class RecordShape(Shape):
    """The shape of JSON documents with spans.

    Documents and spans that an annotator rejected or ignored (`answer`) are left out and counted.
    """

    def made_of(self, reading: ShapedReading, body: Body) -> DocumentRead | None:
        """Read a document; None if an annotator rejected or ignored it."""
        if "text" not in body and not any(key in body for key in LISTS):
            reading.fail("not a document with spans")
        reading.own_text(body)
        if is_left_out(body, reading.table.tally):
            return None
        if isinstance(body.get("relations"), list):
            reading.table.tally.add("relation", "not read (no spans)", len(body["relations"]))
        own = reading.table.of_all
        own.setdefault(HASH, []).append(hash_of(body))
        if document_id(body) is None:
            own.setdefault("others", []).append(found_in(body))
        return super().made_of(reading, body)

    def ended(self, table: SpanTable) -> None:
        """Name documents without unique ids by Prodigy's numbers of their texts, or by their paths."""
        hashes, others = table.of_all.get(HASH, []), table.of_all.get("others", ())
        table.name_by(hashes, table.paths)
        table.hashed = table.own_ids = table.ids is hashes
        table.other_ids = candidates(others) if len(others) == len(table.ids) else ()


class RecordList(EntityList):
    """The list of spans of a document; spans are objects or lists."""

    def read(self, reading: ShapedReading, body: Body) -> list[Body]:
        """Read the spans that no annotator rejected; raises InputError for spans with errors."""
        made = [
            self._span(reading, path, span) for path, span in reading.shape.items(reading, body, self.key)
        ]
        return [span for span in made if span is not None]

    def _span(self, reading: ShapedReading, path: Path, value: Any) -> Body | None:
        table = reading.table
        whole: Any = None if reading.anywhere else reading.value.value.get("text")
        if isinstance(value, dict):
            span = value
        elif isinstance(value, list) and 2 <= len(value) <= len(TUPLE):
            span = dict(zip(TUPLE, value, strict=False))
        else:
            reading.fail(f"{shown(value)} is not a span", *path)
        if is_left_out(span, table.tally, "span"):
            return None
        first, last = (0, 1) if isinstance(value, list) else TUPLE[:2]
        start, end = reading.span(span.get("start"), span.get("end"), *path, first=first, last=last)
        named = next((key for key in LABELS if span.get(key) is not None), LABELS[0])
        label = span.get(named)
        if not (label is None or isinstance(label, str)):
            key = TUPLE.index(named) if isinstance(value, list) else named
            reading.fail(f"the label {shown(label)} is not a string", *path, key)
        score = score_of(reading.value, span.get("score"), *path, "score")
        stated = span["text"] if isinstance(span.get("text"), str) else None
        part = stated if whole is None else whole[start:end]
        if stated not in (None, part):
            if stands_in_units(whole, stated, start, end):
                problem = f"start {start} counts units of UTF-16, not characters"
                reading.fail(problem, *path, remedy=in_units() + ENDS)
            table.tally.add("span", "whose text differs from the text at the offsets")
        eid = name_of(span.get("kb_id"))
        eid = name_of(span.get("id")) if eid is None else eid
        table.keys.see(span, label or None, part)
        group = path[1] if len(path) == len(("spans", "group", "place")) else None
        return {
            "span": [start, end],
            "line": reading.value.line,
            "type": label or None,
            "eid": eid,
            "score": score,
            "group": group,
            "text": part,
        }


def is_left_out(body: Mapping[str, Any], tally: Tally, noun: str = "document") -> bool:
    """Whether an annotator rejected or ignored a document or span, which the tally then counts as *noun*."""
    is_out: bool = body.get("answer", "accept") != "accept"
    if is_out:
        tally.add(noun, f"left out (answer: {shown(body['answer'])})")
    return is_out


def name_of(value: Any) -> str | None:
    """An id as text; None if it is neither an integer nor a nonempty text."""
    return str(value) if value != "" and type(value) in (str, int) else None


def hash_of(body: dict[str, Any]) -> str | None:
    """Prodigy's number of the text of a document, or None."""
    number = body.get(HASH)
    return None if number is None else str(number)


def document_id(body: Mapping[str, Any]) -> str | None:
    """The id in a document or in its `meta`, or None."""
    meta = body.get("meta")
    return id_in(body, meta if isinstance(meta, dict) else {})


def id_in(*holders: Mapping[str, Any]) -> str | None:
    """The first id in the objects *holders*, or None."""
    names = (name_of(holder.get(key)) for holder in holders for key in IDS)
    return next((name for name in names if name is not None), None)


SHAPE = RecordShape(
    "spacy",
    OwnText(),
    lambda _, body: document_id(body),
    [RecordList("", "a span", "label")],
    unit=CHARACTERS,
    form=FORM,
    items=_items,
    documents=_records,
    fields=("group", "text"),
)
