"""Predictions for texts that are not there: JSON lists of spans, one list for each text.

    [[{"start": 0, "end": 7, …}, …], []]      a list of lists: a document each
    [{"start": 0, "end": 7, …}, …]            a list of spans: one document; one a line, a document each

Such documents have neither text nor id, so that they pair by order. A format of spans with offsets is one
record:

    SHAPE = SpanShape("a span is …", score="probability", keys=("index",))
    READER = SHAPE.reader()
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import chain
from typing import Any

from nerkit.corpora.spans import Spans
from nerkit.ground.records import record
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.item_keys import LABELS
from nerkit.readers.json_text import Path, Value, longest_line, shown, values
from nerkit.readers.records.document_table import Body, DocumentReading
from nerkit.readers.sample import Sample
from nerkit.readers.spans.span_records import CHARACTERS
from nerkit.readers.spans.span_table import SpanTable, score_of

NESTED = re.compile(r"\s*\[\s*\[")  # lists in a list
INFINITY = float("inf")
Listed = tuple[Value, Path]  # a span: the value it stands in, and where


def first_span(sample: Sample) -> Mapping[str, Any] | None:
    """The first span of lists of spans; None for anything else, and if there is none."""
    if sample.text.lstrip()[:1] != "[":
        return None
    first = next((one[0] if isinstance(one, list) else one for one in sample.seen if one), None)
    return first if isinstance(first, dict) else None


def of_documents(source: Source, form: str) -> Iterator[list[Listed]]:
    """The spans of each document of a file. Raises InputError for what is not JSON or not a list of spans."""
    lines = source.lines(longest_line(source))
    first = next((one for one in lines if one[1].strip()), (1, ""))
    a_line_each = first[1].rstrip().endswith("]") and not NESTED.match(first[1])
    found = values(source.name, chain([first], lines), form, apart=not a_line_each)
    one = next(found, None)
    lists = chain([one], found) if one is not None else found
    if one is not None and not a_line_each and not isinstance(one.value, list):
        yield [(value, ()) for value in lists if _is_span(value, (), form)]
        return
    for value in lists:
        if not isinstance(value.value, list):
            value.fail(f"{shown(value.value)} is not a list of spans", remedy=form)
        yield [(value, (place,)) for place in range(len(value.value)) if _is_span(value, (place,), form)]


def _is_span(value: Value, path: Path, form: str) -> bool:
    if not isinstance(value.part(*path), dict):
        value.fail(f"{shown(value.part(*path))} is not a span", *path, remedy=form)
    return True


@record(frozen=True)
class SpanShape:
    """A format of spans as objects with `start`, `end`, and perhaps `text`, in characters.

    form       what errors say of the format
    documents  (a file, the form) -> the spans of each of its documents
    labels     the keys of labels, of which the first that is there counts; none: the key of the list
    score      the key of the score
    keys       further keys of spans
    unread     further keys, of objects whose members are counted as so many of that noun: key -> noun
    """

    form: str
    documents: Callable[[Source, str], Iterable[Iterable[Listed]]] = of_documents
    labels: Sequence[str] = LABELS
    score: str = "score"
    keys: Sequence[str] = ()
    unread: Mapping[str, str] = field(default_factory=dict)

    def read(self, sources: Iterable[Source], **_: Any) -> Spans:
        """All documents of the files of lists as one corpus.

        Raises InputError (file, line, column, remedy) for what is not JSON, has not this form, or is no span.
        """
        table = SpanTable("text")
        table.keys.know(self.score, *self.keys, *self.unread, labels=self.labels or LABELS)
        return table.read(sources, self._add)

    def _add(self, source: Source, table: SpanTable) -> None:
        """Add the documents of a file."""
        labels, unread, see, add = self.labels, self.unread.items(), table.keys.see, table.span
        for spans in self.documents(source, self.form):
            table.document(None)
            reading: DocumentReading | None = None
            for value, path in spans:
                if reading is None or reading.value is not value:
                    reading = DocumentReading(value, self.form, CHARACTERS)
                span = value.part(*path)
                if type(span) is not dict:
                    reading.record(span, "a span", *path)
                start, end = reading.span(span.get("start"), span.get("end"), *path)
                text, score = span.get("text"), span.get(self.score)
                if type(text) is not str:
                    text = reading.own_text(span, *path)
                for key, noun in unread:
                    if isinstance(span.get(key), dict):
                        table.tally.add(noun, "not read (no spans)", len(span[key]))
                if type(score) is not float or not -INFINITY < score < INFINITY:
                    score = score_of(value, score, *path, self.score)
                label: Any = self._label(reading, span, path) if labels else path[0]
                see(span, label, text)
                label = label if labels else label or None
                add(start, end, value.line, type=label, text=text, score=score)

    def _label(self, reading: DocumentReading, span: Body, path: Path) -> str | None:
        """The label that a span has."""
        for key in self.labels:
            if span.get(key) is not None:
                return reading.text(span, key, *path)
        return None

    def reader(self) -> Reader:
        """The reader of the format."""
        return Reader(self.read, Spans, characters=True)
