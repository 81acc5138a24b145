"""The errors of coreference: mentions without a partner, and matched mentions in the wrong entities.

Entities are paired one to one so that they share as many matched mentions as possible. A matched mention is

    correct         its two entities are a pair
    entity split    its system entity is in no pair: another part of the gold entity, on its own
    entity merged   its gold entity is in no pair: it went into a system entity that belongs to another gold
                    entity
    link value      both are in pairs with others: the mention was put into another entity

and `missed` or `spurious` if it has no partner. A label is the id of an entity. Offsets count the words of
the document, without empty nodes; an empty node has the offset of the next word. In formats that count
characters, offsets count characters of the text.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, Column, IntArray
from nerkit.corpora.corpus import Batch, places_of
from nerkit.corpora.mentions import EMPTY, Fragments, Mentions
from nerkit.results.errors import (
    CORRECT,
    HALF,
    LEFT_OUT,
    LONGEST,
    MISSED,
    SPURIOUS,
    Errors,
    Items,
    OfRow,
    excerpt,
    piece,
    shortened,
)
from nerkit.results.pairing_steps import ItemPairing
from nerkit.scorers.coref.matching import align
from nerkit.scorers.coref.options import Options
from nerkit.scorers.coref.sides import counted_mentions
from nerkit.scorers.task import Measure

KINDS = (CORRECT, "link value", "entity split", "entity merged", MISSED, SPURIOUS)
DETECTION = "mentions"  # the measure that looks at no links
AROUND = 4  # words on either side of a mention


def find(batch: Batch[Mentions], _: Sequence[Measure], options: Options) -> Errors:
    """Return the scored mentions of a batch, as matched pairs or alone, each with a class. The classes are
    the same for all measures.
    """
    batch = counted_mentions(batch, options)[0]
    pairs = align(batch.gold, batch.system, options)
    sides = (batch.gold, batch.system)
    unit = EMPTY if any((side.span.start >= EMPTY).any() for side in sides) else 1
    offsets = [_offsets(side.span, unit) for side in sides]
    documents = [side.document for side in sides]
    columns = dict(zip(("document", "start", "end"), (documents, *zip(*offsets, strict=True)), strict=True))
    pairing = ItemPairing.of_sides(KINDS, columns)
    pairing.take(pairs[0], pairs[1] + pairing.split, _linked(batch, pairs))
    pairing.alone()
    items_of_gold, items_of_system = (
        Items(
            Column(side.entities, side.entity),
            *places,
            *_texts(side, opposite, places),
            places_of(side.origins, side.line),
            None if side.sentence is None else side.sentence + 1,
            parts=partial(_parts, side.span, unit),
        )
        for side, opposite, places in zip(sides, sides[::-1], offsets, strict=True)
    )
    items = items_of_gold, items_of_system
    found = pairing.errors(batch.documents, items, "document start end gold system", labelled=False)
    matched = (found.gold != NONE) & (found.system != NONE)
    return replace(found, agreeing=lambda measure: matched & (measure.name == DETECTION))


def _linked(batch: Batch[Mentions], pairs: tuple[IntArray, IntArray]) -> IntArray:
    """Return the class of each pair of matched mentions."""
    width = len(batch.system.entities) + 1
    both = batch.gold.entity[pairs[0]] * width + batch.system.entity[pairs[1]]
    cells, cell, shared = np.unique(both, return_inverse=True, return_counts=True)
    gold, system = cells // width, cells % width  # entities that share mentions
    chosen = best_matching(gold, system, shared.astype(float))
    has_pair = np.isin(gold, gold[chosen]), np.isin(system, system[chosen])
    kind = np.where(has_pair[0], KINDS.index("entity split"), KINDS.index("entity merged"))
    kind[has_pair[0] & has_pair[1]] = KINDS.index("link value")
    kind[chosen] = KINDS.index(CORRECT)
    kind_of_mention: IntArray = kind[cell]
    return kind_of_mention


def _offsets(span: Fragments, unit: int) -> tuple[IntArray, IntArray]:
    """Return the first word of each mention and the word after the last.

    With empty nodes, the positions of words count from 1 and are `unit` apart.
    """
    start, end = span.start[span.first[:-1]], span.end[span.first[1:] - 1]
    return (start, end) if unit == 1 else ((start - 1) // unit, (end - 1) // unit)


def _parts(span: Fragments, unit: int, row: int) -> list[tuple[int, int]]:
    """Return the fragments of a mention with gaps as offsets; empty for a mention without gaps."""
    first, last = int(span.first[row]), int(span.first[row + 1])
    parts: list[tuple[int, int]] = []
    starts, ends = span.start[first:last], span.end[first:last]
    if unit != 1:
        starts, ends = (starts - 1) // unit, (ends - 1) // unit
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        if parts and start <= parts[-1][1]:
            parts[-1] = parts[-1][0], end
        else:
            parts.append((start, end))
    return parts if len(parts) > 1 else []


def _texts(
    side: Mentions, opposite: Mentions, offsets: tuple[IntArray, IntArray]
) -> tuple[OfRow | None, OfRow | None]:
    """Return two functions of a row: the text of its mention, from first to last word, and the text around
    it.

    Both functions use the words of the mention's side, or of the opposite side if that side has no words. If
    no side has words, offsets count characters of the texts; None if there are no texts either.
    """
    candidates = (each.words for each in (side, opposite))
    words = next((each for each in candidates if each is not None and each.form is not None), None)
    texts = side.texts or opposite.texts
    if words is None and not texts:
        return None, None

    def place(row: int) -> tuple[int, int, int]:
        return int(side.document[row]), int(offsets[0][row]), int(offsets[1][row])

    def between(document: int, start: int, end: int) -> Sequence[str]:
        """Return the words of a document from *start* to *end*, or to the last word."""
        assert words is not None
        first, last = words.first[document : document + 2].tolist()
        return (words.form or [])[min(first + start, last) : min(first + end, last)]

    def text(row: int) -> str | None:
        """Return the words of the mention, joined by blanks; for a long mention, its two ends."""
        document, start, end = place(row)
        if words is None:
            whole = texts[document]
            return whole and piece(whole, start, end)
        if end - start > LONGEST:  # every word has a character, and they are shown by LONGEST // 2
            first, last = between(document, start, start + HALF), between(document, end - HALF, end)
            return f"{' '.join(first)[:HALF]}{LEFT_OUT}{' '.join(last)[-HALF:]}"
        return " ".join(between(document, start, end))

    def around(row: int) -> str | None:
        """Return the text of the mention in brackets, with the text on both sides."""
        document, start, end = place(row)
        if words is None:
            whole = texts[document]
            return whole and excerpt(whole, [(start, end)])
        before = between(document, max(0, start - AROUND), start)
        return " ".join([*before, f"[{shortened(text(row) or '')}]", *between(document, end, end + AROUND)])

    return text, around
