"""Canonical forms: one integer for every value inside an array, equal for equal values.

Two values are equal if their leaves have equal normal forms. Absent values are left out. Members of objects
and elements of bags have no order. The integers are ranks that depend only on the values. Therefore a solver
that sorts elements by these integers finds the same matching for every order of the elements.
"""

from dataclasses import dataclass

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.algorithms.keys import combine, ranked
from nerkit.scorers.json.nodes import ARRAY, CHOICE, ValueNodes
from nerkit.scorers.json.options import MODES, POSITION, SEQUENCE, SET

MODE = {name: code for code, name in enumerate(MODES)}
ORDERED = (MODE[SEQUENCE], MODE[POSITION])
SHORT = 32  # sequences with up to so many members are compared as columns of numbers
KEYED = len(MODE)  # the mode of arrays whose elements have keys
CHOSEN = KEYED + 1  # the mode of a choice: a set of the admitted values


@dataclass(frozen=True)
class Canonical:
    """The canonical forms of nodes, and the nodes that count.

    form      the form of each node, NONE outside arrays
    counted   whether each node counts; False for repeated elements of a set, unless their readings are still
              open
    """

    form: IntArray
    counted: BoolArray


def canonical(
    nodes: ValueNodes, leaf: BoolArray, says: BoolArray, code: IntArray, mode: IntArray
) -> Canonical:
    """Return the canonical forms of nodes.

    leaf   whether each node is a leaf
    says   whether each node has a leaf at or below it
    code   the normal form of each leaf
    mode   how the arrays at each path are matched, shape (paths,)
    """
    inside = np.array([None in steps for steps in nodes.paths.steps], bool)[nodes.path]
    form = np.where(leaf & inside, code, NONE)
    counted = np.ones(len(nodes), bool)
    rank = nodes.paths.ranks[nodes.path]
    first = int(code.max(initial=NONE)) + 1  # forms of containers follow the forms of leaves
    several = nodes.sums_up((nodes.kind == CHOICE).astype(np.int64)) > 0
    levels = nodes.levels()
    for below in reversed(levels[1:]):
        parent = nodes.parent[below]
        of_array = nodes.kind[parent] == ARRAY
        parent_mode = np.where(of_array, mode[nodes.path[parent]], NONE)
        parent_mode[nodes.kind[parent] == CHOICE] = CHOSEN
        used = says[below] | (parent_mode == CHOSEN)  # a choice may admit an absent value
        used &= inside[parent] | (parent_mode == MODE[SET])
        rows = below.start + np.flatnonzero(used)
        if not len(rows):
            continue
        parent, parent_mode = parent[used], parent_mode[used]
        turn = np.where(np.isin(parent_mode, ORDERED), nodes.place[rows], form[rows])
        turn = np.where(parent_mode == NONE, rank[rows], turn)  # members of objects by their names
        order = np.argsort(combine(parent, turn), kind="stable")
        rows, parent, parent_mode = rows[order], parent[order], parent_mode[order]
        as_set = (parent_mode == CHOSEN) | ((parent_mode == MODE[SET]) & ~several[rows])
        if as_set.any():
            again = (parent[1:] == parent[:-1]) & (form[rows][1:] == form[rows][:-1])
            repeated = np.append(False, again)[: len(rows)] & as_set
            counted[rows[repeated]] = False
            rows, parent, parent_mode = rows[~repeated], parent[~repeated], parent_mode[~repeated]
        wanted = inside[parent]
        rows, parent, parent_mode = rows[wanted], parent[wanted], parent_mode[wanted]
        if len(rows):
            place = np.where(parent_mode == MODE[POSITION], nodes.place[rows], NONE)
            owners, ranks = ranks_of_sequences(parent, rank[rows], place, form[rows])
            form[owners] = first + ranks
    return Canonical(form, counted)


def ranks_of_sequences(owner: IntArray, *columns: IntArray) -> tuple[IntArray, IntArray]:
    """Return the distinct owners, and the rank of the sequence of rows of each owner.

    Rows must be sorted by owner; *columns* holds the values of the rows. Short sequences rank before long
    sequences. Sequences of equal length are compared column by column.
    """
    ends = np.flatnonzero(np.append(owner[1:] != owner[:-1], True)) + 1
    begins = np.append(0, ends[:-1])
    sizes = ends - begins
    ranks = np.empty(len(ends), np.int64)
    first = 0
    for size in np.unique(sizes).tolist():
        some = np.flatnonzero(sizes == size)
        rows = begins[some][:, None] + np.arange(size)
        if size <= SHORT:
            key = combine(*(column[rows[:, place]] for column in columns for place in range(size)))
            ranks[some], count = ranked(key)
        else:
            data = np.stack([column[rows] for column in columns], axis=1).reshape(len(some), -1)
            rank, ranks[some] = np.unique(data, axis=0, return_inverse=True)
            count = len(rank)
        ranks[some] += first
        first += count
    return owner[begins], ranks


def signatures(owner: IntArray, path: IntArray, code: IntArray) -> tuple[IntArray, IntArray]:
    """Return the distinct owners, and an integer for each owner, equal if the bags of (path, code) of
    their rows are equal.
    """
    order = np.lexsort((code, path, owner))
    return ranks_of_sequences(owner[order], path[order], code[order])
