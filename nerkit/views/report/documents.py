"""The documents of a report: their items, their mistakes, and the parts of their drawing."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from nerkit.results.changes import differing
from nerkit.results.mistake_list import MistakeList
from nerkit.results.mistake_rows import Mistake
from nerkit.results.mistakes import MISSED, Mistakes
from nerkit.results.result import Result
from nerkit.views.confusions import item_label
from nerkit.views.report.drawings import aligned, brackets, dependencies, graphs, records, roles, texts
from nerkit.views.report.items import SIDES, Appearance, DocumentItems, OfSystem
from nerkit.views.report.parts import PairsPart, Part

BOTH_WRONG = "both wrong"
HEAVY = 115  # bytes of a mistake on the page, besides its texts and names
FRAME = 25_000  # bytes of a page besides its documents and mistakes
LARGEST = 0.95  # of the rest of a page that one document may take

Drawer = Callable[[DocumentItems], Iterator[Part]]
DRAWERS: Mapping[str, Drawer] = {  # task -> what draws its documents, if not `texts.drawn`
    "coref": texts.chained,
    "srl": roles.drawn,
    "dep": dependencies.drawn,
    "tree": brackets.drawn,
    "amr": graphs.drawn,
    "mrp": graphs.drawn,
    "json": records.drawn,
}


@dataclass
class ListedMistake:
    """A mistake as it is listed: its fields, and the item that its link leads to."""

    mistake: Mistake
    label: str
    other: str
    to: str
    change: str | None

    @property
    def weight(self) -> int:
        """About how many bytes of the page the mistake takes."""
        of = self.mistake
        texts = (of.context, of.gold_item["text"], of.system_item["text"], of.place[0])
        names = 2 * len(of.kind) + 3 * len(self.label) + len(of.system) + len(of.document)
        return HEAVY + names + sum(len(text) for text in texts if text)


@dataclass
class Document:
    """A document: its name, the parts of its drawing, and its mistakes; of one that is too large those of its
    beginning, and how many are left out.
    """

    id: str
    name: str
    parts: list[Part]
    mistakes: list[ListedMistake]
    left_out: int = 0

    @property
    def weight(self) -> int:
        """About how many bytes of the page this document takes, with its mistakes."""
        return sum(one.weight for one in self.mistakes) + sum(part.weight for part in self.parts)


def documents(result: Result, listed: MistakeList, size: int | None) -> Iterator[Document]:
    """All documents with an item, in gold's order, and their mistakes; of each about *size* bytes at most."""
    by_system = listed.by_system
    changes = _changes(by_system)
    mistakes_at = {(row.system, place): row for row, place in zip(listed.rows, listed.places, strict=True)}
    draw = _drawer(result)
    most = None if size is None else max(size - FRAME, 0) * LARGEST
    for number, of in enumerate(_items(result, by_system)):
        of.id = f"d{number}"
        document = _document(of, draw, list(_listed(of, mistakes_at, changes)))
        while most is not None and document.weight > most and of.shorten(most / document.weight):
            every = len(document.mistakes) + document.left_out
            document = _document(of, draw, list(_listed(of, mistakes_at, changes)))
            document.left_out = every - len(document.mistakes)
        if of.drawn:
            yield document


def _document(of: DocumentItems, draw: Drawer, mistakes: list[ListedMistake]) -> Document:
    """The document with its drawing; mistakes that no drawing has stand in a table."""
    parts = list(draw(of))
    rows: list[tuple[Appearance | None, Appearance | None]] = [
        (of.show(item), None) if item.side == SIDES[0] else (None, of.show(item)) for item in of.unseen()
    ]
    parts += [PairsPart("not drawn", rows)] if rows else []
    return Document(of.id, of.name, parts, mistakes)


def _drawer(result: Result) -> Drawer:
    """The function that draws the documents of a result."""
    scored = result.scored
    if scored is not None and scored.task.name == "noisy":
        return aligned.drawer(scored.options)
    if scored is not None and scored.task.name == "ie":
        return _records_or_texts
    return DRAWERS.get(result.task, texts.drawn)


def _records_or_texts(of: DocumentItems) -> Iterator[Part]:
    """Items with places on their text, where there is one; and all of them as fields of a record."""
    items = list(of.drawn.values())
    if items and all(item.start is not None for item in items):
        yield from texts.drawn(of)
    yield from records.drawn(of)


def _items(result: Result, by_system: Mapping[str, Mistakes]) -> Iterator[DocumentItems]:
    """The documents, each with the pairs of every system."""
    names = dict.fromkeys(name for mistakes in by_system.values() for name in mistakes.documents)
    batches: Mapping[str, Any] = result.scored.batches if result.scored else {}
    of_document: dict[str, dict[str, OfSystem]] = {name: {} for name in names}
    for system, mistakes in by_system.items():
        batch = batches.get(system)
        codes = {} if batch is None else {name: code for code, name in enumerate(batch.documents)}
        for name in mistakes.documents:
            known = name in codes
            own = OfSystem(system, mistakes, batch if known else None, codes.get(name, 0))
            of_document[name][system] = own
        for pair, document in enumerate(mistakes.document.tolist()):
            of_document[mistakes.documents[document]][system].pairs.append(pair)
    for name, systems in of_document.items():
        yield DocumentItems("", name, list(systems.values()))


def _listed(
    of: DocumentItems,
    mistakes_at: Mapping[tuple[str, int], Mistake],
    changes: Mapping[tuple[str, int], str],
) -> Iterator[ListedMistake]:
    """The mistakes of a document; the items of all its pairs are known from then on."""
    for one in of.systems:
        for pair, (gold, system, kind) in zip(one.pairs, of.pairs(one), strict=True):
            ours, theirs = of.item(one, 0, gold, kind), of.item(one, 1, system, kind)
            mistake = mistakes_at.get((one.system, pair))
            shown = theirs or ours
            if mistake is None or shown is None:
                continue
            shown.linked = True
            if ours and theirs:
                theirs.partner, ours.linked = ours.id, True
            label = next((item.label for item in (ours, theirs) if item is not None and item.label), "")
            other = item_label(one.mistakes, 1, system) or MISSED
            yield ListedMistake(mistake, label, other, shown.id, changes.get((one.system, pair)))


def _changes(by_system: Mapping[str, Mistakes]) -> dict[tuple[str, int], str]:
    """(system, pair) -> fixed, broken or both wrong, of exactly two systems."""
    if len(by_system) != 2:
        return {}
    differ = differing(by_system)
    return {
        (system, pair): (differ[system].change if pair in differ[system].pairs else BOTH_WRONG)
        for system, mistakes in by_system.items()
        for pair, kind in enumerate(mistakes.kind.tolist())
        if kind
    }
