"""Values that are best matchings of smaller values, and their proofs, level by level.

A cell is a number, a sum of cells, the largest of several, or the best one-to-one matching of a matrix of
cells. Cells are written as the JSON of certificates has them, numbers as integers or texts "n/d":

    {"sum": [2, {"rows": 2, "columns": 1, "cells": [[0, 0, 1], [1, 0, {"rows": 1, "columns": 1, …}]]}]}

`proved` adds to each matrix the pairs of its best matching and potentials (`potentials`) that no matching
exceeds. A matrix is proved after its cells, so that what it says of them are optima.
"""

from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.potentials import proved as with_potentials

Cell = int | str | dict[str, Any]
SMALL = 60  # cells of a matrix up to which matchings are improved from nothing
PROOF = ("pairs", "u", "v")


def written(value: Fraction | int) -> int | str:
    """A number as certificates have it."""
    return value.numerator if value.denominator == 1 else str(value)


def summed(parts: list[Cell]) -> Cell:
    """The sum of cells, of which numbers are added."""
    number = sum((Fraction(part) for part in parts if not isinstance(part, dict)), Fraction(0))
    inner: list[Cell] = [part for part in parts if isinstance(part, dict)]
    if not inner:
        return written(number)
    listed = [written(number), *inner] if number else inner
    return listed[0] if len(listed) == 1 else {"sum": listed}


def best_of(cells: list[Cell]) -> Cell:
    """The largest of cells, which are at least one."""
    return cells[0] if len(cells) == 1 else {"largest": cells}


def matrix(rows: int, columns: int, cells: dict[tuple[int, int], Cell]) -> Cell:
    """A matrix of these sizes; places that have no cell are 0."""
    return {"rows": rows, "columns": columns, "cells": [[*at, cells[at]] for at in sorted(cells)]}


def proved(cell: Cell) -> tuple[Cell, Fraction]:
    """A cell with its proofs, and its value."""
    if not isinstance(cell, dict):
        return cell, Fraction(cell)
    if "sum" in cell:
        inner = [proved(one) for one in cell["sum"]]
        return {"sum": [one for one, _ in inner]}, sum((value for _, value in inner), Fraction(0))
    if "largest" in cell:
        inner = [proved(one) for one in cell["largest"]]
        return {"largest": [one for one, _ in inner]}, max(value for _, value in inner)
    cells, values = [], dict[tuple[int, int], Fraction]()
    for i, j, one in cell["cells"]:
        with_proof, values[i, j] = proved(one)
        cells.append([i, j, with_proof])
    pairs, u, v, value = best(values, cell["rows"], cell["columns"])
    proof = {"pairs": pairs, "u": u, "v": v}
    return {"rows": cell["rows"], "columns": cell["columns"], "cells": cells, **proof}, value


def best(
    values: dict[tuple[int, int], Fraction], rows: int, columns: int
) -> tuple[list[list[int]], list[int | str], list[int | str], Fraction]:
    """The pairs of the best matching, ascending, the potentials of both sides, and what the pairs earn."""
    scale = lcm(*{value.denominator for value in values.values()})
    weights = {at: int(value * scale) for at, value in values.items() if value > 0}
    matched, u, v = with_potentials(weights, _start(weights, scale))
    pairs = sorted(matched.items())
    return (
        [list(pair) for pair in pairs],
        [written(Fraction(u.get(i, 0), scale)) for i in range(rows)],
        [written(Fraction(v.get(j, 0), scale)) for j in range(columns)],
        Fraction(sum(weights[pair] for pair in pairs), scale),
    )


def _start(weights: dict[tuple[int, int], int], scale: int) -> dict[int, int]:
    """A matching that is the best one, but for errors of floats; of a small matrix none."""
    if len(weights) <= SMALL:
        return {}
    cells = np.array(list(weights), np.int64)
    chosen = best_matching(cells[:, 0], cells[:, 1], np.array([w / scale for w in weights.values()]))
    return dict(cells[chosen].tolist())


def without_proof(cell: Cell) -> Cell:
    """A cell as it was stated, before it was proved."""
    if not isinstance(cell, dict):
        return cell
    if "sum" in cell:
        return {"sum": [without_proof(one) for one in cell["sum"]]}
    if "largest" in cell:
        return {"largest": [without_proof(one) for one in cell["largest"]]}
    cells = [[i, j, without_proof(one)] for i, j, one in cell["cells"]]
    return {"rows": cell["rows"], "columns": cell["columns"], "cells": cells}
