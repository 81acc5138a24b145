"""Canonical forms: one integer for every value inside an array, equal where the values are.

Two values are equal if their leaves have equal normal forms; what says nothing is left out, members of objects
and elements of bags have no order. The integers are ranks that depend on the values alone, not on the order of
anything, so that a solver that is given elements in their order gives the same for every permutation.
"""

from dataclasses import dataclass

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray, Vocabulary
from nerkit.scorers.json.nodes import ARRAY, Nodes
from nerkit.scorers.json.options import MODES, POSITION, SEQUENCE, SET

MODE = {name: code for code, name in enumerate(MODES)}
ORDERED = (MODE[SEQUENCE], MODE[POSITION])
KEYED = len(MODE)  # the mode of arrays whose elements have keys, a bag otherwise


@dataclass(frozen=True)
class Canonical:
    """Forms of nodes, NONE outside arrays; and which nodes count: of a set all but repeated elements."""

    form: IntArray
    counted: BoolArray


def canonical(nodes: Nodes, leaf: BoolArray, says: BoolArray, code: IntArray, mode: IntArray) -> Canonical:
    """The forms of nodes that have a leaf at or below them (*says*); *mode* is that of each path's arrays."""
    inside = np.array([None in steps for steps in nodes.paths.steps], bool)[nodes.path]
    form = np.where(leaf & inside, code, NONE)
    counted = np.ones(len(nodes), bool)
    rank = _path_ranks(nodes)[nodes.path]
    first = int(code.max(initial=NONE)) + 1  # forms of containers come behind those of leaves
    levels = nodes.levels()
    for above, below in reversed(list(zip(levels, levels[1:], strict=False))):
        rows = np.arange(below.start, below.stop)
        parent = nodes.parent[rows]
        of_array = nodes.kind[parent] == ARRAY
        parent_mode = np.where(of_array, mode[nodes.path[parent]], NONE)
        ordered = np.isin(parent_mode, ORDERED)
        used = (inside[parent] | (parent_mode == MODE[SET])) & says[rows]
        rows, parent, parent_mode, ordered = rows[used], parent[used], parent_mode[used], ordered[used]
        turn = np.where(ordered, nodes.place[rows], rank[rows])
        order = np.lexsort((form[rows], turn, parent))
        rows, parent, parent_mode = rows[order], parent[order], parent_mode[order]
        again = np.append(False, (parent[1:] == parent[:-1]) & (form[rows][1:] == form[rows][:-1]))[
            : len(rows)
        ]
        repeated = again & (parent_mode == MODE[SET])
        counted[rows[repeated]] = False
        rows, parent, parent_mode = rows[~repeated], parent[~repeated], parent_mode[~repeated]
        place = np.where(parent_mode == MODE[POSITION], nodes.place[rows], NONE)
        _fill(form, parent, (rank[rows], place, form[rows]), first, above, inside)
    return Canonical(form, counted)


def _fill(
    form: IntArray,
    parent: IntArray,
    parts: tuple[IntArray, IntArray, IntArray],
    first: int,
    above: slice,
    inside: BoolArray,
) -> None:
    """Set the forms of those parents that are inside arrays, from the sorted parts of their members."""
    used = inside[parent]
    parent = parent[used]
    if not len(parent):
        return
    data = np.stack([part[used] + 1 for part in parts], axis=1).astype(">i8")
    width = data.shape[1] * 8
    ends = np.flatnonzero(np.append(parent[1:] != parent[:-1], True)) + 1
    text = data.tobytes()
    borders = [0, *(ends * width).tolist()]
    pieces = [text[a:b] for a, b in zip(borders, borders[1:], strict=False)]
    ranks = {piece: place for place, piece in enumerate(sorted(set(pieces)))}
    form[parent[ends - 1]] = first + np.fromiter(map(ranks.__getitem__, pieces), np.int64, len(pieces))


def _path_ranks(nodes: Nodes) -> IntArray:
    """The rank of every path among all, by its keys."""
    keys = [tuple((step is None, step or "") for step in steps) for steps in nodes.paths.steps]
    ranks = np.empty(len(keys), np.int64)
    ranks[sorted(range(len(keys)), key=keys.__getitem__)] = np.arange(len(keys))
    return ranks


def signatures(owner: IntArray, path: IntArray, code: IntArray) -> IntArray:
    """One integer for each owner up to the largest, equal where the bags of (path, code) of its rows are."""
    size = int(owner.max(initial=NONE)) + 1
    order = np.lexsort((code, path, owner))
    data = np.stack([path[order], code[order]], axis=1).astype(np.int64).tobytes()
    ends = (16 * np.cumsum(np.bincount(owner, minlength=size))).tolist()
    return Vocabulary().codes([data[a:b] for a, b in zip([0, *ends], ends, strict=False)])
