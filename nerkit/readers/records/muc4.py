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
  colon without its tag, and quotes that do not match are forgiven. A template `*` says that its message has
  no templates.
- A filler has the short name of its slot (`perp-ind-id`) as its role, its alternatives as mentions, and its
  `tags`. The incident type is the type of the template.
"""

import re
from collections.abc import Iterable
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
PIECE = re.compile(r'"(?:[^"\\]|\\.)*+("?)|[/:]|[^"/:]++')  # with the quote that closes a string
UNCLOSED = "the string is not closed"
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


class MessagePlace(Value):
    """The first line (*text*) of the first template of a message, for errors."""

    __slots__ = ()

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
        first, reading = len(table.ids), _MessageReading(table)
        for line in lines(source):
            behind = line.text[_closed(line.text) :] if ";" in line.text else ""
            text = line.text.removesuffix(behind)
            text = text if behind[:1] == ";" and not text[-1:].strip() else line.text  # without a comment
            if text.strip():
                table.attempt(partial(reading.read, line._replace(text=text)))
        table.attempt(reading.finish)
        for name, made in reading.messages.items():
            table.add(name, *made)
        table.finish(source, first)
    return table.documents(sources)


class _MessageReading:
    """The reading of one file: its messages in order, the current message, template and slot.

    line     the current line, or the line of the last fill
    fill     the text of the last fill, which the next line may continue; empty if there is none
    column   the column at which the fill begins
    filled   the slots of the current template
    """

    def __init__(self, table: DocumentTable) -> None:
        self.table, self.line = table, ColumnLine("", 0, "")
        self.messages: dict[str, tuple[Body, MessagePlace]] = {}
        self.slot, self.fill, self.column = "", "", 0
        self.body: Body | None = None
        self.template: Body | None = None
        self.filled: set[str] = set()

    def read(self, line: ColumnLine) -> None:
        """Read one line."""
        match = SLOT.fullmatch(text := line.text)
        strange = None if match else STRANGE.match(text)
        if not (match or strange) and self._goes_on(text):
            self.fill += f" {text.strip()}"
            return
        self.table.attempt(self.finish)
        self.line = line
        if match is not None:
            self._begin(NAMES[match[1]], match)
        elif strange is not None:
            self.fail(f"{strange[1]!r} is not a slot of MUC-4's templates", strange.start(1))
        elif not self.slot:
            self._stray()
        else:
            if not text[0].isspace():
                forgive(IN_COLUMN_0, self._stray)
                if CAPITALS.fullmatch(text) is None:
                    self._stray()
            self.fill, self.column = text.strip(), len(text) - len(text.lstrip())

    def _goes_on(self, text: str) -> bool:
        """Whether a line that is not a slot continues the fill of the line above."""
        if len(QUOTE.findall(self.fill)) % 2:
            return len(QUOTE.findall(text)) % 2 == 1
        ends, begins = self.fill[-1:], text.lstrip()[0]
        return bool(ends) and ("/" in (ends, begins) or (ends, begins) == (":", '"'))

    def _stray(self) -> NoReturn:
        self.fail("neither a slot nor a further fill of the slot above", 0)

    def fail(self, problem: str, column: int, remedy: str = A_LINE) -> NoReturn:
        """Raise the InputError at a 0-based column of the current line."""
        self.line.fail_at(min(column, len(self.line.text)), problem, remedy)

    def _begin(self, slot: str, match: re.Match[str]) -> None:
        """Begin a message, a template or another slot."""
        value, column = match[2].strip(), match.start(2)
        if slot == MESSAGE:
            if not value:
                self.fail("the message has no id", column)
            place = MessagePlace(None, *self.line, 0, self.line.number)
            name = credited[1] if (credited := CREDITS.fullmatch(value)) else value
            self.body = self.messages.setdefault(name, ({"templates": []}, place))[0]
            self.slot, self.template, self.filled = "", None, set()
            return
        if self.body is None:
            self.fail("the slot comes before the id of its message", match.start(1), A_BEGIN)
        if slot in self.filled:
            self.fail(f"{match[1]} is given twice in a template", match.start(1))
        self.filled.add(slot)
        if slot == TEMPLATE:
            number, templates = NUMBERED.fullmatch(value), self.body["templates"]
            if number is None:
                self.fail("this is not the number of a template", column, A_NUMBER)
            if any(number[1] == template["id"] for template in templates):
                self.fail(f"the template {number[1]} is given twice in its message", column, A_NUMBER)
            made: Body = {"type": "", "id": number[1], "fillers": []} | _marked(optional=bool(number[2]))
            self.template = None if number[1] == "*" else made
            templates += [made] if self.template else []
        elif TEMPLATE not in self.filled:
            self.fail("the slot comes before the number of its template", match.start(1))
        else:
            self.slot, self.fill, self.column = slot, value, column

    def finish(self) -> None:
        """Add the last fill, which is complete, to its template."""
        text, self.fill = self.fill, ""
        if not text or ABSENT.fullmatch(text) is not None:
            return
        if self.template is None:
            self.table.tally.add("fill", "of a template * left out")
            return
        optional = text.startswith("?")
        own = text.removeprefix("?").strip()
        values, tags = self._parts(own, self.column + text.find(own))
        if self.slot == INCIDENT_TYPE:
            self.template["type"] = " / ".join([*filter(None, [self.template["type"]]), *values])
            self.template |= _marked(optional_type=optional)
        else:
            filler = {"role": self.slot, "mentions": values} | _marked(tags=tags, optional=optional)
            self.template["fillers"].append(filler)

    def _parts(self, text: str, column: int) -> tuple[list[str], list[str]]:
        """The alternatives of a fill, and the alternatives of its tag. A date or a place has no tag."""
        if MUC_SLOTS[self.slot].kind in (DATE, LOCATION):
            return [" ".join(each.split()) for each in _alternatives(text)], []
        if len(QUOTE.findall(text)) % 2:
            at = column + _closed(text)
            forgive(QUOTES, partial(self.fail, UNCLOSED, at, A_FILL))
            text = text.replace('"', " ")
        sides: tuple[list[str], list[str]] = ([], [])
        side, wanted = 0, True
        for piece in PIECE.finditer(text):
            part, at = piece[0].strip(), column + piece.end() - len(piece[0].lstrip())
            if piece[1] == "":
                self.fail(UNCLOSED, at, A_FILL)
            if part in ("/", ":"):
                if wanted or (part == ":" and side):
                    self.fail(f"nothing before {part!r}" if wanted else "a second tag", at, A_FILL)
                wanted, side = True, side + (part == ":")
            elif part and part not in "()":
                if not wanted:
                    self.fail("two fills on one line", at, A_FILL)
                inner = re.sub(r"\\(.)", r"\1", part[1:-1]) if part.startswith('"') else part
                sides[side].append(" ".join(inner.split()))
                wanted = False
        if wanted:
            fail = partial(self.fail, "the fill has no value", column + len(text), A_FILL)
            if sides[side] or not side:
                fail()
            forgive(WITHOUT_TAG, fail)
        return sides


def _closed(text: str) -> int:
    """The end of the text before a comment or a string that is not closed."""
    match = CLOSED.match(text)
    return match.end() if match else 0


def _marked(**given: Any) -> Body:
    """The members of a template or a fill that hold."""
    return {key: value for key, value in given.items() if value}


def _depths(text: str) -> list[int]:
    """The number of open parentheses after each character."""
    return [*accumulate((each == "(") - (each == ")") for each in text)]


def _alternatives(text: str) -> list[str]:
    """The alternatives of a date or a place: the texts between slashes outside of parentheses."""
    depths = _depths(text)
    ends = [match.start() for match in SEPARATOR.finditer(text) if depths[match.start()] <= 0]
    if ends:
        return [_within(text[begin + 1 : end].strip()) for begin, end in pairwise([-1, *ends, len(text)])]
    inner = [text] if (within := _within(text)) == text else _alternatives(within)
    return inner if len(inner) > 1 else [text]


def _within(text: str) -> str:
    """A text without the parentheses around it."""
    depths = _depths(text)
    return text[1:-1] if text[:1] == "(" and 0 in depths and depths.index(0) == len(text) - 1 else text


FORGIVEN = (IN_COLUMN_0, WITHOUT_TAG, QUOTES)
READER = Reader(read, Documents, templates=True, forgives=FORGIVEN)
