"""One-to-one matching with the largest total weight between two sets, from a sparse list of possible pairs.

First, nerkit settles all pairs that must be in some best matching, in a few passes over the arrays. This
solves trees, and most graphs that data make. The other pairs form a graph, whose connected components are
solved one by one. A component of a few columns is solved by dynamic programming over subsets of columns. A
small component is solved by the Hungarian method on its dense matrix, a large component on its sparse matrix.
"""

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import distinct

DENSE = 4_000_000  # cells of a component's matrix above which it stays sparse
FEW = 2_000  # up to so many pairs, components are found without scipy, which takes 0.2 s to load
NARROW = 6  # up to so many columns (or rows), a component is solved over their subsets
ROUNDS = 20  # the most passes that settle sure pairs


def best_matching(
    rows: IntArray, columns: IntArray, weights: FloatArray, parts: IntArray | None = None
) -> BoolArray:
    """Return the best matching of distinct pairs `(rows[k], columns[k])` with positive weights, as a mask of
    pairs.

    *parts* may number groups of pairs that share no row and no column with other groups, if they are known
    and small. Among equally good matchings, the choice depends only on the order of rows and columns.
    """
    if not len(weights):
        return np.zeros(0, bool)
    chosen = np.zeros(len(weights), bool)
    left = _settled(rows, columns, weights, chosen)
    if len(left):
        component = _components(rows[left], columns[left]) if parts is None else parts[left]
        chosen[left] = _by_component(rows[left], columns[left], weights[left], component)
    return chosen


def _settled(rows: IntArray, columns: IntArray, weights: FloatArray, chosen: BoolArray) -> IntArray:
    """Mark in *chosen* the pairs that some best matching has, and return the places of the undecided pairs.

    A pair is chosen if it weighs at least as much as the best other pairs of its row and of its column
    together.
    """
    left = np.arange(len(weights))
    taken = np.zeros(int(rows.max()) + 1, bool), np.zeros(int(columns.max()) + 1, bool)
    for _ in range(ROUNDS):
        ends = rows[left], columns[left]
        rivals = [_best_other(end, weights[left]) for end in ends]
        sure = np.flatnonzero(weights[left] >= rivals[0] + rivals[1])
        for end in ends:  # keep the first sure pair at each end
            sure = sure[np.sort(np.unique(end[sure], return_index=True)[1])]
        if not len(sure):
            break
        chosen[left[sure]] = True
        for mark, end in zip(taken, ends, strict=True):
            mark[end[sure]] = True
        left = left[~(taken[0][ends[0]] | taken[1][ends[1]])]
    return left


def _best_other(end: IntArray, weights: FloatArray) -> FloatArray:
    """Return for each pair the largest weight of the other pairs at the same end, 0 without others."""
    order = np.lexsort((weights, end))
    ranked, best_other = weights[order], np.zeros(len(weights))
    same = end[order][1:] == end[order][:-1]
    last = np.append(~same, True)[: len(order)]  # mask of the heaviest pair of each end
    best = np.repeat(ranked[last], np.diff(np.append(-1, np.flatnonzero(last))))
    second = np.append(0.0, np.where(same, ranked[:-1], 0.0))[: len(order)]
    best_other[order] = np.where(last, second, best)
    return best_other


def best_matching_on_blocks(
    rows: IntArray, columns: IntArray, weights: FloatArray, groups: tuple[IntArray, IntArray]
) -> BoolArray:
    """Return the best matching that `scipy.optimize.linear_sum_assignment` chooses on blocks, as a mask of
    pairs.

    *groups* numbers the groups of all rows and of all columns, ascending, also of rows and columns without a
    pair. A block is the matrix of the rows and columns of a group, with 0 for no pair. A block of more than
    DENSE cells is solved by components, so that another equally good matching may be chosen.
    """
    if not len(weights):
        return np.zeros(0, bool)
    chosen: BoolArray = np.maximum(np.bincount(rows)[rows], np.bincount(columns)[columns]) == 1
    group = groups[0][rows]
    contested = distinct(group[~chosen])
    first = [np.searchsorted(side, contested, "left") for side in groups]
    size = [np.searchsorted(side, contested, "right") - at for side, at in zip(groups, first, strict=True)]
    small = size[0] * size[1] <= DENSE
    large = np.isin(group, contested[~small]) & ~chosen
    chosen[large] = best_matching(rows[large], columns[large], weights[large])
    order = np.argsort(group, kind="stable")
    pairs = [np.searchsorted(group[order], contested, side) for side in ("left", "right")]
    for k in np.flatnonzero(small).tolist():
        block = order[pairs[0][k] : pairs[1][k]]
        cells = rows[block] - first[0][k], columns[block] - first[1][k]
        chosen[block] = _on_block(cells, weights[block], (int(size[0][k]), int(size[1][k])))
    return chosen


def _on_block(cells: tuple[IntArray, IntArray], weights: FloatArray, shape: tuple[int, int]) -> BoolArray:
    matrix, picked = np.zeros(shape), np.zeros(shape, bool)
    matrix[cells] = weights
    picked[linear_sum_assignment(matrix, maximize=True)] = True
    return picked[cells]


def _by_component(rows: IntArray, columns: IntArray, weights: FloatArray, component: IntArray) -> BoolArray:
    order = np.argsort(component, kind="stable")
    borders = np.flatnonzero(np.diff(component[order])) + 1
    chosen = np.zeros(len(rows), bool)
    for pairs in np.split(order, borders):
        chosen[pairs[_solve(rows[pairs], columns[pairs], weights[pairs])]] = True
    return chosen


def _components(rows: IntArray, columns: IntArray) -> IntArray:
    """Return a number of the connected component of each pair."""
    if len(rows) <= FEW:
        component: IntArray = rows.copy()
        before = np.empty(0, np.int64)
        while not np.array_equal(component, before):  # spread the smallest number along rows and columns
            before = component.copy()
            for end in (columns, rows):
                lowest: IntArray = np.full(int(end.max()) + 1, rows.max())
                np.minimum.at(lowest, end, component)
                component = lowest[end]
        return component
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    row_count, column_count = int(rows.max()) + 1, int(columns.max()) + 1
    size = row_count + column_count
    graph = coo_array((np.ones(len(rows)), (rows, row_count + columns)), shape=(size, size))
    of_row: IntArray = connected_components(graph, directed=False)[1][rows].astype(np.int64)
    return of_row


def _solve(rows: IntArray, columns: IntArray, weights: FloatArray) -> IntArray:
    """Return the places of the pairs in the best matching of one component."""
    row_names, row = np.unique(rows, return_inverse=True)
    column_names, column = np.unique(columns, return_inverse=True)
    height, width = len(row_names), len(column_names)
    if width <= NARROW:
        return _solve_narrow(row, column, weights)
    if height <= NARROW:
        return _solve_narrow(column, row, weights)
    if height * width > DENSE:
        return _solve_sparse(row, column, weights, height, width)
    matrix, place = np.zeros((height, width)), np.full((height, width), NONE)
    matrix[row, column], place[row, column] = weights, np.arange(len(weights))
    taken: IntArray = place[linear_sum_assignment(matrix, maximize=True)]
    return taken[taken >= 0]


def _solve_narrow(row: IntArray, column: IntArray, weights: FloatArray) -> IntArray:
    """Return the best matching of a component with few columns.

    Row by row, keep the best matching of the rows so far for each set of used columns.
    """
    # set of used columns, as bits -> weight of its best matching, and places of its pairs
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    pairs: dict[int, list[tuple[int, int, float]]] = {}
    listed = zip(row.tolist(), column.tolist(), weights.tolist(), strict=True)
    for place, (at, used, weight) in enumerate(listed):
        pairs.setdefault(at, []).append((place, 1 << used, weight))
    for at in sorted(pairs):
        for columns, (total, chosen) in list(best.items()):
            for place, bit, weight in pairs[at]:
                if not columns & bit and total + weight > best.get(columns | bit, (0.0,))[0]:
                    best[columns | bit] = total + weight, (*chosen, place)
    return np.array(max(best.values(), key=lambda matching: matching[0])[1], np.int64)


def _solve_sparse(row: IntArray, column: IntArray, weights: FloatArray, height: int, width: int) -> IntArray:
    """Return the best matching of a component from a sparse matrix. A row may stay alone at weight 0."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    price = float(weights.max()) + 1
    costs = np.concatenate([price - weights, np.full(height, price)])
    at = (np.concatenate([row, np.arange(height)]), np.concatenate([column, width + np.arange(height)]))
    matched = min_weight_full_bipartite_matching(csr_array((costs, at), shape=(height, width + height)))
    taken = np.full(height, NONE)
    taken[matched[0]] = matched[1]
    return np.flatnonzero(taken[row] == column)


# The import of scipy.optimize takes longer than the scoring of most files, and every worker process would
# repeat it. linear_sum_assignment is one compiled module, which nerkit loads from its file. If another layout
# of scipy hides the file, nerkit imports scipy.optimize as usual.

MODULE = "_lsap"


def linear_sum_assignment(costs: Any, *, maximize: bool = False) -> tuple[IntArray, IntArray]:
    """Return rows (ascending) and columns of the cheapest assignment, or with *maximize* the dearest, as
    in scipy.
    """
    rows, columns = _function()(np.asarray(costs), maximize=maximize)
    return rows, columns


@cache
def _function() -> Callable[..., tuple[IntArray, IntArray]]:
    alone = None if "scipy.optimize" in sys.modules else _alone()
    if alone is not None:
        return alone
    from scipy.optimize import linear_sum_assignment

    imported: Callable[..., tuple[IntArray, IntArray]] = linear_sum_assignment
    return imported


def _alone() -> Callable[..., tuple[IntArray, IntArray]] | None:
    """Return the function of scipy's compiled module, loaded from its file; None if the file does not
    exist.
    """
    package = find_spec("scipy")
    places = (package and package.submodule_search_locations) or ()
    spec = PathFinder.find_spec(MODULE, [os.path.join(place, "optimize") for place in places])
    if spec is None or spec.loader is None:
        return None
    try:
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        function: Callable[..., tuple[IntArray, IntArray]] = module.linear_sum_assignment
    except (ImportError, AttributeError):
        return None
    return function
