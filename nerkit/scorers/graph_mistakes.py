"""The mistakes in graphs, tuple by tuple: tuples of one side alone, as `results.mistakes` lists them.

    correct     a tuple that agrees under the correspondence of the measure
    missed      one that only gold has
    spurious    one that only the system has

The label of a tuple is its kind (edge, property, …), its text names nodes as the graph of its side does. A
wrong value is missed and spurious.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, Column
from nerkit.corpora.corpus import Place
from nerkit.results.mistakes import CORRECT, MISSED, SPURIOUS, GraphPairs, Items, Mistakes

KINDS = (CORRECT, MISSED, SPURIOUS)


class GraphTuple(NamedTuple):
    """A tuple of one side: its kind and text, whether the other side has it, the sentence around it, the file
    and line where it stands, and the names of its nodes.
    """

    kind: str
    text: str
    agrees: bool
    around: str | None = None
    place: Place | None = None
    nodes: tuple[str, ...] = ()


def listed(
    documents: Sequence[str],
    gold: Sequence[Sequence[GraphTuple]],
    system: Sequence[Sequence[GraphTuple]],
    corresponding: Sequence[Mapping[str, str]],
) -> Mistakes:
    """The tuples of each document in their order: those that agree, then the missed and the spurious ones.

    *corresponding* are the names of gold nodes -> those of the system's, of each document.
    """
    sides: tuple[list[GraphTuple], list[GraphTuple]] = [], []
    lines: list[tuple[int, int, int, int]] = []  # document, class, gold row, system row
    for document, pair in enumerate(zip(gold, system, strict=True)):
        rows = []
        for side, tuples in zip(sides, pair, strict=True):
            rows.append(range(len(side), len(side) + len(tuples)))
            side.extend(tuples)
        ours, theirs = rows
        # any agreeing tuple of the same kind stands for the partner: labels are tabulated, no more
        partner = {sides[1][row].kind: row for row in theirs if sides[1][row].agrees}
        correct, missed, spurious = range(len(KINDS))
        agreeing = [(row, sides[0][row].kind) for row in ours if sides[0][row].agrees]
        lines += [(document, correct, row, partner[kind]) for row, kind in agreeing]
        lines += [(document, missed, row, NONE) for row in ours if not sides[0][row].agrees]
        lines += [(document, spurious, NONE, row) for row in theirs if not sides[1][row].agrees]
    columns = np.array(lines, np.int64).reshape(-1, 4).T
    items = _items(sides[0]), _items(sides[1])
    graphs = GraphPairs(
        (_first(gold), _first(system)),
        ([one.nodes for one in sides[0]], [one.nodes for one in sides[1]]),
        ([one.agrees for one in sides[0]], [one.agrees for one in sides[1]]),
        corresponding,
    )
    return Mistakes(documents, columns[0], KINDS, columns[1], columns[2], columns[3], items, graphs=graphs)


def _first(tuples: Sequence[Sequence[GraphTuple]]) -> list[int]:
    """The first row of each document, and the number of all rows."""
    return [0, *accumulate(map(len, tuples))]


def _items(tuples: Sequence[GraphTuple]) -> Items:
    return Items(
        Column.of([one.kind for one in tuples]),
        text=lambda row: tuples[row].text,
        around=lambda row: tuples[row].around,
        place=lambda row: tuples[row].place,
    )
