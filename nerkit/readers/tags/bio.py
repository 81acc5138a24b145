"""Tagged tokens in columns, one token per line (CoNLL-2000, CoNLL-2003, and later formats).

    Louis   NNP   B-PER
    of      IN    I-PER
    France  NNP   B-LOC

Tabs separate columns if the first line has a tab; otherwise one or more blanks do. All lines have equally
many columns. The first column is the token, and the last column is the tag unless you name another column.
You name a column by its 1-based number, a negative number from the end, or its name in the first line
(`named_columns`). A blank line, or a line whose first column is `-X-`, ends a sentence. A document begins
with `-DOCSTART-` in the first column, or with a line `# document`, `# newdoc` or `#begin document`; its id
follows. Other lines that begin with `#` and do not end in a tag are comments, and a warning counts them. A
file without marks of documents is one document. If there are several files, its id is the path of the file.

In two columns separated by a blank, a tag can contain blanks (`le B-Date et Lieu`). If lines differ in their
number of columns, the tag is the text after the first blank. It must be `O` or begin with a letter and `-` or
`_`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NoReturn

import numpy as np

from nerkit.algorithms.byte_spans import Spans, WordBytes
from nerkit.algorithms.columns import BoolArray, Column, IntArray, Vocabulary
from nerkit.corpora.tags import OUTSIDE, Tagged
from nerkit.exceptions import InputError, plural
from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.io import Source
from nerkit.readers.columns.documents import Files, Mark, SentenceDocuments
from nerkit.readers.columns.lines import BLANK, SPACE, TAB, Lines, lines_with
from nerkit.readers.columns.small_files import groups, places
from nerkit.readers.columns.text import ColumnLine
from nerkit.readers.conditions import MARK, WORDS
from nerkit.readers.format import Reader, is_json
from nerkit.readers.sample import cells
from nerkit.readers.tags.named_columns import NamedColumns
from nerkit.readers.tags.spelling import (
    BESIDE,
    FORM,
    NUMBERED,
    column_of,
    is_tag,
    names_of,
)

LAYOUT = 1000  # lines that determine the number of columns
DOCUMENT = regex(MARK)
NO_ID = ("-X-", "_", "-", "O")  # fill the other columns of a -DOCSTART- line
CUT = (
    r"documents or sentences: -DOCSTART-(?!\S)"
    r" | #\s*(?:begin[ _]document|newdoc|(?:[\w.-]+:)?document)(?:[ _]id)?\b"
)
is_spaced = WORDS["spaced"]  # whether the text after the first blank is one tag
BREAK = "-X-"
PLAIN = regex("O|[BIESLUM]-.*")  # tags that `nerkit noisy` reads
MARKS = (b"#", b"-DOCSTART-", b"-X-")  # beginnings of lines that may not be tokens


def read(sources: Iterable[Source], column: int | str | None = None, label_names: Any = None) -> Tagged:
    """Read all tokens of the inputs with the tags of one column.

    column       the 1-based number of the column of tags, negative from the end, or its name; default: last
    label_names  names for tags that are numbers (`3`, `LABEL_3`), beginning with the name of 0, or a file of
                 names

    Raises InputError (file, line, column, remedy) for a line with another number of columns, and a column
    that does not exist. A tag with an unknown prefix, or without a type after its hyphen, is an error, too.
    """
    return read_columns(sources, [-1 if column is None else column], label_names)[0]


def read_columns(
    sources: Iterable[Source], columns: Sequence[int | str], label_names: Any = None
) -> list[Tagged]:
    """Read the tags of several columns: one corpus per column, with the same tokens.

    The parameters are as for `read`.
    """
    sources = list(sources)
    corpus = _TagTable(columns, names_of(label_names))
    named = any(isinstance(column, str) for column in columns)  # each file names its columns
    for joined, files in groups(sources, unended=True):
        if joined is None or named or not _JoinedReading(files, corpus).read(joined.text.encode()):
            for source, _ in files:
                _ColumnReading(source, corpus).all(alone=len(sources) == 1)
    return corpus.finished()


@record(frozen=True)
class _Layout:
    """The layout of an input: the delimiter, the number of columns, whether tags can have blanks."""

    delimiter: int
    width: int
    spaced: bool = False

    @classmethod
    def of(cls, texts: Sequence[str], *, spaced: bool) -> "_Layout | None":
        """The layout by the first lines, None if they have no tokens; *spaced* permits tags with blanks."""
        lines = [line for line in texts if line.strip(SPACE) and _kind(line) == "token"]
        if not lines:
            return None
        rows = [cells(line) for line in lines]
        if "\t" in lines[0].strip(SPACE):
            return cls(TAB, len(rows[0]))
        regular = len({len(row) for row in rows}) == 1 and all(is_tag(row[-1]) for row in rows)
        if spaced and not regular and all(map(is_spaced, lines)):
            return cls(BLANK, 2, spaced=True)
        return cls(BLANK, len(rows[0]), spaced=spaced and len(rows[0]) == 2)

    def place(self, chosen: int) -> int | None:
        """The 0-based number of a column that is given 1-based or from the end; None if it does not exist."""
        column = chosen - 1 if chosen > 0 else self.width + chosen
        # a column from the end cannot be column 0, which holds the tokens
        return column if chosen and (chosen < 0) <= column < self.width else None


def _layout(text: str, *, spaced: bool) -> _Layout | None:
    """The layout by the first LAYOUT lines of a text."""
    return _Layout.of(text.split("\n", LAYOUT)[:LAYOUT], spaced=spaced)


class _TagTable:
    """A corpus under construction: the sentences, the tokens, and the tags of each requested column."""

    def __init__(self, columns: Sequence[int | str], names: Mapping[str, str] | None) -> None:
        self.columns, self.names = columns, names
        self.documents = SentenceDocuments()
        self.sentences: list[tuple[IntArray, IntArray, IntArray]] = []  # first token, document, line
        self.words: list[Spans] = []
        self.tags: list[list[IntArray]] = [[] for _ in columns]  # codes of tags in `spelt`, block by block
        self.spelt = [Vocabulary({OUTSIDE.letter: 0}) for _ in columns]
        # the line and column of the first occurrence of each spelling except for O
        self.places: list[list[tuple[ColumnLine, int]]] = [[] for _ in columns]
        self.warnings: list[str] = []
        self.rows = 0
        self.plain = list(columns) == [-1] and names is None

    def finished(self) -> list[Tagged]:
        """One corpus per column; raises InputError for a spelling that is not a tag."""
        none = np.empty(0, np.int64)
        first, document, line = (
            np.concatenate([none, *(part[i] for part in self.sentences)]) for i in range(3)
        )
        shared = Tagged(
            documents=self.documents.names,
            first=first,
            document=document,
            line=line,
            tags=Column([], none),
            text=WordBytes(self.words),
            origins=tuple(self.documents.origins),
            warnings=tuple(self.warnings),
            named=self.documents.named,
            plain=self.plain and all(map(PLAIN.fullmatch, self.spelt[0])),
        )
        return [replace(shared, tags=self._parsed(k)) for k in range(len(self.columns))]

    def _parsed(self, k: int) -> Column:
        def fail(place: int, problem: str, remedy: str) -> NoReturn:
            _fail(*self.places[k][place - 1], problem, remedy)

        codes = np.concatenate([np.empty(0, np.int64), *self.tags[k]])
        return column_of(self.spelt[k], codes, self.names, fail)


class _ColumnReading:
    """A parser of one input, which adds its tokens to the corpus."""

    def __init__(self, source: Source, corpus: _TagTable) -> None:
        self.source, self.corpus = source, corpus
        self.layout: _Layout | None = None
        self.header = NamedColumns.of(source, corpus.columns)
        self.columns, self.words = self.header.places(corpus.columns)
        self.inside = False  # whether the line before the block is a token
        self.comments: list[int] = []
        self.spaced: list[int] = []  # lines whose tag contains blanks

    def all(self, *, alone: bool) -> None:
        """Read all blocks; if the input is not *alone*, documents without an id are named after the file."""
        with self.corpus.documents.source(self.source, self.corpus.rows, alone=alone):
            for number, text in self.header.blocks(self.source):
                self._block(number, text)
        for kind, numbers in (("comment", self.comments), ("tag with blanks", self.spaced)):
            if numbers:
                verdict = "skipped" if numbers is self.comments else "read as one tag each"
                self.corpus.warnings.append(lines_with(self.source.name, kind, verdict, numbers))

    def _block(self, number: int, text: bytes) -> None:
        if self.layout is None:
            spaced, first = self.columns == [-1], b"\n".join(text.split(b"\n", LAYOUT)[:LAYOUT])
            layout = _layout(self.header.beginning(self.source) or first.decode(), spaced=spaced)
            self.layout = layout or _Layout.of(_after_head(text.decode()), spaced=spaced)
        layout = self.layout or _Layout(BLANK, 0)
        lines = Lines.of(text, layout.delimiter, closed=True)
        token = (lines.width == layout.width) & (lines.width > 0)
        self.sentences(number, lines, token, self.marks(number, lines, token))

    def marks(self, number: int, lines: Lines, token: BoolArray) -> list[Mark]:
        """The lines that begin documents, and their ids.

        Changes *token* to False for the lines of document marks, sentence breaks and comments, and to True
        for lines whose tag has blanks. Raises InputError for other lines with another number of columns.
        """
        marks: list[Mark] = []
        rows = sorted({*lines.beginning_with(MARKS), *np.flatnonzero(~token & (lines.width > 0)).tolist()})
        for row, text in zip(rows, lines.written(rows), strict=True):
            kind = _kind(text, self.columns[0])
            if kind != "token" and not (kind == "comment" and self._is_labelled(text)):
                token[row], self.corpus.plain = False, False
                if kind == "document":
                    marks.append((row, _document_id(text)))
                elif kind == "comment":
                    self.comments.append(number + row)
            elif not token[row] and text.strip(SPACE):
                assert self.layout is not None
                if not (self.layout.spaced and is_spaced(text)):
                    self._ragged(self.line(number + row, text), int(lines.width[row]), self.layout.width)
                token[row] = True
                self.spaced.append(number + row)
        return marks

    def _is_labelled(self, line: str) -> bool:
        """Whether a line that begins with # has all columns and ends in a number, if numbers have names."""
        if not self.layout or not self.corpus.names:
            return False
        row = cells(line)
        return len(row) == self.layout.width and NUMBERED.match(row[-1]) is not None

    def _ragged(self, line: ColumnLine, width: int, expected: int) -> NoReturn:
        remedy = (
            "write lines of token, any other columns, tag; all lines need equally many "
            "columns, separated by tabs or blanks"
        )
        problem = f"{plural(width, 'column')} where the first line has {expected}"
        _fail(line, min(width, expected) - (width <= expected), problem, remedy)

    def sentences(self, number: int, lines: Lines, token: BoolArray, marks: Sequence[Mark]) -> None:
        """Add the sentences of a block to the corpus."""
        rows, corpus = np.flatnonzero(token), self.corpus
        heads = np.flatnonzero(token & ~np.append(self.inside, token[:-1]))
        self.inside = bool(token[-1])
        document, line = self.filed(number, rows, heads, marks)
        if len(rows):
            corpus.sentences.append((np.searchsorted(rows, heads) + corpus.rows, document, line))
            self.tokens(number, lines, rows)

    def filed(
        self, number: int, rows: IntArray, heads: IntArray, marks: Sequence[Mark]
    ) -> tuple[IntArray, IntArray]:
        """The document and the line of each sentence. *rows* has the tokens, *heads* the first of each."""
        return self.corpus.documents.open(heads, marks), heads + number

    def tokens(self, number: int, lines: Lines, rows: IntArray) -> None:
        """Add the tokens in the lines *rows*, and their tags in all requested columns."""
        assert self.layout is not None
        corpus, width = self.corpus, self.layout.width
        words = lines.cells(rows, self.words)
        corpus.words.append((lines.data, *words))
        for k, chosen in enumerate(self.columns):
            column = self._column(chosen, number, lines, rows)
            start, end = lines.cells(rows, column, rest=column == width - 1)
            codes = np.zeros(len(rows), np.int64)  # 0 is O, the most frequent tag
            tagged = np.flatnonzero((end - start != 1) | (lines.data[start] != ord(OUTSIDE.letter)))
            leaders, values = lines.distinct(start[tagged], end[tagged])
            spelt = [lines.data[start[i] : end[i]].tobytes().decode() for i in tagged[leaders].tolist()]
            known = len(corpus.spelt[k])
            recode = corpus.spelt[k].codes(spelt)
            codes[tagged] = recode[values]
            corpus.tags[k].append(codes)
            if len(corpus.spelt[k]) > known:
                new = [int(rows[i]) for i, code in zip(tagged[leaders], recode, strict=True) if code >= known]
                corpus.places[k] += [
                    (self.line(number + row, text), column)
                    for row, text in zip(new, lines.written(new), strict=True)
                ]
        corpus.rows += len(rows)

    def line(self, number: int, text: str) -> ColumnLine:
        """A line of the input for messages; *number* is 1-based."""
        return ColumnLine(self.source.name, number, text)

    def _column(self, chosen: int, number: int, lines: Lines, rows: IntArray) -> int:
        """The 0-based number of the column *chosen*; raises InputError if it does not exist."""
        assert self.layout is not None
        width = self.layout.width
        column = self.layout.place(chosen)
        if column is None:
            problem = f"there is no column {chosen}, because lines have {plural(width, 'column')}"
            if width == -chosen:
                need = "tags need" if chosen < -1 else "tag need"
                problem = f"{plural(width, 'column')} where token and {need} {width + 1}"
            row = int(rows[0])
            (line,) = lines.written([row])
            alone = width == -chosen == 1 and is_tag(line.strip(SPACE))
            problem = f"{problem}: tags without tokens" if alone else problem
            remedy = BESIDE.format(self.source.name) if alone else FORM
            _fail(ColumnLine(self.source.name, number + row, line), width, problem, remedy)
        return column


class _JoinedReading(_ColumnReading):
    """A parser of small files with one layout that are joined into one text."""

    def __init__(self, files: Files, corpus: _TagTable) -> None:
        super().__init__(files[0][0], corpus)
        self.files = files

    def read(self, text: bytes) -> bool:
        """Read the text of all files; return False without reading if files must be read one by one."""
        delimiter = TAB if b"\t" in text else BLANK
        lines = Lines.of(text, delimiter)
        self.layout = _Layout(delimiter, int(np.argmax(np.bincount(lines.width, minlength=2)[1:])) + 1)
        width, token = self.layout.width, lines.width == self.layout.width
        try:
            marks = self.marks(0, lines, token)
        except InputError:
            return False
        if width < 2 or self.comments or None in map(self.layout.place, self.columns):
            return False
        tags = lines.column(np.flatnonzero(token), width - 1).values if delimiter == BLANK else ()
        if not all(map(is_tag, tags)):
            return False  # the text after the first blank may be one tag
        self.sentences(0, lines, token, marks)
        return True

    def filed(
        self, number: int, rows: IntArray, heads: IntArray, marks: Sequence[Mark]
    ) -> tuple[IntArray, IntArray]:
        """The document of each sentence, and its line in its file."""
        documents = self.corpus.documents.of_files(self.files, self.corpus.rows, rows, heads, marks)
        return documents, places(self.files, heads)[1]

    def line(self, number: int, text: str) -> ColumnLine:
        """The line of a file for messages; *number* is its 0-based line in the joined text."""
        (file,), (line,) = places(self.files, np.array([number]))
        return ColumnLine(self.files[file][0].name, int(line), text)


def _fail(line: ColumnLine, column: int, problem: str, remedy: str) -> NoReturn:
    """Raise InputError for a 0-based column of a line; tabs at both ends of the line do not count."""
    line.fail(problem, remedy, column, tabs="\t" in line.text.strip(SPACE))


def _after_head(text: str) -> list[str]:
    """The first LAYOUT lines of a text from its first token on."""
    lines = text.split("\n")
    tokens = (i for i, line in enumerate(lines) if line.strip(SPACE) and _kind(line) == "token")
    first = next(tokens, len(lines))
    return lines[first : first + LAYOUT]


def _kind(line: str, column: int = -1) -> str:
    """The kind of a line: a `token`, the mark of a `document`, a sentence `break` or a `comment`."""
    if line[:1] not in "#- ":
        return "token"
    if DOCUMENT.match(line):
        return "document"
    if not line.startswith("#"):
        return "break" if cells(line)[0] == BREAK else "token"
    if is_spaced(line):
        return "token"
    row = cells(line)
    place = column - 1 if column > 0 else len(row) + column
    return "token" if 0 < place < len(row) and is_tag(row[place]) else "comment"


def _document_id(line: str) -> str | None:
    """The id after the mark of a document, without the placeholders of the other columns; None if empty."""
    mark = DOCUMENT.match(line)
    assert mark is not None
    name = line[mark.end() :].replace("\t", " ").rstrip()
    while name.endswith(NO_ID) and (last := name.rsplit(maxsplit=1)[-1]) in NO_ID:
        name = name.removesuffix(last).rstrip()
    return name.replace("(", "").replace(")", "").strip(" =:") or None


def _meant(head: str, formats: Sequence[str]) -> bool:
    """Guess whether an unrecognised text was meant for bio: it is not JSON, and span-tsv is not possible."""
    return "span-tsv" not in formats and not is_json(head)


READER = Reader(read, Tagged, guess=_meant, cut=CUT, options=("label_names",))
