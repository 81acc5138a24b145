"""MUC-4's templates as text: keys and responses of 1992.

    0.  MESSAGE: ID                    TST3-MUC4-0005
    1.  MESSAGE: TEMPLATE              1 (OPTIONAL)
    4.  INCIDENT: TYPE                 ATTACK / BOMBING
    9.  PERP: INDIVIDUAL ID            ? "REBELS" / "ARMED MEN"
    19. HUM TGT: DESCRIPTION           "LEADER": "GILDA FLORES"
                                       "GUARDS"
    20. HUM TGT: TYPE                  POLITICAL FIGURE: "GILDA FLORES"

- A slot has one fill per line; `-`, `*` and `* * *` mean that there is no fill. `/` separates the
  alternatives of a fill; parentheses may enclose one or all of them. A colon precedes the tag, which is a
  fill of another slot. A system need not find a fill with `?` or a template that is OPTIONAL.
- `;` begins a comment. The id of a message is one word; nerkit ignores a text in parentheses after it.
- A line continues the line above if that line ends in a string, with `/` or with `:`. Fills in column 0, a
  colon without its tag, and quotes that do not match are forgiven.
- A template `*` says that its message has no templates.
- A filler has the short name of its slot (`perp-ind-id`) as its role, its alternatives as mentions, and its
  `tags`. The incident type is the type of the template.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise
from typing import Any, NoReturn

from nerkit.corpora.muc_slots import DATE, INCIDENT_TYPE, LOCATION, MUC_SLOTS
from nerkit.corpora.records import Documents
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnLine, lines
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value
from nerkit.readers.leniency import Forgiveness, forgive
from nerkit.readers.records.document_table import Body, DocumentTable

MESSAGE, TEMPLATE = "MESSAGE: ID", "MESSAGE: TEMPLATE"
NAMES = {slot.title: slot.name for slot in MUC_SLOTS.values()} | {MESSAGE: MESSAGE, TEMPLATE: TEMPLATE}
SLOT = re.compile(rf"\s*+\d++\.\s*+({'|'.join(sorted(NAMES, key=len, reverse=True))})(?=\s|$)\s*+(.*)")
STRANGE = re.compile(r"\s*+\d++\.\s*+([A-Z][A-Z ]*+: [A-Z]++(?: [A-Z]++)*+)(?=\s|$)")
NUMBERED = re.compile(r"(\S++)(\s*+\(OPTIONAL\))?")
PIECE = re.compile(r'\s*+("(?:[^"\\]|\\.)*+"|[/:]|[^"/:]++)')
QUOTE = re.compile(r'(?<!\\)"')
CLOSED = re.compile(r'(?:[^";]|"(?:[^"\\]|\\.)*+")*+')  # text up to a comment or an unclosed string
CREDITS = re.compile(r"(\S++)\s*+\(.*\)")  # the id of a message, and the person who filled its templates
SEPARATOR = re.compile(r"(?<=[\s)])/|/(?=[\s(])")  # of dates and places
ABSENT = re.compile(r"-|\*[*\s]*+")
CAPITALS = re.compile(r"[^a-z]++|.*\".*")  # fills are in capitals, except strings
IN_COLUMN_0 = Forgiveness("fill", "in column 0, read as fills of the slot above")
WITHOUT_TAG = Forgiveness("fill", "with a colon but no tag after it, read without a tag")
QUOTES = Forgiveness("fill", "whose quotes do not match, read without quotes")
A_LINE = 'write lines of a MUC-4 slot and a fill:  9.  PERP: INDIVIDUAL ID   "REBELS"'
A_BEGIN = "a template begins:  0.  MESSAGE: ID   TST3-MUC4-0001"
A_NUMBER = "number the templates of a message 1, 2, 3, or 3 (OPTIONAL); write * if a message has none"
A_FILL = 'a fill is VALUE, "STRING", or VALUE: "STRING"; alternatives are separated by /'


@dataclass(frozen=True, slots=True)
class MessagePlace(Value):
    """The first line (*text*) of the first template of a message, for errors."""

    def fail(self, problem: str, *path: str | int, remedy: str | None = None) -> NoReturn:
        """Raise the InputError for the message at its first line."""
        raise ColumnLine(self.source, self.line, self.text).error_at(0, problem, remedy)


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All messages of the files as one corpus, one document per message.

    Raises InputError (file, line, column, remedy) for a line that is neither a slot nor a fill, unclosed
    strings, and repeated slots or templates.
    """
    sources = list(sources)
    table = DocumentTable("muc4", refused=refused)
    for source in sources:
        first = len(table.ids)
        reading = _MessageReading(table)
        for line in lines(source):
            if (said := _uncommented(line.text)).strip():
                if not reading.goes_on(said):
                    table.attempt(reading.finish)
                table.attempt(partial(reading.read, line._replace(text=said)))
        table.attempt(reading.finish)
        for name, (body, place) in reading.messages.items():
            table.add(name, body, place)
        table.finish(source, first)
    return table.documents(sources)


@dataclass(slots=True)
class _Fill:
    """A fill under construction: the line and the column of its beginning, and its text so far."""

    line: ColumnLine
    column: int
    text: str

    @property
    def is_open(self) -> bool:
        """Whether the fill ends inside a string."""
        return len(QUOTE.findall(self.text)) % 2 == 1


class _MessageReading:
    """The reading of one file: its messages in order, and the current template."""

    def __init__(self, table: DocumentTable) -> None:
        self.table = table
        self.messages: dict[str, tuple[Body, MessagePlace]] = {}
        self.line = ColumnLine("", 0, "")  # the line that is read
        self.slot: str | None = None  # the current slot, for fills on further lines
        self.body: Body | None = None  # the message
        self.template: Body | None = None
        self.fill: _Fill | None = None  # the last fill, which the next line may continue
        self.filled: set[str] = set()

    def read(self, line: ColumnLine) -> None:
        """Read one line."""
        self.line, text = line, line.text
        match = SLOT.fullmatch(text)
        if match is not None:
            self._begin(NAMES[match[1]], match)
        elif (strange := STRANGE.match(text)) is not None:
            self.fail(f"{strange[1]!r} is not a slot of MUC-4's templates", strange.start(1))
        elif self.slot is None:
            self._stray()
        elif self.fill is not None:
            self.fill.text += f" {text.strip()}"
        else:
            if not text[0].isspace():
                forgive(IN_COLUMN_0, self._stray)
                if CAPITALS.fullmatch(text) is None:
                    self._stray()
            self._begin_fill(text.strip(), len(text) - len(text.lstrip()))

    def goes_on(self, text: str) -> bool:
        """Whether a line continues the fill of the line above."""
        if self.fill is None or SLOT.fullmatch(text) or STRANGE.match(text):
            return False
        if self.fill.is_open:
            return len(QUOTE.findall(text)) % 2 == 1
        ends, begins = self.fill.text[-1], text.lstrip()[0]
        return ends == "/" or begins == "/" or (ends, begins) == (":", '"')

    def finish(self) -> None:
        """Process the current fill, which is complete."""
        fill, self.fill = self.fill, None
        if fill is not None:
            self.line = fill.line
            self._fill(fill)

    def _stray(self) -> NoReturn:
        self.fail("neither a slot nor a further fill of the slot above", 0)

    def fail(self, problem: str, column: int, remedy: str = A_LINE) -> NoReturn:
        """Raise the InputError at a 0-based column of the current line."""
        self.line.fail_at(min(column, len(self.line.text)), problem, remedy)

    def _begin(self, slot: str, match: re.Match[str]) -> None:
        value, column = match[2].strip(), match.start(2)
        if slot == MESSAGE:
            if not value:
                self.fail("the message has no id", column)
            if (credited := CREDITS.fullmatch(value)) is not None:
                value = credited[1]
            source, line, text = self.line
            place = MessagePlace(None, source, line, text, 0, line)
            self.body = self.messages.setdefault(value, ({"templates": []}, place))[0]
            self.slot, self.template, self.filled = None, None, set()
            return
        if self.body is None:
            self.fail("the slot comes before the id of its message", match.start(1), A_BEGIN)
        if slot in self.filled:
            self.fail(f"{match[1]} is given twice in a template", match.start(1))
        self.filled.add(slot)
        if slot == TEMPLATE:
            self._number(value, column)
            return
        if TEMPLATE not in self.filled:
            self.fail("the slot comes before the number of its template", match.start(1))
        self.slot = slot
        if value:
            self._begin_fill(value, column)

    def _number(self, value: str, column: int) -> None:
        """The number of a template; None for `*`, a message without templates."""
        assert self.body is not None
        number = NUMBERED.fullmatch(value)
        if number is None:
            self.fail("this is not the number of a template", column, A_NUMBER)
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

    def _begin_fill(self, text: str, column: int) -> None:
        self.fill = _Fill(self.line, column, text)

    def _fill(self, fill: _Fill) -> None:
        assert self.slot is not None
        text, column = fill.text, fill.column
        if ABSENT.fullmatch(text) is not None:
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
        """The alternatives of a fill, and the alternatives of its tag."""
        assert self.slot is not None
        if MUC_SLOTS[self.slot].kind in (DATE, LOCATION):
            return [" ".join(each.split()) for each in _alternatives(text)], []
        if len(QUOTE.findall(text)) % 2:
            fail = partial(self.fail, "the string is not closed", column + _end_of_strings(text), A_FILL)
            forgive(QUOTES, fail)
            text = text.replace('"', " ")
        return self._sides(text, column)

    def _sides(self, text: str, column: int) -> tuple[list[str], list[str]]:
        """The alternatives of a fill that is not a date or place, and the alternatives of its tag."""
        sides: list[list[str]] = [[]]
        at, wanted = 0, True
        while at < len(text):
            piece = PIECE.match(text, at)
            assert piece is not None
            part = piece[1].strip()
            if part in ("/", ":"):
                if wanted or (part == ":" and len(sides) > 1):
                    problem = f"nothing before {part!r}" if wanted else "a second tag"
                    self.fail(problem, column + piece.start(1), A_FILL)
                wanted = True
                if part == ":":
                    sides.append([])
            elif part and part not in "()":
                if not wanted:
                    self.fail("two fills on one line", column + piece.start(1), A_FILL)
                sides[-1].append(_unquoted(part))
                wanted = False
            at = piece.end()
        if wanted:
            fail = partial(self.fail, "the fill has no value", column + len(text), A_FILL)
            if sides[-1] or len(sides) == 1:
                fail()
            forgive(WITHOUT_TAG, fail)
        return sides[0], sides[1] if len(sides) > 1 else []


def _uncommented(text: str) -> str:
    end = _end_of_strings(text) if ";" in text else len(text)
    is_comment = text[end : end + 1] == ";" and not text[max(end - 1, 0) : end].strip()
    return text[:end] if is_comment else text


def _end_of_strings(text: str) -> int:
    """The place of the first comment or unclosed string."""
    match = CLOSED.match(text)
    return match.end() if match else 0


def _alternatives(text: str) -> list[str]:
    """The alternatives of a date or a place: the texts between slashes outside of parentheses."""
    depths = [*accumulate((each == "(") - (each == ")") for each in text)]
    ends = [match.start() for match in SEPARATOR.finditer(text) if depths[match.start()] <= 0]
    if not ends:
        within = _within(text)
        inner = [text] if within == text else _alternatives(within)
        return inner if len(inner) > 1 else [text]
    return [_within(text[begin + 1 : end].strip()) for begin, end in pairwise([-1, *ends, len(text)])]


def _within(text: str) -> str:
    depths = [*accumulate((each == "(") - (each == ")") for each in text)]
    is_around = text[:1] == "(" and 0 in depths and depths.index(0) == len(text) - 1
    return text[1:-1] if is_around else text


def _unquoted(text: str) -> str:
    inner = re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text
    return " ".join(inner.split())


FORGIVEN = (IN_COLUMN_0, WITHOUT_TAG, QUOTES)
READER = Reader(read, Documents, templates=True, forgives=FORGIVEN)
