"""Pairs of items at random, as errors of a system."""

import numpy as np
from hypothesis import strategies as st

from nerkit.algorithms.columns import NONE, Column
from nerkit.results.error_parts import label_of
from nerkit.results.errors import Errors, Items

LONG_TEXT = 61  # characters of a text that has no bar on a page
KINDS, DOCUMENTS = ("correct", "missed", "spurious", "label"), ("a", "b", "c")
LABELS = ["A", "B", "-", "", "7", 7, None]
TEXTS = [None, "", "Anna", "Lind", "x" * (LONG_TEXT - 1), "x" * LONG_TEXT]


@st.composite
def errors(draw):
    """Pairs of a few items, some of which have no label or text."""
    sides = []
    for _ in range(2):
        labels = draw(st.lists(st.sampled_from(LABELS), min_size=1, max_size=6))
        texts = draw(st.none() | st.lists(st.sampled_from(TEXTS), min_size=len(labels), max_size=len(labels)))
        sides.append(Items(Column.of(labels), text=texts and texts.__getitem__))
    rows = (st.integers(NONE, len(side.label.codes) - 1) for side in sides)
    pair = st.tuples(st.integers(0, 2), st.integers(0, 3), *rows).filter(lambda one: max(one[2:]) > NONE)
    columns = np.array(draw(st.lists(pair, max_size=12)), np.int64).reshape(-1, 4).T
    further = draw(st.none() | st.lists(st.booleans(), min_size=columns.shape[1], max_size=columns.shape[1]))
    return Errors(
        DOCUMENTS,
        columns[0],
        KINDS,
        *columns[1:],
        tuple(sides),
        labelled=draw(st.booleans()),
        further=None if further is None else np.array(further, bool),
    )


def labels_of(of, place):
    """The labels of both items of a pair, None for no item."""
    return tuple(
        label_of(side, rows[place]) for side, rows in zip(of.items, (of.gold, of.system), strict=True)
    )
