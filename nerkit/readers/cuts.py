"""Find the places where a large file can be cut into parts that are read separately, without parsing it.

The record of a format describes the places in a few words (`format.Reader.cut`). `way_of` turns the words
into patterns:

    ""                        nowhere
    "json lines"              each line is a document, if the first line is a JSON object
    "lines"                   as "json lines"; text that is not JSON is cut at each line, too
    "first column"            each line begins with the id of its document and a tab
    "sentence lines"          each line is a sentence; the file is one document
    "sentences"               a blank line follows each sentence; the file is one document
    "graphs"                  a blank line precedes each graph in brackets and the comments of the graph
    "trees"                   each tree in brackets is one line, or begins a line
    "documents: MARK"         a line that matches MARK begins a document; the id of the document ends where
                              the first group of MARK ends
    "documents or sentences: MARK"   as "documents", but a file without MARK in its first lines is cut as
                                     "sentences"

MARK is a name in MARKS, or patterns separated by " | ". "; header: PATTERN" can follow, for lines that
control how other lines are read.

`Cuts` finds the places in one file, and `aligned` cuts the files of all sides alike. A part is a range of
bytes of each file. A cut can be wrong. Therefore `nerkit.evaluation.sharding.totals` compares the documents
of the parts.
"""

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from typing import Any, NoReturn

import numpy as np

from nerkit.ground.limits import LONGEST_LINE
from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.ground.streams import ByteRange
from nerkit.readers.format import is_json

NEWDOC = "newdoc"  # a mark that must follow a blank line
IDS = (  # members that are ids of documents, in order of preference
    *("doc_id", "doc_key", "docid", "document_id", "custom_id", "sent_id", "id"),
    *("_input_hash", "ID", "sentence_id"),
)
ID = rb"(.*[=(]\s*[^\s)].*)?"  # the text from a mark to the end of the id, if the mark has no group
MARKS = {"begin document": r"#\s*begin document\b(\s*\S.*)?", NEWDOC: r"#\s*newdoc\b"}
HEADER = "; header: "  # precedes the pattern of lines that control how other lines are read
WORDS = regex(rb"\w+|[^\w\s]")  # the words of a line that begins a document
NAMED = regex(rb"#\s*::id\s+(\S+)")  # a line that begins a graph with an id
NEWLINE = ord("\n")
SAMPLE = 100  # items in which an id is sought
AHEAD = 4  # parts of a system in which the next gold document is searched
JUMPS = 8  # searches, each a part further, before the rest becomes one part
TRIES = 8  # documents that are tried as a cut, one after the other


class UncutError(Exception):
    """Raised if files cannot be scored in parts; the message is the reason."""


def uncut(reason: str, cause: BaseException | None = None) -> NoReturn:
    """Raise UncutError with this reason; *cause* is the exception of an input that cannot be read."""
    raise UncutError(reason) from cause


def refuse(reasons: Iterable[str]) -> None:
    """Raise UncutError with the first of the *reasons*; do nothing if there are no reasons."""
    for reason in reasons:
        uncut(reason)


@contextmanager
def readable(*errors: type[Exception]) -> Iterator[None]:
    """A context that turns *errors* into an UncutError; reading the whole input then reports them."""
    try:
        yield
    except errors as error:
        uncut("nerkit cannot read an input", error)


def _no_id(_: bytes) -> bytes | None:
    return None


@record(frozen=True)
class Way:
    """A way to cut a file into items: documents, sentences, graphs or lines.

    item     a pattern that ends where an item can begin
    key      function (first line of an item) -> pattern of the first lines of items with its document id.
             None for an item without an id. Items of one document have equal patterns
    whole    whether all items belong to one document; otherwise each document lies within one part
    ordered  whether items without an id are paired by their order
    late     patterns of document marks; if one occurs after the first lines, the file cannot be cut
    header   a pattern of lines that control how other lines are read; all must be equal
    """

    item: re.Pattern[bytes]
    key: Callable[[bytes], bytes | None] = _no_id
    whole: bool = False
    ordered: bool = True
    late: Sequence[re.Pattern[bytes]] = ()
    header: re.Pattern[bytes] | None = None

    def has_ids(self, head: bytes) -> bool:
        """Whether an item in the first lines of a file has an id."""
        text = b"\n" + head
        items = islice(self.item.finditer(text), SAMPLE)
        return any(self.key(line_at(text, match.end())) is not None for match in items)


def way_of(cut: str, head: bytes) -> Way | None:
    """The way to cut a file, by `Reader.cut` of its format and its first lines; None if it cannot be cut."""
    kind, _, marks = cut.partition(": ")
    if kind.startswith("documents"):
        marked, unmarked = _documents(marks)
        return marked if marked.item.search(b"\n" + head) else unmarked if "sentences" in kind else None
    if kind == "trees":
        from nerkit.readers.trees.bracketing import cut_of

        kind = cut_of(head)
    elif kind == "json lines" or (kind == "lines" and is_json(head.decode(errors="replace"))):
        kind = "json lines" if _members(head.lstrip(b"\n").partition(b"\n")[0]) is not None else ""
    return WAYS.get(kind)


@cache
def _documents(text: str) -> tuple[Way, Way]:
    """The ways to cut a file with document marks and a file without, by the marks of its format."""
    name, _, lines = text.partition(HEADER)
    pattern = b"(?m)^" + lines.encode()
    header = re.compile(pattern) if lines else None
    given = (one.encode() for one in MARKS.get(name, name).split(" | "))
    texts = [pattern if re.compile(pattern).groups else pattern + ID for pattern in given]
    marks = [re.compile(pattern) for pattern in texts]
    behind = rb"\n[ \t\r]*\n" if name == NEWDOC else rb"\n"
    pattern = behind + b"(?=" + b"|".join(texts) + b")"
    marked = Way(re.compile(pattern), partial(_marked_key, marks), header=header)
    return marked, Way(BETWEEN_SENTENCES, whole=True, late=tuple(marks), header=header)


def _marked_key(marks: Sequence[re.Pattern[bytes]], line: bytes) -> bytes | None:
    """The pattern of lines that equal this marked line up to the end of the id, except for blanks."""
    match = next((match for mark in marks if (match := mark.match(line))), None)
    if match is None or match[1] is None:
        return None
    return rb"\n" + rb"[ \t]*".join(map(re.escape, WORDS.findall(line[: match.end(1)]))) + rb"(?!\S)"


def _column_key(line: bytes) -> bytes | None:
    """The pattern of lines with the first column of this line; None if this line has only one column."""
    name, tab, _ = line.partition(b"\t")
    return b"\n" + re.escape(name) + b"\t" if tab and name else None


def _graph_key(line: bytes) -> bytes | None:
    """The pattern of comment lines with the graph id of this line; None if this line has no id."""
    match = NAMED.match(line)
    return rb"\n#\s*::id\s+" + re.escape(match[1]) + rb"(?!\S)" if match else None


def _json_key(line: bytes) -> bytes | None:
    """The pattern of JSON lines with the document id of this line; None if this line has no id."""
    members = _members(line) or {}
    for name in IDS:
        value = members.get(name)
        if type(value) is int:
            return rb'"%b"\s*:\s*%d(?![0-9.eE])' % (name.encode(), value)
        if type(value) is str:
            spelt = {json.dumps(value), json.dumps(value, ensure_ascii=False)}
            either = b"|".join(re.escape(text.encode("utf-8", "replace")) for text in sorted(spelt))
            return rb'"%b"\s*:\s*(?:%b)' % (name.encode(), either)
    return None


def _members(line: bytes) -> dict[str, Any] | None:
    """The members of the JSON object in a line; None if the line is not one JSON object."""
    if not line.lstrip().startswith(b"{"):
        return None
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


LINE = regex(rb"\n")
BETWEEN_SENTENCES = regex(rb"\n\r?\n")
WAYS = {
    "lines": Way(LINE),
    "json lines": Way(LINE, _json_key),
    "first column": Way(LINE, _column_key, ordered=False),
    "sentence lines": Way(LINE, whole=True),
    "sentences": Way(BETWEEN_SENTENCES, whole=True),
    "graphs": Way(regex(rb"\n[ \t\r]*\n(?=[#(])"), _graph_key),
    "lines with brackets": Way(regex(rb"\n(?=\()")),
}


class Cuts:
    """The places where a file can be cut, found block by block from the beginning.

        text    Ada PER   Bob LOC   Eve …      the bytes since the last cut; searches read on
        starts            ^         ^          the places where items begin, if files are cut by order

    way    the way to cut the file
    head   the first lines of the file
    file   the file: its path and its `blocks()`. If it can be read only once (`passes`), its parts hold their
           bytes. `check_held(size)` raises an error for too many bytes in memory
    """

    def __init__(self, way: Way, head: bytes, file: Any) -> None:
        self.way, self.head, self.file = way, head, file
        self.text, self.starts = bytearray(), list[int]()
        self.known = 0  # the end of the last complete nonblank line in the text
        self.listed = 0  # the end of the text whose items are in *starts*
        self.offset, self.line = 0, 1  # the place in the file where the text begins
        self.blocks, self.ended = file.blocks(), False
        self.header = next(iter(self._header(head)), None)

    def starts_from(self, at: int) -> Iterator[int]:
        """Yield the places from *at* on where items begin."""
        while True:
            yield from self._known_from(at)
            at = max(at, self.known)
            if not self._read_on():
                return

    def number(self, at: int) -> int:
        """The number of items that begin in the text before *at*, without the first item."""
        self.starts += self._known_from(self.listed)
        self.listed = self.known
        return bisect_left(self.starts, at)

    def start(self, number: int) -> int | None:
        """The place with this number of items before it; None if the file has fewer items."""
        while self.number(self.known) <= number:
            if not self._read_on():
                return None
        return self.starts[number]

    def documents_from(self, at: int) -> Iterator[tuple[bytes, int]]:
        """Yield the key and the place of each document with an id that begins at *at* or later."""
        for place in self.starts_from(at):
            key = self._key(place)
            if key is not None and key != self._key(self.text.rfind(b"\n", 0, place - 1) + 1):
                yield key, place

    def document(self, key: bytes, most: int) -> int | None:
        """The place where the document with this key begins, within about *most* bytes; None elsewhere."""
        begin, pattern = 0, re.compile(key)
        while True:
            for match in pattern.finditer(self.text, begin, self.known):
                at = self.text.rfind(b"\n", 0, match.start() + 1) + 1
                if next(self._known_from(at), None) == at and self._key(at) == key:
                    return at
            begin = self.known
            if begin > most or not self._read_on():
                return None

    def cut(self, at: int) -> ByteRange:
        """Cut the text off before *at*; return the part."""
        part = self._part(at, last=False)
        self.line += int(np.count_nonzero(np.frombuffer(self.text, np.uint8, at) == NEWLINE))
        self.offset += at
        self.known -= at
        self.starts = [place - at for place in self.starts[bisect_right(self.starts, at) :]]
        self.listed = max(self.listed - at, 0)
        del self.text[:at]
        return part

    def rest(self) -> ByteRange:
        """Read to the end of the file, so that every block is checked; return the last part."""
        part = self._part(0, last=True)
        while self._read_on():
            if not self.file.passes:
                self.cut(self.known)
        held = bytes(self.text) if self.file.passes else None
        return replace(part, end=self.offset + len(self.text), data=held)

    def _part(self, size: int, *, last: bool) -> ByteRange:
        """The first *size* bytes of the text."""
        data, head = (bytes(self.text[:size]), self.head) if self.file.passes else (None, b"")
        return ByteRange(self.file.path, self.offset, self.offset + size, self.line, last, data, head)

    def _key(self, at: int) -> bytes | None:
        """The key of the line that begins at *at*."""
        return self.way.key(line_at(self.text, at))

    def _read_on(self) -> bool:
        """Read until the text has another complete nonblank line; return False at the end of the file."""
        if self.ended:
            return False
        begin = self.known
        while self.known == begin and not self.ended:
            block = next(self.blocks, b"")
            if b"\0" in block or len(self.text) - begin > LONGEST_LINE:
                uncut("nerkit cannot read a line")
            self.text += block
            self.file.check_held(len(self.text))
            self.ended = not block
            lines = self.text[begin : self.text.rfind(b"\n", begin) + 1]
            self.known = len(self.text) if self.ended else begin + len(lines.rstrip(b"\r\n \t"))
        refuse(self._otherwise(self.text[begin : self.known]))
        return True

    def _known_from(self, at: int) -> Iterator[int]:
        """The places from *at* on where items begin, without reading on; a lazy iterator."""
        # without \r? the pattern of sentences is a text, which re finds in half the time
        item = self.way.item.pattern
        plain = item if b"\r" in self.text else item.replace(rb"\r?", b"")
        # a match starts at the end of the line before the item; no item begins at the end of the text
        line_before = max(self.text.rfind(b"\n", 0, max(at - 1, 0)), 0)
        ends = (match.end() for match in re.compile(plain).finditer(self.text, line_before, self.known))
        return (end for end in ends if at <= end < self.known)

    def _otherwise(self, text: bytearray) -> Iterator[str]:
        """The reasons why a text cannot be cut in the way that the first lines suggested."""
        if b"\r" in text and text.count(b"\r") != text.count(b"\r\n"):
            yield "lines end in CR alone"
        begins = (match.start() for mark in self.way.late for match in mark.finditer(text))
        if any(at == 0 or text[at - 1] == NEWLINE for at in begins):
            yield "documents are marked only after the first lines"
        if any(line != self.header for line in self._header(text)):
            yield "lines that control the reading of other lines differ"

    def _header(self, text: bytes | bytearray) -> set[bytes]:
        """The lines of a text that control how other lines are read."""
        header = self.way.header
        return set() if header is None else {line.rstrip() for line in header.findall(text)}


def line_at(text: bytes | bytearray, at: int) -> bytes:
    """The line that begins at offset *at*, without its newline."""
    end = text.find(b"\n", at)
    return bytes(text[at : end if end >= 0 else len(text)])


def aligned(sides: Sequence[Cuts], size: int) -> Iterator[tuple[ByteRange, ...]]:
    """Yield the parts of all files, gold first, as one tuple per shard; gold parts have at least *size*
    bytes.

    The last part can be smaller. Files are cut before the same document if documents have ids, otherwise
    after the same number of items. Raises UncutError if the files cannot be cut alike.
    """
    way, by_id = sides[0].way, all(side.way.has_ids(side.head) for side in sides)
    if len({side.way for side in sides}) > 1:
        uncut("not every side marks documents")
    if not (way.ordered or by_id):
        uncut("its items have no ids")
    for places in (*([_by_id] if by_id else []), *([_by_order] if way.ordered else [])):
        while (found := places(sides, size)) is not None:
            yield tuple(side.cut(at) for side, at in zip(sides, found, strict=True))
        if sides[0].offset:
            break
    yield tuple(side.rest() for side in sides)


def _by_order(sides: Sequence[Cuts], size: int) -> list[int] | None:
    """The next cut in each file, after equally many items; None at the end."""
    first = next(sides[0].starts_from(size), None)
    places = [] if first is None else [side.start(sides[0].number(first)) for side in sides]
    known = [place for place in places if place is not None]
    return known if len(known) == len(sides) else None


def _by_id(sides: Sequence[Cuts], size: int) -> list[int] | None:
    """The next cut in each file, before the same document; None at the end."""
    at = size
    for _ in range(JUMPS):
        for key, first in islice(sides[0].documents_from(at), TRIES):
            places = [first, *(side.document(key, AHEAD * size) for side in sides[1:])]
            if None not in places:
                return [place for place in places if place is not None]
            at = first + 1
        at += size
    return None
