"""Items on a text, or on a scale of their offsets if the text is not known. Items without offsets are a
table.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from nerkit.results.errors import CORRECT
from nerkit.views.report.document_texts import Text
from nerkit.views.report.flow import Item, in_rows, label_width, sentences, stacked
from nerkit.views.report.items import DocumentItems, Drawn, OfSystem
from nerkit.views.report.parts import PairsPart, Part, TextPart

STEP = 6  # characters per border on a scale


class Scale(NamedTuple):
    """A scale of dots in place of an unknown text. It has STEP dots for each border of an item, in order.

    rank   offset -> its place among the borders
    """

    text: str
    rank: Mapping[int, int]

    @classmethod
    def of(cls, items: Sequence[Drawn]) -> "Scale":
        """Make the scale for the borders of these items."""
        borders = sorted({border for item in items for border in item.borders})
        return cls("·" * STEP * len(borders), {border: place for place, border in enumerate(borders)})

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The range of characters between two borders."""
        return STEP * self.rank[start], STEP * self.rank[end]


def drawn(of: DocumentItems) -> Iterator[Part]:
    """Yield one part with gold items above the text and items of systems below; a table if items have no
    offsets.
    """
    items = list(of.drawn.values())
    if not items:
        return
    if any(item.start is None for item in items):
        yield from table(of)
        return
    text = next((known for one in of.systems if (known := one.text) is not None), None)
    yield on_text(of, items, text)


def on_text(of: DocumentItems, items: Sequence[Drawn], text: Text | None, title: str = "") -> TextPart:
    """Items on a text, or on a scale of their offsets if the text is not known."""
    shown: Text | Scale = text if text is not None and text.text else Scale.of(items)
    whole = shown.text
    if of.cut and isinstance(shown, Text):
        whole = whole[: max(shown.place(item.start or 0, item.end or 0)[1] for item in items)]
    layers = of.annotators or ["", *(one.system for one in of.systems)]
    placed = []
    for number, item in enumerate(items):
        start, end = shown.place(item.start or 0, item.end or 0)
        parts = [shown.place(*part) for part in item.parts]
        wide = label_width(item.label, wrong=item.wrong)
        placed.append(Item(start, end, layers.index(item.system), number, parts, wide))
    placed, rows = in_rows(placed, len(layers)), list[int]()
    if of.annotators:
        placed, rows = stacked(placed, len(layers))
    placed, parts_of_text = of.excerpts(whole, [(item, items[item.key].wrong) for item in placed])
    drawn_items = [of.show(items[item.key]) for item in placed]
    numbered = [item._replace(key=place) for place, item in enumerate(placed)]
    shown_text = list(sentences(whole, numbered, len(layers), parts=parts_of_text))
    names = list(zip(of.annotators, rows, strict=True))
    return TextPart(title, shown_text, drawn_items, isinstance(shown, Scale), names)


def on_part(of: DocumentItems, one: OfSystem, items: Sequence[Drawn]) -> TextPart:
    """Items on the part of the document's text that contains them, as one sentence."""
    text = one.text
    if text is None:
        return on_text(of, items, None, of.title(one))
    places = [text.place(item.start or 0, item.end or 0) for item in items]
    first, last = min(start for start, _ in places), max(end for _, end in places)
    return on_text(of, items, text.between(first, last), of.title(one))


def table(of: DocumentItems) -> Iterator[PairsPart]:
    """Yield a table of the pairs of each system."""
    for one in of.systems:
        rows = []
        for gold, system, _ in of.pairs(one):
            items = of.item(one, 0, gold), of.item(one, 1, system)
            rows.append(tuple(None if item is None else of.show(item, one) for item in items))
        if rows:
            yield PairsPart(of.title(one), [(gold, system) for gold, system in rows])


def chained(of: DocumentItems) -> Iterator[Part]:
    """Yield mentions on their text, with the numbers of their entities.

    A system entity has the number of its gold entity, or a new number if it has no gold entity.
    """
    numbers: dict[tuple[str, str], int] = {}  # (system or "" for gold, entity) -> number
    for item in of.drawn.values():
        if not item.system:
            numbers.setdefault(("", item.label), len(numbers) + 1)
    for one in of.systems:
        for gold, system, kind in of.pairs(one):
            ours, theirs = of.item(one, 0, gold), of.item(one, 1, system)
            if kind == CORRECT and ours is not None and theirs is not None:
                numbers.setdefault((one.system, theirs.label), numbers["", ours.label])
    fresh = max(numbers.values(), default=0)
    for item in of.drawn.values():
        key = (item.system, item.label)
        if key not in numbers:
            fresh += 1
            numbers[key] = fresh
        item.chain = numbers[key]
    yield from drawn(of)
