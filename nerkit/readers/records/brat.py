"""Relations and events of brat standoff annotation, with the spans that they are between.

    R1 TAB TYPE Arg1:T1 Arg2:T2            a relation; its first argument is the head, the second the tail
    E1 TAB TYPE:T3 ROLE:T1 ROLE2:E2        an event: its trigger, then its arguments
    A1 TAB NAME T1 [VALUE]                 an attribute of a span, a relation or an event (M1 in old files)
    N1 TAB Reference T1 KB:id TAB text     an id of a span: `eid` of the entity
    * TAB Equiv T1 T2, #1 TAB …            equivalent spans, notes: counted, and not read

- An argument that is an event stands where the trigger of that event stands.
- A number behind a role (`Theme2`) is none of it where the event has the role without a number too.
- Attributes are kept for formulas of one's own, `"attributes": {"Negation": true, "Confidence": "High"}`.
- A span has the offsets of all its fragments, `[0, 5, 9, 12]`. A span that is the trigger of an event is no
  entity.
"""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from nerkit.corpora.records import Documents, ItemLines
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers.forgiving import forgive
from nerkit.readers.records.document_table import Body, DocumentTable
from nerkit.readers.spans.brat import ANNOTATIONS, DANGLING, OTHERS, BratDocument

MAKES = Documents
RELATION = re.compile(r"(R\S*+)\t(\S++) (\S[^\s:]*+):(\S++) (\S[^\s:]*+):(\S++)\s*+")
EVENT = re.compile(r"(E\S*+)\t(\S[^\s:]*+):(\S++)((?: ++\S[^\s:]*+:\S++)*+)\s*+")
ATTRIBUTE = re.compile(r"[AM]\S*+\t(\S++) (\S++)(?: (.*\S))?\s*+")
NUMBERED = re.compile(r"(.*?\D)\d+")
WHOLE = re.compile(r"^(?:R\S*+\t\S++ \S[^\s:]*+:\S++ \S[^\s:]*+:\S|E\S*+\t\S[^\s:]*+:\S)", re.MULTILINE)
A_RELATION = "a relation is: R1, tab, type Arg1:T1 Arg2:T2"
AN_EVENT = "an event is: E1, tab, type:T3 role:T1 role:E2"
AN_ATTRIBUTE = "an attribute is: A1, tab, name T1, and a value if it has one"


def meant_for(head: str) -> str | None:
    """Lines of relations or events say that a file is for `ie`."""
    return "ie" if WHOLE.search(head) else None


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All annotation files as one corpus, a document each.

    Raises InputError (file, line, column, remedy) for a line that is no annotation, what `readers.spans.brat`
    refuses, an id given twice, an argument at what is not there, an event that is its own argument.
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
    """The document of a file, and the lines of its relations and events."""
    document = BratDocument(source, table.tally)
    document.read()
    standoff = _StandoffDocument(document, table)
    return standoff.body(), standoff.item_lines()


class _StandoffDocument:
    """The relations and events of one file."""

    def __init__(self, document: BratDocument, table: DocumentTable) -> None:
        self.document, self.table = document, table
        self.lines: dict[str, list[tuple[tuple[int, str], re.Match[str]]]] = {"R": [], "E": [], "A": []}
        self.events: dict[str, tuple[tuple[int, str], re.Match[str]]] = {}  # by id
        self.attributes: dict[str, dict[str, Any]] = {}  # by what they are of

    def body(self) -> Body:
        """The document."""
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
        """The lines of relations and events."""
        return ItemLines(
            self.document.source.name,
            {
                "relations": [line[0] for line, _ in self.lines["R"]],
                "events": [line[0] for line, _ in self.events.values()],
            },
        )

    def _ids(self) -> dict[str, str]:
        """The id that each span refers to, of several the first; those of what is no span are counted."""
        ids: dict[str, str] = {}
        for line, name, eid in self.document.references:
            known = partial(self._known, name, line, line[1].index(name))
            if name[:1] == "T" and name not in self.document.spans:
                forgive(DANGLING, known)
                continue
            known()
            if name not in self.document.spans or name in ids:
                self.table.tally.add("reference", "not read")
            ids.setdefault(name, eid)
        return ids

    def _line(self, line: tuple[int, str]) -> None:
        kind = line[1][:1].replace("M", "A")
        if kind not in self.lines:
            self.table.tally.add(OTHERS[line[1][:1]], "not read")
            return
        pattern, remedy = {
            "R": (RELATION, A_RELATION),
            "E": (EVENT, AN_EVENT),
            "A": (ATTRIBUTE, AN_ATTRIBUTE),
        }[kind]
        match = pattern.fullmatch(line[1])
        if match is None:
            self.document.at = line
            self.document.fail(f"not {remedy.split(' is')[0]}", line[1].find("\t") + 1, remedy)
        self.lines[kind].append((line, match))
        if kind == "E":
            if match[1] in self.events:
                self.document.at = line
                self.document.fail(f"the id {match[1]} is given twice", 0, "ids are unique within a file")
            self.events[match[1]] = line, match

    def _known(self, name: str, line: tuple[int, str], at: int) -> None:
        """Raise the InputError for a span or an event that is not there; relations are not looked for."""
        known = name in self.document.spans or name in self.events or name[:1] not in "TE"
        if not known:
            self.document.at = line
            what = "trigger" if name[:1] == "T" else "event"
            self.document.fail(
                f"{name} is not in this file", at, f"it is the id of a span ({what}) of the file"
            )

    def _place(self, name: str, line: tuple[int, str], at: int) -> tuple[list[int], str]:
        """The offsets of a span, or of the trigger of an event, and its type."""
        if name in self.events:
            _, event = self.events[name]
            trigger, label = event[3], event[2]
            where, at = self.events[name][0], event.start(3)
        else:
            trigger, label, where = name, "", line
        span = self.document.spans.get(trigger)
        if span is None:
            self.document.at = where
            self.document.fail(f"{trigger} is not in this file", at, "it is the id of a span, or of an event")
        return _offsets(span.fragments), label or span.label

    def _relation(self, line: tuple[int, str], match: re.Match[str]) -> Body:
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

    def _event(self, name: str, line: tuple[int, str], match: re.Match[str]) -> Body:
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
    """A role without a number, if it stands without one among the roles."""
    numbered = NUMBERED.fullmatch(role)
    return numbered[1] if numbered and numbered[1] in roles else role


def _offsets(fragments: Sequence[tuple[int, int]]) -> list[int]:
    return [offset for fragment in fragments for offset in fragment]
