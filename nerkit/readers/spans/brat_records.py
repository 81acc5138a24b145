"""brat's annotation files as records, with relations, events and attributes (`brat` describes the files)."""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from nerkit.corpora.records import Documents, ItemLines
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnLine
from nerkit.readers.leniency import forgive
from nerkit.readers.records.document_table import Body, DocumentTable
from nerkit.readers.spans.brat_document import (
    ANNOTATIONS,
    DANGLING,
    DIFFERENT,
    NO_ENTITY,
    OTHERS,
    BratDocument,
)

RELATION = re.compile(r"(R\S*+)\t(\S++) (\S[^\s:]*+):(\S++) (\S[^\s:]*+):(\S++)\s*+")
EVENT = re.compile(r"(E\S*+)\t(\S[^\s:]*+):(\S++)((?: ++\S[^\s:]*+:\S++)*+)\s*+")
ATTRIBUTE = re.compile(r"[AM]\S*+\t(\S++) (\S++)(?: (.*\S))?\s*+")
NUMBERED = re.compile(r"(.*?\D)\d+")
FORMS = {  # first letter of the id -> pattern and form of a line
    "R": (RELATION, "a relation is: R1, tab, type Arg1:T1 Arg2:T2"),
    "E": (EVENT, "an event is: E1, tab, type:T3 role:T1 role:E2"),
    "A": (ATTRIBUTE, "an attribute is: A1, tab, name T1, and a value if it has one"),
}


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
