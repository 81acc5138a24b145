"""Match system brackets and gold brackets one to one if they have the same words and, if labels count, the
same label.

Among brackets with the same words, each gold bracket in text order takes the first remaining system bracket.
This matters only if one label equals two different labels (EQ_LABEL X Y, EQ_LABEL Y Z). All other matching is
the intersection of multisets.
"""

from collections.abc import Sequence

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.algorithms.keys import combine, join, turns
from nerkit.scorers.tree.brackets import Brackets, Sides
from nerkit.scorers.tree.labels import EqualLabels

Codes = tuple[IntArray, IntArray]  # of the brackets of gold and of the system


def matched(sides: Sides, cells: Sequence[Codes], *, labeled: bool, same: EqualLabels) -> Codes:
    """Return the positions of matched gold brackets and of their system brackets, ordered by gold position.

    cells   further values that must be equal
    """
    gold, system = _keys(sides, cells)
    if not labeled:
        return _pairs(gold, system)
    exact = _with(gold, system, (sides.gold.label, sides.system.label))
    chained = [code for code, name in enumerate(sides.labels) if name in same.chained]
    if not chained:
        return _pairs(*exact)
    loose = [np.isin(side.label, chained) for side in (sides.gold, sides.system)]
    groups = np.union1d(gold[loose[0]], system[loose[1]])
    by_hand = [np.isin(keys, groups) for keys in (gold, system)]
    plain = [np.flatnonzero(~hand) for hand in by_hand]
    left, right = _pairs(exact[0][plain[0]], exact[1][plain[1]])
    rows = [np.flatnonzero(hand) for hand in by_hand]
    more = _by_hand(sides, (gold, system), rows, same)
    pairs = np.concatenate([plain[0][left], more[:, 0]]), np.concatenate([plain[1][right], more[:, 1]])
    order = np.argsort(pairs[0], kind="stable")
    return pairs[0][order], pairs[1][order]


def _keys(sides: Sides, cells: Sequence[Codes]) -> Codes:
    """Return one integer per bracket, equal for brackets with equal words and *cells*."""

    def columns(side: Brackets) -> list[IntArray]:
        return [side.pair, side.start, side.end, side.shape]

    pairs = [*zip(columns(sides.gold), columns(sides.system), strict=True), *cells]
    key = combine(*(np.concatenate(pair) for pair in pairs))
    return key[: len(sides.gold)], key[len(sides.gold) :]


def _with(gold: IntArray, system: IntArray, codes: Codes) -> Codes:
    """Combine keys and codes to keys that are equal if both are equal."""
    key = combine(np.concatenate([gold, system]), np.concatenate(codes))
    return key[: len(gold)], key[len(gold) :]


def _pairs(gold: IntArray, system: IntArray) -> Codes:
    """Pair the positions of equal keys: the first gold position with the first system position, and so on."""
    key = combine(np.concatenate([gold, system]), np.concatenate([turns(gold), turns(system)]))
    return join(key[: len(gold)], key[len(gold) :])


def _by_hand(sides: Sides, keys: Codes, rows: Sequence[IntArray], same: EqualLabels) -> IntArray:
    """Pair these rows of both sides one by one; shape (pairs, 2)."""
    place = {name: code for code, name in enumerate(sides.labels)}
    agreeing = {
        code: {code, *(place[partner] for partner in same.partners.get(name, ()) if partner in place)}
        for code, name in enumerate(sides.labels)
    }
    left: dict[int, list[tuple[int, int]]] = {}
    columns = (keys[1][rows[1]], rows[1], sides.system.label[rows[1]])
    for key, row, label in zip(*(column.tolist() for column in columns), strict=True):
        left.setdefault(key, []).append((row, label))
    pairs = []
    columns = (keys[0][rows[0]], rows[0], sides.gold.label[rows[0]])
    for key, row, label in zip(*(column.tolist() for column in columns), strict=True):
        for candidate in left.get(key, ()):
            if candidate[1] in agreeing[label]:
                left[key].remove(candidate)
                pairs.append((row, candidate[0]))
                break
    return np.array(pairs, np.int64).reshape(-1, 2)
