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

from collections.abc import Iterable
from typing import Any

from nerkit.corpora.spans import Spans
from nerkit.ground.patterns import regex
from nerkit.io import Source
from nerkit.readers.columns.text import TextRow, rows
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


def read(sources: Iterable[Source], **_: Any) -> Spans:
    """Read all documents of AIDA files as one corpus.

    Raises InputError (file, line, column, remedy) for a token before the first document, and a row without a
    token. Further errors are a letter other than B and I, a mention without its columns, and an I without a
    preceding tag of its mention.
    """
    return SpanTable("text").read(sources, _add)


def _add(source: Source, table: SpanTable) -> None:
    """Add the documents of one AIDA file to the table."""
    name, held = None, list[TextRow]()
    for row in rows(source, trailing="\t"):
        if match := BEGINS.match(row.text):
            _add_document(table, name, held)
            name, held = match[1], []
        elif name is None and row.cells:
            row.fail(0, "the token comes before the first document", BEGINNING)
        else:
            held.append(row)
    _add_document(table, name, held)


def _add_document(table: SpanTable, name: str | None, held: list[TextRow]) -> None:
    """Add a document with the lines *held*; *name* is None for blank lines before the first document."""
    pieces, size = list[str](), 0  # the pieces of its text, and their length
    mentions = list[tuple[TextRow, int, list[int]]]()  # first row, start, ends of all tokens
    inside: list[int] | None = None  # the ends of the current mention
    for row in held:
        if not row.cells:
            pieces[-1:] = ["\n"] if pieces else []
            inside = None
            continue
        token, letter = row.cells[0], row.cells[1] if len(row.cells) > 1 else ""
        if letter == "B":
            mentions.append((row, size, inside := []))
        elif not letter:
            inside = None
        size += len(token) + 1
        if not token or (letter and (inside is None or letter not in LETTERS or len(row.cells) < MENTION)):
            row.fail(*_fault(row.cells, letter), FORM)
        if inside is not None:
            inside.append(size - 1)
        pieces += [token, " "]
    if name is not None:
        text = "".join(pieces[:-1])
        table.document(name, text)
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


READER = Reader(read, Spans, characters=True, cut="documents: -DOCSTART-")
