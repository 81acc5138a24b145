"""The problem that `solver` solves, made from the tuples of two graphs: how much each pair of nodes can earn.

A graph is given as tuples of a key and one or two variables (nodes). For example, (want, a) says that node a
has the label "want", and (ARG0, a, b) that an edge leads from a to b. A gold tuple and a system tuple agree
if their keys are equal and their variables are mapped to each other. So for every two tuples of equal key

    (key, i) and (key, k)           the pair i-k has a reward
    (key, i, j) and (key, k, m)     the pairs i-k and j-m have a gain, if both are mapped
    (key, i, i) and (key, k, k)     the pair i-k has a reward; a loop never agrees with an edge between two
                                    nodes

The pairs of tuples come from joins on the keys. Pairs of nodes that can earn nothing together are therefore
never looked at.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import combine, distinct, expand, join

MOST = 2**20  # the most pairs of tuples of one kind: some 0.6 GB with the solver's own arrays

Weight = float | NDArray[Any]


class Tuples(NamedTuple):
    """One graph with the variables `0 .. size - 1`.

    node, node_key             the tuples with one variable, shape (tuples,) each
    source, target, edge_key   the tuples with two variables, shape (tuples,) each

    Keys are integers >= 0 that both sides share. A tuple that occurs n times in the gold side and m times in
    the system counts n * m times. To compare sets, remove copies first.
    """

    size: int
    node: IntArray
    node_key: IntArray
    source: IntArray
    target: IntArray
    edge_key: IntArray


@dataclass(frozen=True)
class Problem:
    """Pairs of nodes with rewards, and pairs of such pairs ("edges") with gains.

    left, right      the numbers of left (gold) and right (system) nodes
    first, second    pair p maps left node `first[p]` to right node `second[p]`; distinct, in ascending order
    reward           what pair p earns if it is mapped
    earlier, later   edge e joins the pairs `earlier[e] < later[e]`, which share no node; distinct, in
                     ascending
                     order
    gain             what edge e earns if both of its pairs are mapped
    omitted          a bound on the earnings of a mapping beyond these rewards and gains
    ceiling          a bound on all earnings of a mapping

    Rewards and gains are finite and not negative.
    """

    left: int
    right: int
    first: IntArray
    second: IntArray
    reward: FloatArray
    earlier: IntArray
    later: IntArray
    gain: FloatArray
    omitted: float = 0.0
    ceiling: float = np.inf

    def restricted(self, pairs: BoolArray) -> tuple[Self, BoolArray]:
        """Return the problem on some of its pairs, and a mask of the edges that stay."""
        edges = pairs[self.earlier] & pairs[self.later]
        place = np.cumsum(pairs) - 1  # the new numbers of the pairs that stay
        part = replace(
            self,
            first=self.first[pairs],
            second=self.second[pairs],
            reward=self.reward[pairs],
            earlier=place[self.earlier[edges]],
            later=place[self.later[edges]],
            gain=self.gain[edges],
        )
        return part, edges

    def value(self, chosen: BoolArray) -> float:
        """Return the value of the chosen pairs: their rewards, and the gains between them."""
        return float(self.reward[chosen].sum() + self.gain[chosen[self.earlier] & chosen[self.later]].sum())

    def partners(self, chosen: BoolArray) -> FloatArray:
        """Return for each pair the sum of its gains with chosen pairs."""
        size = len(self.first)
        with_later = totals(self.earlier, self.gain * chosen[self.later], size)
        return with_later + totals(self.later, self.gain * chosen[self.earlier], size)


def totals(places: IntArray, amounts: FloatArray, size: int) -> FloatArray:
    """Return the sum of the amounts at each of *size* places."""
    return np.bincount(places, amounts, size).astype(float, copy=False)


def problem(
    gold: Tuples,
    system: Tuples,
    node_weight: Weight = 1,
    edge_weight: Weight = 1,
    forbidden: tuple[IntArray, IntArray] | None = None,
) -> Problem:
    """Return the problem of mapping gold variables to system variables so that tuples of most weight agree.

    node_weight, edge_weight   the weight of tuples with one and with two variables: a number, or an array
                               with
                               a weight per key
    forbidden                  pairs (gold nodes, system nodes) that must not be mapped

    If there are more than `MOST` pairs of tuples, only pairs that are near in rank are used. Then `omitted`
    and `ceiling` bound the earnings of the other pairs, and a mapping earns at least its value. Raises
    ValueError for weights below 0.
    """
    width = max(system.size, 1)
    g, s, cut_keys = _joined(gold.node_key, system.node_key)
    rewards = gold.node[g] * width + system.node[s], _weights(node_weight, gold.node_key[g])
    g, s, cut_edge_keys = _joined(gold.edge_key, system.edge_key)
    tail = gold.source[g] * width + system.source[s]  # a pair of nodes as one number
    head = gold.target[g] * width + system.target[s]
    gain = _weights(edge_weight, gold.edge_key[g])
    gold_loop, system_loop = gold.source[g] == gold.target[g], system.source[s] == system.target[s]
    if (gold_loop | system_loop).any():
        both, neither = gold_loop & system_loop, ~(gold_loop | system_loop)
        rewards = np.append(rewards[0], tail[both]), np.append(rewards[1], gain[both])
        tail, head, gain = tail[neither], head[neither], gain[neither]
    joined = _assembled((gold.size, system.size), rewards, (tail, head, gain), forbidden)
    if cut_keys is None and cut_edge_keys is None:
        return joined
    keys, nodes = _most(gold.node_key, system.node_key, (gold.node,), (system.node,), node_weight)
    edge_keys, edges = _most(
        gold.edge_key,
        system.edge_key,
        (gold.source, gold.target),
        (system.source, system.target),
        edge_weight,
    )
    omitted = sum(
        float(most[np.searchsorted(known, cut)].sum())
        for known, most, cut in ((keys, nodes, cut_keys), (edge_keys, edges, cut_edge_keys))
        if cut is not None
    )
    return replace(joined, omitted=omitted, ceiling=float(nodes.sum() + edges.sum()))


def _joined(left: IntArray, right: IntArray) -> tuple[IntArray, IntArray, IntArray | None]:
    """Return the pairs of places with equal keys, and the keys that were cut (None if no key was).

    For a cut key, only pairs near in rank are listed. The i-th of n tuples on the left is joined with tuples
    around i/n of the tuples on the right.
    """
    if len(left) * len(right) <= MOST:
        return *join(left, right), None
    left_order, right_order = np.argsort(left, kind="stable"), np.argsort(right, kind="stable")
    left_keys, right_keys = left[left_order], right[right_order]
    first, last = (np.searchsorted(right_keys, left_keys, side) for side in ("left", "right"))
    start, stop = (np.searchsorted(left_keys, left_keys, side) for side in ("left", "right"))
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
    return left_order[rows], right_order[places], distinct(left_keys[wide]) if wide.any() else None


def _most(
    left: IntArray,
    right: IntArray,
    left_nodes: tuple[IntArray, ...],
    right_nodes: tuple[IntArray, ...],
    weight: Weight,
) -> tuple[IntArray, FloatArray]:
    """Return the distinct keys, and the most that the tuples of each key can earn.

    Under a mapping, a tuple agrees at most with the copies of one tuple of the other side. So the tuples of a
    key earn at most the number on one side times the most copies of one tuple on the other side.
    """
    known, codes = np.unique(np.concatenate((left, right)), return_inverse=True)
    left_codes, right_codes = codes[: len(left)], codes[len(left) :]
    agreeing = []
    for keys, nodes, opposite in (
        (left_codes, left_nodes, right_codes),
        (right_codes, right_nodes, left_codes),
    ):
        _, at, copies = np.unique(combine(keys, *nodes), return_index=True, return_counts=True)
        most_copies = np.zeros(len(known), np.int64)
        np.maximum.at(most_copies, keys[at], copies)
        agreeing.append(most_copies * np.bincount(opposite, minlength=len(known)))
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
    """Return the problem with rewards (pair, weight) and gains (pair, pair, weight).

    A pair is given by the number `left * sizes[1] + right`. Pairs may repeat.
    """
    (code, weight), (tail, head, gain) = rewards, gains
    width = max(sizes[1], 1)
    useful, useful_edges = weight > 0, gain > 0
    if forbidden is not None:
        never = np.asarray(forbidden[0]) * width + np.asarray(forbidden[1])
        useful &= ~np.isin(code, never)
        useful_edges &= ~(np.isin(tail, never) | np.isin(head, never))
    if not (useful.all() and useful_edges.all()):
        if (weight < 0).any() or (gain < 0).any():
            raise ValueError("weights must not be negative")
        code, weight = code[useful], weight[useful]
        tail, head, gain = tail[useful_edges], head[useful_edges], gain[useful_edges]
    codes, place = np.unique(np.concatenate((code, tail, head)), return_inverse=True)
    first, second = np.divmod(codes, width)
    size, count = len(codes), len(code)
    tail, head = place[count : count + len(tail)], place[count + len(tail) :]
    edges, at = np.unique(np.minimum(tail, head) * size + np.maximum(tail, head), return_inverse=True)
    earlier, later = np.divmod(edges, max(size, 1))
    reward = totals(place[:count], weight, size)
    return Problem(*sizes, first, second, reward, earlier, later, totals(at, gain, len(edges)))
