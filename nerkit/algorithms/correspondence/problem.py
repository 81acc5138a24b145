"""What `solver` solves: pairs of nodes with rewards, pairs of pairs with gains; made from the tuples of two graphs.

Two tuples of equal key agree when their variables are mapped to each other. Tuples with one variable make the rewards,
tuples with two the gains, and a tuple from a variable to itself a reward again, if it is one on both sides. Pairs of
tuples are found by joins on the keys, so that what can earn nothing is never looked at.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import combine, distinct, expand, join

MOST = 2**20  # pairs of tuples of one kind that are looked at: some 0.6 GB with what the solver makes of them

Weight = float | NDArray[Any]


class Tuples(NamedTuple):
    """One graph: `size` variables `0 .. size - 1`, the tuples with one of them and the tuples with two.

    Keys are integers >= 0 that both sides share. A tuple that stands n times in gold and m times in the system counts
    n * m times: whoever wants sets makes them first.
    """

    size: int
    node: IntArray
    node_key: IntArray
    source: IntArray
    target: IntArray
    edge_key: IntArray


@dataclass(frozen=True)
class Problem:
    """Pairs `(first[p], second[p])` of a left and a right node, and pairs of pairs `(one[e], other[e])`.

    Both are distinct and in ascending order; `one[e] < other[e]`, and the two differ in the left and in the right node.
    Rewards and gains are finite and not negative. *omitted* bounds what a mapping may earn beyond them, *ceiling* what
    it may earn in all.
    """

    left: int
    right: int
    first: IntArray
    second: IntArray
    reward: FloatArray
    one: IntArray
    other: IntArray
    gain: FloatArray
    omitted: float = 0.0
    ceiling: float = np.inf

    def restricted(self, kept: BoolArray) -> tuple[Self, BoolArray]:
        """The problem on some of its pairs, and which pairs of pairs are left."""
        edges = kept[self.one] & kept[self.other]
        place = np.cumsum(kept) - 1
        part = replace(
            self,
            first=self.first[kept],
            second=self.second[kept],
            reward=self.reward[kept],
            one=place[self.one[edges]],
            other=place[self.other[edges]],
            gain=self.gain[edges],
        )
        return part, edges

    def value(self, chosen: BoolArray) -> float:
        """What the chosen pairs earn together."""
        return float(self.reward[chosen].sum() + self.gain[chosen[self.one] & chosen[self.other]].sum())

    def partners(self, chosen: BoolArray) -> FloatArray:
        """For each pair the sum of its gains with chosen pairs."""
        size = len(self.first)
        forth = totals(self.one, self.gain * chosen[self.other], size)
        return forth + totals(self.other, self.gain * chosen[self.one], size)


def totals(places: IntArray, amounts: FloatArray, size: int) -> FloatArray:
    """The sum of the amounts at each of *size* places."""
    return np.bincount(places, amounts, size).astype(float, copy=False)


def problem(
    gold: Tuples,
    system: Tuples,
    node_weight: Weight = 1,
    edge_weight: Weight = 1,
    forbidden: tuple[IntArray, IntArray] | None = None,
) -> Problem:
    """The problem of mapping gold variables to system variables such that tuples of most weight agree.

    A weight is one number, or an array with the weight of each key; `ValueError` if one is negative. *forbidden* are
    pairs (gold nodes, system nodes) that must not be mapped. Where there are more than `MOST` pairs of tuples, those
    near in rank are looked at and the rest is bounded, by `omitted` and `ceiling`; a value is then what the mapping
    earns at least.
    """
    width = max(system.size, 1)
    some, others, near = _joined(gold.node_key, system.node_key)
    rewards = gold.node[some] * width + system.node[others], _weights(node_weight, gold.node_key[some])
    some, others, near_edges = _joined(gold.edge_key, system.edge_key)
    tail = gold.source[some] * width + system.source[others]
    head = gold.target[some] * width + system.target[others]
    gain = _weights(edge_weight, gold.edge_key[some])
    loop, other_loop = gold.source[some] == gold.target[some], system.source[others] == system.target[others]
    if (loop | other_loop).any():
        both, neither = loop & other_loop, ~(loop | other_loop)
        rewards = np.append(rewards[0], tail[both]), np.append(rewards[1], gain[both])
        tail, head, gain = tail[neither], head[neither], gain[neither]
    made = _assembled((gold.size, system.size), rewards, (tail, head, gain), forbidden)
    if near is None and near_edges is None:
        return made
    keys, nodes = _most(gold.node_key, system.node_key, (gold.node,), (system.node,), node_weight)
    edge_keys, edges = _most(
        gold.edge_key,
        system.edge_key,
        (gold.source, gold.target),
        (system.source, system.target),
        edge_weight,
    )
    omitted = sum(
        float(most[np.searchsorted(known, some)].sum())
        for known, most, some in ((keys, nodes, near), (edge_keys, edges, near_edges))
        if some is not None
    )
    return replace(made, omitted=omitted, ceiling=float(nodes.sum() + edges.sum()))


def _joined(left: IntArray, right: IntArray) -> tuple[IntArray, IntArray, IntArray | None]:
    """The pairs of places with equal keys; and the keys of which only pairs near in rank are among them, if any."""
    if len(left) * len(right) <= MOST:
        return *join(left, right), None
    order, other_order = np.argsort(left, kind="stable"), np.argsort(right, kind="stable")
    ordered, other_ordered = left[order], right[other_order]
    first, last = (np.searchsorted(other_ordered, ordered, side) for side in ("left", "right"))
    start, stop = (np.searchsorted(ordered, ordered, side) for side in ("left", "right"))
    centre = first + (np.arange(len(left)) - start) * (last - first) // np.maximum(stop - start, 1)
    reach = len(right)
    while True:
        wide = last - first > reach
        low = np.where(wide, np.maximum(first, centre - reach // 2), first)
        high = np.where(wide, np.minimum(last, centre + reach // 2 + 1), last)
        if int((high - low).sum()) <= MOST or reach <= 1:
            break
        reach //= 2
    rows, places = expand(low, high)
    return order[rows], other_order[places], distinct(ordered[wide]) if wide.any() else None


def _most(
    left: IntArray, right: IntArray, nodes: tuple[IntArray, ...], others: tuple[IntArray, ...], weight: Weight
) -> tuple[IntArray, FloatArray]:
    """The distinct keys, and the most that the tuples of each can earn: each agrees with the copies of at most one of the other side."""
    known, codes = np.unique(np.concatenate((left, right)), return_inverse=True)
    mine, theirs = codes[: len(left)], codes[len(left) :]
    agreeing = []
    for keys, variables, rest in ((mine, nodes, theirs), (theirs, others, mine)):
        _, at, copies = np.unique(combine(keys, *variables), return_index=True, return_counts=True)
        repeated = np.zeros(len(known), np.int64)
        np.maximum.at(repeated, keys[at], copies)
        agreeing.append(repeated * np.bincount(rest, minlength=len(known)))
    most: FloatArray = np.minimum(*agreeing) * _weights(weight, known)
    return known, most


def _weights(weight: Weight, keys: IntArray) -> FloatArray:
    if isinstance(weight, np.ndarray):
        return weight[keys].astype(float)
    return np.full(len(keys), float(weight))


def _assembled(
    sizes: tuple[int, int],
    rewards: tuple[IntArray, FloatArray],
    gains: tuple[IntArray, IntArray, FloatArray],
    forbidden: tuple[IntArray, IntArray] | None,
) -> Problem:
    """The problem of rewards (pair, weight) and gains (pair, pair, weight), where a pair is `left * sizes[1] + right`."""
    (code, weight), (tail, head, gain) = rewards, gains
    width = max(sizes[1], 1)
    useful, useful_edges = weight > 0, gain > 0
    if forbidden is not None:
        never = np.asarray(forbidden[0]) * width + np.asarray(forbidden[1])
        useful &= ~np.isin(code, never)
        useful_edges &= ~(np.isin(tail, never) | np.isin(head, never))
    if not (useful.all() and useful_edges.all()):
        if (weight < 0).any() or (gain < 0).any():
            raise ValueError("weights are not negative")
        code, weight = code[useful], weight[useful]
        tail, head, gain = tail[useful_edges], head[useful_edges], gain[useful_edges]
    codes, place = np.unique(np.concatenate((code, tail, head)), return_inverse=True)
    first, second = np.divmod(codes, width)
    size, count = len(codes), len(code)
    one, other = place[count : count + len(tail)], place[count + len(tail) :]
    edges, at = np.unique(np.minimum(one, other) * size + np.maximum(one, other), return_inverse=True)
    one, other = np.divmod(edges, max(size, 1))
    reward = totals(place[:count], weight, size)
    return Problem(*sizes, first, second, reward, one, other, totals(at, gain, len(edges)))


def lexicographic(objectives: Sequence[Weight], most: Sequence[float]) -> Weight:
    """Weights under which a better first objective outweighs everything, then the second, and so on.

    *objectives* are weights (whole numbers, all single numbers or arrays alike), *most* bounds the total of each. The
    totals are read off the value by `separated`. The product of all `most + 1` must stay below 2**40.
    """
    weight: Weight = objectives[0]
    for objective, bound in zip(objectives[1:], most[1:], strict=True):
        weight = weight * (int(bound) + 1) + objective
    return weight


def separated(value: float, most: Sequence[float]) -> list[int]:
    """The totals of the objectives in the value of weights from `lexicographic`."""
    rest, totals = int(value), []
    for bound in reversed(most[1:]):
        rest, total = divmod(rest, int(bound) + 1)
        totals.append(total)
    return [rest, *reversed(totals)]
