"""Documents as JSON values: one per line, one per file of a folder, an array of values, or one object.

    {"id": "r1", "value": {"total": 4.47, "items": [{"name": "Milk"}, {"name": "Bread"}]}}

The values may be envelopes (`records`). nerkit keeps a line or file that is not JSON as text, because a model
may have written it. In the gold side such text is an error.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import chain
from json import JSONDecoder
from operator import methodcaller
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from nerkit.algorithms.scalars import numerals
from nerkit.corpora.corpus import CLEAN, Origin
from nerkit.corpora.json_documents import JsonDocuments, LinePlaces, Place
from nerkit.exceptions import InputError
from nerkit.ground.limits import LARGEST_VALUE
from nerkit.ground.patterns import regex
from nerkit.ground.warnings import counted
from nerkit.io import Source
from nerkit.readers.format import Reader, is_json
from nerkit.readers.values import model_text, tolerant_json

NAMED = regex(r'"[ \t\r\n]*:')
BLANK = regex(r"[ \t\r\n]*")
TOGETHER = 1000  # lines per block, so that the values fit in the cache
MARKED = "\uf8ffnerkit"
MARK = json.dumps(MARKED, ensure_ascii=False)
VALUES_OF = methodcaller("values")
LINES, ARRAY, MAPPING, ONE = "lines", "array", "mapping", "one"


class _Table:
    def __init__(self) -> None:
        self.origins: list[Origin] = []
        self.names: list[str | None] = []
        self.values: list[Any] = []
        self.raw: list[bool] = []
        self.at: list[Sequence[Place]] = []  # of each file
        self.strict_ids = True

    def add(self, found: "_Found", names: Iterable[str] | None = None) -> None:
        """Add documents with their values and places."""
        self.names += [None] * len(found.values) if names is None else names
        self.values += found.values
        self.raw += found.raw
        self.at.append(found.at)

    def add_file(self, source: Source, text: str, value: Any, *, raw: bool = False) -> None:
        """Add one of several files as a document, named after the file without its suffix."""
        self.names.append(_without_suffix(source.member or source.name))
        self.values.append(value)
        self.raw.append(raw)
        self.at.append((Place(source.name, 1, text),))

    def text(self, source: Source) -> str:
        """Read the text of the next file."""
        first = len(self.values)
        text = source.text(LARGEST_VALUE, LARGEST_VALUE)
        self.origins.append(Origin(source.name, source.sha256, first))
        return text

    def corpus(self, *warnings: str) -> JsonDocuments:
        """The corpus of all documents. It has ids if files or keys give them."""
        named = bool(self.names) and None not in self.names
        names = [str(name if named else place) for place, name in enumerate(self.names, 1)]
        return JsonDocuments(
            names,
            self.values,
            [CLEAN] * len(self.values),
            tuple(self.raw),
            records=True,
            strict_ids=self.strict_ids,
            at=self.at[0] if len(self.at) == 1 else tuple(chain.from_iterable(self.at)),
            origins=tuple(self.origins),
            warnings=warnings,
            named=named,
        )


def read(sources: Iterable[Source], shape: str | None = None) -> JsonDocuments:
    """All documents of the files. Raises InputError for a file with another layout than above."""
    table, pairs, files = _Table(), model_text.KeyCounter(), list(sources)
    for source in files:
        text = table.text(source)
        if len(files) > 1 and shape in (None, ONE):
            alone = _first(text)
            if not alone.goes_on:
                _one_file(source, text, table, alone)
                pairs.repeated += alone.repeated
                continue
        if text.strip("\ufeff \t\r\n"):
            _documents((source.name, source.first_line), text, shape, table, pairs)
            _check_end(source, table)
    return table.corpus(*counted("keys-given-twice", pairs.repeated, noun="object"))


def of_text(source: Source, text: str) -> JsonDocuments:
    """The documents in the text of an input. Raises InputError for a part of a file that does not end
    after a JSON value.
    """
    table = _Table()
    _documents((source.name, source.first_line), text, None, table, model_text.KeyCounter())
    _check_end(source, table)
    return table.corpus()


def _check_end(source: Source, table: _Table) -> None:
    """Raise InputError for a part of a file whose last document is not JSON and could continue in the next
    part.
    """
    if source.part is not None and not source.part.last and table.raw and table.raw[-1]:
        raise InputError("the last line is not JSON, and may be incomplete", source=source.name)


def read_texts(sources: Iterable[Source]) -> JsonDocuments:
    """Each file as one document, with any text."""
    table, files = _Table(), list(sources)
    for source in files:
        text = table.text(source)
        if len(files) > 1:
            _one_file(source, text, table, _first(text))
        else:
            table.add(_Found([text], [Place(source.name, 1, text)], [True]))
    return replace(table.corpus(), records=False)


class _First(NamedTuple):
    """The first JSON value of a file, with facts about the text behind it.

    following  the place of the text behind the value; -1 without a value
    repeated   the number of objects with a repeated key
    goes_on    whether another value follows
    """

    value: Any
    following: int
    repeated: int
    goes_on: bool


def _first(text: str) -> _First:
    pairs = model_text.KeyCounter()
    try:
        value, end = model_text.strict(text, _skip(text, 0), pairs)
    except ValueError:
        return _First(None, -1, pairs.repeated, goes_on=False)
    following = _skip(text, end)
    several = following < len(text) and is_json(text[following : following + 10])
    return _First(value, following, pairs.repeated, several)


def _one_file(source: Source, text: str, table: _Table, first: _First) -> None:
    """Add one of several files as a document: its JSON value, or its text if the value is not the whole
    file.
    """
    whole = first.following == len(text)
    table.add_file(source, text, first.value if whole else text, raw=not whole)


def _without_suffix(name: str) -> str:
    """The name of a file without its suffix."""
    stem, _, suffix = name.rpartition(".")
    usual = stem and stem[-1] != "/" and suffix and "/" not in suffix
    return stem if usual else str(PurePosixPath(name).with_suffix(""))


def _documents(
    at: tuple[str, int], text: str, shape: str | None, table: _Table, pairs: model_text.KeyCounter
) -> None:
    """Add the documents of one file, given its name and the number of its first line."""
    name, first = at
    found = _read_values(at, text, pairs)
    one = len(found.values) == 1 and not found.raw[0]
    value = found.values[0]
    if shape in (ARRAY, MAPPING) and not (one and isinstance(value, list if shape == ARRAY else dict)):
        what = "one array" if shape == ARRAY else "one object"
        problem, start = f"the file is not {what} of documents", text[:100].partition("\n")[0]
        remedy = 'shape="lines" reads one value per line, shape="one" reads each value as one document'
        raise InputError(problem, source=name, line=first, text=start, remedy=remedy)
    if shape == MAPPING:
        table.add(found.spread(list(value.values())), value)
    elif one and isinstance(value, list) and shape in (None, ARRAY):
        table.strict_ids = False
        table.add(found.spread(value))
    else:
        table.add(found)


class _Found(NamedTuple):
    """Values and texts of lines that are not JSON; *at* is the place of each, *raw* is True for texts."""

    values: list[Any]
    at: Sequence[Place]
    raw: Sequence[bool]

    @classmethod
    def of(cls, rows: "Iterable[_Row]") -> "_Found":
        """The values, places and text flags of rows, each row being (value, place, whether the value is
        text).
        """
        values, at, raw = zip(*rows, strict=True)
        return cls(list(values), at, raw)

    def spread(self, values: list[Any]) -> "_Found":
        """Replace the only value by the values inside it, at the place of the only value."""
        return _Found(values, [self.at[0]] * len(values), [False] * len(values))


_Row = tuple[Any, Place, bool]


def _read_values(at: tuple[str, int], text: str, pairs: model_text.KeyCounter) -> _Found:
    """The JSON values of a text; *pairs* counts objects with a repeated key."""
    decoder = model_text.decoder(number=_number)
    found = _of_lines(at, text, decoder) or _Found.of(_values(at, text, decoder))
    members = _members_in(found.values)
    # more colons behind quotes than members: an object may have a key twice
    if text.count(":") > members and sum(1 for _ in NAMED.finditer(text)) > members:
        found = _Found.of(_values(at, text, model_text.decoder(pairs, _number)))
    return found


def _of_lines(begin: tuple[str, int], text: str, decoder: JSONDecoder) -> _Found | None:
    """The values of a text with one value per line; None if a line is anything else.

    nerkit joins many lines to one array, so that Python's json module reads them in one call. Markers between
    the elements prove that each line is one value. Equal keys share one text.
    """
    if text[:1].isspace() or "\n " in text or "\n\t" in text or MARK in text:
        return None
    lines = text.removesuffix("\n").split("\n")
    values: list[Any] = []
    for first in range(0, len(lines), TOGETHER):
        some = lines[first : first + TOGETHER]
        try:
            read = decoder.decode(f"[{f',{MARK},'.join(some)}]")
        except (ValueError, RecursionError):
            return None
        if len(read) != 2 * len(some) - 1 or read[1::2] != [MARKED] * (len(some) - 1):
            return None
        values += read[::2]
    return _Found(values, LinePlaces(begin[0], text, begin[1]), [False] * len(values))


def _number(text: str) -> float | Decimal:
    """A number as a float if Python writes the float as *text*, otherwise as a decimal.

    nerkit compares a float several times faster than a decimal.
    """
    number = float(text)
    return number if repr(number) == text else numerals.exactly(text)


def _members_in(values: list[Any]) -> int:
    count = 0
    while values:
        objects = [value for value in values if type(value) is dict]
        lists = [value for value in values if type(value) is list]
        count += sum(map(len, objects))
        values = [*chain.from_iterable(map(VALUES_OF, objects)), *chain.from_iterable(lists)]
    return count


def _values(begin: tuple[str, int], text: str, decoder: JSONDecoder) -> Iterator[_Row]:
    """Yield the values one after another with their places. A line that is not JSON is text."""
    decode = decoder.raw_decode
    name, first = begin
    at, line, counted = _skip(text, 0), first, 0
    while at < len(text):
        line, counted = line + text.count("\n", counted, at), at
        place = Place(name, line, text, at, first)
        try:
            value, end = decode(text, at)
            raw = False
        except (ValueError, RecursionError):
            value, end, raw = _damaged(text, at)
        yield value, place, raw
        at = _skip(text, end)


def _damaged(text: str, at: int) -> tuple[Any, int, bool]:
    """The value at a place where fast reading failed, its end, and whether the value is text.

    The value is read again with the general decoder, for example a number with many digits. If this fails,
    the line is text. If the line does not look like a record and others follow, the whole rest is text.
    """
    end = text.find("\n", at)
    line = text[at : end if end >= 0 else len(text)]
    try:
        value, end = model_text.strict(text, at)
    except tolerant_json.TooDeepError:
        return line, at + len(line), True
    except ValueError:
        is_record = line.rstrip().endswith(("}", "]")) or '"id"' in line or '"custom_id"' in line
        if len(text) > at + len(line) and not is_record:
            return text[at:], len(text), True  # a value over several lines
        return line, at + len(line), True
    return value, end, False


def _skip(text: str, at: int) -> int:
    """The next place that is not blank. A byte order mark at the beginning of the text is skipped, too."""
    if at == 0 and text.startswith("\ufeff"):
        at = 1
    return BLANK.match(text, at).end()  # type: ignore[union-attr]


# passing values to another process takes longer than reading them
READER = Reader(read, JsonDocuments, cut="json lines")
