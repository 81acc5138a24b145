"""Texts with marked entities, as annotators and language models write them; one document per file.

    tags       <PER>Tolkien</PER> was born     can nest; the label of <ENAMEX TYPE="PERSON"> is its TYPE
    brackets   [Tolkien](PER) was born         can nest; other brackets are text
    labels     Tolkien [PER] was born          the entity is the word before the label, and the capitalised
               words before it

In TEI, elements of names and dates are entities. nerkit removes other tags, the header and comments. XML or
HTML whose elements divide the text is an error (`elements`).

nerkit reads a side in one notation: the notation that gives most entities. The text is the file without the
markup (and the blank before a label). An entity excludes blanks at its ends. Several files are paired by path
without suffix, and single files in order.

Wrong markup (unbalanced or crossing tags, an entity without text, a label after no word) stays in the text.
In a system file, a warning counts wrong markup, because models make such errors. In a gold file, wrong markup
is an error (`check_markup`). Entities that nest too deeply are an error on either side. If a label follows
its entity, nerkit guesses the start of the entity, and a warning counts entities of several words.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import Column
from nerkit.corpora.corpus import Origin
from nerkit.corpora.spans import InlineTexts, Spans, Texts
from nerkit.exceptions import InputError
from nerkit.ground.limits import DEEPEST_TAGS
from nerkit.ground.patterns import regex
from nerkit.ground.warnings import Warned, counted
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnLine
from nerkit.readers.format import Reader
from nerkit.readers.leniency import where
from nerkit.readers.sample import Sample
from nerkit.readers.texts import elements

NAME = r"[^\W\d_][\w.:-]*"
TAG = regex(rf"<(?P<close>/)?(?P<name>{NAME})(?P<more>(?:\s[^<>]*)?/?)>")
GROUPS = 4  # parts per tag in the result of `TAG.split`: the text before the tag, and three groups
TYPE = regex(r"""\s(?:type|label)\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
LABEL = r"[^\W\d_][\w .:&-]*"
BRACKET = regex(rf"\[|\]\((?P<label>{LABEL})\)|\](?P<odd>\((?![^()]*\)))?")
AFTER = regex(r" ?\[(?P<label>[A-Z][\w.:-]*)\](?!\()")
INK = regex(r"\S+")
INKED = regex(r"\S")
INITIAL = regex(r"\w{1,3}\.")  # J. or Dr.
TAGS = "tags"
PAIRS = {  # notation -> pattern of an entity
    TAGS: regex(rf"<({NAME})(?:\s[^<>]*)?>[^<>]*</\1>"),
    "brackets": regex(rf"\[[^\[\]\n]+\]\({LABEL}\)"),
    "labels": regex(r"\w ?\[[A-Z][\w.:-]*\](?!\()"),
}
FORM = "write an entity as <PER>Tolkien</PER>, [Tolkien](PER) or Tolkien [PER]"


Mark = tuple[int, int]  # the start and end of a piece of markup that is removed from the text


class Entity(NamedTuple):
    """An entity: its half-open offsets in the text without markup, its label, the offset of its markup."""

    start: int
    end: int
    label: str
    at: int


class Defect(NamedTuple):
    """Wrong markup that stays in the text: its offset in the file, and the problem."""

    at: int
    problem: str


class Parsed(NamedTuple):
    """A text without its markup.

    text      the text
    entities  its entities
    defects   its wrong markup
    long      the number of entities of several words before a label, whose start is a guess
    """

    text: str
    entities: list[Entity]
    defects: list[Defect]
    long: int


def recognise(sample: Sample) -> bool:
    """True when a text has an entity in one of the notations, and is not JSON, XML, HTML or Markdown.

    Most of its tags must be balanced.
    """
    if sample.text.lstrip().startswith(("{", "[{", "[[")):
        return False
    return any(
        pattern.search(sample.text) and _is_marked(sample.text, name) for name, pattern in PAIRS.items()
    )


def _is_marked(head: str, notation: str) -> bool:
    """Whether the entities of a notation in a text are real, and not elements of XML or links of Markdown."""
    from nerkit.readers.unsupported import LINK

    if notation == "tags":
        if elements.is_html(head) or elements.is_xml(head):
            return False
        parsed = parse(head, notation)
        texts = {text for piece in TAG.split(head)[::GROUPS] if (text := piece.strip())}
        return len(parsed.entities) >= len(parsed.defects) and len(texts) > 1
    if notation == "brackets":
        return len(LINK.findall(head)) < len(PAIRS[notation].findall(head))
    return True


def read(sources: Iterable[Source]) -> InlineTexts:
    """Read the files as one corpus, with one document per file.

    Wrong markup is collected in `defects` of the corpus. Raises InputError for XML and HTML documents with
    structure, and for entities that nest too deeply.
    """
    sources = list(sources)
    raw = [source.text() for source in sources]
    for source, text in zip(sources, raw, strict=True):
        if text.lstrip()[:1] == "<" and (error := elements.refusal(text, source.name)) is not None:
            raise error
    notation = TAGS if any(map(elements.is_tei, raw)) else notation_of(raw)
    parsed = [parse(text, notation) for text in raw]
    for source, text, document in zip(sources, raw, parsed, strict=True):
        _check_depth(source, text, document)
    rows = [(code, entity) for code, document in enumerate(parsed) for entity in document.entities]
    firsts = np.cumsum([0, *(len(document.entities) for document in parsed)])
    breaks = ([newline.start() for newline in re.finditer("\n", text)] for text in raw)
    lines = (
        np.searchsorted(ends, [entity.at for entity in document.entities]) + 1
        for ends, document in zip(breaks, parsed, strict=True)
    )
    listed = bool(sources) and all(source.listed for source in sources)
    spans = Spans(
        documents=[source.stem if listed else str(place + 1) for place, source in enumerate(sources)],
        document=np.array([code for code, _ in rows], np.int64),
        start=np.array([entity.start for _, entity in rows], np.int64),
        end=np.array([entity.end for _, entity in rows], np.int64),
        line=np.concatenate([np.empty(0, np.int64), *lines]),
        fields={"type": Column.of(entity.label for _, entity in rows)},
        origins=tuple(
            Origin(source.name, source.sha256, int(first))
            for source, first in zip(sources, firsts, strict=False)
        ),
        warnings=tuple(_warnings(sources, parsed)),
        named=listed,
    )
    errors = (
        error
        for source, text, document in zip(sources, raw, parsed, strict=True)
        for error in _errors(source, text, document.defects)
    )
    return InlineTexts([document.text for document in parsed], spans, defects=tuple(errors))


def _errors(source: Source, raw: str, defects: Iterable[Defect]) -> Iterator[InputError]:
    """The InputErrors for the defects of a text, which are in ascending order."""
    line, begin, end = 1, 0, raw.find("\n")
    text = raw[: end if end >= 0 else None]
    for defect in defects:
        if 0 <= end < defect.at:
            line += raw.count("\n", begin, defect.at)
            begin, end = raw.rfind("\n", begin, defect.at) + 1, raw.find("\n", defect.at)
            text = raw[begin : end if end >= 0 else None]
        yield ColumnLine(source.name, line, text).error_at(defect.at - begin, defect.problem, FORM)


def _check_depth(source: Source, raw: str, parsed: Parsed) -> None:
    """Raise InputError for the first entity inside more than DEEPEST_TAGS nested entities."""
    start, end = (np.array([entity[k] for entity in parsed.entities], np.int64) for k in (0, 1))
    # entities are sorted by their starts
    around = np.arange(1, len(start) + 1) - np.searchsorted(np.sort(end), start, "right")
    if (around > DEEPEST_TAGS).any():
        at = parsed.entities[int(np.argmax(around > DEEPEST_TAGS))].at
        problem = f"more than {DEEPEST_TAGS:,} nested entities"
        raise InputError.at(problem, raw, at, source=source.name, remedy=FORM)


def notation_of(texts: Iterable[str]) -> str:
    """The notation with most entities in these texts; if several have equally many, the first in PAIRS."""
    counts = dict.fromkeys(PAIRS, 0)
    for text in texts:
        for name, pattern in PAIRS.items():
            counts[name] += sum(1 for _ in pattern.finditer(text))
    return max(counts, key=counts.__getitem__)


def parse(text: str, notation: str) -> Parsed:
    """Parse the markup of a text in one notation (`tags`, `brackets` or `labels`)."""
    markup = _Markup(text)
    SCANNERS[notation](markup)
    return markup.parsed()


class _Markup:
    """The markup found in a text: the entities between two pieces of markup, and defects."""

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.found: list[tuple[Mark, Mark, str]] = []
        self.replaced: dict[Mark, str] = {}  # markup that does not mark an entity -> its replacement
        self.defects: list[Defect] = []
        self.long = 0

    def entity(self, opening: Mark, closing: Mark, label: str) -> None:
        """Add the entity between two pieces of markup; without a text between them, add a defect."""
        if INKED.search(self.raw, opening[1], closing[0]):
            self.found.append((opening, closing, label))
        else:
            self.defect(opening[0], "the entity has no text")

    def defect(self, at: int, problem: str) -> None:
        """Add a defect at the offset *at*, where the markup stays in the text."""
        self.defects.append(Defect(at, problem))

    def parsed(self) -> Parsed:
        """Remove the markup from the text, and convert the offsets of the entities."""
        entities = (mark for opening, closing, _ in self.found for mark in (opening, closing))
        marks = sorted({*entities, *self.replaced})
        new = [self.replaced.get(mark, "") for mark in marks]
        ends = np.array([0, *(end for _, end in marks)])
        sizes = (end - start - len(text) for (start, end), text in zip(marks, new, strict=True))
        removed = np.cumsum([0, *sizes])

        def moved(at: int) -> int:
            return at - int(removed[np.searchsorted(ends, at, "right") - 1])

        pieces = zip(ends, [*(start for start, _ in marks), len(self.raw)], strict=True)
        kept = [self.raw[start:end] for start, end in pieces]
        text = "".join(part for pair in zip(kept, [*new, ""], strict=True) for part in pair)
        words = np.array([word.span() for word in INK.finditer(text)], np.int64).reshape(-1, 2)
        placed = []
        for (at, opened), (closed, _), label in self.found:
            start, end = moved(opened), moved(closed)
            # first and last word of the entity, without blanks at its ends
            first = words[np.searchsorted(words[:, 1], start, "right"), 0]
            last = words[np.searchsorted(words[:, 0], end, "left") - 1, 1]
            placed.append(Entity(max(start, int(first)), min(end, int(last)), label, at))
        placed.sort(key=lambda entity: (entity.start, -entity.end))
        return Parsed(text, placed, sorted(self.defects), self.long)


def _tags(markup: _Markup) -> None:
    """Find entities `<PER>…</PER>`: a closing tag closes the innermost open tag with its name.

    Tags that are open inside the closed tag become defects.
    """
    if elements.is_tei(markup.raw):
        _tei(markup)
        return
    opened: list[re.Match[str]] = []
    names: Counter[str] = Counter()  # name -> number of open tags
    for tag in TAG.finditer(markup.raw):
        if not tag["close"]:
            if tag["more"].endswith("/"):
                markup.defect(tag.start(), f"the tag {tag[0]} has no text")
            else:
                opened.append(tag)
                names[tag["name"]] += 1
            continue
        if not names[tag["name"]]:
            markup.defect(tag.start(), f"the tag {tag[0]} closes nothing")
            continue
        while (last := opened.pop())["name"] != tag["name"]:
            names[last["name"]] -= 1
            markup.defect(last.start(), f"the tag {last[0]} is not closed before {tag[0]}")
        names[tag["name"]] -= 1
        kind = TYPE.search(last["more"])
        markup.entity(last.span(), tag.span(), kind[1] if kind else last["name"])
    for tag in opened:
        markup.defect(tag.start(), f"the tag {tag[0]} is not closed")


def _tei(markup: _Markup) -> None:
    """Find the entities of TEI; remove other tags, the header and comments, and decode references."""
    raw, at = markup.raw, 0
    plain = list(elements.no_text(raw))
    markup.replaced |= dict.fromkeys(plain, "")
    opened: list[re.Match[str]] = []
    for piece in elements.PIECE.finditer(raw):
        while at < len(plain) and plain[at][1] <= piece.start():
            at += 1
        if at < len(plain) and plain[at][0] <= piece.start():
            continue
        name = (piece["name"] or "").rpartition(":")[2]
        if name not in elements.ENTITIES or piece["more"].endswith("/"):
            markup.replaced[piece.span()] = "" if name else unescape(piece[0])
        elif not piece["close"]:
            opened.append(piece)
        elif opened and opened[-1]["name"] == piece["name"]:
            last = opened.pop()
            kind = TYPE.search(last["more"]) if name in elements.TYPED else None
            markup.entity(last.span(), piece.span(), kind[1] if kind else name)
        else:
            markup.defect(piece.start(), f"the tag {piece[0]} closes nothing")
    for piece in opened:
        markup.defect(piece.start(), f"the tag {piece[0]} is not closed")


def _brackets(markup: _Markup) -> None:
    """Find entities `[…](PER)`; brackets without a label after them are text."""
    opened: list[int] = []
    for bracket in BRACKET.finditer(markup.raw):
        if bracket[0] == "[":
            opened.append(bracket.start())
            continue
        start = opened.pop() if opened else None
        if bracket["odd"]:
            markup.defect(bracket.start(), "the label after this bracket is not closed")
        elif bracket["label"] and start is None:
            markup.defect(bracket.start(), f"the label ({bracket['label']}) closes nothing")
        elif bracket["label"] and start is not None:
            markup.entity((start, start + 1), bracket.span(), bracket["label"].strip())


def _labels(markup: _Markup) -> None:
    """Find entities `… [PER]`: an entity is the word before the label and capitalised words before it."""
    barrier = 0
    for label in AFTER.finditer(markup.raw):
        start, words = _beginning(markup.raw, barrier, label.start())
        if start is None:
            markup.defect(label.start(), f"the label {label[0].strip()} follows no word")
            continue
        markup.long += words > 1
        markup.entity((start, start), label.span(), label["label"])
        barrier = label.end()


def _beginning(text: str, first: int, end: int) -> tuple[int | None, int]:
    """The start (at least *first*) and the number of words of the entity that ends at *end*; or (None, 0)."""
    begin = max(first, text.rfind("\n", first, end) + 1)
    words = [(begin + word.start(), word[0]) for word in re.finditer(r"\S+", text[begin:end])]
    if not words or not any(map(str.isalnum, words[-1][1])) or text[end - 1].isspace():
        return None, 0
    count = 1
    while count < len(words) and _capitalised(words[-count][1]):
        (before, word), (after, _) = words[-count - 1], words[-count]
        goes_on = INITIAL.fullmatch(word) or word[-1].isalnum()
        if not (_capitalised(word) and goes_on and before + len(word) + 1 == after):
            break
        count += 1
    at, word = words[-count]
    return at + next(place for place, letter in enumerate(word) if letter.isalnum()), count


def _capitalised(word: str) -> bool:
    return word[:1].isupper() or word[:1].isdigit()


SCANNERS: dict[str, Callable[[_Markup], None]] = {TAGS: _tags, "brackets": _brackets, "labels": _labels}


def _warnings(sources: list[Source], parsed: list[Parsed]) -> Iterator[Warned]:
    defects, long = sum(len(one.defects) for one in parsed), sum(one.long for one in parsed)
    yield from counted("markup-kept", defects, side=where(sources))
    yield from counted("capitals-taken", long, side=where(sources))


READER = Reader(read, Texts, characters=True)
