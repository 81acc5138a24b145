"""Read predicted spans in lists of JSON objects: parts of a `Shape` (`records.shape`).

    [[{"start": 0, "end": 7, …}, …], []]      a list of lists: each inner list is a document
    [{"start": 0, "end": 7, …}, …]            a list of spans: one document per list, and one list per line

Such documents have neither a text nor an id, so they are paired in order.

    SHAPE = Shape(…, entities=[SpanList("", "a span", "label", score="probability")], keys=("index",))
    READER = Reader(SHAPE.spans, Spans, characters=True)
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import chain
from typing import Any

from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.io import Source
from nerkit.readers.item_keys import LABELS
from nerkit.readers.json_text import Path, Value, longest_line, shown, values
from nerkit.readers.records.document_table import Body
from nerkit.readers.records.shape import EntityList, ShapedReading
from nerkit.readers.spans.span_table import score_of

NESTED = regex(r"\s*\[\s*\[")  # the beginning of a list of lists
INFINITY = float("inf")


def span_lists(source: Source, form: str) -> Iterator[Value]:
    """The lists of spans in a file. Raises InputError for a value that is not a list.

    If the whole file is one list of spans, its elements are `Value` objects.
    """
    lines = source.lines(longest_line(source))
    first = next((one for one in lines if one[1].strip()), (1, ""))
    a_line_each = first[1].rstrip().endswith("]") and not NESTED.match(first[1])
    found = values(source.name, chain([first], lines), form, apart=not a_line_each)
    for value in found:
        if not a_line_each and not isinstance(value.value, list):
            yield replace(value, value=[value, *found])
            return
        a_line_each = True
        if not isinstance(value.value, list):
            value.fail(f"{shown(value.value)} is not a list of spans", remedy=form)
        yield value


def in_list(reading: ShapedReading, body: Any, _: str) -> Iterator[tuple[Path, Any]]:
    """The path and the JSON object of each span in a list.

    Raises InputError at once if any element of the list is not an object.
    """
    for place, each in enumerate(body):
        if isinstance(each, Value):
            if not isinstance(each.value, dict):
                each.fail(f"{shown(each.value)} is not a span", remedy=reading.form)
        else:
            reading.record(each, "a span", place)
    for place, each in enumerate(body):
        if isinstance(each, Value):
            reading.value = each
            yield (), each.value
        else:
            yield (place,), each


@record(frozen=True)
class SpanList(EntityList):
    """A list of spans that are objects with a text and a score.

    labels  the keys of the label, in order of preference; empty if the key of the list is the label
    score   the key of the score
    unread  key of an object that is not read -> noun for the members of the object, which are counted
    """

    labels: Sequence[str] = LABELS
    score: str = "score"
    unread: Mapping[str, str] = field(default_factory=dict)

    def read(self, reading: ShapedReading, body: Any) -> list[Body]:
        """Read the spans of the list; raises InputError for spans with errors."""
        unread, see, made = self.unread.items(), reading.table.keys.see, list[Body]()
        for path, span in reading.shape.items(reading, body, self.key):
            if type(span) is not dict:
                reading.record(span, self.what, *path)
            place = reading.span(span.get("start"), span.get("end"), *path)
            text, score = span.get("text"), span.get(self.score)
            if type(text) is not str:
                text = reading.own_text(span, *path)
            for key, noun in unread:
                if isinstance(span.get(key), dict):
                    reading.table.tally.add(noun, "not read (no spans)", len(span[key]))
            if type(score) is not float or not -INFINITY < score < INFINITY:
                score = score_of(reading.value, score, *path, self.score)
            label: Any = self._label(reading, span, path) if self.labels else path[0]
            see(span, label, text)
            label = label if self.labels else label or None
            made.append(
                {"span": place, "line": reading.value.line, "type": label, "text": text, "score": score}
            )
        return made

    def _label(self, reading: ShapedReading, span: Body, path: Path) -> str | None:
        """The label of a span, from the first of `labels` with a value; None if there is none."""
        for key in self.labels:
            if span.get(key) is not None:
                return reading.text(span, key, *path)
        return None
