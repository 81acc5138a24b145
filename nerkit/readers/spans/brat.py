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

import os
import re
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from nerkit.algorithms.columns import LARGEST, whole_number
from nerkit.corpora.records import Documents, ItemLines
from nerkit.corpora.spans import Candidate, Spans
from nerkit.exceptions import InputError, plural
from nerkit.ground.containment import follow
from nerkit.ground.meant import after
from nerkit.ground.paths import is_file
from nerkit.io import COMPRESSED, Source
from nerkit.readers.columns.text import ColumnLine, lines
from nerkit.readers.format import Reader
from nerkit.readers.leniency import Forgiveness, forgive
from nerkit.readers.records.document_table import Body, DocumentTable
from nerkit.readers.sample import Sample
from nerkit.readers.spans.span_table import SpanTable, Tally

ANNOTATIONS, TEXT = ".ann", ".txt"
MARK = " "  # replaces the byte order mark
OTHERS = {  # first letter of the id -> the kind of annotation
    "R": "relation",
    "E": "event",
    "A": "attribute",
    "M": "attribute",
    "*": "equivalence",
    "#": "note",
}
NOT_REGULAR = "not read (not a regular file)"
UNFIT = "whose text is not as long as the offsets say"
UNPLACED = "whose text differs from the text at the offsets"
SPAN = re.compile(r"(T\S*)\t(\S+) (\d+ \d+(?:;\d+ \d+)*)[ ]*(?:\t(.*))?")
REFERENCE = re.compile(r"N\S*\tReference (?:Annotation:)?(\S+) (?:Referent:)?(\S+)")
REVERSED = re.compile(r"N\S*\tReference Referent:(\S+) Annotation:(\S+)")
UNPARSED = Forgiveness("line", "of a kind that brat does not have, left out")
DANGLING = Forgiveness("reference", "to an id that the file does not have, left out")
BEYOND_ITS_TEXT = Forgiveness("annotation", "ending beyond the text, offsets kept")
A_REFERENCE = "a reference is: N1, tab, Reference T1 KB:id, tab, text"
DIFFERENT = "give each annotation of a file a different id"
FORM = "a span is: T1, tab, type start end, tab, text; ends are exclusive"
NO_ENTITY = "is not an entity of the document"
BEYOND = "offsets count characters of the .txt file with the same name; ends are exclusive"
RELATION = re.compile(r"(R\S*+)\t(\S++) (\S[^\s:]*+):(\S++) (\S[^\s:]*+):(\S++)\s*+")
EVENT = re.compile(r"(E\S*+)\t(\S[^\s:]*+):(\S++)((?: ++\S[^\s:]*+:\S++)*+)\s*+")
ATTRIBUTE = re.compile(r"[AM]\S*+\t(\S++) (\S++)(?: (.*\S))?\s*+")
NUMBERED = re.compile(r"(.*?\D)\d+")
FORMS = {  # first letter of the id -> pattern and form of a line
    "R": (RELATION, "a relation is: R1, tab, type Arg1:T1 Arg2:T2"),
    "E": (EVENT, "an event is: E1, tab, type:T3 role:T1 role:E2"),
    "A": (ATTRIBUTE, "an attribute is: A1, tab, name T1, and a value if it has one"),
}
NOT_SPANS = "not read (no spans)"
WHOLE = re.compile(r"^(?:R\S*+\t\S++ \S[^\s:]*+:\S++ \S[^\s:]*+:\S|E\S*+\t\S[^\s:]*+:\S)", re.MULTILINE)


class BratSpan(NamedTuple):
    """A span of an annotation file.

    line       its line
    label      its type
    fragments  the offsets (start, end) of its fragments, ascending
    text       the text in the line, or None
    fits       whether this text is as long as the fragments
    """

    line: ColumnLine
    label: str
    fragments: list[tuple[int, int]]
    text: str | None
    fits: bool

    def stands_in(self, text: str) -> bool:
        """Whether the text in the line equals the fragments in the document's *text*, except for blanks."""
        if self.fragments[-1][1] > len(text):
            return False
        covered = "".join([text[start:end] for start, end in self.fragments])
        if self.text is None or self.text == covered:
            return True
        return "".join(self.text.split()) == "".join(covered.split())


class BratDocument:
    """The annotations of one file: its spans by id, the references to entity ids, and the other lines."""

    def __init__(self, source: Source, tally: Tally) -> None:
        self.source, self.tally = source, tally
        self.spans: dict[str, BratSpan] = {}  # by id
        self.references: list[tuple[ColumnLine, str, str]] = []  # line, span, id
        self.others: list[ColumnLine] = []  # relations, events and so on
        self.name: str | None = None
        self.text: str | None = None

    def read(self) -> None:
        """Read all lines, and the `.txt` file beside the annotation file."""
        unparsed = list[ColumnLine]()
        for line in lines(self.source):
            kind = line.text[:1]
            if kind == "T":
                self._span(line)
            elif kind == "N":
                self._reference(line)
            elif kind in OTHERS:
                self.others.append(line)
            elif line.text.strip():
                unparsed.append(line)
        for line in unparsed:
            fail = partial(line.fail_at, 0, "not an annotation of brat", FORM)
            if not (self.spans or self.references or self.others):
                fail()
            forgive(UNPARSED, fail)
        self.name = self.source.member.removesuffix(ANNOTATIONS) if self.source.listed else None
        self.text = self._text()

    def _span(self, line: ColumnLine) -> None:
        match = SPAN.fullmatch(line.text)
        if match is None:
            line.fail_at(line.text.find("\t") + 1, "not a span", FORM)
        name, label, offsets, text = match.groups()
        if name in self.spans:
            line.fail_at(0, f"the id {name} is given twice", DIFFERENT)
        fragments, at = [], match.start(3)
        for pair in offsets.split(";"):
            start, end = map(whole_number, pair.split(" "))
            if end == LARGEST:
                line.fail_at(at + pair.index(" ") + 1, "an end beyond 2**53", FORM)
            if end + after(0) <= start:
                line.fail_at(at, f"end {end} is not after start {start}", FORM)
            fragments.append((start, end + after(0)))
            at += len(pair) + 1
        length = end - start
        if len(fragments) > 1:
            fragments.sort()
            for (_, end), (start, _) in pairwise(fragments):
                if start < end:
                    line.fail_at(match.start(3), "fragments overlap", "the fragments of a span are apart")
            length = sum(end - start for start, end in fragments) + len(fragments) - 1
            fragments = _joined(fragments)
        fits = text is None or len(text) == length
        self.spans[name] = BratSpan(line, label, fragments, text, fits)

    def _reference(self, line: ColumnLine) -> None:
        match = REVERSED.match(line.text) or REFERENCE.match(line.text)
        if match is None:
            line.fail_at(line.text.find("\t") + 1, "not a reference", A_REFERENCE)
        span, eid = match.groups() if match.re is REFERENCE else match.groups()[::-1]
        self.references.append((line, span, eid))

    def _text(self) -> str | None:
        """The text of the document, in the reading in which most spans match their offsets.

        The spans that do not match are counted in the tally. None if there is no text.
        """
        spans, texts = self.spans.values(), readings(self.source)
        if not texts:
            pipe = any(map(os.path.exists, beside(self.source.name)))
            self.tally.add("text", NOT_REGULAR, int(pipe))
            unfit = sum(not span.fits for span in spans)
            self.tally.add("annotation", UNFIT, unfit)
            return None
        placed = [sum([span.stands_in(text) for span in spans]) for text in texts]
        text = texts[placed.index(max(placed))]
        unplaced = len(spans) - max(placed)
        if unplaced:
            for span in spans:
                self._check_end(span, len(text))
        self.tally.add("annotation", UNPLACED, unplaced)
        return text

    def _check_end(self, span: BratSpan, length: int) -> None:
        if span.fragments[-1][1] <= length:
            return
        match = SPAN.fullmatch(span.line.text)
        assert match is not None
        end, pair = max((whole_number(pair.split(" ")[1]), pair) for pair in match[3].split(";"))
        problem = f"end {end} is beyond the text, which has {plural(length, 'character')}"
        fail = partial(span.line.fail_at, match.start(3) + match[3].index(pair), problem, BEYOND)
        if span.fragments[-1][0] >= length:
            fail()
        forgive(BEYOND_ITS_TEXT, fail)


def _joined(fragments: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join adjacent fragments; *fragments* are sorted."""
    joined = fragments[:1]
    for start, end in fragments[1:]:
        if start == joined[-1][1]:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def readings(source: Source) -> list[str]:
    """The possible readings of the text beside an annotation file, the most likely reading first.

    Empty if there is no such file. Raises InputError for a file that cannot be read.
    """
    paths = beside(source.name)
    for text_path in paths:
        follow(source.name, text_path)
    path = next(filter(is_file, paths), None)  # reading a pipe might never end
    if path is None:
        return []
    file = Source(path, path)
    stored = file.characters()
    if "\r" not in stored and not file.marked:
        return [stored]
    plain = stored.replace("\r\n", "\n")
    texts = [stored, plain, *([MARK + stored, MARK + plain] if file.marked else [])]
    return list(dict.fromkeys(texts))


def beside(name: str) -> list[str]:
    """The possible paths of the text of the annotation file *name*."""
    stem, suffix = os.path.splitext(name)
    if suffix in COMPRESSED:
        stem, suffix = os.path.splitext(stem)
    return [stem + TEXT + packed for packed in ("", *COMPRESSED)] if suffix == ANNOTATIONS else []


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


def read_documents(
    sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any
) -> Documents:
    """Read all annotation files as one corpus of records, with one document per file.

    Raises the errors of `read`, and InputError for relations, events and attributes that cannot be parsed.
    Further errors are event ids that occur twice, and arguments that do not exist in the file. If *refused*
    is a list, such an error is added to it, and the document is empty.
    """
    table = DocumentTable("brat", characters=True, refused=refused)
    sources = list(sources)
    for source in sources:
        first = len(table.ids)
        name = source.member.removesuffix(ANNOTATIONS) if source.listed else None
        document = table.attempt(partial(_document, source, table))
        body, lines = document or ({"entities": []}, None)
        table.add(name, body, lines=lines)
        table.finish(source, first)
        table.ids[first] = name
    return table.documents(sources)


def _document(source: Source, table: DocumentTable) -> tuple[Body, ItemLines]:
    """The document of a file as a record, and the lines of its relations and events."""
    document = BratDocument(source, table.tally)
    document.read()
    standoff = _StandoffDocument(document, table)
    return standoff.body(), standoff.item_lines()


class _StandoffDocument:
    """A converter of the spans, relations and events of one file to a record."""

    def __init__(self, document: BratDocument, table: DocumentTable) -> None:
        self.document, self.table = document, table
        self.lines: dict[str, list[tuple[ColumnLine, re.Match[str]]]] = {"R": [], "E": [], "A": []}
        self.events: dict[str, tuple[ColumnLine, re.Match[str]]] = {}  # by id
        self.attributes: dict[str, dict[str, Any]] = {}  # id of the annotation -> its attributes

    def body(self) -> Body:
        """The document as a record."""
        for line in self.document.others:
            self._line(line)
        for line, match in self.lines["A"]:
            self._known(match[2], line, match.start(2))
            self.attributes.setdefault(match[2], {})[match[1]] = match[3] or True
        ids = self._ids()
        triggers = {match[3] for _, match in self.events.values()}
        entities = [
            {
                "type": span.label,
                "span": _offsets(span.fragments),
                **({"eid": ids[name]} if name in ids else {}),
                **self._attributes(name),
            }
            for name, span in self.document.spans.items()
            if name not in triggers
        ]
        made: Body = {
            "entities": entities,
            "relations": [self._relation(line, match) for line, match in self.lines["R"]],
            "events": [self._event(name, line, match) for name, (line, match) in self.events.items()],
        }
        return made if self.document.text is None else {"text": self.document.text, **made}

    def item_lines(self) -> ItemLines:
        """The line numbers of the relations and events, in the order of the record."""
        return ItemLines(
            self.document.source.name,
            {
                "relations": [line.number for line, _ in self.lines["R"]],
                "events": [line.number for line, _ in self.events.values()],
            },
        )

    def _ids(self) -> dict[str, str]:
        """Id of a span -> the first entity id that it refers to; the tally counts unused references."""
        ids: dict[str, str] = {}
        for line, name, eid in self.document.references:
            known = partial(self._known, name, line, line.text.index(name))
            if name[:1] == "T" and name not in self.document.spans:
                forgive(DANGLING, known)
                continue
            known()
            if name not in self.document.spans or name in ids:
                self.table.tally.add("reference", "not read")
            ids.setdefault(name, eid)
        return ids

    def _line(self, line: ColumnLine) -> None:
        kind = line.text[:1].replace("M", "A")
        if kind not in self.lines:
            self.table.tally.add(OTHERS[line.text[:1]], "not read")
            return
        pattern, remedy = FORMS[kind]
        match = pattern.fullmatch(line.text)
        if match is None:
            line.fail_at(line.text.find("\t") + 1, f"not {remedy.split(' is')[0]}", remedy)
        self.lines[kind].append((line, match))
        if kind == "E":
            if match[1] in self.events:
                line.fail_at(0, f"the id {match[1]} is given twice", DIFFERENT)
            self.events[match[1]] = line, match

    def _known(self, name: str, line: ColumnLine, at: int) -> None:
        """Raise InputError if the span or event *name* does not exist; relations are not checked."""
        if name not in self.document.spans and name not in self.events and name[:1] in "TE":
            what = "trigger" if name[:1] == "T" else "event"
            remedy = f"the value must be the id of a span ({what}) of the file"
            line.fail_at(at, f"{name} {NO_ENTITY}", remedy)

    def _place(self, name: str, line: ColumnLine, at: int) -> tuple[list[int], str]:
        """The offsets and the type of a span, or of an event (the offsets of its trigger)."""
        if name in self.events:
            line, event = self.events[name]
            trigger, label, at = event[3], event[2], event.start(3)
        else:
            trigger, label = name, ""
        span = self.document.spans.get(trigger)
        if span is None:
            line.fail_at(at, f"{trigger} {NO_ENTITY}", "the value must be the id of a span, or of an event")
        return _offsets(span.fragments), label or span.label

    def _relation(self, line: ColumnLine, match: re.Match[str]) -> Body:
        head, head_type = self._place(match[4], line, match.start(4))
        tail, tail_type = self._place(match[6], line, match.start(6))
        return {
            "type": match[2],
            "head": head,
            "tail": tail,
            "head_type": head_type,
            "tail_type": tail_type,
            **self._attributes(match[1]),
        }

    def _event(self, name: str, line: ColumnLine, match: re.Match[str]) -> Body:
        trigger, _ = self._place(match[3], line, match.start(3))
        written = [
            (role, filler, match.start(4) + match[4].index(f"{role}:{filler}") + len(role) + 1)
            for role, _, filler in (word.partition(":") for word in match[4].split())
        ]
        roles = {role for role, _, _ in written}
        arguments = [
            {"role": _plain(role, roles), "span": self._place(filler, line, at)[0]}
            for role, filler, at in written
        ]
        event: Body = {"id": name, "type": match[2], "trigger": trigger, "arguments": arguments}
        return {**event, **self._attributes(name)}

    def _attributes(self, name: str) -> dict[str, Any]:
        return {"attributes": self.attributes[name]} if name in self.attributes else {}


def _plain(role: str, roles: Iterable[str]) -> str:
    """The name of a role without its number, if the event has the role without a number, too."""
    numbered = NUMBERED.fullmatch(role)
    return numbered[1] if numbered and numbered[1] in roles else role


def _offsets(fragments: Sequence[tuple[int, int]]) -> list[int]:
    return [offset for fragment in fragments for offset in fragment]


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
