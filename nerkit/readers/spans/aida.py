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
from nerkit.readers.columns.text import ColumnLine, lines
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
    name, held = None, list[ColumnLine]()
    for line in lines(source):
        if match := BEGINS.match(line.text):
            _add_document(table, name, held)
            name, held = match[1], []
        elif name is None and line.text.strip():
            line.fail("the token comes before the first document", BEGINNING, tabs=True)
        else:
            held.append(line)
    _add_document(table, name, held)


def _add_document(table: SpanTable, name: str | None, held: list[ColumnLine]) -> None:
    """Add a document with the lines *held*; *name* is None for blank lines before the first document."""
    pieces, size = list[str](), 0  # the pieces of its text, and their length
    mentions = list[tuple[int, int, int, str]]()  # line, start, end, entity
    inside = False  # whether the token before is in a mention
    for line in held:
        if not line.text or line.text.isspace():
            pieces[-1:] = ["\n"] if pieces else []
            inside = False
            continue
        cells = line.text.rstrip("\t").split("\t")
        end = size + len(cells[0])
        pieces += [cells[0], " "]
        letter = cells[1] if len(cells) > 1 else ""
        goes_on = letter == "B" or (letter == "I" and inside)
        if end == size or (letter and (len(cells) < MENTION or not goes_on)):
            problem, column = _fault(cells, letter)
            line.fail(problem, FORM, column, tabs=True)
        if letter == "B":
            mentions.append((line.number, size, end, cells[3]))
        elif letter:
            first, start, _, entity = mentions[-1]
            mentions[-1] = first, start, end, entity
        inside, size = letter != "", end + 1
    if name is not None:
        text = "".join(pieces[:-1])
        table.document(name, text)
        for number, start, end, entity in mentions:
            table.span(start, end, number, eid=_id(entity), text=text[start:end])


def _fault(cells: list[str], letter: str) -> tuple[str, int]:
    """The fault of a row for a message, and the column of the fault."""
    if not cells[0]:
        return "the row has no token", 0
    if letter not in LETTERS:
        return f"{letter!r} is neither B nor I", 1
    few = len(cells) < MENTION
    return (
        ("the mention has no entity", len(cells) - 1)
        if few
        else ("an I tag must follow a tag of its mention", 1)
    )


def _id(entity: str) -> str:
    if entity in OUTSIDE:
        return NIL
    return ESCAPE.sub(lambda match: chr(int(match[1], 16)), entity)


READER = Reader(read, Spans, characters=True, cut="documents: -DOCSTART-")
