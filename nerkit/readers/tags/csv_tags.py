"""Tagged tokens in CSV: a token a row, under a line that names the columns.

    Sentence #,Word,POS,Tag
    Sentence: 1,Tolkien,NNP,B-per
    ,left,VBD,O

Cells are separated by commas, semicolons or tabs, as the first line is, and quoted as Python's csv has it.
Columns are known by their names, which may stand in any order and in capitals; ROLES lists them. A sentence
begins with a row whose cell of the sentence is neither empty nor that of the row before, and behind a blank
line; without either a file is one sentence. A column of documents begins documents likewise; without one a
file is one document. Columns of other names are left.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from nerkit.algorithms.columns import Vocabulary
from nerkit.corpora.corpus import Origin
from nerkit.corpora.spans import Spans, covering
from nerkit.corpora.tags import Tagged
from nerkit.exceptions import InputError, UsageError
from nerkit.ground.patterns import regex
from nerkit.io import Source
from nerkit.readers.csv_rows import CsvHeader, CsvRow, CsvTable, header_of, table_of
from nerkit.readers.format import Reader
from nerkit.readers.sample import Sample
from nerkit.readers.spans.span_table import Tally
from nerkit.readers.tags.spelling import column_of, is_tag, named, names_of, wrong
from nerkit.readers.tags.token_spans import spans_of, text_of

ROLES = {  # what a column is -> how it may be called, in small letters and without signs
    "word": ("word", "token", "words", "tokens", "form"),
    "tag": (
        *("tag", "nertag", "ner", "label", "biotag", "iobtag", "nerlabel", "tags", "nertags", "labels"),
        "entity",
    ),
    "sentence": ("sentence", "sentenceid", "sentid", "sentencenumber", "sentenceidx", "sentencenum", "sent"),
    "document": ("docid", "document", "documentid", "doc", "filename", "file"),
}
FORM = (
    "name the columns in the first line, as in Sentence #,Word,POS,Tag; column=… chooses the column of tags"
)
SAMPLE = 50  # lines that recognition looks at
TYPED = regex(r'"?[BIESLU]-\S+')
OFFSETS = {"start": ("start", "begin"), "end": ("end", "stop")}  # which spans have


def recognise(sample: Sample) -> bool:
    """True when the first line names a column of words and one of tags, and not those of offsets, or when
    tags with types stand in columns with other names, between commas or semicolons.
    """
    header = header_of(sample.text)
    if header is None or header.places(OFFSETS).keys() == OFFSETS.keys():
        return False
    if {"word", "tag"} <= header.places(ROLES).keys():
        return True
    table = table_of(sample.text) if header.delimiter != "\t" else None
    if table is None or any(map(is_tag, header.names)):
        return False
    rows = [line.split(header.delimiter) for line in sample.text.split("\n", SAMPLE)[1:SAMPLE]]
    return any(TYPED.fullmatch(cell) for row in rows for cell in row)


def read(
    sources: Iterable[Source], column: int | str | None = None, label_names: Any = None, **_: Any
) -> Tagged:
    """All tokens of the inputs with the tags of one column: that of ROLES, or the one of this name or number.

    *label_names* are those of tags that are ids. Beside a column that is asked for, words stand in the first
    where none is called so.

    Raises InputError (file, line, column, remedy) for a header without columns of words and tags, a row with
    another number of cells, a word without text, a tag with an unknown prefix.
    """
    sources, rows = list(sources), _TagRows(column, names_of(label_names))
    for source in sources:
        rows.add(source, name=source.member if len(sources) > 1 else None)
    return rows.tagged(sources)


def read_spans(sources: Iterable[Source], **options: Any) -> Spans:
    """The chunks of CSV rows, whose offsets count characters of the tokens joined by blanks."""
    return covering(spans_of(read(sources, **options)))


class _Begun:
    """The document and the sentence that the rows of a file are in, by their cells."""

    def __init__(self) -> None:
        self.document: str | None = None
        self.sentence: str | None = None  # None where the next row begins one


class _TagRows:
    """The corpus of CSV rows under construction."""

    def __init__(self, column: int | str | None, names: Mapping[str, str] | None) -> None:
        self.asked, self.names = column, names
        self.documents: list[str] = []
        self.named = True
        self.sentences: list[tuple[int, int, int]] = []  # first token, document, line
        self.words: list[str] = []
        self.spelt = Vocabulary()
        self.errors: list[InputError] = []  # for each spelling, where it is no tag in the style of the others
        self.codes = [np.empty(0, np.int64)]
        self.origins: list[Origin] = []
        self.known: set[str] = set()

    def add(self, source: Source, name: str | None) -> None:
        """Add the rows of a file; *name* is what its document is called that has no id, among several."""
        table, begun, first = CsvTable(source, FORM), _Begun(), len(self.words)
        for places, rows in table.chunks(ROLES, self._lacking):
            if "document" not in places and begun.document is None:
                begun.document = ""
                self.named &= name is not None
                self.documents.append(name or "1")
            self._sentences(table, rows, places, begun)
            self._tokens(table, [row for row in rows if row.cells], places)
        self.origins.append(Origin(source.name, source.sha256, first))

    def _sentences(
        self, table: CsvTable, rows: Sequence[CsvRow], places: Mapping[str, int], begun: _Begun
    ) -> None:
        """Note where sentences and documents begin."""
        of_document, of_sentence = places.get("document"), places.get("sentence")
        token = len(self.words)
        for row in rows:
            if not row.cells:
                begun.sentence = None
                continue
            name = row.cells[of_document].strip() if of_document is not None else ""
            if name and name != begun.document:
                if name in self.known:
                    table.fail(row, of_document or 0, f"the rows of the document {name!r} are not together")
                self.known.add(name)
                self.documents.append(name)
                begun.document, begun.sentence = name, None
            sentence = row.cells[of_sentence].strip() if of_sentence is not None else ""
            if begun.sentence is None or (sentence and sentence != begun.sentence):
                if not self.documents:
                    table.fail(row, of_document or 0, "the row has no id of a document")
                self.sentences.append((token, len(self.documents) - 1, row.line))
                begun.sentence = sentence
            token += 1

    def _tokens(self, table: CsvTable, rows: Sequence[CsvRow], places: Mapping[str, int]) -> None:
        """Add words and tags. Raises InputError for a word without text and for what is no tag at all."""
        word, tag = places.get("word", 0), self._tag(table.header)
        assert tag is not None
        words = [row.cells[word] for row in rows]
        tags = [row.cells[tag].strip() for row in rows]
        if self.names is not None:
            tags = [named(text, self.names) for text in tags]
        if "" in words:
            table.fail(rows[words.index("")], word, "the row has no word")
        known = len(self.spelt)
        self.codes.append(self.spelt.codes(tags))
        for text in list(self.spelt)[known:]:
            row = rows[tags.index(text)]
            error = table.error(row, tag, *wrong(text, self.spelt, self.names))
            if not is_tag(text):
                raise error
            self.errors.append(error)
        self.words += words

    def _lacking(self, header: CsvHeader, places: Mapping[str, int]) -> list[str]:
        """The columns that have to be there."""
        lacking = [] if "word" in places or self.asked is not None else ["words"]
        return lacking if self._tag(header) is not None else [*lacking, "tags"]

    def _tag(self, header: CsvHeader) -> int | None:
        """The place of the column of the tags. Raises UsageError for one that is asked for and not there."""
        names = [name.strip() for name in header.names]
        if self.asked is None:
            return header.places(ROLES).get("tag")
        if isinstance(self.asked, str) and self.asked in names:
            return names.index(self.asked)
        if isinstance(self.asked, int) and -len(names) <= self.asked <= len(names) and self.asked:
            return self.asked - 1 if self.asked > 0 else len(names) + self.asked
        raise UsageError(f"the CSV has no column {self.asked!r}; its columns are {header.said}")

    def tagged(self, sources: Sequence[Source]) -> Tagged:
        """The corpus. Raises InputError for the first tag that is spelt in another style than most."""

        def fail(place: int) -> NoReturn:
            raise self.errors[place]

        tags, tally = column_of(list(self.spelt), np.concatenate(self.codes), fail), Tally()
        text = text_of(self.words, tally)
        first, document, line = np.array(self.sentences, np.int64).reshape(-1, 3).T
        return Tagged(
            documents=self.documents,
            first=first,
            document=document,
            line=line,
            tags=tags,
            text=text,
            origins=tuple(self.origins),
            warnings=tuple(tally.warnings(sources)),
            named=self.named,
        )


READER = Reader(read, Tagged, others={Spans: read_spans}, options=("label_names",))
