"""Tagged tokens in CSV: one token per row, below a header that names the columns.

    Sentence #,Word,POS,Tag
    Sentence: 1,Tolkien,NNP,B-per
    ,left,VBD,O

Commas, semicolons or tabs separate cells, as in the first line. Quotes work as in Python's csv. nerkit
recognises columns by their names (ROLES), in any order and case. A sentence begins after a blank line, or
with a new value in the column of sentences. Otherwise the file is one sentence. A new value in the column of
documents begins a document. Without this column, a file is one document. nerkit ignores other columns.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from nerkit.corpora.spans import Spans, covering
from nerkit.corpora.tags import Tagged
from nerkit.exceptions import UsageError
from nerkit.io import Source
from nerkit.readers.columns.line_shape import LineShape
from nerkit.readers.columns.text import TextRow
from nerkit.readers.csv_rows import CsvTable
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
BEGINNING = ("document", "sentence")  # roles of columns whose values begin documents and sentences
FORM = (
    "name the columns in the first line, as in Sentence #,Word,POS,Tag; column=… chooses the column of tags"
)


class CsvTagsShape(LineShape):
    """A format of tagged tokens in the rows of a table."""

    def table(self, column: int | str | None = None, label_names: Any = None, **_: Any) -> TagTable:
        """An empty table of tokens with the tags of one column.

        column       the name or the 1-based number of the column of tags, negative from the end; by default,
                     the column with a name in ROLES. If you give a column, a header without a name for the
                     column of words is allowed, and the first column has the words
        label_names  names for tags that are numbers, or a file of names
        """
        return TagTable(names_of(label_names), column)

    def spans(self, sources: Iterable[Source], **options: Any) -> Spans:
        """The chunks of CSV files as spans; offsets count characters of the tokens joined by blanks."""
        return covering(spans_of(self.read(sources, **options)))

    def add_file(self, source: Source, table: TagTable) -> None:
        """Add the tokens of a file; among several files, documents can be named after files.

        Raises InputError for a header without columns of words and tags, and a row with another number of
        cells. Further errors are an empty word, and a tag with an unknown prefix.
        """
        file = CsvTable(source, FORM, ROLES)
        places, tag = file.places, _column_of_tags(file, table.column)
        lacking = [] if "word" in places or table.column is not None else ["words"]
        document: str | None = None
        sentence: str | None = None  # None if the next row begins a sentence
        for rows in file.chunks(lacking if tag is not None else [*lacking, "tags"]):
            if "document" not in places and document is None:
                document = ""
                table.document(source.member if table.several else None)
            token = 0
            for row in rows:
                if not row.cells:
                    sentence = None
                    continue
                name, begun = (
                    row.cells[places[role]].strip() if role in places else "" for role in BEGINNING
                )
                if name and name != document:
                    if name in table.known:
                        problem = f"the rows of the document {name!r} are not together"
                        row.fail(places["document"], problem, FORM)
                    table.known.add(name)
                    table.document(name)
                    document, sentence = name, None
                if sentence is None or (begun and begun != sentence):
                    if not table.ids:
                        row.fail(places["document"], "the row has no id of a document", FORM)
                    table.sentence(row.line, after=token)
                    sentence = begun
                token += 1
            _add_tokens([row for row in rows if row.cells], places.get("word", 0), tag or 0, table)


def _add_tokens(rows: Sequence[TextRow], word: int, tag: int, table: TagTable) -> None:
    """Add the words and tags of *rows* to the table. Raises InputError for an empty word."""
    words = [row.cells[word] for row in rows]
    if "" in words:
        rows[words.index("")].fail(word, "the row has no word", FORM)
    tags = [row.cells[tag].strip() for row in rows]
    table.tokens(words, tags, lambda place: partial(rows[place].fail, tag))


def _column_of_tags(file: CsvTable, asked: int | str | None) -> int | None:
    """The 0-based column of tags, or None. Raises UsageError if a requested column does not exist."""
    names = [name.strip() for name in file.header.names]
    if asked is None:
        return file.places.get("tag")
    if asked in names:
        return names.index(str(asked))
    if isinstance(asked, int) and -len(names) <= asked <= len(names) and asked:
        return asked - 1 if asked > 0 else len(names) + asked
    raise UsageError(f"the CSV has no column {asked!r}; its columns are {file.header.said}")


SHAPE = CsvTagsShape()
READER = Reader(SHAPE.read, Tagged, others={Spans: SHAPE.spans}, options=("label_names",))
