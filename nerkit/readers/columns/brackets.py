"""Brackets that open and close, paired for many stacks at once.

    kind   1   1  -1   1  -1  -1      events in the order of the text; 0 is neither
    depth  1   2   1   2   1   0      brackets of the same key that are open behind the event
    level  1   2   2   2   2   1      of the bracket that the event belongs to

Each key has a stack of its own. Of one key and one level, events open and close in turn, so pairs are
neighbours if the events are sorted by key and level.
"""

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.readers.columns.words import beginning

OPEN, CLOSE = 1, -1


def depths(key: IntArray, kind: IntArray) -> IntArray:
    """The number of open brackets of its key behind each event, negative if too many are closed."""
    order = np.argsort(key, kind="stable")
    kinds, fresh = kind[order], beginning(key[order])
    total = np.cumsum(kinds)
    depth = np.empty_like(total)
    depth[order] = total - (total - kinds)[fresh][np.cumsum(fresh) - 1]
    return depth


def pairs(key: IntArray, level: IntArray) -> tuple[IntArray, IntArray]:
    """The events that open, in the order of the text, and the event that closes each; all are closed."""
    order = np.lexsort((level, key))
    opening, closing = order[::2], order[1::2]
    in_order = np.argsort(opening)
    return opening[in_order], closing[in_order]
