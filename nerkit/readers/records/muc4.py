"""MUC-4's templates as text: keys and responses of 1992.

    0.  MESSAGE: ID                    TST3-MUC4-0005
    1.  MESSAGE: TEMPLATE              1 (OPTIONAL)
    4.  INCIDENT: TYPE                 ATTACK / BOMBING
    9.  PERP: INDIVIDUAL ID            ? "REBELS" / "ARMED MEN"
    19. HUM TGT: DESCRIPTION           "LEADER": "GILDA FLORES"
                                       "GUARDS"
    20. HUM TGT: TYPE                  POLITICAL FIGURE: "GILDA FLORES"

- A slot has a fill on each line; `-` and `*` are none. The alternatives of a fill are separated by `/`, those
  of dates and locations are in parentheses. Behind a colon stands its tag: the fill of another slot that it
  belongs to. A fill behind `?`, and a template that is OPTIONAL, need not be there.
- A template `*` says that there is none in its message.
- A filler has the short name of its slot (`perp-ind-id`) as its role, its alternatives as mentions, and its
  `tags`. The incident type is the type of the template.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn

from nerkit.corpora.muc_slots import DATE, INCIDENT_TYPE, LOCATION, MUC_SLOTS
from nerkit.corpora.records import Documents
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value
from nerkit.readers.records.document_table import Body, DocumentTable

MESSAGE, TEMPLATE = "MESSAGE: ID", "MESSAGE: TEMPLATE"
NAMES = {slot.title: slot.name for slot in MUC_SLOTS.values()} | {MESSAGE: MESSAGE, TEMPLATE: TEMPLATE}
SLOT = re.compile(rf"\s*+\d++\.\s*+({'|'.join(sorted(NAMES, key=len, reverse=True))})(?=\s|$)\s*+(.*)")
STRANGE = re.compile(r"\s*+\d++\.\s*+([A-Z][A-Z ]*+: [A-Z]++(?: [A-Z]++)*+)(?=\s|$)")
BEGINS = re.compile(r"\A\s*+0\.\s*+MESSAGE: ID\s", re.ASCII)
NUMBERED = re.compile(r"(\S++)(\s*+\(OPTIONAL\))?")
PIECE = re.compile(r'\s*+("(?:[^"\\]|\\.)*+"|[/:]|[^"/:]++)')
IN_PARENTHESES = re.compile(r"\)\s*+/\s*+\(")
ABSENT = ("-", "*")
A_LINE = 'a line is a slot of MUC-4 and a fill:  9.  PERP: INDIVIDUAL ID   "REBELS"'
A_BEGIN = "a template begins:  0.  MESSAGE: ID   TST3-MUC4-0001"
A_NUMBER = "the templates of a message are 1, 2, 3, or 3 (OPTIONAL); * stands where there is none"
A_FILL = 'a fill is VALUE, "STRING", or VALUE: "STRING"; alternatives are separated by /'


def recognise(head: str) -> bool:
    """True when the first line is the id of a message."""
    return BEGINS.match(head) is not None


@dataclass(frozen=True, slots=True)
class MessagePlace(Value):
    """Where the first template of a message begins: *text* is its first line."""

    def fail(self, problem: str, *path: str | int, remedy: str | None = None) -> NoReturn:
        """Raise the InputError for the message."""
        raise InputError(problem, source=self.source, line=self.line, column=1, text=self.text, remedy=remedy)


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All messages of the files as one corpus, a document each.

    Raises InputError (file, line, column, remedy) for a line that is no slot and no fill, a slot given twice,
    a template outside a message, two templates of one number in a message, a string without its end.
    """
    sources = list(sources)
    table = DocumentTable("muc4", refused=refused)
    for source in sources:
        first = len(table.ids)
        reading = _MessageReading(source, table)
        for line, text in source.lines():
            if text.strip():
                table.attempt(partial(reading.read, line, text))
        for name, (body, place) in reading.messages.items():
            table.add(name, body, place)
        table.finish(source, first)
    return table.documents(sources)


class _MessageReading:
    """One file: its messages in their order, and the template that is being read."""

    def __init__(self, source: Source, table: DocumentTable) -> None:
        self.source, self.table = source, table
        self.messages: dict[str, tuple[Body, MessagePlace]] = {}
        self.line, self.text = 0, ""
        self.slot: str | None = None  # the slot that a fill without one is of
        self.body: Body | None = None  # the message
        self.template: Body | None = None
        self.filled: set[str] = set()

    def read(self, line: int, text: str) -> None:
        """Read a line."""
        self.line, self.text = line, text
        match = SLOT.fullmatch(text)
        if match is not None:
            self._begin(NAMES[match[1]], match)
        elif (strange := STRANGE.match(text)) is not None:
            self.fail(f"{strange[1]!r} is no slot of MUC-4's templates", strange.start(1))
        elif self.slot is None or not text[0].isspace():
            self.fail("neither a slot nor a further fill of the slot above", 0)
        else:
            self._fill(text.strip(), len(text) - len(text.lstrip()))

    def fail(self, problem: str, column: int, remedy: str = A_LINE) -> NoReturn:
        """Raise the InputError for a place of the line, counted from 0."""
        raise InputError(
            problem,
            source=self.source.name,
            line=self.line,
            column=column + 1,
            text=self.text,
            remedy=remedy,
        )

    def _begin(self, slot: str, match: re.Match[str]) -> None:
        """A line that begins a slot."""
        value, column = match[2].strip(), match.start(2)
        if slot == MESSAGE:
            if not value:
                self.fail("a message without an id", column)
            place = MessagePlace(None, self.source.name, self.line, self.text, 0, self.line)
            self.body = self.messages.setdefault(value, ({"templates": []}, place))[0]
            self.slot, self.template, self.filled = None, None, set()
            return
        if self.body is None:
            self.fail("a slot before the id of its message", match.start(1), A_BEGIN)
        if slot in self.filled:
            self.fail(f"{match[1]} is given twice in a template", match.start(1))
        self.filled.add(slot)
        if slot == TEMPLATE:
            self._number(value, column)
            return
        if TEMPLATE not in self.filled:
            self.fail("a slot before the number of its template", match.start(1))
        self.slot = slot
        if value:
            self._fill(value, column)

    def _number(self, value: str, column: int) -> None:
        """The number of a template; `*` stands for a message without any."""
        assert self.body is not None
        number = NUMBERED.fullmatch(value)
        if number is None:
            self.fail("no number of a template", column, A_NUMBER)
        if number[1] == "*":
            self.template = None
            return
        known = [template["id"] for template in self.body["templates"]]
        if number[1] in known:
            self.fail(f"the template {number[1]} is given twice in its message", column, A_NUMBER)
        self.template = {"type": "", "id": number[1], "fillers": []}
        if number[2]:
            self.template["optional"] = True
        self.body["templates"].append(self.template)

    def _fill(self, text: str, column: int) -> None:
        """A fill of the current slot."""
        assert self.slot is not None
        if text in ABSENT:
            return
        if self.template is None:
            self.table.tally.add("fill", "of a template * left out")
            return
        optional = text.startswith("?")
        own = text.removeprefix("?").strip()
        values, tags = self._parts(own, column + text.find(own))
        if self.slot == INCIDENT_TYPE:
            self.template["type"] = " / ".join([*filter(None, [self.template["type"]]), *values])
            self.template |= {"optional_type": True} if optional else {}
            return
        filler: Body = {"role": self.slot, "mentions": values}
        if tags:
            filler["tags"] = tags
        if optional:
            filler["optional"] = True
        self.template["fillers"].append(filler)

    def _parts(self, text: str, column: int) -> tuple[list[str], list[str]]:
        """The alternatives of a fill, and those of its tag."""
        assert self.slot is not None
        if MUC_SLOTS[self.slot].kind in (DATE, LOCATION):
            alternatives: Sequence[str] = [text]
            if text.startswith("(") and text.endswith(")") and IN_PARENTHESES.search(text):
                alternatives = IN_PARENTHESES.split(text[1:-1])
            return [" ".join(each.split()) for each in alternatives], []
        sides: list[list[str]] = [[]]
        at, wanted = 0, True
        while at < len(text):
            piece = PIECE.match(text, at)
            if piece is None:
                self.fail("the string is not closed", column + text.find('"', at), A_FILL)
            part = piece[1].strip()
            if part in ("/", ":"):
                if wanted or (part == ":" and len(sides) > 1):
                    self.fail(
                        f"nothing before {part!r}" if wanted else "a second tag",
                        column + piece.start(1),
                        A_FILL,
                    )
                wanted = True
                if part == ":":
                    sides.append([])
            elif part:
                if not wanted:
                    self.fail("two fills on one line", column + piece.start(1), A_FILL)
                sides[-1].append(_unquoted(part))
                wanted = False
            at = piece.end()
        if wanted:
            self.fail("a fill without its value", column + len(text), A_FILL)
        return sides[0], sides[1] if len(sides) > 1 else []


def _unquoted(text: str) -> str:
    """A value without its quotes, with single blanks."""
    inner = re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text
    return " ".join(inner.split())


READER = Reader(recognise, read, Documents, templates=True)
