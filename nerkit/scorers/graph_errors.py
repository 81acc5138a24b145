"""The errors in graphs, tuple by tuple: tuples of one side alone, as `results.errors` lists them.

    correct     a tuple that agrees under the correspondence of the measure
    missed      one that only gold has
    spurious    one that only the system has

The label of a tuple is its kind (edge, property, …), its text names nodes as the graph of its side does. A
wrong value is missed and spurious.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import Column
from nerkit.corpora.corpus import Place
from nerkit.results.errors import CORRECT, MISSED, SPURIOUS, Errors, GraphPairs, Items
from nerkit.results.pairing_steps import ItemPairing

KINDS = (CORRECT, MISSED, SPURIOUS)


class GraphTuple(NamedTuple):
    """A tuple of one side: kind, text, whether the other side has it, the sentence around it, file, line, and
    the names of its nodes.
    """

    kind: str
    text: str
    agrees: bool
    around: str | None = None
    place: Place | None = None
    nodes: tuple[str, ...] = ()


def listed(
    documents: Sequence[str],
    gold: Sequence[Sequence[GraphTuple]],
    system: Sequence[Sequence[GraphTuple]],
    corresponding: Sequence[Mapping[str, str]],
) -> Errors:
    """Return the tuples of each document in order: agreeing tuples first, then missed and spurious tuples.

    *corresponding* maps gold nodes to system nodes, for each document.
    """
    sides = [list(chain.from_iterable(of)) for of in (gold, system)]
    agrees = [np.array([one.agrees for one in side], bool) for side in sides]
    first = _first(gold), _first(system)
    document = [np.repeat(np.arange(len(documents)), np.diff(each)) for each in first]
    pairing = ItemPairing.of_sides(KINDS, {"document": document}, ~np.concatenate(agrees))
    ours, theirs = map(np.flatnonzero, agrees)
    # any agreeing tuple of the same kind stands for the partner: labels are tabulated, no more
    partner = {(document[1][row], sides[1][row].kind): row for row in theirs.tolist()}
    beside = [partner[document[0][row], sides[0][row].kind] for row in ours.tolist()]
    pairing.take(ours, np.array(beside, np.int64) + pairing.split, CORRECT)
    pairing.alone()
    graphs = GraphPairs(
        first,
        ([one.nodes for one in sides[0]], [one.nodes for one in sides[1]]),
        (agrees[0].tolist(), agrees[1].tolist()),
        corresponding,
    )
    items = _items(sides[0]), _items(sides[1])
    return pairing.errors(documents, items, "document kind row", graphs=graphs)


def _first(tuples: Sequence[Sequence[GraphTuple]]) -> list[int]:
    """Return the first row of each document, then the number of all rows."""
    return [0, *accumulate(map(len, tuples))]


def _items(tuples: Sequence[GraphTuple]) -> Items:
    return Items(
        Column.of([one.kind for one in tuples]),
        text=lambda row: tuples[row].text,
        around=lambda row: tuples[row].around,
        place=lambda row: tuples[row].place,
    )
