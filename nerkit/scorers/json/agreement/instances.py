"""The matchings, level by level, that `json` is the best of, for certificates."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.algorithms.keys import combine, ranked
from nerkit.algorithms.nested_assignment import Cell, matrix, summed, written
from nerkit.corpora.corpus import Batch
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.errors import UsageError
from nerkit.results.instances import Instance, of_cells
from nerkit.scorers.json import pairs as row_pairs
from nerkit.scorers.json.agreement.leaves import equal_leaves, graded_leaves
from nerkit.scorers.json.assigning import CELLS
from nerkit.scorers.json.counting import ComparedValues
from nerkit.scorers.json.forms import MODE
from nerkit.scorers.json.options import SEQUENCE, Options
from nerkit.scorers.json.readings.batch import in_readings
from nerkit.scorers.json.rows import Rows

Pair = tuple[int, int]  # a row of gold and one of the system


def instances(batch: Batch[JsonDocuments], _: str, options: Options) -> Iterator[Instance]:
    """The instance of every document: the leaves of the document itself that agree, and a matrix for each
    array.

    A cell is the weight of the leaves in which two elements agree, and the matrices of the arrays inside
    them. Raises UsageError for values that no matching of matrices is the score of.
    """
    if in_readings(options):
        raise UsageError("certificate=… is of one right answer a document, and here are several")
    compared = ComparedValues(batch, options)
    rows = compared.rows()
    if np.isin(rows.array_mode[rows.is_row], MODE[SEQUENCE]).any():
        raise UsageError(
            "certificate=… is of matchings without order, and here are arrays matched as sequences"
        )
    if rows.scale == 1 and any(weight.denominator > 1 for weight in rows.weights):
        raise UsageError("certificate=… is of weights with a common denominator below 1,000,000")
    if _has_large(rows) and compared.outcomes.matching.slack:
        raise UsageError("certificate=… lists all pairs of elements, and here is an array of too many")
    cells = _cells(rows)
    nodes = rows.nodes
    roots = np.full((2, len(batch.documents)), NONE)
    root = np.flatnonzero(nodes.parent == NONE)
    roots[nodes.system[root].astype(int), nodes.document[root]] = root
    for document, gold, system in zip(batch.documents, *roots.tolist(), strict=True):
        yield of_cells(document, cells.get((gold, system), 0))


def _has_large(rows: Rows) -> bool:
    """Whether an array has so many pairs of elements that they may not be listed."""
    nodes = rows.nodes
    element = np.flatnonzero(rows.is_row & (rows.level == 1))
    array = combine(nodes.document[element], nodes.path[element]) if len(element) else element
    number, system = ranked(array)[0], nodes.system[element]
    gold, own = (np.bincount(number[side], minlength=1 + len(element)) for side in (~system, system))
    return bool((gold * own > CELLS).any())


def _cells(rows: Rows) -> dict[Pair, Cell]:
    """The cells of the pairs of whole documents, made from those of the innermost rows outwards."""
    own = _own(rows)
    parts: dict[Pair, list[Cell]] = defaultdict(list)  # of each pair of rows: the matrices inside it
    level = rows.level.tolist()
    by_level: dict[int, set[Pair]] = defaultdict(set)
    for pair in own:
        by_level[level[pair[0]]].add(pair)
    nodes, block = rows.nodes, rows.block.tolist()
    parent, owner = nodes.parent.tolist(), rows.owner.tolist()
    place, size = _places(rows)
    for depth in range(max(by_level, default=0), 0, -1):
        arrays: dict[Pair, dict[Pair, Cell]] = defaultdict(dict)
        for gold, system in by_level[depth]:
            if block[gold] == block[system] != NONE:
                cell = summed([written(own.get((gold, system), Fraction(0))), *parts.pop((gold, system), [])])
                arrays[parent[gold], parent[system]][place[gold], place[system]] = cell
        for (gold, system), listed in sorted(arrays.items()):
            around = owner[gold], owner[system]
            parts[around].append(matrix(size[gold], size[system], listed))
            by_level[depth - 1].add(around)
    return {pair: summed([written(own.get(pair, Fraction(0))), *parts[pair]]) for pair in by_level[0]}


def _own(rows: Rows) -> dict[Pair, Fraction]:
    """The weight of the leaves of two rows themselves that agree."""
    leaf = np.flatnonzero(rows.leaf)
    feature = rows.features(rows.leaf)
    fields = leaf[~rows.flat[leaf]]
    found = row_pairs.summed([equal_leaves(rows, feature, leaf, rows.weight), graded_leaves(rows, fields)])
    if (found.value % 1).any():
        raise UsageError("certificate=… is of leaves that agree or do not, and here some agree in part")
    values = [Fraction(int(value), rows.scale) for value in found.value.tolist()]
    return dict(zip(zip(found.gold.tolist(), found.system.tolist(), strict=True), values, strict=True))


def _places(rows: Rows) -> tuple[list[int], list[int]]:
    """The place of each row among those of its array, and how many rows each array has."""
    parent, count = rows.nodes.parent, len(rows.nodes)
    some = np.flatnonzero(rows.is_row & (parent != NONE))
    size: IntArray = np.bincount(parent[some], minlength=count)
    order = some[np.argsort(parent[some], kind="stable")]
    begin = np.cumsum(size) - size
    place = np.zeros(count, np.int64)
    place[order] = np.arange(len(order)) - begin[parent[order]]
    return place.tolist(), size.tolist()
