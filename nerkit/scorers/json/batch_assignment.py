"""The best one-to-one matchings of array elements: small problems together, large problems one by one."""

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.assignment import best_matching, linear_sum_assignment
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import combine, distinct

SMALL, LARGE = 200, 4_000_000  # an assignment is solved on a dense matrix between these numbers of cells
CELLS = 20_000_000  # the most pairs of rows whose sums are kept as a full table


def assigned(ends: list[IntArray], problem: IntArray, weight: FloatArray) -> BoolArray:
    """Return the best one-to-one matching of each problem, as a mask of the candidate pairs, shape (pairs,).

    ends      the gold and the system element of each pair, as ranks; the list is emptied to free memory
    problem   the number of the matching problem of each pair
    weight    the weight of each pair

    If several matchings are equally good, the choice depends only on the order of the ranks.
    """
    chosen = np.zeros(len(weight), bool)
    if (problem[1:] < problem[:-1]).any():
        order = np.argsort(problem, kind="stable")
        chosen[order] = assigned([end[order] for end in ends], problem[order], weight[order])
        return chosen
    borders = np.flatnonzero(problem[1:] != problem[:-1]) + 1
    begins, ends_at = np.append(0, borders), np.append(borders, len(problem))
    places = [_places(problem, ends.pop(0)) for _ in range(2)]
    together = np.ones(len(begins), bool)
    pairs = ends_at - begins
    lows = [np.minimum.reduceat(place, begins) for place in places]
    highs = [np.maximum.reduceat(place, begins) for place in places]
    shapes = [high.astype(np.int64) - low + 1 for high, low in zip(highs, lows, strict=True)]
    sizes = np.where(pairs < SMALL // 2, 0, shapes[0] * shapes[1])  # cells of the matrices of large problems
    full = pairs > sizes // 8  # sparse pairs would take more room than a matrix
    whole = (sizes > SMALL) & (sizes <= np.where(full, CELLS, LARGE))
    for k in np.flatnonzero(whole).tolist():
        rows = slice(begins[k], ends_at[k])
        height, width = int(shapes[0][k]), int(shapes[1][k])
        together[k] = False
        cells = places[0][rows] - lows[0][k], places[1][rows] - lows[1][k]
        matrix, picked = np.zeros((height, width)), np.zeros((height, width), bool)
        matrix[cells] = weight[rows]
        picked[linear_sum_assignment(matrix, maximize=True)] = True
        chosen[rows] = picked[cells]
    many = np.repeat(together, pairs)
    rest = np.flatnonzero(many)
    by_rank = np.lexsort((places[1][rest], places[0][rest]))  # among equal pairs the first may be chosen
    rest, small = rest[by_rank], np.repeat(sizes <= LARGE, pairs)[many][by_rank]
    for some, parts in ((rest[small], problem), (rest[~small], None)):
        part = None if parts is None else parts[some]
        rows, columns = (place[some].astype(np.int64) for place in places)
        chosen[some] = best_matching(rows, columns, weight[some], part)
    return chosen


def _places(problem: IntArray, end: IntArray) -> NDArray[np.int32]:
    """Return the rank of each (problem, element) among the distinct (problem, element) pairs, as 32-bit
    integers.
    """
    of_end = np.full(int(end.max(initial=NONE)) + 1, NONE)
    of_end[end] = problem
    if not np.array_equal(of_end[end], problem):  # some element is in several problems
        key = combine(problem, end)
        return np.searchsorted(distinct(key), key).astype(np.int32)
    elements = np.flatnonzero(of_end != NONE)
    elements = elements[np.argsort(of_end[elements], kind="stable")]
    place = np.empty(len(of_end), np.int32)
    place[elements] = np.arange(len(elements))
    places: NDArray[np.int32] = place[end]
    return places
