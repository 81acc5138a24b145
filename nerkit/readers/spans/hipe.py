"""HIPE's columns: entities and links in historical documents, one token per line, below a header.

    TOKEN  NE-COARSE-LIT  NE-COARSE-METO  NEL-LIT  NEL-METO  MISC
    # hipe2022:document_id = NZZ-1798-01-20
    # hipe2022:date = 1798-01-20
    Bern   B-loc          O               Q70      _         LED0.25
    ,      O              O               _        _         NoSpaceAfter

- Tabs separate columns, and the header names them. The columns `NE-…` hold entities in IOB: I after O, or
  after another type, begins an entity. S and E are read as B and I. `NEL-LIT` and `NEL-METO` hold the links
  of the entities in NE-COARSE-LIT and NE-COARSE-METO. `O`, `_` and `-` mean an empty cell.
- Each entity of each column is a span with a field `column`. In a column of links, a mention is split into
  runs of equal links, and tokens without a link are dropped. If mentions have no tags, each run of equal
  links is a span. `|` separates ranked links.
- Types and links are converted to upper case, because HIPE's scorer ignores case.
- The comment `document_id` begins a document, and `date` gives its date. Lines before the first `document_id`
  are a document, too. nerkit ignores other comments, even inside an entity. A line that begins with # is a
  token if its second column is a tag.
- MISC can hold `LED` and a number, the noise of the token. An entity has the noise of its first token.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from typing import Any, NoReturn

from nerkit.corpora.spans import ENTITY_COLUMNS, LINK_COLUMNS, Candidate, DocumentFacts, Spans
from nerkit.exceptions import nearest, plural
from nerkit.io import Source
from nerkit.readers.columns.text import TextRow, rows
from nerkit.readers.format import Reader
from nerkit.readers.spans.span_table import SpanTable

TOKEN, MISC = "TOKEN", "MISC"
COLUMNS = (*ENTITY_COLUMNS, *LINK_COLUMNS)
NOTHING = ("O", "_", "-", "")
TAG = re.compile(r"[BIES]-.|(?:O|_|-)\Z")
COMMENT = re.compile(r"#\s*(?:[\w-]+:)?(document_id|date)\s*=\s*(\S*)")
NOISE = re.compile(r"(?:\A|\|)LED([0-9]+(?:\.[0-9]+)?)(?:\||\Z)")
HEADER = f"the first line names the columns, separated by tabs: {TOKEN} NE-COARSE-LIT … NEL-LIT … {MISC}"
LINKS = "separate links by |, as in Q70|Q72; write _ for no link"
TAGS = "a tag must be B-TYPE, I-TYPE, or O"


def read(sources: Iterable[Source], *, minimum: bool = False) -> Spans:  # noqa: ARG001  (spans have none)
    """Read all entities and links of the inputs as one corpus, column by column in each document.

    Raises InputError (file, line, column, remedy) for a first line that is not a header, and a line with
    another number of columns. A cell that is neither a tag nor a link is an error, too.
    """
    facts: list[DocumentFacts | None] = []
    annotated: set[str] = set()

    def add(source: Source, table: SpanTable) -> None:
        """Add the documents of one file to the table."""
        for document in _documents(source):
            table.document(document.name)
            facts.append(DocumentFacts(tuple(row.cells[0] for row in document.rows), document.date))
            annotated.update(document.annotated)
            for column in COLUMNS:
                if column in document.columns:
                    _add(table, document, column)

    spans = SpanTable("column", "noise").read(sources, add)
    spans.fields.setdefault("column", spans.fields["type"])  # there may be no entity at all
    columns = tuple(column for column in COLUMNS if column in annotated)
    return replace(spans, facts=tuple(facts), columns=columns)


@dataclass
class HipeDocument:
    """A HIPE document.

    columns  name of a column -> its 0-based number
    name     the id of the document, or None
    date     the date of the document, or None
    rows     one row of cells per token
    """

    columns: Mapping[str, int]
    name: str | None = None
    date: str | None = None
    rows: list[TextRow] = field(default_factory=list)

    @property
    def annotated(self) -> set[str]:
        """The columns with a cell other than `_`, and the link columns of entity columns with such a cell."""
        held = {name for name in COLUMNS if name in self.columns and set(self.cells(name)) - {"_", ""}}
        return held | {name for name, of in LINK_COLUMNS.items() if of in held and name in self.columns}

    def cells(self, column: str) -> list[str]:
        """The cells of a column, one per token."""
        place = self.columns[column]
        return [row.cells[place] for row in self.rows]

    def fail(self, token: int, column: str, problem: str, remedy: str) -> NoReturn:
        """Raise InputError for a column of a token."""
        self.rows[token].fail(self.columns[column], problem, remedy)

    def noise(self, token: int) -> float | None:
        """The noise of a token: the number after `LED` in MISC, or None."""
        match = NOISE.search(self.rows[token].cells[self.columns[MISC]]) if MISC in self.columns else None
        return float(match[1]) if match else None


def _documents(source: Source) -> Iterator[HipeDocument]:
    """The documents of an input, in file order."""
    given: Iterator[TextRow] = filter(lambda row: row.cells, rows(source))
    if (beginning := source.beginning) is not None:  # later parts of a cut file have no header
        line = next((line for line in beginning.split("\n") if line.strip()), "").rstrip("\r")
        given = chain([TextRow(line.split("\t"), 1, line, source.name)], given)
    header = next(given, None)
    if header is None:
        return
    document = HipeDocument(columns := _header(header))
    for row in given:
        cells, text = row.cells, row.text
        if text[0] == "#" and not (len(cells) == len(columns) and TAG.match(cells[1])):
            match = COMMENT.match(text.replace("\t", " "))
            if match and match[1] == "document_id":
                if document.rows or document.name:
                    yield document
                document = HipeDocument(columns, match[2])
            elif match:
                document.date = match[2]
        elif len(cells) != len(columns):
            problem = f"{plural(len(cells), 'column')} where the header names {len(columns)}"
            row.fail(min(len(cells), len(columns)), problem, HEADER)
        else:
            document.rows.append(row)
    if document.rows or document.name is not None or document.date is not None:
        yield document


def _header(row: TextRow) -> dict[str, int]:
    cells = row.cells
    if cells[0] != TOKEN or set(cells).isdisjoint(COLUMNS):
        known = "".join(nearest(cell, COLUMNS) for cell in cells[1:])
        row.fail(0, f"the file has no header with a column of tokens and a column of entities{known}", HEADER)
    columns: dict[str, int] = {}
    for place, name in enumerate(map(str.strip, cells)):
        if name in columns:
            row.fail(place, f"the column {name!r} occurs a second time", HEADER)
        columns[name] = place
    return columns


def _add(table: SpanTable, document: HipeDocument, column: str) -> None:
    """Add the entities or links in a column of a document to the table."""
    is_link = column in LINK_COLUMNS
    for start, end, value in (_links if is_link else _entities)(document, column):
        fields: dict[str, Any] = {"column": column, "noise": document.noise(start)}
        links = [link for link in value.upper().split("|") if link] if is_link else []
        if is_link and not links:
            document.fail(start, column, f"{value!r} is not a link", LINKS)
        if len(links) > 1:
            table.candidates[len(table)] = tuple(Candidate(link, None, None) for link in links)
        fields |= {"eid": links[0]} if is_link else {"type": value.upper()}
        table.span(start, end, document.rows[start].line, **fields)


def _entities(document: HipeDocument, column: str) -> Iterator[tuple[int, int, str]]:
    """The start, end and type of each entity in a column. Raises InputError for a cell that is not a tag."""
    begin, inside = 0, ""
    cells = document.cells(column)
    for place, cell in enumerate([*cells, "O"]):
        if cell and not TAG.match(cell):
            document.fail(place, column, f"{cell!r} is not a tag", TAGS)
        kind = "" if cell in NOTHING else cell[2:]
        opens = kind and (cell[0] in "BS" or kind.upper() != inside.upper())
        if inside and (opens or not kind):
            yield begin, place, inside
        if opens:
            begin = place
        inside = kind


def _links(document: HipeDocument, column: str) -> Iterator[tuple[int, int, str]]:
    """The start, end and links of each run of equal links in a column; a run ends with its entity."""
    of = LINK_COLUMNS[column]
    number = [0] * len(document.rows)  # the number of the entity of each token
    if of in document.columns:
        for i, (start, end, _) in enumerate(_entities(document, of), 1):
            number[start:end] = [i] * (end - start)
    place = 0
    for (_, link), run in groupby(zip(number, document.cells(column), strict=True)):
        size = len(list(run))
        if link not in NOTHING:
            yield place, place + size, link
        place += size


READER = Reader(read, Spans, cut=r"documents: #[ \t]*(?:[\w-]+:)?document_id[ \t]*=([ \t]*\S+)?")
