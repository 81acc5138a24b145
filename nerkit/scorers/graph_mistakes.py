"""What is wrong with graphs, tuple by tuple: those that only one side has, as `nerkit.results.mistakes` lists them.

    correct     a tuple that agrees under the correspondence of the measure
    missed      one that only gold has
    spurious    one that only the system has

The label of a tuple is its kind (edge, property, …), its text names nodes as the graph of its side does. A wrong value is missed and spurious.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, Column
from nerkit.results.mistakes import CORRECT, MISSED, SPURIOUS, Items, Mistakes

KINDS = (CORRECT, MISSED, SPURIOUS)


class Said(NamedTuple):
    """A tuple of one side: its kind, its text, whether the other side has it too, and the sentence it is about, if that is known."""

    kind: str
    text: str
    agrees: bool
    around: str | None = None


def listed(
    documents: Sequence[str], gold: Sequence[Sequence[Said]], system: Sequence[Sequence[Said]]
) -> Mistakes:
    """The tuples of each document: those that agree, then the missed and the spurious ones, each in the order given."""
    sides: tuple[list[Said], list[Said]] = [], []
    lines: list[tuple[int, int, int, int]] = []  # document, class, gold row, system row
    for document, pair in enumerate(zip(gold, system, strict=True)):
        rows = []
        for side, tuples in zip(sides, pair, strict=True):
            rows.append(range(len(side), len(side) + len(tuples)))
            side.extend(tuples)
        alike = {
            sides[1][row].kind: row for row in rows[1] if sides[1][row].agrees
        }  # any: labels are tabulated
        lines += [
            (document, KINDS.index(CORRECT), row, alike[sides[0][row].kind])
            for row in rows[0]
            if sides[0][row].agrees
        ]
        lines += [(document, KINDS.index(MISSED), row, NONE) for row in rows[0] if not sides[0][row].agrees]
        lines += [(document, KINDS.index(SPURIOUS), NONE, row) for row in rows[1] if not sides[1][row].agrees]
    columns = np.array(lines, np.int64).reshape(-1, 4).T
    return Mistakes(
        documents, columns[0], KINDS, columns[1], columns[2], columns[3], (_items(sides[0]), _items(sides[1]))
    )


def _items(tuples: Sequence[Said]) -> Items:
    return Items(
        Column.of([each.kind for each in tuples]),
        text=lambda row: tuples[row].text,
        around=lambda row: tuples[row].around,
    )
