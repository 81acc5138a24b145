"""Alignment of many short pieces that differ in few places, as arrays, in time that grows with the edits.

Diagonal k of the table of distances D holds the cells (i, i + k). D never falls along a diagonal. So a
diagonal is described by how far each number of edits reaches: `reach[e, k]` is the last gold place i with
D[i][i + k] <= e (Ukkonen 1985). For "three" and "there":

    e     k = -1   0   1         Without an edit, diagonal 0 reaches "th", i = 2. One edit goes from there to
    0              2             i = 3 on all three diagonals; on diagonal 1 "r" and "e" then equal "r" and
    1          3   3   4         "e", up to the end of the system text. Two edits reach the corner (5, 5) of
    2          4   5   4         both, which lies on diagonal 0: D = 2.

One edit goes on from a place in three ways. It goes to the next character of the gold side alone (diagonal k
- 1), of the system alone (k + 1), or of both. Then equal characters follow as far as they go, eight bytes at
a time. The way back from the corner follows from the same numbers: D[i][j] <= e is `i <= reach[e, j - i]`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import BoolArray, IntArray

BYTES = 8  # characters are compared in steps of so many bytes
NOWHERE = -(1 << 40)  # the reach on a diagonal that the edits do not get to
ONE = np.uint64(1)
BORDER = 2  # columns of NOWHERE on each side of the diagonals of a layer
MATCH, SUBSTITUTION, GOLD_ONLY, SYSTEM_ONLY = range(4)  # the kinds of columns of an alignment

Codes = NDArray[np.uint32]
Kinds = NDArray[np.uint8]


class Edits(NamedTuple):
    """The edits of some pieces.

    cost    the number of edits of each piece, -1 if there are more than asked for; shape (pieces,)
    kinds   the kinds of the edits in order, 0 behind the last; shape (pieces, greatest cost)
    at      the place in the system text of each edit: of the character concerned, or of the next character
    """

    cost: IntArray
    kinds: Kinds
    at: IntArray

    def columns(self, lengths: IntArray) -> tuple[Kinds, IntArray]:
        """Return the columns of all pieces, one piece after another, and the end of each piece's columns.

        *lengths* holds the lengths of the system's pieces. The columns of a piece without a cost mean
        nothing.
        """
        deleted = self.kinds == GOLD_ONLY
        before = np.cumsum(deleted, axis=1) - deleted
        sizes = lengths + deleted.sum(axis=1)
        ends = np.cumsum(sizes)
        columns = np.zeros(int(sizes.sum()), np.uint8)
        row, place = np.nonzero(self.kinds)
        columns[(ends - sizes)[row] + (self.at + before)[row, place]] = self.kinds[row, place]
        return columns, ends


class _Layer(NamedTuple):
    """The reach of one number of edits, on each diagonal, in the pieces that need more edits.

    pieces   the places of these pieces
    reach    shape (pieces, diagonals), with BORDER further columns on both sides
    """

    pieces: IntArray
    reach: IntArray


def few_edits(gold: Codes, system: Codes, cuts: IntArray, most: int) -> Edits:
    """Return the edits of the pieces between the cuts with at most *most* edits, gaps as far right as
    possible.
    """
    pieces = _Pieces(gold, system, cuts)
    layers, cost = pieces.layers(most)
    return pieces.way_back(layers, cost)


class _Pieces:
    """Pieces of both texts: where they begin and how long they are, shape (pieces, 2)."""

    def __init__(self, gold: Codes, system: Codes, cuts: IntArray) -> None:
        unit = np.min_scalar_type(max(int(gold.max(initial=0)), int(system.max(initial=0))))
        self.gold, self.system, self.step = _words(gold, unit), _words(system, unit), BYTES // unit.itemsize
        self.first, self.lengths = cuts[:-1], np.diff(cuts, axis=0)

    def layers(self, most: int) -> tuple[list[_Layer], IntArray]:
        """Return the layers of 0, 1, … edits up to *most*, and the cost of each piece, -1 if it is above."""
        cost = np.full(len(self.first), -1)
        live, layers = np.arange(len(cost)), list[_Layer]()
        reach = np.zeros((len(cost), 1), np.int64)
        for edits in range(most + 1):
            reach = self._extended(live, reach, edits)
            done = self._at_corner(live, reach, edits)
            cost[live[done]] = edits
            live = live[~done]
            if not len(live):
                break
            bordered = np.full((len(live), reach.shape[1] + 2 * BORDER), NOWHERE)
            bordered[:, BORDER:-BORDER] = reach[~done]
            layers.append(_Layer(live, bordered))
            before = bordered[:, 1:-1]  # one diagonal more on both sides
            reach = before + 1
            np.maximum(reach[:, 1:], before[:, :-1], out=reach[:, 1:])
            np.maximum(reach[:, :-1], before[:, 1:] + 1, out=reach[:, :-1])
        return layers, cost

    def _at_corner(self, live: IntArray, reach: IntArray, edits: int) -> BoolArray:
        """Return whether so many edits reach the end of both texts, shape (live,)."""
        n, m = self.lengths[live].T
        column = np.clip(m - n + edits, 0, 2 * edits)
        at_corner: BoolArray = (np.abs(m - n) <= edits) & (reach[np.arange(len(live)), column] == n)
        return at_corner

    def _extended(self, live: IntArray, reach: IntArray, edits: int) -> IntArray:
        """Return the reach with the equal characters that follow; NOWHERE on diagonals outside the table."""
        diagonal = np.arange(-edits, edits + 1)
        n, m = self.lengths[live].T[:, :, None]
        end = np.minimum(n, m - diagonal)
        reach = np.minimum(reach, end)
        reach[reach < np.maximum(0, -diagonal)] = NOWHERE
        row, column = np.nonzero((reach >= 0) & (reach < end))
        at = reach[row, column]
        first = self.first[live[row]]
        i, j = first[:, 0] + at, first[:, 1] + at + diagonal[column]
        reach[row, column] = at + self._equal(i, j, end[row, column] - at)
        return reach

    def _equal(self, i: IntArray, j: IntArray, room: IntArray) -> IntArray:
        """Return the number of equal characters from each pair of places on, at most *room*."""
        length, lanes = np.zeros_like(room), np.arange(len(room))
        while len(lanes):
            along = length[lanes]
            differ = self.gold[i[lanes] + along] ^ self.system[j[lanes] + along]
            equal_bits = np.bitwise_count((differ & (~differ + ONE)) - ONE)  # bits below the first difference
            same = equal_bits // (8 * BYTES // self.step)
            length[lanes] += same
            lanes = lanes[(same == self.step) & (length[lanes] < room[lanes])]
        return np.minimum(length, room)

    def way_back(self, layers: list[_Layer], cost: IntArray) -> Edits:
        """Return the edits of each piece, found from its corner back to its beginning, one edit of all
        pieces per step.
        """
        i, j = self.lengths[:, 0].copy(), self.lengths[:, 1].copy()
        deepest = int(cost.max(initial=0))
        kinds, at = np.zeros((len(cost), deepest), np.uint8), np.zeros((len(cost), deepest), np.int64)
        for edits in range(deepest, 0, -1):
            layer = layers[edits - 1]
            known = np.flatnonzero(cost[layer.pieces] >= 0)
            rows = layer.pieces[known]
            here_i, here_j = i[rows], j[rows]
            column = here_j - here_i + edits - 1 + BORDER
            # the last places on the diagonal at which a cell above, left, or before on it costs one less
            up = np.where(here_i > 0, layer.reach[known, column + 1] + 1, NOWHERE)
            left = np.where(here_j > 0, layer.reach[known, column - 1], NOWHERE)
            both = layer.reach[known, column] + 1
            turn = np.minimum(here_i, np.maximum(np.maximum(up, left), both))
            kind = np.where(up >= turn, GOLD_ONLY, np.where(left >= turn, SYSTEM_ONLY, SUBSTITUTION))
            here_j += turn - here_i
            i[rows] = turn - (kind != SYSTEM_ONLY)
            j[rows] = at_j = here_j - (kind != GOLD_ONLY)
            kinds[rows, edits - 1], at[rows, edits - 1] = kind, at_j
        return Edits(cost, kinds, at)


def _words(sequence: Codes, unit: np.dtype[np.unsignedinteger]) -> NDArray[np.uint64]:
    """Return the eight bytes of characters from every place on, shape (characters + 1,)."""
    padded = np.append(sequence.astype(unit), np.zeros(BYTES, unit))
    return np.ndarray((len(sequence) + 1,), "<u8", padded, strides=(unit.itemsize,))
