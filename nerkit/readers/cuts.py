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

A `Walk` finds the places in one file, and `nerkit.evaluation.sharding.cutting` cuts all files. A cut can be
wrong. Therefore `nerkit.evaluation.sharding.shards` compares the documents of the parts.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import islice
from typing import Any, NamedTuple, NoReturn

import numpy as np

from nerkit.ground.limits import LONGEST_LINE
from nerkit.ground.patterns import regex
from nerkit.ground.records import record
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
BLOCK = 1 << 20  # bytes read at a time
BLANK = 64  # bytes at the end of a block in which a nonblank line is sought first
SAMPLE = 100  # items in which an id is sought


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


class CutPlace(NamedTuple):
    """A place for a cut: its byte offset, the 1-based number of its line, the number of items before it."""

    offset: int
    line: int
    items: int


START = CutPlace(0, 1, 0)


class Walk:
    """A search for the places where a file can be cut, block by block from the beginning of the file.

    A copy of a walk continues independently.

    way       the way to cut the file
    stream    the file, open in binary mode
    head      the first lines of the file
    counting  whether items are counted
    """

    def __init__(self, way: Way, stream: Any, head: bytes, *, counting: bool) -> None:
        self.way, self.stream, self.counting = way, stream, counting
        self.offset, self.line, self.items = 0, 1, 0  # the place where the block begins
        self.block, self.held, self.ended = b"", b"", False
        self.before = b""  # the last line of the block before
        self.number = 0  # the number of items that begin in the block
        self.known: list[int] | None = []  # the places in the block where items begin; None if not yet known
        self.header = next(iter(self._header(head)), None)

    def beyond(self, offset: int) -> CutPlace | None:
        """The first place at or after this offset; None if no place follows."""
        while True:
            if self.offset + len(self.block) >= offset:
                places = self._found()
                i = bisect_left(places, offset - self.offset)
                if i < len(places):
                    return self._place(places[i], i + 1)
            if not self._next():
                return None

    def to(self, items: int) -> CutPlace | None:
        """The place after this number of *items*; None if the file has fewer."""
        while self.items + self.number < items:
            if not self._next():
                return None
        number = items - self.items
        return self._place(self._found()[number - 1], number)

    def document_beyond(self, offset: int) -> tuple[bytes, CutPlace] | None:
        """The key and the place of the first document with an id that begins at or after this offset."""
        key_of = self.way.key
        while True:
            for at in self._from(offset - self.offset):
                key = key_of(line_at(self.block, at))
                if key is not None and key != key_of(self._line_before(at)):
                    return key, self._place(at)
            if not self._next():
                return None

    def to_document(self, key: bytes, begin: int, end: int) -> CutPlace | None:
        """The place between two offsets where the document with this key begins; None if there is none."""
        pattern, key_of = re.compile(key), self.way.key
        while True:
            text = b"\n" + self.block
            for match in pattern.finditer(text, max(begin - self.offset, 0)):
                at = text.rfind(b"\n", 0, match.start() + 1)
                is_place = self.offset + at > begin and next(self._from(at), None) == at
                if is_place and key_of(line_at(self.block, at)) == key:
                    return self._place(at)
            if self.offset + len(self.block) > end or not self._next():
                return None

    def finish(self) -> None:
        """Read to the end of the file, so that every block is checked."""
        while self._next():
            pass

    def _line_before(self, at: int) -> bytes:
        """The line before the line that begins at offset *at* of the block."""
        end = at - 1
        return self.block[self.block.rfind(b"\n", 0, end) + 1 : end] if end > 0 else self.before

    def _place(self, at: int, number: int = 0) -> CutPlace:
        """The CutPlace at offset *at* of the block; *number* items of the block precede it."""
        return CutPlace(self.offset + at, self.line + _lines(self.block[:at]), self.items + number)

    def _next(self) -> bool:
        """Read the next block; return False at the end of the file."""
        if self.ended:
            return False
        self.before = self.block.rpartition(b"\n")[2]
        self.offset += len(self.block)
        self.line += _lines(self.block)
        self.items += self.number
        data, cut = bytearray(self.held), 0
        self.stream.seek(self.offset + len(data))
        while not cut and not self.ended:
            more = self.stream.read(BLOCK)  # can return fewer bytes
            if b"\0" in more or len(data) > LONGEST_LINE:
                uncut("nerkit cannot read a line")
            self.ended = not more
            data += more
            cut = len(data) if self.ended else _end_of_text(data)
        self.block, self.held, self.known = bytes(data[:cut]), bytes(data[cut:]), None
        refuse(self._otherwise())
        if self.counting:
            # without \r? the pattern of sentences is a text, which re finds in half the time
            item = self.way.item.pattern
            plain = item if b"\r" in self.block else item.replace(rb"\r?", b"")
            self.number = len(self._found() if self.ended else re.findall(plain, self.block))
        return True

    def _found(self) -> list[int]:
        """The offsets in the block where items begin, computed at the first access."""
        if self.known is None:
            self.known = list(self._from(0))
        return self.known

    def _from(self, begin: int) -> Iterator[int]:
        """The offsets in the block, from *begin* on, where items begin; a lazy iterator."""
        # a match starts at the end of the line before the item, or of the line before a blank line
        line_before = max(self.block.rfind(b"\n", 0, max(begin - 1, 0)), 0)
        end = len(self.block) if self.ended else len(self.block) + 1  # no item begins at the end of the file
        matches = self.way.item.finditer(self.block, line_before)
        return (match.end() for match in matches if begin <= match.end() < end)

    def _otherwise(self) -> Iterator[str]:
        """The reasons why the block cannot be cut in the way that the first lines suggested."""
        block, late = self.block, self.way.late
        if b"\r" in block and block.count(b"\r") != block.count(b"\r\n"):
            yield "lines end in CR alone"
        begins = (match.start() for mark in late for match in mark.finditer(block))
        if any(block[at - 1 : at] in (b"\n", b"") for at in begins):
            yield "documents are marked only after the first lines"
        if any(text != self.header for text in self._header(block)):
            yield "lines that control the reading of other lines differ"

    def _header(self, text: bytes) -> set[bytes]:
        """The lines of a text that control how other lines are read."""
        header = self.way.header
        return set() if header is None else {line.rstrip() for line in header.findall(text)}


def _lines(text: bytes) -> int:
    """The number of newlines in a text; numpy counts six times as fast as `bytes.count`."""
    return int(np.count_nonzero(np.frombuffer(text, np.uint8) == NEWLINE))


def line_at(text: bytes, at: int) -> bytes:
    """The line that begins at offset *at*, without its newline."""
    end = text.find(b"\n", at)
    return text[at:] if end < 0 else text[at:end]


def _end_of_text(data: bytearray) -> int:
    """The end of the last complete nonblank line, without its newline; 0 if there is none."""
    end = data.rfind(b"\n") + 1
    tail = data[max(end - BLANK, 0) : end].rstrip(b"\r\n \t")
    return end - min(end, BLANK) + len(tail) if tail else len(data[:end].rstrip(b"\r\n \t"))
