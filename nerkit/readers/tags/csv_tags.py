"""Tagged tokens in CSV: one token per row, below a header that names the columns.

    Sentence #,Word,POS,Tag
    Sentence: 1,Tolkien,NNP,B-per
    ,left,VBD,O

Commas, semicolons or tabs separate cells, as in the first line. Quotes work as in Python's csv. nerkit
recognises columns by their names (ROLES), in any order and case. A sentence begins after a blank line, or
with a new value in the column of sentences. Otherwise the file is one sentence. A new value in the column of
documents begins a document. Without this column, a file is one document. nerkit ignores other columns.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from nerkit.corpora.spans import Spans, covering
from nerkit.corpora.tags import Tagged
from nerkit.exceptions import UsageError
from nerkit.io import Source
from nerkit.readers.columns.text import TextRow
from nerkit.readers.csv_rows import CsvHeader, CsvTable
from nerkit.readers.format import Reader
from nerkit.readers.tags.spelling import names_of
from nerkit.readers.tags.tag_table import TagTable
from nerkit.readers.tags.token_spans import spans_of

ROLES = {  # role of a column -> its possible names, in lower case and without punctuation
    "word": ("word", "token", "words", "tokens", "form"),
    "tag": (
        *("tag", "nertag", "ner", "label", "biotag", "iobtag", "nerlabel", "tags", "nertags", "labels"),
        "entity",
    ),
    "sentence": ("sentence", "sentenceid", "sentid", "sentencenumber", "sentenceidx", "sentencenum", "sent"),
    "document": ("docid", "document", "documentid", "doc", "filename", "file"),
    # columns of files with spans
    "start": ("start", "begin"),
    "end": ("end", "stop"),
}
FORM = (
    "name the columns in the first line, as in Sentence #,Word,POS,Tag; column=… chooses the column of tags"
)


def read(
    sources: Iterable[Source], column: int | str | None = None, label_names: Any = None, **_: Any
) -> Tagged:
    """Read all tokens of CSV files with the tags of one column.

    column       the name or the 1-based number of the column of tags, negative from the end; by default, the
                 column with a name in ROLES. If you give a column, a header without a name for the column of
                 words is allowed, and the first column has the words
    label_names  names for tags that are numbers, or a file of names

    Raises InputError (file, line, column, remedy) for a header without columns of words and tags, and a row
    with another number of cells. Further errors are an empty word, and a tag with an unknown prefix.
    """
    sources = list(sources)
    reading = _TagRows(column, several=len(sources) > 1)
    return TagTable(names_of(label_names)).fill(sources, reading.add).tagged()


def read_spans(sources: Iterable[Source], **options: Any) -> Spans:
    """Read the chunks of CSV files as spans; offsets count characters of the tokens joined by blanks."""
    return covering(spans_of(read(sources, **options)))


class _TagRows:
    """A reader of CSV rows, which knows the requested column and the ids of earlier documents."""

    def __init__(self, column: int | str | None, *, several: bool) -> None:
        self.asked, self.several = column, several
        self.known: set[str] = set()

    def add(self, source: Source, table: TagTable) -> None:
        """Add the tokens of a file to the table; among several files, documents can be named after files."""
        file = CsvTable(source, FORM)
        document: str | None = None
        sentence: str | None = None  # None if the next row begins a sentence
        for places, rows in file.chunks(ROLES, self._lacking):
            if "document" not in places and document is None:
                document = ""
                table.document(source.member if self.several else None)
            of_document, of_sentence = places.get("document"), places.get("sentence")
            token = 0
            for row in rows:
                if not row.cells:
                    sentence = None
                    continue
                name = row.cells[of_document].strip() if of_document is not None else ""
                if name and name != document:
                    if name in self.known:
                        row.fail(
                            of_document or 0, f"the rows of the document {name!r} are not together", FORM
                        )
                    self.known.add(name)
                    table.document(name)
                    document, sentence = name, None
                begun = row.cells[of_sentence].strip() if of_sentence is not None else ""
                if sentence is None or (begun and begun != sentence):
                    if not table.ids:
                        row.fail(of_document or 0, "the row has no id of a document", FORM)
                    table.sentence(row.line, after=token)
                    sentence = begun
                token += 1
            self._tokens(file, [row for row in rows if row.cells], places.get("word", 0), table)

    def _tokens(self, file: CsvTable, rows: Sequence[TextRow], word: int, table: TagTable) -> None:
        """Add the words and tags of *rows* to the table. Raises InputError for an empty word."""
        tag = self._tag(file.header)
        assert tag is not None
        words = [row.cells[word] for row in rows]
        if "" in words:
            rows[words.index("")].fail(word, "the row has no word", FORM)
        tags = [row.cells[tag].strip() for row in rows]
        table.tokens(words, tags, lambda place: partial(rows[place].fail, tag))

    def _lacking(self, header: CsvHeader, places: Mapping[str, int]) -> list[str]:
        """The required columns that a header lacks: words, tags."""
        lacking = [] if "word" in places or self.asked is not None else ["words"]
        return lacking if self._tag(header) is not None else [*lacking, "tags"]

    def _tag(self, header: CsvHeader) -> int | None:
        """The 0-based column of tags, or None. Raises UsageError if a requested column does not exist."""
        names = [name.strip() for name in header.names]
        if self.asked is None:
            return header.places(ROLES).get("tag")
        if isinstance(self.asked, str) and self.asked in names:
            return names.index(self.asked)
        if isinstance(self.asked, int) and -len(names) <= self.asked <= len(names) and self.asked:
            return self.asked - 1 if self.asked > 0 else len(names) + self.asked
        raise UsageError(f"the CSV has no column {self.asked!r}; its columns are {header.said}")


READER = Reader(read, Tagged, others={Spans: read_spans}, options=("label_names",))
