"""AIDA-CoNLL: the tokens of CoNLL-2003 with links, one token per line.

    -DOCSTART- (1 EU)
    EU      B   EU  --NME--
    rejects
    German  B   German  Germany     http://en.wikipedia.org/wiki/Germany    11867   /m/0345h

Tabs separate columns. The first column is the token. A token in a mention also has `B` or `I`, the mention,
and YAGO's name of the entity. A page, a number and a Freebase id can follow. A blank line ends a sentence.

- Offsets count characters of the tokens joined by blanks, one sentence per line. The document's id is the
  text in parentheses.
- The fourth column is the id of the entity. `--NME--` (no matching entity) and `--OOE--` are read as NIL.
  Escapes in YAGO's names (`\\u00e9`) are decoded.
"""

from typing import Any

from nerkit.corpora.spans import Spans
from nerkit.ground.patterns import regex
from nerkit.readers.columns.line_shape import LineShape, LineUnit
from nerkit.readers.columns.text import TextRow
from nerkit.readers.format import Reader
from nerkit.readers.spans.span_table import SpanTable

BEGINS = regex(r"-DOCSTART-[ \t]+\((.*)\)\s*\Z")
LETTERS = ("B", "I")
OUTSIDE = ("--NME--", "--OOE--")
NIL = "NIL"
ESCAPE = regex(r"\\u([0-9A-Fa-f]{4})")
MENTION = 4  # least number of columns of a token in a mention
BEGINNING = "begin a document with -DOCSTART- (id)"
FORM = "write lines of token, or of token, B or I, mention, entity, separated by tabs"


class AidaShape(LineShape):
    """A format of tokens with links, in documents with a first line."""

    def table(self, **_: Any) -> SpanTable:
        """An empty table of linked mentions."""
        return SpanTable("text")

    def add(self, unit: LineUnit, table: SpanTable) -> None:
        """Add a document.

        Raises InputError for a token before the first document, and a row without a token. Further errors are
        a letter other than B and I, a mention without its columns, and an I without a preceding tag of its
        mention.
        """
        pieces, size = list[str](), 0  # the pieces of its text, and their length
        mentions = list[tuple[TextRow, int, list[int]]]()  # first row, start, ends of all tokens
        inside: list[int] | None = None  # the ends of the current mention
        for row in unit.rows:
            if not row.cells:
                pieces[-1:] = ["\n"] if pieces else []
                inside = None
                continue
            if unit.mark is None:
                row.fail(0, "the token comes before the first document", BEGINNING)
            token, letter = row.cells[0], row.cells[1] if len(row.cells) > 1 else ""
            if letter == "B":
                mentions.append((row, size, inside := []))
            elif not letter:
                inside = None
            size += len(token) + 1
            is_mention = inside is not None and letter in LETTERS and len(row.cells) >= MENTION
            if not token or (letter and not is_mention):
                row.fail(*_fault(row.cells, letter), FORM)
            if inside is not None:
                inside.append(size - 1)
            pieces += [token, " "]
        if unit.mark is not None:
            text = "".join(pieces[:-1])
            table.document(unit.mark[1], text)
            for row, start, (*_, end) in mentions:
                table.span(start, end, row.line, eid=_id(row.cells[3]), text=text[start:end])


def _fault(cells: list[str], letter: str) -> tuple[int, str]:
    """The column of the fault of a row, and the fault for a message."""
    if not cells[0]:
        return 0, "the row has no token"
    if letter not in LETTERS:
        return 1, f"{letter!r} is neither B nor I"
    if len(cells) < MENTION:
        return len(cells) - 1, "the mention has no entity"
    return 1, "an I tag must follow a tag of its mention"


def _id(entity: str) -> str:
    if entity in OUTSIDE:
        return NIL
    return ESCAPE.sub(lambda match: chr(int(match[1], 16)), entity)


SHAPE = AidaShape(trailing="\t", begins=BEGINS)
READER = Reader(SHAPE.read, Spans, characters=True, cut="documents: -DOCSTART-")
