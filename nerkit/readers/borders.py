"""Where large files of a format may be cut into parts that are read by themselves.

A reader names a function of the first lines that gives `Borders`, or None for a file that is read in one
piece. Borders may be wrong: `nerkit.evaluation.sharding.shards` looks at what the parts hold.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nerkit.ground.patterns import regex
from nerkit.ground.records import record

IDS = (  # members that are ids of documents, in order of preference
    *("doc_id", "doc_key", "docid", "document_id", "custom_id", "sent_id", "id"),
    "_input_hash",
)
WORDS = regex(rb"\w+|[^\w\s]")  # of a line that begins a document


def _without_key(_: bytes) -> bytes | None:
    return None


@record(frozen=True)
class Borders:
    """Where parts of a file may begin.

    item     a pattern that ends where an item may begin: a document, a sentence, a graph, a line
    literal  what `item` finds in a text whose lines end in LF, where that is always the same
    whole    whether all items are one document; else no document goes on behind a border
    key      (the line that begins an item) -> a pattern of the lines that begin items of the same document,
             the same for the same document; None for an item without id
    ordered  whether items without id correspond by their order
    never    a pattern of what must not be behind the first lines; hints  what is in every text in which it
             finds anything, one of them at least
    fixed    a pattern of lines that say how others are read, which must all be the same
    behind   a pattern of the lines that an item may begin behind; None for all
    """

    item: re.Pattern[bytes]
    literal: bytes | None = None
    whole: bool = False
    key: Callable[[bytes], bytes | None] = _without_key
    ordered: bool = True
    never: re.Pattern[bytes] | None = None
    hints: tuple[bytes, ...] = ()
    fixed: re.Pattern[bytes] | None = None
    behind: re.Pattern[bytes] | None = None


NEWLINE = regex(rb"\n")
BLANK = regex(rb"\n\r?\n")
LINES = Borders(NEWLINE, literal=b"\n")
LINES_OF_ONE = Borders(NEWLINE, literal=b"\n", whole=True)
SENTENCES = Borders(BLANK, literal=b"\n\n", whole=True)


def lines(_: bytes) -> Borders:
    """The borders of a format of which each line is a document without id."""
    return LINES


def lines_of_one(_: bytes) -> Borders:
    """The borders of a format of which each line is a sentence, and all are one document."""
    return LINES_OF_ONE


def sentences(_: bytes) -> Borders:
    """The borders of a format with blank lines between sentences, which are one document."""
    return SENTENCES


def first_column(line: bytes) -> bytes | None:
    """The pattern of the lines that begin with the same column as this one, of several."""
    name, tab, _ = line.partition(b"\t")
    return b"\n" + re.escape(name) + b"\t" if tab and name else None


COLUMNS_BY_ID = Borders(NEWLINE, literal=b"\n", key=first_column, ordered=False)


def columns_by_id(_: bytes) -> Borders:
    """The borders of columns of which the first is the id of the document that a line belongs to."""
    return COLUMNS_BY_ID


def json_lines(head: bytes) -> Borders | None:
    """The borders of JSON whose first line is a whole object, so that each line is likely to be one."""
    first = head.lstrip(b"\n").partition(b"\n")[0]
    return JSON_LINES if _members(first) is not None else None


def json_key(line: bytes) -> bytes | None:
    """The pattern of lines of JSON with the id that this line has; None where it has none."""
    import json

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
    """The members of an object that is all of a line; None where the line is anything else."""
    import json

    if not line.lstrip().startswith(b"{"):
        return None
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


JSON_LINES = Borders(NEWLINE, literal=b"\n", key=json_key)


NAMED = regex(rb"#\s*::id\s+(\S+)")  # a line that begins a graph with an id


def graph_key(line: bytes) -> bytes | None:
    """The pattern of lines that begin the graph with the id of this comment; None for a line without."""
    match = NAMED.match(line)
    return rb"\n#\s*::id\s+" + re.escape(match[1]) + rb"(?!\S)" if match else None


GRAPHS = Borders(regex(rb"\n[ \t\r]*\n(?=[#(])"), key=graph_key)


def graphs(_: bytes) -> Borders:
    """The borders of graphs in brackets, with comments before them, behind blank lines."""
    return GRAPHS


@record(frozen=True)
class _MarkedKey:
    """The key of lines that begin documents: what they have up to the end of *name*, blanks apart."""

    name: re.Pattern[bytes]

    def __call__(self, line: bytes) -> bytes | None:
        match = self.name.search(line)
        words = WORDS.findall(line[: match.end()]) if match else []
        return rb"\n" + rb"[ \t]*".join(map(re.escape, words)) + rb"(?!\S)" if words else None


def documents(
    mark: bytes,
    hints: tuple[bytes, ...] = (),
    *,
    name: bytes = rb"[=(]\s*[^\s)].*",
    fixed: re.Pattern[bytes] | None = None,
    behind: re.Pattern[bytes] | None = None,
) -> Callable[[bytes], Borders | None]:
    """The borders of a format in which lines that match *mark* begin documents, with a *name* in it, *behind*
    others.

    A file without any among its first lines is cut between sentences, if there are *hints* by which it is
    seen that it has none later on.
    """
    begin = regex(rb"\n(?=" + mark + rb")")
    marked = Borders(begin, key=_MarkedKey(regex(name)), fixed=fixed, behind=behind)
    unmarked = replace(SENTENCES, never=begin, hints=hints, fixed=fixed) if hints else None

    def borders(head: bytes) -> Borders | None:
        return marked if begin.search(b"\n" + head) else unmarked

    return borders


BEGUN = rb"#\s*begin document\b"
NAME = BEGUN + rb"\s*\S.*"
begun = documents(BEGUN, name=NAME)
begun_or_sentences = documents(BEGUN, (b"begin document",), name=NAME)
newdoc_or_sentences = documents(rb"#\s*newdoc\b", (b"newdoc",), behind=regex(rb"[ \t\r]*\Z"))
docstart = documents(rb"-DOCSTART-")
