"""brat standoff annotation: a folder of `.ann` files, one per document (http://brat.nlplab.org, 1.3).

    T1 TAB TYPE start end[;start end]… TAB text     a span; offsets are characters, ends exclusive
    N1 TAB Reference T1 KB:id TAB text              an id of T1; if T1 has several ids, each id is correct
    R1 TAB TYPE Arg1:T1 Arg2:T2                     a relation, from its first argument to its second
    E1 TAB TYPE:T3 ROLE:T1 ROLE2:E2                 an event: its trigger, then its arguments
    A1 TAB NAME T1 [VALUE]                          an attribute of T1, R1 or E1 (in old files also M1)
    * TAB Equiv T1 T2, #1 TAB …                     equivalent spans, notes: counted, and not read

The document's id is the path of the file below the folder without `.ann`. A single file has no id, and files
without ids are paired in order. An empty file is a document without annotations. In a folder, nerkit reads
only the `.ann` files, and `a.txt`, the text of `a.ann`, if it exists.

- The id of a span is the whole text `KB:id`, because knowledge bases number independently. N lines in the
  form of BioNLP 2013 (`Annotation:T1 Referent:KB:id`) have the same meaning. A warning counts N lines that do
  not refer to a span. A span without an N line has no id.
- A discontinuous span reaches from its first to its last character and keeps its `fragments` (`0-5;9-12`). It
  equals only a span with equal fragments. Overlap measures take the whole range. A warning counts
  discontinuous spans. nerkit joins fragments that touch.
- When nerkit reads spans, a warning counts all other lines. It also counts spans whose text differs from the
  `.txt` at their offsets, except for blanks. Without a `.txt`, it counts spans whose text has another length
  than their offsets.
- nerkit forgives lines that are not annotations, references to missing spans, and spans that begin in the
  text and end beyond it. Such spans keep their offsets.

Read as records:

- An argument that is an event has the offsets of the event's trigger.
- A number after a role (`Theme2`) is dropped if the event has the role without a number, too.
- nerkit keeps attributes, so that your own formulas can read them:
  `"attributes": {"Negation": true, "Confidence": "High"}`.
- A span has the offsets of all its fragments, `[0, 5, 9, 12]`. The trigger of an event is not an entity.

Differences from neleval 3.1.1, which fails on such files: ends are exclusive, and spans without N lines keep
their types.
"""

import re
from collections.abc import Iterable
from functools import partial

from nerkit.corpora.records import Documents
from nerkit.corpora.spans import Candidate, Spans
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.leniency import forgive
from nerkit.readers.sample import Sample
from nerkit.readers.spans.brat_document import (
    BEYOND_ITS_TEXT,
    DANGLING,
    FORM,
    NO_ENTITY,
    OTHERS,
    UNPARSED,
    BratDocument,
)
from nerkit.readers.spans.brat_records import read_documents
from nerkit.readers.spans.span_table import SpanTable

NOT_SPANS = "not read (no spans)"
WHOLE = re.compile(r"^(?:R\S*+\t\S++ \S[^\s:]*+:\S++ \S[^\s:]*+:\S|E\S*+\t\S[^\s:]*+:\S)", re.MULTILINE)


def read(sources: Iterable[Source], *, minimum: bool = False) -> Spans:  # noqa: ARG001  (spans have none)
    """Read all annotation files as one corpus of spans.

    Raises InputError (file, line, column, remedy) for a span that does not end after its start, or begins
    after the end of the text. Further errors are fragments that overlap, an id that occurs twice, and a
    nonblank file without annotations.
    """
    return SpanTable("fragments", "text", any_id=True).read(sources, _add)


def _add(source: Source, table: SpanTable) -> None:
    """Add the document of one annotation file to the table."""
    document = BratDocument(source, table.tally)
    document.read()
    for line in document.others:
        table.tally.add(OTHERS[line.text[:1]], NOT_SPANS)
    table.document(document.name, document.text)
    _rows(document, table)


def _rows(document: BratDocument, table: SpanTable) -> None:
    """Add the spans of an annotation file to the table."""
    ids_of: dict[str, list[str]] = {}
    for line, span, eid in document.references:
        if span[:1] != "T":
            table.tally.add("reference", "of annotations that are not spans, not read")
        elif span not in document.spans:
            forgive(DANGLING, partial(line.fail_at, line.text.index(span), f"{span} {NO_ENTITY}", FORM))
        else:
            ids_of.setdefault(span, []).append(eid)
    for name, (line, label, fragments, text, _) in document.spans.items():
        ids = ids_of.get(name, [])
        if len(ids) > 1:
            candidates = tuple(Candidate(eid, None, label) for eid in ids)
            table.candidates[len(table)] = candidates
        several = len(fragments) > 1
        if several:
            table.tally.add("discontinuous span", "(equal with equal fragments; overlap takes the whole)")
        table.span(
            fragments[0][0],
            fragments[-1][1],
            line.number,
            type=label,
            eid=ids[0] if ids else None,
            text=text,
            fragments=";".join(f"{start}-{end}" for start, end in fragments) if several else None,
        )


def meant_for(sample: Sample) -> str | None:
    """The task for a file: `ie` if it has a line of a relation or an event, otherwise None."""
    return "ie" if WHOLE.search(sample.text) else None


READER = Reader(
    read,
    Spans,
    characters=True,
    forgives=(UNPARSED, DANGLING, BEYOND_ITS_TEXT),
    others={Documents: read_documents},
    meant_for=meant_for,
)
