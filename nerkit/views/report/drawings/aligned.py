"""Two texts that differ, one above the other, with gaps and differences marked."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.algorithms.text_alignment.alignment import MATCH, Alignment
from nerkit.corpora.spans import Texts
from nerkit.views.report.drawings import texts
from nerkit.views.report.flow import Item, in_rows, label_width, sentences
from nerkit.views.report.items import DocumentItems, OfSystem
from nerkit.views.report.parts import Part, TextPart

GAPS = "-~_¤"  # a gap is drawn as the first of these characters that neither text has


def drawer(options: Any) -> Callable[[DocumentItems], Iterator[Part]]:
    """A function that draws a document with both of its texts, aligned under the options of `noisy`.

    The function aligns each batch once.
    """
    known: dict[int, list[Alignment]] = {}

    def drawn(of: DocumentItems) -> Iterator[Part]:
        """Yield a drawing of both texts, aligned, for each system; without texts draw items on offsets."""
        for one in of.systems:
            batch = one.batch
            if batch is None or not isinstance(batch.gold, Texts) or not isinstance(batch.system, Texts):
                yield from texts.drawn(of)
                return
            if id(batch) not in known:
                known[id(batch)] = options.align(batch).alignments
            pair = batch.gold.texts[one.document], batch.system.texts[one.document]
            yield _part(of, one, pair, known[id(batch)][one.document])

    return drawn


def _part(of: DocumentItems, one: OfSystem, pair: tuple[str, str], alignment: Alignment) -> TextPart:
    """Both texts with gold items above and system items below. Offsets of all items count in the
    gold text.
    """
    gap = next((mark for mark in GAPS if mark not in pair[0] and mark not in pair[1]), GAPS[0])
    gold, own = alignment.drawn(*pair, gap)
    items = [item for item in of.drawn.values() if item.system in ("", one.system)]
    columns = alignment.gold
    placed = []
    for number, item in enumerate(items):
        start, end = _columns(item.start or 0, item.end or 0, columns, len(gold))
        wide = label_width(item.label, wrong=item.wrong)
        placed.append(Item(start, end, 1 if item.system else 0, number, wide=wide))
    differs = np.flatnonzero(alignment.columns != MATCH)
    if of.cut:
        gold = gold[: max((item.end for item in placed), default=0)]
    placed = in_rows(placed, 2)
    placed, parts = of.excerpts(gold, [(item, items[item.key].wrong) for item in placed])
    shown = [of.show(items[item.key], one) for item in placed]
    numbered = [item._replace(key=place) for place, item in enumerate(placed)]
    return TextPart(of.title(one), list(sentences(gold, numbered, 2, (own, differs), parts)), shown)


def _columns(start: int, end: int, columns: IntArray, size: int) -> tuple[int, int]:
    """The first and last column of the gold characters from *start* to *end*, half-open."""
    if start >= len(columns):
        return size, size
    first = int(columns[start])
    return first, int(columns[min(end, len(columns)) - 1]) + 1 if end > start else first
