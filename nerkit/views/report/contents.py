"""What a report says, computed before it is rendered: scores, labels, classes, confusion, documents and
mistakes.

An item that stands in several pairs (a gold item that a system split) is drawn once, with the class of the
first of them that is wrong. Mistakes are those of `nerkit errors`, all of them; where a page would be larger
than is wanted, the worst documents come whole, with their mistakes, and the others are counted.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from nerkit.algorithms.columns import NONE
from nerkit.results.changes import differing
from nerkit.results.mistake_list import Mistake, MistakeList
from nerkit.results.mistakes import CORRECT, MISSED, SPURIOUS, Mistakes
from nerkit.results.result import Result
from nerkit.results.rows import Pooled, Row
from nerkit.views.report.document_texts import Text, texts_of
from nerkit.views.report.lanes import Item, TextLine, lines

BOTH_WRONG = "both wrong"
SIDES = ("gold", "system")
NAMES = ("value", "precision", "recall", "f1", "p_num", "p_den", "r_num", "r_den")  # numbers of a row
STATISTICS = ("value_low", "value_high", "delta", "p")
COLUMN = 60  # bytes of a column of text, besides its text
CELLS = 2_500  # of a table of labels that is shown
STEP = 6  # characters between two borders on a scale
HEAVY = 260, 160  # bytes of a mistake and of an item, besides their texts


@dataclass
class Drawn:
    """An item of a document: its side, place, label, class, and where a link to it leads."""

    id: str
    side: str
    system: str
    start: int | None
    end: int | None
    label: str
    status: str
    text: str | None
    partner: str | None = None


class PairedItem(NamedTuple):
    """An item in a table of pairs, where it may stand several times; a link leads to the first."""

    item: Drawn
    first: bool


@dataclass
class ListedMistake:
    """A mistake as it is listed: its fields, and the item that its link leads to."""

    mistake: Mistake
    label: str
    other: str
    to: str
    change: str | None


@dataclass
class Document:
    """A document: its name and place, its items, and the lines of its text.

    Where items have no places in a text, there are no lines but *pairs*; *scale* says that the lines hold a
    scale of offsets instead of a text.
    """

    id: str
    name: str
    errors: int
    items: list[Drawn]
    layers: list[tuple[str, str]]  # side and system of each layer
    lines: list[TextLine] = field(default_factory=list)
    scale: bool = False
    pairs: list[list["PairedItem | None"]] = field(default_factory=list)
    mistakes: list[ListedMistake] = field(default_factory=list)

    @property
    def weight(self) -> int:
        """About how many bytes of the page this document takes, with its mistakes."""
        of_mistakes = sum(HEAVY[0] + len(str(one.mistake.context or "")) for one in self.mistakes)
        return (
            of_mistakes
            + HEAVY[1] * len(self.items)
            + sum(len(text) + 60 for line in self.lines for text in line.columns)
        )


class LabelRow(NamedTuple):
    """A label of a system under the headline measure."""

    system: str
    label: str
    row: Row


class ConfusionTable(NamedTuple):
    """Gold labels down, system labels across, and how many items have both; the most that one cell has."""

    system: str
    down: list[str]
    across: list[str]
    items: Mapping[tuple[str, str], int]
    most: int


@dataclass
class Contents:
    """Everything on a page."""

    result: Result
    scores: list[Row]
    labels: list[LabelRow]
    classes: list[dict[str, Any]]
    confusion: list[ConfusionTable]
    documents: list[Document]
    left_out: int
    mistakes_left_out: int
    names: tuple[str, ...]

    @property
    def envelope(self) -> dict[str, Any]:
        """The signature, the inputs and the warnings."""
        return self.result.to_dict()

    @property
    def mistakes(self) -> list[ListedMistake]:
        """All mistakes, document by document."""
        return [one for document in self.documents for one in document.mistakes]

    def choices(self, name: str) -> list[str]:
        """The values of a filter, in order."""
        values: dict[str, list[str]] = {
            "class": [one.mistake.kind for one in self.mistakes],
            "label": [one.label for one in self.mistakes],
            "system": [one.mistake.system for one in self.mistakes],
            "document": [one.mistake.document for one in self.mistakes],
        }
        distinct = dict.fromkeys(values[name])
        return list(distinct) if name in ("system", "document") else sorted(distinct)


def contents(result: Result, size: int | None) -> Contents:
    """What a report of a result says, in about *size* bytes; None for as many as it takes."""
    listed = result.errors()
    documents = _documents(result, listed)
    documents.sort(key=lambda document: -document.errors)  # which keeps gold's order among equals
    kept: list[Document] = []
    total = 0
    for document in documents:
        total += document.weight
        if size is not None and total > size and kept:
            break
        kept.append(document)
    dropped = documents[len(kept) :]
    statistics = [name for name in STATISTICS if any(name in row.extra for row in result.rows)]
    return Contents(
        result,
        [row for row in result.rows if isinstance(row.cut[0], Pooled)],
        _labels(result),
        [dict(row) for row in listed.summary().rows],
        list(_confusion(listed)),
        kept,
        len(dropped),
        sum(len(document.mistakes) for document in dropped),
        (*NAMES, *statistics),
    )


def _labels(result: Result) -> list[LabelRow]:
    """The rows by slot of the headline measure, where it has slots; else those by label."""
    for field in ("slot", "label"):
        rows = [*result.rows, *([] if field in result.scoring.by else result.cut_by(field))]
        named = {
            (row.system, row.label): LabelRow(row.system, row.label, row)
            for row in rows
            if row.measure == result.headline
            and isinstance(row.cut[0], Pooled)
            and any(name == field and not isinstance(value, Pooled) for name, value in row.cut[1])
        }
        if named:
            return list(named.values())
    return []


def _confusion(listed: MistakeList) -> Iterator[ConfusionTable]:
    """A table for each system; none where labels of both sides do not mean the same."""
    if listed.labels is None:
        return
    for system, mistakes in listed.pairs.by_system.items():
        items: Counter[tuple[str, str]] = Counter()
        for pair in zip(mistakes.gold.tolist(), mistakes.system.tolist(), strict=True):
            gold, own = (_label(mistakes, side, row) for side, row in enumerate(pair))
            items[gold or SPURIOUS, own or MISSED] += 1
        down = [*sorted({gold for gold, _ in items} - {SPURIOUS}), SPURIOUS]
        across = [*sorted({own for _, own in items} - {MISSED}), MISSED]
        if len(down) * len(across) <= CELLS:
            yield ConfusionTable(system, down, across, items, max(items.values(), default=0))


def _label(mistakes: Mistakes, side: int, row: int) -> str | None:
    """The label of an item, `-` for one without; None for no item."""
    if row == NONE:
        return None
    value = mistakes.items[side].label.value(row)
    return "-" if value is None else str(value)


def _documents(result: Result, listed: MistakeList) -> list[Document]:
    """All documents with an item, in gold's order, and their mistakes."""
    by_system = listed.pairs.by_system
    changes = _changes(by_system)
    at = zip((row.system for row in listed.rows), listed.pairs.places, strict=True)
    mistakes_at = dict(zip(at, listed.rows, strict=True))
    names = list(dict.fromkeys(name for mistakes in by_system.values() for name in mistakes.documents))
    pairs: dict[str, list[tuple[str, int]]] = {name: [] for name in names}
    for system, mistakes in by_system.items():
        for pair, document in enumerate(mistakes.document.tolist()):
            pairs[mistakes.documents[document]].append((system, pair))
    texts = {
        system: (texts_of(batch), {name: code for code, name in enumerate(batch.documents)})
        for system, batch in (result.scored.batches if result.scored else {}).items()
    }
    documents = []
    for number, (name, of_document) in enumerate(pairs.items()):
        builder = _Builder(f"d{number}", name, by_system)
        for system, pair in of_document:
            builder.add(system, pair, mistakes_at.get((system, pair)), changes.get((system, pair)))
        text = next(
            (found for of, codes in texts.values() if name in codes and (found := of(codes[name]))), None
        )
        documents.append(builder.document(text))
    return [document for document in documents if document.items]


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


class Scale(NamedTuple):
    """In the place of a text that is not known: STEP dots for each border of an item, in order.

    rank   offset -> its place among the borders
    """

    text: str
    rank: Mapping[int, int]

    @classmethod
    def of(cls, items: Sequence[Drawn]) -> "Scale":
        """The scale of the borders of these items."""
        borders = sorted({border for item in items for border in (item.start or 0, item.end or 0)})
        return cls("·" * STEP * len(borders), {border: place for place, border in enumerate(borders)})

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The characters between two borders."""
        return STEP * self.rank[start], STEP * self.rank[end]


class _Builder:
    """A document while its pairs are added."""

    def __init__(self, id_: str, name: str, by_system: Mapping[str, Mistakes]) -> None:
        self.id, self.name, self.by_system = id_, name, by_system
        self.drawn: dict[tuple[str, int], Drawn] = {}  # ("" for gold or a system, row) -> item
        self.pairs: list[tuple[Drawn | None, Drawn | None]] = []
        self.mistakes: list[ListedMistake] = []

    def add(self, system: str, pair: int, mistake: Mistake | None, change: str | None) -> None:
        """A pair of items of a system, with the mistake that it is."""
        mistakes = self.by_system[system]
        status = mistakes.kinds[int(mistakes.kind[pair])]
        rows = int(mistakes.gold[pair]), int(mistakes.system[pair])
        items = [self._item(mistakes, side, row, system, status) for side, row in enumerate(rows)]
        gold, own = items
        if gold and own:
            own.partner = gold.id
        self.pairs.append((gold, own))
        if mistake is not None:
            labels = [_label(mistakes, side, row) for side, row in enumerate(rows)]
            shown = own or gold
            to = shown.id if shown else self.id
            self.mistakes.append(
                ListedMistake(mistake, labels[0] or labels[1] or "", labels[1] or MISSED, to, change)
            )

    def _item(self, mistakes: Mistakes, side: int, row: int, system: str, status: str) -> Drawn | None:
        if row == NONE:
            return None
        key = (system if side else "", row)
        if key not in self.drawn:
            fields = mistakes.items[side].fields(row)
            label = "" if fields["label"] is None else str(fields["label"])
            place, text = (fields["start"], fields["end"]), fields["text"]
            self.drawn[key] = Drawn(
                f"{self.id}i{len(self.drawn)}", SIDES[side], key[0], *place, label, status, text
            )
        elif self.drawn[key].status == CORRECT:
            self.drawn[key].status = status  # an item is wrong where one of its pairs is
        return self.drawn[key]

    def _shown(self) -> Iterator[list[PairedItem | None]]:
        """The pairs, each item knowing where it stands first."""
        seen: set[str] = set()
        for pair in self.pairs:
            yield [None if item is None else PairedItem(item, item.id not in seen) for item in pair]
            seen |= {item.id for item in pair if item is not None}

    def document(self, text: Text | None) -> Document:
        """The document, its items drawn on the text; on a scale of offsets where it has none."""
        items = list(self.drawn.values())
        layers = [("gold", ""), *(("system", system) for system in self.by_system)]
        document = Document(self.id, self.name, len(self.mistakes), items, layers, mistakes=self.mistakes)
        if not items or any(item.start is None for item in items):
            document.pairs = list(self._shown())
            return document
        shown: Text | Scale = text if text is not None and text.text else Scale.of(items)
        document.scale = isinstance(shown, Scale)
        place = {layer: number for number, layer in enumerate(layers)}
        placed = []
        for number, item in enumerate(items):
            start, end = shown.place(item.start or 0, item.end or 0)
            placed.append(Item(start, end, place[item.side, item.system], number))
        document.lines = list(lines(shown.text, placed, len(layers)))
        return document
