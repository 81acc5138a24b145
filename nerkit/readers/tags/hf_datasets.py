"""Rows of Hugging Face's `datasets` with tokens and tags: JSON lines, a JSON list, or Parquet.

    {"id": "0", "tokens": ["Tolkien", "left", "Oxford"], "ner_tags": [1, 0, 5]}
    {"id": "0", "tokens": ["Tolkien", "left", "Oxford"], "ner_tags": ["B-PER", "O", "B-LOC"]}

A row is a document of one sentence. Its id is its `id` if every row has an id; otherwise rows are numbered.
The tags are in `ner_tags`, `ner`, `tags` or `labels`. Tags that are numbers need names. You give the names,
or nerkit finds them in the file (Parquet) or in `dataset_info.json` or `README.md` beside it. nerkit ignores
other columns. For Parquet, you need the library `pyarrow`.

If nerkit reads the rows as spans (`nerkit spans`), offsets count characters of the tokens joined by blanks.
"""

import io
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, NoReturn

from nerkit.corpora.spans import Spans, covering
from nerkit.corpora.tags import Tagged
from nerkit.exceptions import InputError, LibraryError, plural
from nerkit.io import Source
from nerkit.readers import label_names as names_of_labels
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value, decode, documents, shown
from nerkit.readers.spans.span_records import IDS, id_in
from nerkit.readers.tags.tag_table import TagTable
from nerkit.readers.tags.token_spans import spans_of

TOKENS, TAGS = "tokens", ("ner_tags", "ner", "tags", "labels")
DESCRIPTIONS = ("dataset_info.json", "README.md")  # files of a folder that describe the other files
PARQUET = "PAR1"
DESCRIPTION = b"huggingface"  # the key under which `datasets` describes the columns of a Parquet file
FORM = 'a row is {"tokens": ["Tolkien", "left"], "ner_tags": ["B-PER", "O"]}'


def read(sources: Iterable[Source], *, label_names: Any = None, column: Any = None, **_: Any) -> Tagged:
    """Read all rows of the files as one corpus.

    label_names  names for tags that are numbers, or a file of names
    column       the name of the column of tags, by default the first of TAGS that exists

    Raises InputError (file, line, column, remedy) for text that is not JSON, and values that are not rows.
    Further errors are a row with fewer or more tags than tokens, a number without a name, and a tag with an
    unknown prefix. Raises LibraryError for Parquet without pyarrow.
    """
    sources = [source for source in sources if os.path.basename(source.member) not in DESCRIPTIONS]
    names = None if label_names is None else names_of_labels.read(label_names)
    asked = column if isinstance(column, str) else None

    def add(source: Source, table: TagTable) -> None:
        """Add the rows of one file as documents."""
        for row in _Reading(source, names, asked).rows():
            table.document(row.name)
            if len(row.tokens):
                table.sentence(row.at[0].line if row.at else 0)
            table.tokens(row.tokens, row.tags, partial(partial, _fault, source, row))

    table = TagTable(flat=True).fill(sources, add)
    unique = bool(table.ids) and len(set(table.ids)) == len(table.ids)
    return table.tagged(named=unique)


def _fault(source: Source, row: "HfRow", place: int, problem: str, remedy: str) -> NoReturn:
    """Raise the InputError about the tag of token *place* of a row."""
    if row.at is None:
        raise InputError(problem, source=source.name, remedy=remedy)
    value, key = row.at
    value.fail(problem, key, place, remedy=remedy)


def read_spans(sources: Iterable[Source], **options: Any) -> Spans:
    """Read the chunks of rows as spans; offsets count characters of the tokens joined by blanks."""
    return covering(spans_of(read(sources, **options)))


class HfRow(NamedTuple):
    """A row with tokens and tags.

    at      the JSON value of the row and the key of its tags; None for Parquet
    name    its id, or None
    tokens  its tokens
    tags    its tags as texts
    """

    at: tuple[Value, str] | None
    name: str | None
    tokens: Sequence[str]
    tags: Sequence[str]


class _Reading:
    """A reader of the rows of one file."""

    def __init__(
        self, source: Source, names: names_of_labels.Names | None, column: str | None = None
    ) -> None:
        self.source, self.names, self.asked = source, names, column
        self.searched = names is not None

    def rows(self) -> Iterator[HfRow]:
        """The rows of the file. Raises the errors of `read`."""
        if self.source.head.startswith(PARQUET):
            yield from self._parquet()
            return
        for value in documents(self.source, FORM):
            row = value.value
            columns = TAGS if self.asked is None else (self.asked,)
            key = _column(row, columns) if isinstance(row, dict) else None
            if key is None or not isinstance(row.get(TOKENS), list):
                value.fail("not a row with tokens and tags", remedy=FORM)
            tokens, tags = row[TOKENS], self._spelt(row[key], key, value)
            if not set(map(type, tokens)) <= {str}:
                value.fail("not a list of tokens", TOKENS, remedy=FORM)
            if len(tokens) != len(tags):
                value.fail(_uneven(tokens, tags), key, remedy="give each token one tag")
            yield HfRow((value, key), id_in(row), tokens, tags)

    def _spelt(self, tags: Any, key: str, value: Value | None) -> Sequence[str]:
        """The tags of a row as texts; numbers are replaced by their names."""
        kinds = set(map(type, tags))
        if kinds <= {str}:
            return tags  # type: ignore[no-any-return]
        if kinds != {int}:
            strange = [i for i, tag in enumerate(tags) if type(tag) not in (int, str)]
            place = strange[0] if strange else next(i for i, tag in enumerate(tags) if type(tag) is str)
            what = "is neither a tag nor the number of a tag" if strange else "is among numbers of tags"
            self._fail(f"{shown(tags[place])} {what}", value, (key, place))
        if not self.searched:  # names beside the file are sought only once
            self.searched, self.names = True, names_of_labels.beside(self.source.name, key)
        spelt = [names_of_labels.named(self.names, number) for number in tags]
        if None in spelt:
            place = spelt.index(None)
            what = f"the label id {tags[place]} of {key!r} has no name"
            self._fail(what, value, (key, place), names_of_labels.REMEDY)
        return spelt  # type: ignore[return-value]

    def _fail(
        self, what: str, value: Value | None, path: tuple[str | int, ...], remedy: str = FORM
    ) -> NoReturn:
        if value is None:
            raise InputError(what, source=self.source.name, remedy=remedy)
        value.fail(what, *path, remedy=remedy)

    def _parquet(self) -> Iterator[HfRow]:
        """The rows of a Parquet file; its description can name labels."""
        table = _parquet_table(self.source)
        key = _column_of(table.column_names, self.source, self.asked)
        if self.names is None and DESCRIPTION in (table.schema.metadata or {}):
            described = decode(table.schema.metadata[DESCRIPTION].decode())
            self.names = names_of_labels.of_features(described.get("info"), key)
            self.searched = self.names is not None
        wanted = [TOKENS, key, *(name for name in IDS if name in table.column_names)]
        for batch in table.select(wanted).to_batches():
            yield from (self.row_of(row, key) for row in batch.to_pylist())

    def row_of(self, row: Mapping[str, Any], key: str) -> HfRow:
        """The row of a table without places in a text; *key* is its column of tags."""
        tokens, tags = row[TOKENS] or [], self._spelt(row[key] or [], key, None)
        if not set(map(type, tokens)) <= {str} or len(tokens) != len(tags):
            self._fail(_uneven(tokens, tags), None, (key,))
        return HfRow(None, id_in(row), tokens, tags)


def _column(row: Mapping[str, Any], columns: Sequence[str] = TAGS) -> str | None:
    """The first of *columns* with a list in a row, or None."""
    return next((key for key in columns if isinstance(row.get(key), list)), None)


def _column_of(columns: Sequence[str], source: Source, asked: str | None = None) -> str:
    """The column of tags of a table. Raises InputError if this column or the column of tokens is missing."""
    key = asked or next((each for each in TAGS if each in columns), TAGS[0])
    if key not in columns or TOKENS not in columns:
        what = f"no column {TOKENS!r} and a column of tags among {', '.join(map(str, columns))}"
        raise InputError(what, source=source.name, remedy=FORM)
    return key


def _uneven(tokens: Sequence[Any], tags: Sequence[Any]) -> str:
    return f"{plural(len(tags), 'tag')} of {plural(len(tokens), 'token')}"


def _parquet_table(source: Source) -> Any:
    """A Parquet file as a table. Raises LibraryError without pyarrow, and InputError for a damaged file."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        remedy = "install pyarrow: pip install pyarrow"
        raise LibraryError(
            "nerkit needs pyarrow to read Parquet", source=source.name, remedy=remedy
        ) from None
    try:
        return parquet.read_table(io.BytesIO(b"".join(source.pieces())))
    except (pa.ArrowException, OSError) as error:
        what = f"not a whole Parquet file: {str(error).splitlines()[0]}"
        raise InputError(what, source=source.name) from None


READER = Reader(read, Tagged, others={Spans: read_spans}, options=("label_names",), cut="json lines")
