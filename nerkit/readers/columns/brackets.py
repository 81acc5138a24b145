"""Pair opening and closing brackets of many stacks at once.

    kind   1   1  -1   1  -1  -1      events in the order of the text: 1 opens, -1 closes, 0 neither
    depth  1   2   1   2   1   0      open brackets with the same key after the event
    level  1   2   2   2   2   1      nesting level of the bracket that the event opens or closes

Each key has a separate stack. The events of one key and level alternate between opening and closing.
Therefore, if events are sorted by key and level, each closing event follows its opening event.
"""

from collections.abc import Callable

import numpy as np

from nerkit.algorithms.columns import Column, IntArray
from nerkit.algorithms.keys import listed
from nerkit.corpora.brackets import by_level
from nerkit.readers.columns.words import beginning

OPEN, CLOSE = 1, -1
BracketEvents = list[tuple[int, int]]  # per bracket: OPEN, CLOSE or another kind, and its label


def events(
    cells: Column, read: Callable[[str], BracketEvents | None]
) -> tuple[IntArray, IntArray, IntArray, list[int]]:
    """The brackets in the cells of a column: arrays of their cell, kind and label, each of shape (brackets,).

    *read* parses the brackets of a cell, and returns None for a malformed cell. The fourth value is a list
    with the first malformed cell, or an empty list.
    """
    found = [read(text) for text in cells.values]
    malformed = np.array([one is None for one in found], bool)[cells.codes]
    cell, event = listed(cells.codes, [len(one or ()) for one in found])
    flat = np.array([each for one in found for each in one or ()], np.int64).reshape(-1, 2)
    return cell, flat[event, 0], flat[event, 1], np.flatnonzero(malformed)[:1].tolist()


def depths(key: IntArray, kind: IntArray) -> IntArray:
    """The number of open brackets with the same key after each event; negative after surplus closing events.

    *key* and *kind* have the shape (events,).
    """
    order = np.argsort(key, kind="stable")
    kinds, fresh = kind[order], beginning(key[order])
    total = np.cumsum(kinds)
    depth = np.empty_like(total)
    depth[order] = total - (total - kinds)[fresh][np.cumsum(fresh) - 1]
    return depth


def pairs(kind: IntArray, depth: IntArray, *key: IntArray) -> tuple[IntArray, IntArray]:
    """The opening events in text order, and their closing events, both of shape (brackets,).

    *kind*, *depth* and the optional *key* have the shape (events,); all events must open or close.
    """
    level = depth + (kind == CLOSE)
    order = np.lexsort((level, *key)) if key else by_level(level)
    partner = np.empty_like(order)
    partner[order[::2]] = order[1::2]
    opening = np.flatnonzero(kind == OPEN)
    return opening, partner[opening]
