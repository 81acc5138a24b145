"""Tagged text, one word and its tag per line, as in Nerval; the texts of gold and system can differ.

    Tolkien B-PER
    was O

The text of a file is its words joined by one space. nerkit ignores blank lines, so an entity can cross blank
lines. A file is a document, and files of a directory are paired by name. If the text after the first blanks
is `O` or begins with a letter of BIESLUM and a hyphen, it is the tag. A tag can contain blanks: `B-Date et
Lieu`. Otherwise the last column must be such a tag.

Decoding: B, S and U begin an entity. I, M, E and L continue the open entity of their type. E, L, S and U
close this entity, and O closes all entities. Entities of different types can nest, and the outer entity can
continue afterwards: B-PER B-LOC I-PER. As in conlleval, an inside tag without an open entity of its type
begins an entity, and a warning counts such tags.

Differences from Nerval 0.3.3: tabs, further columns, a byte order mark and lines with only blanks are
allowed. Only LF, CRLF and CR end a line. A type can have the name `O` or `ALL`.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray, Vocabulary
from nerkit.corpora.corpus import Origin
from nerkit.corpora.spans import Spans, Texts
from nerkit.ground.patterns import regex
from nerkit.ground.warnings import counted
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnLine
from nerkit.readers.format import Reader, is_json

TAG = regex(r"O|[BIESLUM]-.*")
BEGINNING, CLOSING = "BSU", "ELSU"  # letters
FORM = "write lines of word, blank, tag: O, or one of B I E S L U M, a hyphen and the type"


class Entities(NamedTuple):
    """Decoded entities, sorted by their first words; arrays of shape (entities,).

    first    the index of the first word
    last     the index of the last word
    kind     the code of the type
    orphans  the number of inside tags that begin an entity
    """

    first: IntArray
    last: IntArray
    kind: IntArray
    orphans: int


class _WordLines(NamedTuple):
    """The lines of a file with words, as arrays of shape (words,).

    numbers  the 1-based number of each line
    text     the words joined by blanks
    start    the start of each word in *text*
    end      the end of each word in *text*
    tag      the code of the tag of each word
    """

    numbers: IntArray
    text: str
    start: IntArray
    end: IntArray
    tag: IntArray


def read(sources: Iterable[Source]) -> Texts:
    """Read one document per input: its text, its entities, and its words with their tags.

    Raises InputError (file, line, column) for a line without a word or without a tag.
    """
    tags, types = Vocabulary(), Vocabulary()
    words, entities = _WordTable(), _WordTable()
    names, texts, origins, marked, warnings, listed = [], [], [], [], [], True
    for code, source in enumerate(sources):
        text = source.text()
        lines = _word_lines(source.name, text, tags)
        origins.append(Origin(source.name, source.sha256, entities.rows))
        names.append(source.stem)
        marked.append(source.marked)
        texts.append(lines.text)
        words.add(code, lines.start, lines.end, lines.numbers, lines.tag)
        begins, closes, kinds = _parsed(tags, types)
        decoded = decode(begins[lines.tag], closes[lines.tag], kinds[lines.tag])
        entities.add(
            code,
            lines.start[decoded.first],
            lines.end[decoded.last],
            lines.numbers[decoded.first],
            decoded.kind,
        )
        listed = listed and source.listed
        warnings += counted("inside-tags", decoded.orphans, side=source.name)
    spans = entities.spans(names, {"type": list(types)}, tuple(origins), tuple(warnings), named=listed)
    tokens = words.spans(names, {"tag": [_tag(text) for text in tags]}, named=listed)
    return Texts(texts, spans, tokens, tuple(marked))


def decode(begins: BoolArray, closes: BoolArray, kind: IntArray) -> Entities:
    """Decode the entities in a sequence of tags; the arrays have the shape (tags,).

    begins  whether each tag begins an entity
    closes  whether each tag closes an entity
    kind    the code of the type of each tag, -1 for an outside tag
    """
    outside = kind == NONE
    before = np.concatenate([[NONE], kind[:-1]])[: len(kind)]
    closed = np.concatenate([[False], closes[:-1]])[: len(kind)]
    starts = ~outside & (begins | (before != kind) | closed)
    resuming = starts & ~begins & (before != NONE) & (before != kind)  # may continue an outer entity
    first = np.flatnonzero(starts)
    borders = np.append(np.flatnonzero(starts | outside), len(kind))
    last = borders[np.searchsorted(borders, first, "right")] - 1
    orphans = int((starts & ~begins).sum())
    if not resuming.any():
        return Entities(first, last, kind[first], orphans)
    stretch = np.cumsum(outside)  # words between two outside tags have equal numbers
    nesting = np.isin(stretch, stretch[resuming]) & ~outside
    plain = ~nesting[first]
    nested = _nested(np.flatnonzero(nesting), begins, closes, kind)
    first, last = (
        np.concatenate([flat[plain], inner]) for flat, inner in zip((first, last), nested, strict=True)
    )
    order = np.lexsort((-last, first))
    first, last = first[order], last[order]
    return Entities(first, last, kind[first], int((~begins[first]).sum()))


def _nested(at: IntArray, begins: BoolArray, closes: BoolArray, kind: IntArray) -> tuple[IntArray, IntArray]:
    """The first and last word of each entity among the words *at*, which have no outside tags."""
    entities: list[list[int]] = []
    opened: list[list[int]] = []  # the entities that are open, outermost first, as [first, last]
    previous = NONE
    columns = (at, begins[at], closes[at], kind[at])
    for i, begin, close, type_ in zip(*(column.tolist() for column in columns), strict=True):
        if i != previous + 1:
            opened.clear()
        depth = next((d for d in reversed(range(len(opened))) if kind[opened[d][0]] == type_), None)
        if depth is None or begin:
            del opened[len(opened) if depth is None else depth :]
            opened.append([i, i])
            entities.append(opened[-1])
        else:
            del opened[depth + 1 :]
            opened[-1][1] = i
        if close:
            opened.pop()
        previous = i
    first, last = np.array(entities, np.int64).reshape(-1, 2).T
    return first, last


def _word_lines(name: str, text: str, tags: Vocabulary) -> _WordLines:
    """Parse the lines of a text. Raises InputError for a line without a word or without a tag."""
    lines = (text.replace("\t", " ") if "\t" in text else text).split("\n")
    words, rests = ([line.partition(" ")[k] for line in lines] for k in (0, 2))
    numbers = np.arange(1, len(lines) + 1)
    blank = [word for word in dict.fromkeys(words) if not word.strip()]  # empty, or only white space
    if blank:
        filled = [i for i, line in enumerate(lines) if line.strip()]
        numbers, words, rests = numbers[filled], [words[i] for i in filled], [rests[i] for i in filled]
    known = len(tags)
    codes = tags.codes(rests)
    wrong = {tags[rest] for rest in list(tags)[known:] if _tag(rest) is None}
    if wrong or "" in words:
        _complain(name, text.split("\n"), numbers, [code in wrong for code in codes.tolist()], words)
    lengths = np.fromiter(map(len, words), np.int64, len(words))
    end = np.cumsum(lengths + 1) - 1
    return _WordLines(numbers, " ".join(words), end - lengths, end, codes)


def _complain(
    name: str, lines: Sequence[str], numbers: IntArray, wrong: Sequence[bool], words: Sequence[str]
) -> None:
    """Raise InputError for the first line without a word or without a tag."""
    row = next(i for i, bad in enumerate(wrong) if bad or not words[i])
    line = lines[number := int(numbers[row]) - 1]
    problem, column = "there is no word before the tag", 0
    if words[row]:
        last = line.split()[-1]
        column = line.rindex(last)
        problem = (
            f"tag {last!r} has no known prefix" if len(line.split()) > 1 else "there is no tag after the word"
        )
    ColumnLine(name, number + 1, line).fail_at(column, problem, FORM)


def _tag(rest: str) -> str | None:
    """The tag in the text after the first blank of a line, or None."""
    rest = rest.strip(" \t")
    if TAG.fullmatch(rest):
        return rest
    last = rest.rpartition(" ")[2]
    return last if TAG.fullmatch(last) else None


def _parsed(tags: Vocabulary, types: Vocabulary) -> tuple[BoolArray, BoolArray, IntArray]:
    """Whether each distinct tag begins an entity, whether it closes an entity, and the code of its type."""
    spelt = [_tag(rest) or "O" for rest in tags]
    begins, closes = (np.array([tag[0] in each for tag in spelt], bool) for each in (BEGINNING, CLOSING))
    return begins, closes, np.array([NONE if tag == "O" else types[tag[2:]] for tag in spelt], np.int64)


class _WordTable:
    """The rows of a corpus of spans under construction, one file at a time."""

    def __init__(self) -> None:
        self.columns: list[tuple[IntArray, ...]] = []
        self.rows = 0

    def add(self, document: int, *columns: IntArray) -> None:
        """Add rows to a document; *columns* are start, end, line and value, each of shape (rows,)."""
        rows = len(columns[0])
        self.columns.append((np.full(rows, document), *columns))
        self.rows += rows

    def spans(
        self,
        documents: list[str],
        values: dict[str, list[str | None]],
        origins: tuple[Origin, ...] = (),
        warnings: tuple[str, ...] = (),
        *,
        named: bool,
    ) -> Spans:
        """The corpus of all rows; *values* maps the name of the field to the values of its codes."""
        (field, meanings), none = next(iter(values.items())), np.empty(0, np.int64)
        document, start, end, line, code = (
            map(np.concatenate, zip(*self.columns, strict=True)) if self.columns else [none] * 5
        )
        fields = {field: Column(meanings, code)}
        return Spans(documents, document, start, end, line, fields, {}, origins, warnings, named)


READER = Reader(read, Texts, guess=lambda head, _: not is_json(head), characters=True)
