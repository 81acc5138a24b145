"""Objects without leaves in arrays ("silent rows"), which `json/exact` must compare.

Counts of leaves do not see a silent row, but `[]` and `[{}]` are different documents. Therefore nerkit adds
a leaf to each silent row, its mark, and compares the documents again. An object without leaves
beside an absent element, such as null, can be a row or be absent, too. nerkit tries both readings. Two
documents are equal if they are equal under one of the two readings.

                          beside_silence=True          beside_silence=False
    [{"k": 1}, {}, null]  [{"k": 1}, {mark}]           [{"k": 1}]
    [{"k": 1}, {}]        [{"k": 1}, {mark}]           [{"k": 1}, {mark}]
    [{}, 5]               [5]                        [5]
"""

from copy import deepcopy
from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.scorers.json.forms import KEYED
from nerkit.scorers.json.nodes import BOOLEAN, OBJECT, ValueNodes
from nerkit.scorers.json.rows import Rows

MARK = "\0row"  # the key of the leaf that marks a row


def with_silent_rows(rows: Rows) -> IntArray:
    """Return the numbers of the documents in which an array has an object without leaves, ascending."""
    nodes = rows.all_nodes
    says = nodes.sums_up(_leaf(rows, nodes).astype(np.int64))
    return np.unique(nodes.document[(nodes.kind == OBJECT) & (nodes.place != NONE) & (says == 0)])


def with_marks(rows: Rows, documents: IntArray, *, beside_silence: bool) -> ValueNodes:
    """Return the nodes of *documents* (document numbers), with a mark in each silent row.

    beside_silence    whether the objects of an array are rows if all its other elements are absent; otherwise
                      they are rows if there are no other elements
    """
    some = np.isin(rows.all_nodes.document, documents)
    nodes, leaf = rows.all_nodes.take(some), _leaf(rows, rows.all_nodes)[some]
    return _marked(nodes, _are_rows(rows, nodes, leaf, beside_silence=beside_silence))


def _leaf(rows: Rows, nodes: ValueNodes) -> BoolArray:
    """Return a mask of the scored leaves among all nodes."""
    leaf: BoolArray = rows.leaves.leaf & rows.scored[nodes.path]
    return leaf


def _are_rows(rows: Rows, nodes: ValueNodes, leaf: BoolArray, *, beside_silence: bool) -> BoolArray:
    """Return a mask of the silent rows that count. Their path is scored, and their array is not matched by
    key.
    """
    counted = rows.scored & (rows.mode[rows.paths.parent] != KEYED)
    objects = (nodes.kind == OBJECT) & (nodes.place != NONE)
    is_row: BoolArray = objects & counted[nodes.path]
    says, has_others = leaf.copy(), np.zeros(len(nodes), bool)
    for level in reversed(nodes.levels()[1:]):  # from the deepest level upwards
        above = nodes.parent[level]
        has_others[above[~objects[level] & (says[level] | (not beside_silence))]] = True
        is_row[level] &= ~says[level] & ~has_others[above]
        says[level] |= is_row[level]
        says[above[says[level]]] = True
    return is_row


def _marked(nodes: ValueNodes, is_row: BoolArray) -> ValueNodes:
    """Return the nodes with a further leaf, the mark, below each silent row."""
    row = np.flatnonzero(is_row)
    size, paths = len(row), deepcopy(nodes.paths)
    path = np.arange(len(paths))
    for one in np.unique(nodes.path[row]).tolist():
        path[one] = paths.below(one, MARK)
    of_node = np.repeat(np.arange(len(nodes.depths) - 1), np.diff(nodes.depths))
    depth = np.append(of_node, of_node[row] + 1)
    order = np.argsort(depth, kind="stable")
    new = np.append(np.argsort(order), NONE)  # old number -> new number; NONE (-1) reads the last place
    values = [*nodes.values, *[True] * size]
    return replace(
        nodes,
        values=[values[at] for at in order.tolist()],
        parent=new[np.append(nodes.parent, row)[order]],
        path=np.append(nodes.path, path[nodes.path[row]])[order],
        place=np.append(nodes.place, np.full(size, NONE))[order],
        kind=np.append(nodes.kind, np.full(size, BOOLEAN))[order],
        code=np.append(nodes.code, np.full(size, len(nodes.scalars)))[order],
        document=np.append(nodes.document, nodes.document[row])[order],
        system=np.append(nodes.system, nodes.system[row])[order],
        depths=tuple(np.searchsorted(depth[order], np.arange(len(nodes.depths) + 1)).tolist()),
        paths=paths,
        scalars=[*nodes.scalars, True],
        kinds=np.append(nodes.kinds, BOOLEAN),
    )
