"""Brackets that open and close, paired for many stacks at once.

    kind   1   1  -1   1  -1  -1      events in the order of the text; 0 is neither
    depth  1   2   1   2   1   0      brackets of the same key that are open behind the event
    level  1   2   2   2   2   1      of the bracket that the event belongs to

Each key has a stack of its own. Of one key and one level, events open and close in turn, so pairs are
neighbours if the events are sorted by key and level.
"""

from collections.abc import Callable

import numpy as np

from nerkit.algorithms.columns import Column, IntArray
from nerkit.algorithms.keys import listed
from nerkit.corpora.brackets import by_level
from nerkit.readers.columns.words import beginning

OPEN, CLOSE = 1, -1
BracketEvents = list[tuple[int, int]]  # OPEN, CLOSE or neither, and the label of each bracket


def events(
    cells: Column, read: Callable[[str], BracketEvents | None]
) -> tuple[IntArray, IntArray, IntArray, list[int]]:
    """Returns the cell, kind and label of each bracket in cells, and the first malformed cell, if any.

    *read* returns the brackets of a text, and None for a malformed text.
    """
    found = [read(text) for text in cells.values]
    malformed = np.array([one is None for one in found], bool)[cells.codes]
    cell, event = listed(cells.codes, [len(one or ()) for one in found])
    flat = np.array([each for one in found for each in one or ()], np.int64).reshape(-1, 2)
    return cell, flat[event, 0], flat[event, 1], np.flatnonzero(malformed)[:1].tolist()


def depths(key: IntArray, kind: IntArray) -> IntArray:
    """Return the number of open brackets of the same key after each event, negative after surplus ends."""
    order = np.argsort(key, kind="stable")
    kinds, fresh = kind[order], beginning(key[order])
    total = np.cumsum(kinds)
    depth = np.empty_like(total)
    depth[order] = total - (total - kinds)[fresh][np.cumsum(fresh) - 1]
    return depth


def pairs(kind: IntArray, depth: IntArray, *key: IntArray) -> tuple[IntArray, IntArray]:
    """The events that open, in their order, and the event that closes each; other events are not there."""
    level = depth + (kind == CLOSE)
    order = np.lexsort((level, *key)) if key else by_level(level)
    partner = np.empty_like(order)
    partner[order[::2]] = order[1::2]
    opening = np.flatnonzero(kind == OPEN)
    return opening, partner[opening]
