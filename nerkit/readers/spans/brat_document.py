"""One annotation file of brat, and the `.txt` file beside it.

brat counts a CRLF as two characters, and the byte order mark as one character. Some programs count a CRLF as
one character, and ignore the mark. Therefore nerkit tries several readings of such a file, and keeps the
reading in which most spans match their texts.
"""

import os
import re
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from nerkit.algorithms.columns import LARGEST, whole_number
from nerkit.exceptions import plural
from nerkit.ground.containment import follow
from nerkit.ground.meant import after
from nerkit.ground.paths import is_file
from nerkit.io import COMPRESSED, Source
from nerkit.readers.columns.text import ColumnLine, lines
from nerkit.readers.leniency import Forgiveness, forgive
from nerkit.readers.spans.span_table import Tally

ANNOTATIONS, TEXT = ".ann", ".txt"
MARK = " "  # replaces the byte order mark
OTHERS = {  # first letter of the id -> the kind of annotation
    "R": "relation",
    "E": "event",
    "A": "attribute",
    "M": "attribute",
    "*": "equivalence",
    "#": "note",
}
NOT_REGULAR = "not read (not a regular file)"
UNFIT = "whose text is not as long as the offsets say"
UNPLACED = "whose text differs from the text at the offsets"
SPAN = re.compile(r"(T\S*)\t(\S+) (\d+ \d+(?:;\d+ \d+)*)[ ]*(?:\t(.*))?")
REFERENCE = re.compile(r"N\S*\tReference (?:Annotation:)?(\S+) (?:Referent:)?(\S+)")
REVERSED = re.compile(r"N\S*\tReference Referent:(\S+) Annotation:(\S+)")
UNPARSED = Forgiveness("line", "of a kind that brat does not have, left out")
DANGLING = Forgiveness("reference", "to an id that the file does not have, left out")
BEYOND_ITS_TEXT = Forgiveness("annotation", "ending beyond the text, offsets kept")
A_REFERENCE = "a reference is: N1, tab, Reference T1 KB:id, tab, text"
DIFFERENT = "give each annotation of a file a different id"
FORM = "a span is: T1, tab, type start end, tab, text; ends are exclusive"
NO_ENTITY = "is not an entity of the document"
BEYOND = "offsets count characters of the .txt file with the same name; ends are exclusive"


class BratSpan(NamedTuple):
    """A span of an annotation file.

    line       its line
    label      its type
    fragments  the offsets (start, end) of its fragments, ascending
    text       the text in the line, or None
    fits       whether this text is as long as the fragments
    """

    line: ColumnLine
    label: str
    fragments: list[tuple[int, int]]
    text: str | None
    fits: bool

    def stands_in(self, text: str) -> bool:
        """Whether the text in the line equals the fragments in the document's *text*, except for blanks."""
        if self.fragments[-1][1] > len(text):
            return False
        covered = "".join([text[start:end] for start, end in self.fragments])
        if self.text is None or self.text == covered:
            return True
        return "".join(self.text.split()) == "".join(covered.split())


class BratDocument:
    """The annotations of one file: its spans by id, the references to entity ids, and the other lines."""

    def __init__(self, source: Source, tally: Tally) -> None:
        self.source, self.tally = source, tally
        self.spans: dict[str, BratSpan] = {}  # by id
        self.references: list[tuple[ColumnLine, str, str]] = []  # line, span, id
        self.others: list[ColumnLine] = []  # relations, events and so on
        self.name: str | None = None
        self.text: str | None = None

    def read(self) -> None:
        """Read all lines, and the `.txt` file beside the annotation file."""
        unparsed = list[ColumnLine]()
        for line in lines(self.source):
            kind = line.text[:1]
            if kind == "T":
                self._span(line)
            elif kind == "N":
                self._reference(line)
            elif kind in OTHERS:
                self.others.append(line)
            elif line.text.strip():
                unparsed.append(line)
        for line in unparsed:
            fail = partial(line.fail_at, 0, "not an annotation of brat", FORM)
            if not (self.spans or self.references or self.others):
                fail()
            forgive(UNPARSED, fail)
        self.name = self.source.member.removesuffix(ANNOTATIONS) if self.source.listed else None
        self.text = self._text()

    def _span(self, line: ColumnLine) -> None:
        match = SPAN.fullmatch(line.text)
        if match is None:
            line.fail_at(line.text.find("\t") + 1, "not a span", FORM)
        name, label, offsets, text = match.groups()
        if name in self.spans:
            line.fail_at(0, f"the id {name} is given twice", DIFFERENT)
        fragments, at = [], match.start(3)
        for pair in offsets.split(";"):
            start, end = map(whole_number, pair.split(" "))
            if end == LARGEST:
                line.fail_at(at + pair.index(" ") + 1, "an end beyond 2**53", FORM)
            if end + after(0) <= start:
                line.fail_at(at, f"end {end} is not after start {start}", FORM)
            fragments.append((start, end + after(0)))
            at += len(pair) + 1
        length = end - start
        if len(fragments) > 1:
            fragments.sort()
            for (_, end), (start, _) in pairwise(fragments):
                if start < end:
                    line.fail_at(match.start(3), "fragments overlap", "the fragments of a span are apart")
            length = sum(end - start for start, end in fragments) + len(fragments) - 1
            fragments = _joined(fragments)
        fits = text is None or len(text) == length
        self.spans[name] = BratSpan(line, label, fragments, text, fits)

    def _reference(self, line: ColumnLine) -> None:
        match = REVERSED.match(line.text) or REFERENCE.match(line.text)
        if match is None:
            line.fail_at(line.text.find("\t") + 1, "not a reference", A_REFERENCE)
        span, eid = match.groups() if match.re is REFERENCE else match.groups()[::-1]
        self.references.append((line, span, eid))

    def _text(self) -> str | None:
        """The text of the document, in the reading in which most spans match their offsets.

        The spans that do not match are counted in the tally. None if there is no text.
        """
        spans, texts = self.spans.values(), readings(self.source)
        if not texts:
            pipe = any(map(os.path.exists, beside(self.source.name)))
            self.tally.add("text", NOT_REGULAR, int(pipe))
            unfit = sum(not span.fits for span in spans)
            self.tally.add("annotation", UNFIT, unfit)
            return None
        placed = [sum([span.stands_in(text) for span in spans]) for text in texts]
        text = texts[placed.index(max(placed))]
        unplaced = len(spans) - max(placed)
        if unplaced:
            for span in spans:
                self._check_end(span, len(text))
        self.tally.add("annotation", UNPLACED, unplaced)
        return text

    def _check_end(self, span: BratSpan, length: int) -> None:
        if span.fragments[-1][1] <= length:
            return
        match = SPAN.fullmatch(span.line.text)
        assert match is not None
        end, pair = max((whole_number(pair.split(" ")[1]), pair) for pair in match[3].split(";"))
        problem = f"end {end} is beyond the text, which has {plural(length, 'character')}"
        fail = partial(span.line.fail_at, match.start(3) + match[3].index(pair), problem, BEYOND)
        if span.fragments[-1][0] >= length:
            fail()
        forgive(BEYOND_ITS_TEXT, fail)


def _joined(fragments: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join adjacent fragments; *fragments* are sorted."""
    joined = fragments[:1]
    for start, end in fragments[1:]:
        if start == joined[-1][1]:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def readings(source: Source) -> list[str]:
    """The possible readings of the text beside an annotation file, the most likely reading first.

    Empty if there is no such file. Raises InputError for a file that cannot be read.
    """
    paths = beside(source.name)
    for text_path in paths:
        follow(source.name, text_path)
    path = next(filter(is_file, paths), None)  # reading a pipe might never end
    if path is None:
        return []
    file = Source(path, path)
    stored = file.characters()
    if "\r" not in stored and not file.marked:
        return [stored]
    plain = stored.replace("\r\n", "\n")
    texts = [stored, plain, *([MARK + stored, MARK + plain] if file.marked else [])]
    return list(dict.fromkeys(texts))


def beside(name: str) -> list[str]:
    """The possible paths of the text of the annotation file *name*."""
    stem, suffix = os.path.splitext(name)
    if suffix in COMPRESSED:
        stem, suffix = os.path.splitext(stem)
    return [stem + TEXT + packed for packed in ("", *COMPRESSED)] if suffix == ANNOTATIONS else []
