"""The documents of a report: their items, their errors, and the parts of their drawing."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from functools import cached_property
from importlib import import_module
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.results.error_changes import wrong_items
from nerkit.results.error_list import ErrorList
from nerkit.results.error_parts import grouped, label_of
from nerkit.results.error_rows import Error
from nerkit.results.errors import MISSED, SPURIOUS, Errors, Items, word_of
from nerkit.results.result import Result
from nerkit.views.report.document_texts import texts_of
from nerkit.views.report.drawings import texts
from nerkit.views.report.items import SIDES, Appearance, DocumentItems, Drawn, OfSystem
from nerkit.views.report.parts import PairsPart, Part, TextPart, size_of

HEAVY = 20  # bytes of an error on a large page, besides its texts
HEAD = 45  # bytes of a document besides its name
MOST_WORDS = 120  # characters of an error on a large page; longer texts are cut
FRAME = 40_000  # bytes of a page besides its documents and errors
FILLED = 0.85  # the share of a large page without its frame that one document can take
LARGEST = 0.95  # the share of a page without its frame that one document can take
LARGE = 1_000_000  # bytes from which a page has the attributes of its items in a table
IN_FULL = 10  # factor of the size of a page whose elements have all attributes
SENTENCE = "sentence"  # the unit of a page about one document whose sentences are known
PATH = "path"  # a further field of items whose labels are patterns of paths
TWIN = 10  # bytes of an error in the row of another system's error, and of the label of an annotator

Drawer = Callable[[DocumentItems], Iterator[Part]]
DRAWINGS = {  # task -> the module of `drawings` that draws its documents; `texts` for other tasks
    "srl": "roles",
    "dep": "dependencies",
    "tree": "brackets",
    "amr": "graphs",
    "mrp": "graphs",
    "json": "records",
    "calls": "records",
}


@dataclass(slots=True)
class ListedError:
    """An error in the list of the page.

    key           its place in `nerkit errors`, from 1
    label         the label of the gold item, or of the system item if there is no gold item
    gold, other   the labels of both items; `spurious` and `missed` if an item is absent
    to            the id of the item that its link leads to
    change        the systems that have the item wrong, in words; None for a single system
    group         the group of the error: both labels, or its class
    items         the gold item and the system item
    document      the name of its document or sentence on the page
    made          system -> the error, for all systems with an equal error
    said          annotator -> label, for a disagreement of annotators
    """

    error: Error
    key: int
    label: str
    gold: str
    other: str
    to: str
    change: str | None
    group: str
    items: tuple[Drawn | None, Drawn | None]
    document: str
    made: dict[str, "ListedError"] = field(default_factory=dict, repr=False)
    said: Mapping[str, str | None] = field(default_factory=dict)

    @property
    def twin(self) -> int:
        """The key of the row: the key of the first system's error."""
        return next(iter(self.made.values())).key

    @property
    def keys(self) -> list[int]:
        """The keys of all errors in the row."""
        return [one.key for one in self.made.values()]

    @property
    def anchor(self) -> str:
        """The id, on a compact page, of the item that the link of the error leads to."""
        return f"{'g' if self.items[1] is None else 's'}{self.key}"

    @property
    def range(self) -> str:
        """The offsets of the gold item, or of the system item if there is no gold item; empty without
        offsets.
        """
        of = self.error
        item = of.system_item if of.gold_item["start"] is None else of.gold_item
        return "" if item["start"] is None else f"{item['start']}–{item['end']}"

    @property
    def row(self) -> str:
        """The first words of the row: the texts, or else the offsets, the label or the class."""
        return self.words or self.range or self.label or self.error.kind

    @property
    def words(self) -> str:
        """The texts of both items with an arrow; equal texts come once."""
        of = self.error
        texts = (of.gold_item["text"], of.system_item["text"])
        if PATH in of.gold_item:
            texts = (of.gold_item["value"], of.system_item["value"])
        return " → ".join(dict.fromkeys(text for text in texts if text))

    @property
    def weight(self) -> int:
        """About how many bytes of the page the error takes."""
        return HEAVY + size_of(self.row[:MOST_WORDS]) + TWIN * len(self.said)


@dataclass
class Document:
    """A document of the page: its name, the parts of its drawing, its errors and its items.

    left_out   the number of errors left out; a document that is too large has only its beginning
    brief      whether the document is listed without a drawing
    undrawn    the number of errors behind the drawn beginning, which are only listed
    """

    id: str
    name: str
    parts: list[Part]
    errors: list[ListedError]
    left_out: int = 0
    items: list[Drawn] = field(default_factory=list)
    brief: bool = False
    undrawn: int = 0

    @cached_property
    def rows(self) -> list[ListedError]:
        """The errors that have a row. If several systems make an error, the first system has the row."""
        return [one for one in self.errors if one.twin == one.key]

    @property
    def number(self) -> int:
        """The number of errors of the document: the number of rows, if no error is left out.

        If some errors are left out, the number includes equal errors of several systems.
        """
        return len(self.errors) + self.left_out if self.left_out else len(self.rows)

    @cached_property
    def listed(self) -> int:
        """About how many bytes of the page its name and its errors take."""
        rows = self.rows
        twins = TWIN * (len(self.errors) - len(rows))
        return HEAD + size_of(self.name) + sum(one.weight for one in rows) + twins

    @cached_property
    def weight(self) -> int:
        """About how many bytes of the page the document takes, with its errors."""
        return self.listed + sum(part.weight for part in self.parts)

    def in_brief(self) -> "Document":
        """The document without its drawing."""
        return replace(self, parts=[], brief=True)


class Numbered(NamedTuple):
    """The errors of a list, numbered from 1 in the order of the list.

    keys    system -> the number of each of its pairs; 0 for a pair that is not listed
    parts   system -> the number of errors of systems before it, and its errors
    """

    keys: Mapping[str, IntArray]
    parts: Mapping[str, tuple[int, Sequence[Error]]]

    @classmethod
    def of(cls, listed: ErrorList) -> "Numbered":
        """Number the errors of a list."""
        keys, parts = dict[str, IntArray](), dict[str, tuple[int, Sequence[Error]]]()
        places, before = np.asarray(listed.places, np.int64), 0
        for (system, errors), part in zip(listed.by_system.items(), listed.rows.parts, strict=True):
            own, last = np.zeros(len(errors.kind), np.int64), before + len(part)
            own[places[before:last]] = np.arange(before + 1, last + 1)
            keys[system], parts[system] = own, (before, part)
            before = last
        return cls(keys, parts)

    def error(self, system: str, pair: int) -> tuple[int, Error] | None:
        """The number and the error of a pair; None for a pair that is not listed."""
        key = int(self.keys[system][pair])
        before, part = self.parts[system]
        return (key, part[key - before - 1]) if key else None


@dataclass
class Drawing:
    """An object that draws the documents of a result, one at a time."""

    result: Result
    listed: InitVar[ErrorList]
    size: int | None

    def __post_init__(self, listed: ErrorList) -> None:
        self.by_system, self.numbered = listed.by_system, Numbered.of(listed)
        self._draw = _drawer(self.result)
        self.unit = self.result.unit
        self._changes = _changes(listed.by_system)

    def ordered(self) -> list[tuple[int, DocumentItems]]:
        """The documents with items, with their numbers of errors, most errors first.

        Documents with equal numbers keep the order of gold. A single document is cut into its sentences, if
        the text has sentences.
        """
        every = list(_items(self.result, self.by_system))
        scored = self.result.scored
        if len(every) == 1 and scored is not None and self._draw is texts.drawn:
            self.unit, every = _by_sentence(every[0], scored.task.units(scored.batches), self.unit)
        for number, of in enumerate(every):
            of.id = f"d{number}"
        keys = self.numbered.keys
        counted = [
            (sum(int(np.count_nonzero(keys[one.system][one.pairs])) for one in of.systems), of)
            for of in every
            if any(len(one.pairs) for one in of.systems)
        ]
        return sorted(counted, key=lambda each: -each[0])

    def document(self, of: DocumentItems, context: int | None = None, *, cut: bool = True) -> Document:
        """The document with its drawing and its errors.

        *context* is the number of characters of text on each side of errors; None for whole texts. With
        *cut*, the document takes at most about `size` bytes: a large page cuts drawings, other pages cut
        errors, too.
        """
        of.forget(context)
        document = self._whole(of)
        if not cut or self.size is None:
            return document
        room = max(self.size - FRAME, 0)
        if self.size >= LARGE:
            return self._beginning(of, document, FILLED * room)
        most = room * LARGEST / IN_FULL
        while document.weight > most and of.shorten(most / document.weight):
            every = len(document.errors) + document.left_out
            document = self._whole(of)
            document.left_out = every - len(document.errors)
        return document

    def brief(self, of: DocumentItems) -> Document:
        """The document with its errors and without a drawing."""
        of.forget()
        errors = self._errors(of)
        return Document(of.id, of.name, [], errors, items=list(of.drawn.values()), brief=True)

    def _beginning(self, of: DocumentItems, whole: Document, room: float) -> Document:
        """The document with all its errors, and as much of its drawing as fits into *room* bytes."""
        document = whole
        while document.weight - document.listed > room - whole.listed:
            if not of.shorten((room - whole.listed) / (document.weight - document.listed)):
                return whole.in_brief()
            document = self._whole(of)
        undrawn = len(whole.errors) - len(document.errors)
        return replace(whole, parts=document.parts, undrawn=undrawn)

    def _errors(self, of: DocumentItems) -> list[ListedError]:
        """The errors of a document, made once for all of its drawings."""
        if of.listed is None:
            of.listed = list(_listed(of, self.numbered, self._changes))
        return of.listed

    def _whole(self, of: DocumentItems) -> Document:
        """The document with its drawing. Errors that the drawing does not contain are in a table."""
        errors = self._errors(of)
        drawn = self._draw(of)
        parts = [part for part in drawn if not isinstance(part, TextPart) or part.sentences]
        rows: list[tuple[Appearance | None, Appearance | None]] = [
            (of.show(item), None) if item.side == SIDES[0] else (None, of.show(item)) for item in of.unseen()
        ]
        parts += [PairsPart("not drawn", rows)] if rows else []
        return Document(of.id, of.name, parts, errors, items=list(of.drawn.values()))


def _drawer(result: Result) -> Drawer:
    """The function that draws the documents of a result."""
    scored = result.scored
    if scored is not None and scored.task.name == "noisy":
        from nerkit.views.report.drawings import aligned

        return aligned.drawer(scored.options)
    if scored is not None and scored.task.name == "ie":
        return _records_or_texts
    return texts.chained if result.task == "coref" else _drawn_by(DRAWINGS.get(result.task, "texts"))


def _drawn_by(module: str) -> Drawer:
    """The function `drawn` of a module of drawings. The module is loaded now."""
    drawn: Drawer = import_module(f"nerkit.views.report.drawings.{module}").drawn
    return drawn


def _records_or_texts(of: DocumentItems) -> Iterator[Part]:
    """Yield items with offsets on their text, if all items have offsets; then all items as a record."""
    items = list(of.drawn.values())
    if items and all(item.start is not None for item in items):
        yield from texts.drawn(of)
    yield from _drawn_by("records")(of)


def _items(result: Result, by_system: Mapping[str, Errors]) -> Iterator[DocumentItems]:
    """Yield the documents, each with the pairs of every system."""
    names = dict.fromkeys(name for errors in by_system.values() for name in errors.documents)
    batches: Mapping[str, Any] = result.scored.batches if result.scored else {}
    of_document: dict[str, dict[str, OfSystem]] = {name: {} for name in names}
    for system, errors in by_system.items():
        batch = batches.get(system)
        text_of = texts_of(batch)
        codes = {} if batch is None else {name: code for code, name in enumerate(batch.documents)}
        for name in errors.documents:
            known = name in codes
            own = OfSystem(system, errors, batch if known else None, text_of, codes.get(name, 0))
            of_document[name][system] = own
        for pairs in grouped(errors.document, np.arange(len(errors.document))):
            of_document[errors.documents[errors.document[pairs[0]]]][system].pairs = pairs
    for name, systems in of_document.items():
        yield DocumentItems("", name, list(systems.values()))


def _by_sentence(of: DocumentItems, units: object, unit: str) -> tuple[str, list[DocumentItems]]:
    """Split a document into its sentences: `sentence` as the unit, and a document for each sentence.

    If *units* is None or the document has no text, return its own unit and the document itself.
    """
    text = next((known for one in of.systems if (known := one.text) is not None), None)
    if units is None or text is None:
        return unit, [of]
    first, sentence = text.sentences()
    systems: list[list[OfSystem]] = [[] for _ in first]
    for one in of.systems:
        errors = one.errors
        gold, own = errors.gold[one.pairs], errors.system[one.pairs]
        starts = np.where(gold == NONE, _starts(errors.items[1], own), _starts(errors.items[0], gold))
        place = np.searchsorted(first, starts, "right") - 1
        order = np.argsort(place, kind="stable")
        ends = np.searchsorted(place[order], np.arange(len(first) + 1))
        for number, (low, high) in enumerate(pairwise(ends.tolist())):
            part = replace(one, texts=sentence, document=number, pairs=one.pairs[order[low:high]])
            systems[number].append(part)
    return SENTENCE, [DocumentItems("", str(number), own) for number, own in enumerate(systems, 1)]


def _starts(items: Items, rows: IntArray) -> IntArray:
    """The first offset of the item in each row; 0 if the items of the side have no offsets."""
    if items.start is None or not len(items.start):
        return np.zeros(len(rows), np.int64)
    return items.start[rows]


def _listed(
    of: DocumentItems, numbered: Numbered, changes: Mapping[tuple[str, int], str]
) -> Iterator[ListedError]:
    """Yield the errors of a document. This also makes the items of all its pairs."""
    first: dict[Hashable, dict[str, ListedError]] = {}
    for one in of.systems:
        for pair, (gold, system, kind) in zip(one.pairs.tolist(), of.pairs(one), strict=True):
            ours, theirs = of.item(one, 0, gold, kind), of.item(one, 1, system, kind)
            known = numbered.error(one.system, pair)
            shown = theirs or ours
            if known is None or shown is None:
                continue
            shown.linked = True
            for item in (ours, theirs):
                if item is not None:
                    item.keys.append(known[0])
            label = next((item.label for item in (ours, theirs) if item is not None and item.label), "")
            sides = (
                label_of(one.errors.items[0], gold) or SPURIOUS,
                label_of(one.errors.items[1], system) or MISSED,
            )
            group = _group(one.errors, known[1], label, sides)
            change = changes.get((one.system, pair))
            pair_of_items = (ours, theirs)
            listed = ListedError(
                known[1], known[0], label, *sides, shown.id, change, group, pair_of_items, of.name
            )
            places: Hashable = _same(known[1], one.errors) if changes else known[0]
            while one.system in first.setdefault(places, {}):
                places = (places, one.system)  # the system makes an equal error again
            listed.made = first[places]
            listed.made[one.system] = listed
            yield listed


def _same(error: Error, errors: Errors) -> Hashable:
    """A key that is equal for equal errors of several systems: the class and both items of the error."""
    own = error.system_item if errors.labelled else error.system_item | {"label": None}
    return error.kind, *error.gold_item.values(), *own.values()


def _group(errors: Errors, error: Error, label: str, sides: tuple[str, str]) -> str:
    """The group of an error: `ORG → MISC`, `PER boundary`, or only the class if labels are names
    of entities.
    """
    if errors.labelled and sides[0] != sides[1] and word_of(error.kind) not in (MISSED, SPURIOUS):
        return " → ".join(sides)
    if errors.labelled or PATH in error.gold_item:
        return f"{label} {error.kind}".strip()
    return error.kind


def _changes(by_system: Mapping[str, Errors]) -> dict[tuple[str, int], str]:
    """(system, pair) -> the systems that have its item wrong: `both`, `all`, `only NAME` or their names."""
    if len(by_system) < 2:
        return {}
    items = {system: wrong_items(errors) for system, errors in by_system.items()}
    wrong: dict[Hashable, list[str]] = {}
    for system, own in items.items():
        for item in own:
            wrong.setdefault(item, []).append(system)
    every = "both" if len(items) == 2 else "all"

    def said(names: Sequence[str]) -> str:
        return (
            f"only {names[0]}" if len(names) == 1 else every if len(names) == len(items) else ", ".join(names)
        )

    return {
        (system, pair): said(wrong[item])
        for system, own in items.items()
        for item, pairs in own.items()
        for pair in pairs
    }
