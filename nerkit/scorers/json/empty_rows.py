"""Objects without leaves in arrays ("silent rows"), which `json/exact` must compare.

Counts of leaves do not see a silent row, but `[]` and `[{}]` are different documents. Therefore nerkit puts
a leaf in the place of each silent row, its mark, and compares the documents again. An object without leaves
beside an absent element, such as null, can be a row or be absent, too. nerkit tries both readings. Two
documents are equal if they are equal under one of the two readings.

                          beside_silence=True          beside_silence=False
    [{"k": 1}, {}, null]  [{"k": 1}, mark]             [{"k": 1}]
    [{"k": 1}, {}]        [{"k": 1}, mark]             [{"k": 1}, mark]
    [{}, 5]               [5]                        [5]
"""

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.scorers.json.forms import KEYED
from nerkit.scorers.json.nodes import OBJECT, ValueNodes
from nerkit.scorers.json.rows import Rows, is_scored

MEMBER = "\0row"  # a key that no object has


def with_silent_rows(rows: Rows) -> IntArray:
    """Return the numbers of the documents in which an array has an object without leaves, ascending."""
    nodes = rows.all_nodes
    says = nodes.sums_up(_leaf(rows, nodes).astype(np.int64))
    return np.unique(nodes.document[(nodes.kind == OBJECT) & (nodes.place != NONE) & (says == 0)])


def with_marks(rows: Rows, documents: IntArray, *, beside_silence: bool) -> Rows:
    """Return the rows of *documents* (document numbers), with a mark in place of each silent row.

    beside_silence    whether the objects of an array are rows if all its other elements are absent; otherwise
                      they are rows if there are no other elements
    """
    some = np.isin(rows.all_nodes.document, documents)
    nodes, leaf = rows.all_nodes.take(some), _leaf(rows, rows.all_nodes)[some]
    return rows.with_marks(some, _are_rows(rows, nodes, leaf, beside_silence=beside_silence))


def _leaf(rows: Rows, nodes: ValueNodes) -> BoolArray:
    """Return a mask of the scored leaves among all nodes."""
    leaf: BoolArray = rows.leaves.leaf & rows.scored[nodes.path]
    return leaf


def _are_rows(rows: Rows, nodes: ValueNodes, leaf: BoolArray, *, beside_silence: bool) -> BoolArray:
    """Return a mask of the silent rows that count. Their path is scored, and their array is not matched by
    key.
    """
    scored = is_scored(rows.kept, rows.settings)  # a pattern can exclude all members of the objects
    members = np.fromiter((scored((*steps, MEMBER)) for steps in rows.paths.steps), bool)
    counted = rows.scored & members & (rows.mode[rows.paths.parent] != KEYED)
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
