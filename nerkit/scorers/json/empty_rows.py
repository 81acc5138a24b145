"""Objects without leaves in arrays ("silent rows"), which `json/exact` must compare.

Counts of leaves do not see a silent row, but `[]` and `[{}]` are different documents. Therefore nerkit makes
each silent row a leaf, with a mark as its value, and compares the documents again. An object without leaves
beside an absent element, such as null, can be a row or be absent, too. nerkit tries both readings. Two
documents are equal if they are equal under one of the two readings.

                          beside_silence=True        beside_silence=False
    [{"k": 1}, {}, null]  [{"k": 1}, mark]           [{"k": 1}]
    [{"k": 1}, {}]        [{"k": 1}, mark]           [{"k": 1}, mark]
    [{}, 5]               [5]                        [5]
"""

from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.scorers.json.forms import KEYED
from nerkit.scorers.json.nodes import NULL, OBJECT, ValueNodes
from nerkit.scorers.json.rows import Rows
from nerkit.scorers.json.rules import MARK


def with_silent_rows(rows: Rows) -> IntArray:
    """Return the numbers of the documents in which an array has an object without leaves, ascending."""
    nodes = rows.all_nodes
    says = nodes.sums_up(_leaf(rows, nodes).astype(np.int64))
    return np.unique(nodes.document[(nodes.kind == OBJECT) & (nodes.place != NONE) & (says == 0)])


def with_marks(rows: Rows, documents: IntArray, *, beside_silence: bool) -> ValueNodes:
    """Return the nodes of *documents* (document numbers), with a mark as the value of each silent row.

    beside_silence    True: an object can be a row if all elements that are not objects are absent; False:
                      only if all elements are objects
    """
    some = np.isin(rows.all_nodes.document, documents)
    nodes, leaf = rows.all_nodes.take(some), _leaf(rows, rows.all_nodes)[some]
    is_row = _are_rows(rows, nodes, leaf, beside_silence=beside_silence)
    code = np.where(is_row, len(nodes.scalars), nodes.code)
    return replace(nodes, code=code, scalars=[*nodes.scalars, MARK], kinds=np.append(nodes.kinds, NULL))


def _leaf(rows: Rows, nodes: ValueNodes) -> BoolArray:
    """Return a mask of the scored leaves among all nodes."""
    leaf: BoolArray = rows.leaves.leaf & rows.scored[nodes.path]
    return leaf


def _are_rows(rows: Rows, nodes: ValueNodes, leaf: BoolArray, *, beside_silence: bool) -> BoolArray:
    """Return a mask of the silent rows that count. Their path is scored, and their array is not matched
    by key.
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
