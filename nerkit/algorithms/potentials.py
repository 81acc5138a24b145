"""Proofs that a one-to-one matching is the best: potentials of rows and columns, exact for any integers.

Potentials u, v ≥ 0 with u[i] + v[j] ≥ weight(i, j) in every cell allow no matching more than Σu + Σv, and the
best matching earns just that (the duality of linear programs; Kuhn 1955, Munkres 1957). A matched pair has
u + v equal to its weight, a row or column without partner has 0. So v alone is sought: the least v ≥ 0 with

    v[j] ≥ weight(i, j)                              for rows i without partner
    v[j] ≥ v[m] + weight(i, j) - weight(i, m)        for rows i matched with m

by raising what is too low (Bellman-Ford). Where a v[j] comes above the weight of j's own pair, or above 0
without one, the chain of raises behind it leads to a better matching, from which the search begins again.
"""

from collections import deque
from collections.abc import Mapping

Pairs = dict[int, int]  # row -> column
Weights = Mapping[tuple[int, int], int]


def proved(weights: Weights, pairs: Pairs) -> tuple[Pairs, dict[int, int], dict[int, int]]:
    """The best matching, and the potentials of rows and of columns that are not 0.

    weights   of the cells (row, column), integers of any size; others are 0
    pairs     a matching to begin with, the better the faster; any will do, also {}

    Only cells of positive weight are matched.
    """
    cells = dict[int, list[tuple[int, int]]]()
    for (row, column), weight in weights.items():
        if weight > 0:
            cells.setdefault(row, []).append((column, weight))
    matched = {row: column for row, column in pairs.items() if weights.get((row, column), 0) > 0}
    while (v := _raised(cells, weights, matched)) is None:
        pass
    u = {row: weights[row, column] - v.get(column, 0) for row, column in matched.items()}
    return matched, {row: value for row, value in u.items() if value}, v


def _raised(
    cells: Mapping[int, list[tuple[int, int]]], weights: Weights, matched: Pairs
) -> dict[int, int] | None:
    """The least potentials of columns; or None, after *matched* was made a better matching."""
    row_of = {column: row for row, column in matched.items()}
    v, raised_by = dict[int, int](), dict[int, int]()  # of columns
    waiting = deque(cells)
    while waiting:
        row = waiting.popleft()
        own = matched.get(row)
        base = 0 if own is None else v.get(own, 0) - weights[row, own]
        for column, weight in cells[row]:
            if column == own or base + weight <= v.get(column, 0):
                continue
            v[column], raised_by[column] = base + weight, row
            partner = row_of.get(column)
            if v[column] > (0 if partner is None else weights[partner, column]):
                _improve(matched, row_of, raised_by, column)
                return None
            if partner is not None:
                waiting.append(partner)
    return v


def _improve(matched: Pairs, row_of: dict[int, int], raised_by: Mapping[int, int], end: int) -> None:
    """Exchange the pairs along the chain of raises that ends at a column, or on a circle behind it."""
    chain, before = [end], matched.get(raised_by[end])
    while before is not None and before in raised_by and before not in chain:
        chain.append(before)
        before = matched.get(raised_by[before])
    rows = [raised_by[column] for column in chain]
    if before in chain:  # a circle: all rows on it go on by one
        start = chain.index(before)
        chain, rows = chain[start:], rows[start:]
    elif end in row_of:
        del matched[row_of[end]]
    for column, row in zip(chain, rows, strict=True):
        matched[row] = column
