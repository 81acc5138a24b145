"""What is wrong with coreference: mentions that only one side has, and matched mentions in entities that do not belong together.

Entities are paired one to one so that they share as many matched mentions as possible. A matched mention is

    correct         its two entities are a pair
    entity split    its system entity is in no pair: another part of the gold entity, on its own
    entity merged   its gold entity is in no pair: it went into a system entity that belongs to another one
    wrong link      both are in pairs with others: the mention was put into another entity

and `missed` or `spurious` if it has no partner. A label is the id of an entity. Offsets count the words of the document, empty nodes not
counted (one has the offset of the word after it), or the characters of its text where a format does.
"""

from collections.abc import Sequence

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, Column, IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.mentions import EMPTY, Fragments, Mentions, Words
from nerkit.results.mistakes import CORRECT, MISSED, SPURIOUS, Items, Mistakes, OfRow, excerpt

KINDS = (CORRECT, "wrong link", "entity split", "entity merged", MISSED, SPURIOUS)
AROUND = 4  # words on either side of a mention


def find(batch: Batch[Mentions], pairs: tuple[IntArray, IntArray]) -> Mistakes:
    """The mentions of a batch, *pairs* being the rows of those that match, as pairs of a class."""
    sides = (batch.gold, batch.system)
    left = [np.setdiff1d(np.arange(len(side)), rows) for side, rows in zip(sides, pairs, strict=True)]
    none = [np.full(len(rows), NONE) for rows in left]
    gold, system = np.concatenate([pairs[0], left[0], none[1]]), np.concatenate([pairs[1], none[0], left[1]])
    missed, spurious = (
        np.full(len(rows), KINDS.index(name)) for rows, name in zip(left, (MISSED, SPURIOUS), strict=True)
    )
    kind = np.concatenate([_linked(batch, pairs), missed, spurious])
    unit = EMPTY if any((side.span.start >= EMPTY).any() for side in sides) else 1
    placed = [_offsets(side.span, unit) for side in sides]
    document, start, end = (
        np.where(gold == NONE, np.append(theirs, 0)[system], np.append(ours, 0)[gold])
        for ours, theirs in (
            (batch.gold.document, batch.system.document),
            *((placed[0][i], placed[1][i]) for i in (0, 1)),
        )
    )
    order = np.lexsort((system, gold, end, start, document))
    ours, theirs = (
        Items(Column(side.entities, side.entity), *offsets, *_texts(side, other, offsets))
        for side, other, offsets in zip(sides, sides[::-1], placed, strict=True)
    )
    return Mistakes(
        batch.documents,
        document[order],
        KINDS,
        kind[order],
        gold[order],
        system[order],
        (ours, theirs),
        labelled=False,
    )


def _linked(batch: Batch[Mentions], pairs: tuple[IntArray, IntArray]) -> IntArray:
    """The class of each pair of matched mentions."""
    width = len(batch.system.entities) + 1
    both = batch.gold.entity[pairs[0]] * width + batch.system.entity[pairs[1]]
    cells, cell, shared = np.unique(both, return_inverse=True, return_counts=True)
    rows, columns = cells // width, cells % width
    chosen = best_matching(rows, columns, shared.astype(float))
    paired = np.isin(rows, rows[chosen]), np.isin(columns, columns[chosen])
    kind = np.where(paired[0], KINDS.index("entity split"), KINDS.index("entity merged"))
    kind[paired[0] & paired[1]] = KINDS.index("wrong link")
    kind[chosen] = KINDS.index(CORRECT)
    found: IntArray = kind[cell]
    return found


def _offsets(span: Fragments, unit: int) -> tuple[IntArray, IntArray]:
    """The first word of each mention and the one after its last; with empty nodes, positions count from 1 and are `unit` apart."""
    start, end = span.start[span.first[:-1]], span.end[span.first[1:] - 1]
    return (start, end) if unit == 1 else ((start - 1) // unit, (end - 1) // unit)


def _texts(
    side: Mentions, other: Mentions, offsets: tuple[IntArray, IntArray]
) -> tuple[OfRow | None, OfRow | None]:
    """The words of a mention, from its first to its last, and those around it: in the words of its side, or else of the other one."""
    known = (each.words for each in (side, other))
    words = next((each for each in known if each is not None and each.form is not None), None)
    if words is None:
        return _characters(side, other, offsets)

    def text(row: int) -> str:
        return " ".join(_between(words, int(side.document[row]), int(offsets[0][row]), int(offsets[1][row])))

    def around(row: int) -> str:
        document, start, end = int(side.document[row]), int(offsets[0][row]), int(offsets[1][row])
        before = _between(words, document, max(0, start - AROUND), start)
        return " ".join([*before, f"[{text(row)}]", *_between(words, document, end, end + AROUND)])

    return text, around


def _characters(
    side: Mentions, other: Mentions, offsets: tuple[IntArray, IntArray]
) -> tuple[OfRow | None, OfRow | None]:
    """The same where positions are characters of a text."""
    texts = side.texts or other.texts
    if not texts:
        return None, None

    def text(row: int) -> str | None:
        whole = texts[int(side.document[row])]
        return whole and whole[int(offsets[0][row]) : int(offsets[1][row])]

    def around(row: int) -> str | None:
        whole = texts[int(side.document[row])]
        return whole and excerpt(whole, [(int(offsets[0][row]), int(offsets[1][row]))])

    return text, around


def _between(words: Words, document: int, start: int, end: int) -> Sequence[str]:
    first, last = int(words.first[document]), int(words.first[document + 1])
    return (words.form or [])[min(first + start, last) : min(first + end, last)]
