"""Write spans as tab-separated lines: document, start, end (inclusive), id, score, type.

A missing id, score or type is an empty column. A span with further fields (its fragments, if it is
discontinuous) has a JSON object in place of its type, `{"type": "PER", "fragments": "0-5;9-12"}`. A span with
several candidates has three columns per candidate.
"""

import json
from collections.abc import Iterator

from nerkit.corpora.spans import Candidate, Spans
from nerkit.exceptions import plural
from nerkit.writers.format import BREAKS, Writer, cell

COLUMNS = ("eid", "score", "type")
IN_TEXT = "text"  # a field that is not written, because the documents have it


def write(spans: Spans) -> Iterator[str]:
    """One line per span."""
    eid, score, kind = (spans.fields.get(name) for name in COLUMNS)
    others = {name: column for name, column in spans.fields.items() if name not in (*COLUMNS, IN_TEXT)}
    for row in range(len(spans)):
        place = spans.documents[spans.document[row]], spans.start[row], spans.end[row] - 1
        own = Candidate(*(column.value(row) if column else None for column in (eid, score, kind)))
        further = {name: value for name, column in others.items() if (value := column.value(row)) is not None}
        cells = [one for each in spans.candidates.get(row, (own,)) for one in _cells(each, further)]
        yield "\t".join(cell(str(each), "text", "span-tsv") for each in (*place, *cells)) + "\n"


def _cells(candidate: Candidate, further: dict[str, object]) -> list[object]:
    """The columns id, score and type of a candidate; *further* are further fields of its span."""
    kind = candidate.type
    if further:
        named: dict[str, object] = {} if kind is None else {"type": kind}
        kind = json.dumps(named | further, ensure_ascii=False)
    elif kind is not None and (kind.startswith("{") or BREAKS.search(kind)):
        kind = json.dumps({"type": kind}, ensure_ascii=False)
    return ["" if value is None else value for value in (candidate.id, candidate.score, kind)]


def lost(spans: Spans) -> list[str]:
    """Phrases that count the ids of documents and spans with tabs or line ends."""
    eids = spans.fields.get("eid")
    counts = {
        "document id with a tab or the end of a line": sum(map(_breaks, spans.documents)),
        "id with a tab or the end of a line": 0 if eids is None else sum(map(_breaks, eids.values)),
    }
    return [plural(count, noun) for noun, count in counts.items() if count]


def _breaks(text: object) -> bool:
    return isinstance(text, str) and BREAKS.search(text) is not None


WRITER = Writer(write, takes=Spans, lost=lost)
