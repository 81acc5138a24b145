"""Spans as tab-separated lines: document, start, end (inclusive), id, score, type.

Id, score and type are empty where there is none.
"""

from collections.abc import Iterator

from nerkit.corpora.spans import Spans
from nerkit.writers.format import Writer


def write(spans: Spans) -> Iterator[str]:
    """One line for each span."""
    fields = [spans.fields.get(name) for name in ("eid", "score", "type")]
    for row in range(len(spans)):
        values = [column.value(row) if column else None for column in fields]
        place = spans.documents[spans.document[row]], spans.start[row], spans.end[row] - 1
        cells = (*place, *("" if value is None else value for value in values))
        yield "\t".join(map(str, cells)) + "\n"


WRITER = Writer(write, takes=Spans)
