"""One-to-one matching of the largest total weight between two sets, over a sparse list of admissible pairs.

Solved per connected component of the graph that the pairs make: a component with one row or one column in closed form,
a small one by the Hungarian method on its own dense block, a large one on its sparse block.
"""

import numpy as np

from nerkit.model import BoolArray, FloatArray, IntArray

DENSE = 4_000_000  # cells of a component's matrix above which it stays sparse


def best_matching(rows: IntArray, columns: IntArray, weights: FloatArray) -> BoolArray:
    """Which of the pairs `(rows[k], columns[k])`, distinct and of positive weight, are in the best matching.

    Among equally good matchings the choice depends on the order of rows and columns only.
    """
    if not len(weights):
        return np.zeros(0, bool)
    row_degree, column_degree = np.bincount(rows), np.bincount(columns)
    chosen: BoolArray = (row_degree[rows] == 1) & (column_degree[columns] == 1)
    left = np.flatnonzero(~chosen)
    if len(left):
        chosen[left] = _by_component(rows[left], columns[left], weights[left])
    return chosen


def best_matching_on_blocks(
    rows: IntArray, columns: IntArray, weights: FloatArray, groups: tuple[IntArray, IntArray]
) -> BoolArray:
    """The same, with the choice among equally good matchings that `scipy.optimize.linear_sum_assignment` makes on whole blocks.

    *groups* are the groups of all rows and of all columns, ascending, with those that no pair names. A block is the matrix
    of all rows and columns of a group, 0 where there is no pair; one of over DENSE cells is solved by components.
    """
    if not len(weights):
        return np.zeros(0, bool)
    chosen: BoolArray = np.maximum(np.bincount(rows)[rows], np.bincount(columns)[columns]) == 1
    group = groups[0][rows]
    contested = np.unique(group[~chosen])
    first = [np.searchsorted(side, contested, "left") for side in groups]
    size = [np.searchsorted(side, contested, "right") - at for side, at in zip(groups, first, strict=True)]
    small = size[0] * size[1] <= DENSE
    large = np.isin(group, contested[~small]) & ~chosen
    chosen[large] = best_matching(rows[large], columns[large], weights[large])
    order = np.argsort(group, kind="stable")
    pairs = [np.searchsorted(group[order], contested, side) for side in ("left", "right")]
    for k in np.flatnonzero(small).tolist():
        some = order[pairs[0][k] : pairs[1][k]]
        cells = rows[some] - first[0][k], columns[some] - first[1][k]
        chosen[some] = _on_block(cells, weights[some], (int(size[0][k]), int(size[1][k])))
    return chosen


def _on_block(cells: tuple[IntArray, IntArray], weights: FloatArray, shape: tuple[int, int]) -> BoolArray:
    from scipy.optimize import linear_sum_assignment

    matrix, picked = np.zeros(shape), np.zeros(shape, bool)
    matrix[cells] = weights
    picked[linear_sum_assignment(matrix, maximize=True)] = True
    return picked[cells]


def _by_component(rows: IntArray, columns: IntArray, weights: FloatArray) -> BoolArray:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    row_count, column_count = int(rows.max()) + 1, int(columns.max()) + 1
    size = row_count + column_count
    graph = coo_array((np.ones(len(rows)), (rows, row_count + columns)), shape=(size, size))
    component = connected_components(graph, directed=False)[1][rows]
    order = np.argsort(component, kind="stable")
    borders = np.flatnonzero(np.diff(component[order])) + 1
    chosen = np.zeros(len(rows), bool)
    for pairs in np.split(order, borders):
        chosen[pairs[_solve(rows[pairs], columns[pairs], weights[pairs])]] = True
    return chosen


def _solve(rows: IntArray, columns: IntArray, weights: FloatArray) -> IntArray:
    """The places of the pairs in the best matching of one component."""
    row_names, row = np.unique(rows, return_inverse=True)
    column_names, column = np.unique(columns, return_inverse=True)
    height, width = len(row_names), len(column_names)
    if min(height, width) == 1:
        return np.array([np.argmax(weights)])
    if height * width > DENSE:
        return _solve_sparse(row, column, weights, height, width)
    from scipy.optimize import linear_sum_assignment

    matrix, place = np.zeros((height, width)), np.full((height, width), -1)
    matrix[row, column], place[row, column] = weights, np.arange(len(weights))
    found: IntArray = place[linear_sum_assignment(matrix, maximize=True)]
    return found[found >= 0]


def _solve_sparse(row: IntArray, column: IntArray, weights: FloatArray, height: int, width: int) -> IntArray:
    """The same on a sparse matrix: each row may also take a column of its own, at the cost of no weight."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    price = float(weights.max()) + 1
    costs = np.concatenate([price - weights, np.full(height, price)])
    at = (np.concatenate([row, np.arange(height)]), np.concatenate([column, width + np.arange(height)]))
    matched = min_weight_full_bipartite_matching(csr_array((costs, at), shape=(height, width + height)))
    taken = np.full(height, -1)
    taken[matched[0]] = matched[1]
    return np.flatnonzero(taken[row] == column)
