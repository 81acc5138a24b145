"""Arrays of so many elements that their pairs are not listed, as tables whose best matching has a bound.

An element is a row, and each path is a field (`algorithms.agreeing_rows`). That takes bags and sets in no
other array, whose elements have no arrays inside and no values that agree in part.

    [{"n": "a", "v": 1}, {"n": "b"}]      n  v
                                          a  1
                                          b  -
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.agreeing_rows import MOST_FIELDS, MOST_WEIGHT, Tables
from nerkit.algorithms.columns import NONE, IntArray
from nerkit.algorithms.keys import combine, distinct
from nerkit.ground.limits import MOST_COMPARED
from nerkit.scorers.json.forms import MODE
from nerkit.scorers.json.options import BAG, SET
from nerkit.scorers.json.rows import Rows


class LargeArray(NamedTuple):
    """An array of one document: elements of gold and of the system, their leaves, and both as tables."""

    document: int
    gold: IntArray
    system: IntArray
    leaf: IntArray
    tables: Tables


def large_arrays(rows: Rows, elements: IntArray, leaf: IntArray, cells: int) -> Iterator[LargeArray]:
    """The arrays with more than so many *cells*, pairs of these elements, that can be matched as tables.

    elements   rows in no other array;  *leaf*: their leaves
    """
    nodes = rows.nodes
    group = combine(nodes.document[elements], nodes.path[elements])
    for number in distinct(group).tolist():
        own = elements[group == number]
        own = own[np.lexsort((nodes.place[own], rows.form[own]))]  # so that shuffled bags have one matching
        gold, system = own[~nodes.system[own]], own[nodes.system[own]]
        if len(gold) * len(system) > cells:
            of_array = np.zeros(len(nodes), bool)
            of_array[own] = True
            inside = leaf[of_array[rows.owner[leaf]]]
            tables = _tables(rows, inside, gold, system)
            if tables is not None:
                yield LargeArray(int(nodes.document[own[0]]), gold, system, inside, tables)


def _tables(rows: Rows, leaf: IntArray, gold: IntArray, system: IntArray) -> Tables | None:
    """The elements as rows of two tables; None where their pairs are more than equal fields."""
    nodes = rows.nodes
    paths = distinct(nodes.path[leaf])
    weight = rows.weight_of_path[paths]
    plain = not any(rows.has_rows_below[side].any() for side in (gold, system))
    plain &= bool(np.isin(rows.array_mode[gold], (MODE[BAG], MODE[SET])).all())
    plain &= not rows.flat[leaf].any() and not rows.graded_path[paths].any()
    plain &= bool((weight % 1 == 0).all()) and weight.sum() <= MOST_WEIGHT and len(paths) <= MOST_FIELDS
    if not plain or len(gold) * len(system) * len(paths) > MOST_COMPARED:
        return None
    field = np.searchsorted(paths, nodes.path[leaf])
    codes_of = []
    for side in (gold, system):
        place = np.full(len(nodes), NONE)  # of each element in its table
        place[side] = np.arange(len(side))
        row = place[rows.owner[leaf]]
        codes = np.full((len(paths), len(side)), NONE)
        codes[field[row != NONE], row[row != NONE]] = rows.code[leaf[row != NONE]]
        codes_of.append(codes)
    return Tables(codes_of[0], codes_of[1], weight.astype(np.int64))
