"""The stretches of words of discontinuous constituents.

    (VP (VB 2=wake) (NP 0=whom) (RP 3=up))      the words 0, 2 and 3: the stretches [0, 1) and [2, 4)

Leaving words out may close a gap. What has the same stretches is the same set of words.
"""

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.corpora.brackets import Constituents

Stretches = tuple[tuple[int, int], ...]


class Shapes(dict[Stretches, int]):
    """Codes of the stretches of constituents, from 1; what has no gap has the code 0 and is not in it."""

    def __missing__(self, stretches: Stretches) -> int:
        code = self[stretches] = len(self) + 1
        return code

    @property
    def listed(self) -> list[Stretches]:
        """The stretches of each code; none of 0."""
        return [(), *self]


def terminals_of(trees: Constituents, some: BoolArray) -> tuple[IntArray, IntArray]:
    """The terminals of the constituents where the mask is true: pairs of both rows, ascending."""
    terminal = np.flatnonzero(trees.above != NONE)
    at = trees.above[terminal]
    rows, terminals = [], []
    while len(at):
        rows.append(at[some[at]])
        terminals.append(terminal[some[at]])
        at = trees.parent[at]
        inside = at != NONE
        at, terminal = at[inside], terminal[inside]
    none = np.empty(0, np.int64)
    row, terminal = np.concatenate([none, *rows]), np.concatenate([none, *terminals])
    order = np.lexsort((terminal, row))
    return row[order], terminal[order]


def shaped(
    trees: Constituents, start: IntArray, base: IntArray, shapes: Shapes
) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """The discontinuous constituents: their rows, where they start and end, and the code of their stretches.

    start   the place at which each terminal begins, and one more
    base    the place from which the stretches of each constituent are counted

    One without words starts where it ends, at 0.
    """
    rows = np.flatnonzero(trees.discontinuous)
    some = np.zeros(len(trees), bool)
    some[rows] = True
    row, terminal = terminals_of(trees, some)
    begin, end = start[terminal] - base[row], start[terminal + 1] - base[row]
    words = begin < end
    row, begin, end = row[words], begin[words], end[words]
    apart = np.append(True, (row[1:] != row[:-1]) | (begin[1:] != end[:-1]))[: len(row)]
    first = np.flatnonzero(apart)
    last = np.append(first[1:], len(row))[: len(first)] - 1
    found: dict[int, list[tuple[int, int]]] = {place: [] for place in rows.tolist()}
    for place, left, right in zip(
        row[first].tolist(), begin[first].tolist(), end[last].tolist(), strict=True
    ):
        found[place].append((left, right))
    spans = [(parts[0][0], parts[-1][1]) if parts else (0, 0) for parts in found.values()]
    codes = [shapes[tuple(parts)] if len(parts) > 1 else 0 for parts in found.values()]
    starts, ends = np.array(spans, np.int64).reshape(-1, 2).T
    return rows, starts, ends, np.array(codes, np.int64)
