"""One-to-one matching of the largest total weight between two sets, over a sparse list of admissible pairs.

Pairs that must be in some best matching are settled first, all at once: that solves trees, and most graphs
that data make. The pairs that are left are solved per connected component of the graph that they make: a
component of a few columns over their subsets, a small one by the Hungarian method on its own dense block, a
large one on its sparse block.
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
FEW = 2_000  # pairs up to which components are found without scipy, which takes 0.2 s to load
NARROW = 6  # columns (or rows) up to which a component is solved over their subsets
ROUNDS = 20  # of settling sure pairs; each but the last settles some


def best_matching(
    rows: IntArray, columns: IntArray, weights: FloatArray, parts: IntArray | None = None
) -> BoolArray:
    """The best matching: a mask of the pairs `(rows[k], columns[k])`, distinct and of positive weight.

    *parts* of pairs that share no row and no column may be given, where they are known to be small. Among
    equally good matchings the choice depends on the order of rows and columns only.
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
    """Choose pairs that some best matching has; returns the places of the pairs that are left to be solved.

    A pair that outweighs the best other pair of its row and that of its column together loses nothing against
    them.
    """
    left = np.arange(len(weights))
    taken = np.zeros(int(rows.max()) + 1, bool), np.zeros(int(columns.max()) + 1, bool)
    for _ in range(ROUNDS):
        ends = rows[left], columns[left]
        rivals = [_best_other(end, weights[left]) for end in ends]
        sure = np.flatnonzero(weights[left] >= rivals[0] + rivals[1])
        for end in ends:  # of equal pairs at one end the first
            sure = sure[np.sort(np.unique(end[sure], return_index=True)[1])]
        if not len(sure):
            break
        chosen[left[sure]] = True
        for mark, end in zip(taken, ends, strict=True):
            mark[end[sure]] = True
        left = left[~(taken[0][ends[0]] | taken[1][ends[1]])]
    return left


def _best_other(end: IntArray, weights: FloatArray) -> FloatArray:
    """For each pair, the largest weight of the other pairs at the same end; 0 where there are none."""
    order = np.lexsort((weights, end))
    ranked, best_other = weights[order], np.zeros(len(weights))
    same = end[order][1:] == end[order][:-1]
    last = np.append(~same, True)[: len(order)]  # the heaviest pair of each end
    best = np.repeat(ranked[last], np.diff(np.append(-1, np.flatnonzero(last))))
    second = np.append(0.0, np.where(same, ranked[:-1], 0.0))[: len(order)]
    best_other[order] = np.where(last, second, best)
    return best_other


def best_matching_on_blocks(
    rows: IntArray, columns: IntArray, weights: FloatArray, groups: tuple[IntArray, IntArray]
) -> BoolArray:
    """The best matching; of equally good ones that of `scipy.optimize.linear_sum_assignment` on blocks.

    *groups* are the groups of all rows and of all columns, ascending, also of those in no pair. A block is
    the matrix of all rows and columns of a group, 0 where there is no pair; a block of over DENSE cells is
    solved by components.
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
    """The connected component of each pair, as any number."""
    if len(rows) <= FEW:
        component: IntArray = rows.copy()
        before = np.empty(0, np.int64)
        while not np.array_equal(component, before):  # the smallest number spreads along rows and columns
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
    """The places of the pairs in the best matching of one component."""
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
    """The same, row by row, with the best matching of each set of columns with the rows so far."""
    # the set of columns, as bits -> the weight of its best matching, and the places of the pairs
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
    """The same on a sparse matrix: each row may also take a column of its own, at the cost of no weight."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    price = float(weights.max()) + 1
    costs = np.concatenate([price - weights, np.full(height, price)])
    at = (np.concatenate([row, np.arange(height)]), np.concatenate([column, width + np.arange(height)]))
    matched = min_weight_full_bipartite_matching(csr_array((costs, at), shape=(height, width + height)))
    taken = np.full(height, NONE)
    taken[matched[0]] = matched[1]
    return np.flatnonzero(taken[row] == column)


# scipy.optimize takes longer to import than most files take to score, and every worker process would do it
# again. Its linear_sum_assignment is one compiled module, which is loaded from its file; where another layout
# of scipy hides it, it is imported as usual.

MODULE = "_lsap"


def linear_sum_assignment(costs: Any, *, maximize: bool = False) -> tuple[IntArray, IntArray]:
    """Rows, ascending, and columns of the cheapest assignment on a matrix (or the dearest), as in scipy."""
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
    """The function of the compiled module, loaded from its file; None where there is no such file."""
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
