"""The outcome of every leaf: classes that divide the leaves of both sides.

agree            the partner has a leaf at the same address, and the values agree
misread          the partner has a leaf at the same address, and the values disagree
missing_item     (invented_item for the system) an array element around the leaf has no partner
missing_field    (invented_field) all elements around the leaf have partners, but the partner has no such leaf
format           (gold) the system's document cannot be read
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import combine, join
from nerkit.scorers.json.matching import Matching
from nerkit.scorers.json.rows import Rows

AGREE, MISREAD, MISSING_FIELD, MISSING_ITEM, INVENTED_FIELD, INVENTED_ITEM, FORMAT = range(7)
CLASSES = (
    *("agree", "misread", "missing_field", "missing_item", "invented_field", "invented_item", "format"),
)


class Outcomes:
    """The classes of the leaves of compared documents.

    leaf       the node of each leaf, shape (leaves,)
    kind       the class of each leaf, a place in CLASSES
    partner    the leaf of the other side at an equal address, as a place in `leaf`; NONE without one
    credit     how much the leaf and its partner agree, from 0 to 1; 0 without a partner
    """

    def __init__(self, rows: Rows, matching: Matching, unreadable: Sequence[int] = ()) -> None:
        self.rows, self.nodes = rows, rows.nodes
        self.matching = matching
        nodes = self.nodes
        self.leaf = np.flatnonzero(rows.leaf)
        self.system = nodes.system[self.leaf]
        self.flat = rows.flat[self.leaf]
        self.owner = rows.owner[self.leaf]
        self.partner = np.full(len(self.leaf), NONE)
        self.credit = np.zeros(len(self.leaf))
        fields = np.flatnonzero(~self.flat)
        self._meet(fields, nodes.path[self.leaf[fields]])
        self._compare()
        counted = np.flatnonzero(self.flat)
        node = self.leaf[counted]
        self._meet(
            counted, combine(nodes.path[node], rows.code[node], rows.turn[node]) if len(node) else node
        )
        self.credit[counted] = self.partner[counted] != NONE
        self.kind = self._kinds(np.isin(nodes.document[self.leaf], list(unreadable)))

    def _meet(self, some: IntArray, address: IntArray) -> None:
        """Make partners of the leaves among *some* that have equal addresses and whose rows are partners."""
        owner = self.owner[some]
        system = self.system[some]
        row = np.where(system, self.matching.partner[owner], owner)
        paired = self.matching.partner[owner] != NONE
        some, row, address, system = some[paired], row[paired], address[paired], system[paired]
        if not len(some):
            return
        key = combine(row, address)
        i, j = join(key[~system], key[system])
        gold, own = some[~system][i], some[system][j]
        self.partner[gold], self.partner[own] = own, gold

    def _compare(self) -> None:
        """Set the credit of each pair of partners."""
        rows, nodes = self.rows, self.nodes
        gold = np.flatnonzero((self.partner != NONE) & ~self.system)
        system = self.partner[gold]
        left, right = self.leaf[gold], self.leaf[system]
        value = (rows.code[left] == rows.code[right]).astype(float)
        graded = np.flatnonzero((value == 0) & rows.graded_path[nodes.path[left]])
        if len(graded):
            value[graded] = rows.agreement(
                nodes.path[left[graded]], rows.code[left[graded]], rows.code[right[graded]]
            )
        self.credit[gold], self.credit[system] = value, value

    def _kinds(self, unreadable: BoolArray) -> IntArray:
        """Return the class of each leaf."""
        alone = self.partner == NONE
        lost = (self.matching.partner[self.owner] == NONE) & (self.nodes.parent[self.owner] != NONE)
        item = self.flat | lost
        missing = np.where(item, MISSING_ITEM, MISSING_FIELD)
        invented = np.where(item, INVENTED_ITEM, INVENTED_FIELD)
        lonely = np.where(self.system, invented, np.where(unreadable, FORMAT, missing))
        return np.where(alone, lonely, np.where(self.credit >= 1, AGREE, MISREAD))

    @cached_property
    def alone(self) -> BoolArray:
        """Whether each node is an outermost array element without a partner, shape (nodes,)."""
        nodes, flat = self.nodes, self.leaf[self.flat]
        alone: BoolArray = self.matching.partner == NONE
        alone[flat] = self.partner[self.flat] == NONE
        around = self.rows.owner[nodes.parent]
        alone &= (nodes.place != NONE) & (~alone[around] | (nodes.parent[around] == NONE))
        return alone

    @property
    def document(self) -> IntArray:
        """The document of each leaf."""
        document: IntArray = self.nodes.document[self.leaf]
        return document

    @property
    def path(self) -> IntArray:
        """The path of each leaf."""
        path: IntArray = self.nodes.path[self.leaf]
        return path

    def numbers(self, cell: IntArray, size: int) -> FloatArray:
        """Return weights and numbers of leaves for each of *size* cells, shape (size, 11).

        cell    the cell of each leaf

        The first four columns are weights: A, the system's leaves, gold's leaves, and shared addresses. The
        other columns are the numbers of leaves by class. A pair of partners counts once.
        """
        weight = self.rows.weight[self.leaf]
        gold, system = ~self.system, self.system
        shared = gold & (self.partner != NONE)
        of_side = np.bincount(2 * cell + system, weight, 2 * size).reshape(size, 2)
        weights = (
            np.bincount(cell[gold], (weight * self.credit)[gold], size),
            of_side[:, 1],
            of_side[:, 0],
            np.bincount(cell[shared], weight[shared], size),
        )
        once = gold | (self.kind > MISREAD)
        kinds = np.bincount(len(CLASSES) * cell[once] + self.kind[once], minlength=len(CLASSES) * size)
        scaled = np.stack(weights, axis=1) / self.rows.scale  # sums of integers are exact
        return np.concatenate([scaled, kinds.reshape(size, len(CLASSES))], axis=1)
