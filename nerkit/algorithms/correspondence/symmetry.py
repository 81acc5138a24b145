"""Nodes that are alike: symmetries of a problem, so that `solver` need not tell such nodes apart.

An example: a gold star with the leaves b, c, d, and a system's star with the leaves x, y. If two leaves of
one side are exchanged, mappings can earn as much as before. So the pairs b-x, b-y, c-x, c-y, d-x and d-y are
one orbit. What the solver knows about one pair of an orbit holds for all:

    a bound on mappings with b-x bounds mappings with any pair of the orbit: all are dropped together
    a linear program has a solution that takes equally much of each pair: one variable stands for the orbit
    a mapping without b-x need not be looked at if it has another pair of the orbit

A symmetry here renames the nodes of one side and leaves the other side as it is. A renaming of gold nodes is
a symmetry if the matrix of earnings stays equal. Its entry (i, j) stands for all rewards and gains with i and
j, and for their system nodes. The search refines numbers of nodes. Each node gets a number that depends on
the entries around it. The search then takes one node for another, refines the numbers until all nodes differ,
and checks the resulting renaming against the matrix. A missed symmetry costs time, but never makes an answer
wrong.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.correspondence.problem import Problem

MOST_NODES = 128  # with more nodes on a side, no symmetries are searched
ALLOWANCE = 2**21  # the most entries that the search on one side looks at
WORK = 2  # elementary steps per entry
ROOM = 2**21  # the most symmetries times pairs and edges

Numbers = NDArray[np.uint64]
_ODD = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB], np.uint64)
_SHIFTS = np.array([30, 27], np.uint64)


class Orbits(NamedTuple):
    """The orbit of each pair and of each edge of a problem, as numbers (not necessarily consecutive)."""

    pairs: IntArray
    edges: IntArray


class Symmetries:
    """Symmetries of a problem, as the place to which each symmetry takes each pair.

    places   shape (symmetries, pairs)
    work     the elementary steps of the search
    """

    def __init__(self, problem: Problem, *, seek: bool = True) -> None:
        self.size = len(problem.first)
        self.left, self.right = problem.left, problem.right
        self.places = np.zeros((0, self.size), np.int64)
        self.work = 0
        if not seek or not self.size or max(self.left, self.right) > MOST_NODES:
            return
        first, second, reward, gain = problem.first, problem.second, problem.reward, problem.gain
        earlier, later = problem.earlier, problem.later
        rising = second[earlier] < second[later]
        low, high = np.where(rising, earlier, later), np.where(rising, later, earlier)
        of_left = _entries(self.left, (first, second, reward), (low, high, gain))
        of_right = _entries(self.right, (second, first, reward), (earlier, later, gain))
        most = ROOM // (self.size + len(gain))
        gold, system = _Renamings(of_left), _Renamings(of_right)
        codes = [new[first] * self.right + second for new in gold.listed(most)]
        codes += [first * self.right + new[second] for new in system.listed(most)]
        self.work = WORK * (gold.work + system.work) + len(codes) * (self.size + len(gain))
        if codes:
            self.places = np.searchsorted(first * self.right + second, np.array(codes))

    def __bool__(self) -> bool:
        return len(self.places) > 0

    def whole_orbits(self, pairs: IntArray) -> BoolArray:
        """Return for each of *pairs* whether its whole orbit is among them, shape (pairs,)."""
        absent = np.ones(self.size, bool)
        absent[pairs] = False
        orbits = _orbits(self.places, self.size)
        broken = np.zeros(self.size, bool)
        broken[orbits[absent]] = True
        return ~broken[orbits[pairs]]

    def orbits(self, pairs: IntArray) -> IntArray:
        """Return the orbit of each of *pairs* under the symmetries that map *pairs* to themselves."""
        return _orbits(self._within(pairs), len(pairs))

    def orbits_with_edges(self, part: Problem, pairs: IntArray) -> Orbits:
        """Return the orbits of *pairs*, and of the edges of the problem *part* on these pairs."""
        within = self._within(pairs)
        ends = within[:, part.earlier], within[:, part.later]
        codes = np.minimum(*ends) * len(pairs) + np.maximum(*ends)
        edges = np.searchsorted(part.earlier * len(pairs) + part.later, codes)
        return Orbits(_orbits(within, len(pairs)), _orbits(edges, len(part.gain)))

    def _within(self, pairs: IntArray) -> IntArray:
        """Return the symmetries that map *pairs* to themselves, as places among *pairs*."""
        number = np.full(self.size, NONE)
        number[pairs] = np.arange(len(pairs))
        taken = number[self.places[:, pairs]]
        return taken[(taken >= 0).all(axis=1)]


def _orbits(places: IntArray, size: int) -> IntArray:
    """Return for each place the least place of its orbit. Renamings have the shape (renamings, size)."""
    least = np.arange(size)
    while len(places):
        lower = np.minimum(least, least[places].min(axis=0))
        lower = lower[lower]
        if (lower == least).all():
            break
        least = lower
    return least


def _entries(
    size: int,
    rewards: tuple[IntArray, IntArray, FloatArray],
    gains: tuple[IntArray, IntArray, FloatArray],
) -> IntArray:
    """Return the earnings of nodes of one side, alone and by twos, as a matrix of numbers, shape (size,
    size).

    Equal numbers mean equal earnings.

    rewards   per pair: its node on this side, its node on the other side, its reward
    gains     per edge: its two pairs, first the pair with the lower node on the other side, and its gain
    """
    node, partner, reward = rewards
    one, two, gain = gains
    entries = np.zeros(size * size, np.int64)
    for place, content, amount in (
        (node * (size + 1), partner, reward),
        (node[one] * size + node[two], partner[one] * (1 + partner.max()) + partner[two], gain),
    ):
        order = np.lexsort((content, place))
        at, columns = place[order], np.stack((content[order].astype(float), amount[order]), axis=1)
        starts = np.flatnonzero(np.diff(at, prepend=NONE))
        numbers: dict[bytes, int] = {}
        for begin, end in zip(starts.tolist(), np.append(starts, len(at))[1:].tolist(), strict=True):
            entries[at[begin]] = numbers.setdefault(columns[begin:end].tobytes(), 1 + len(numbers))
    return entries.reshape(size, size)


class _Renamings:
    """The renamings of nodes that keep their entries equal, as far as the search finds them."""

    def __init__(self, entries: IntArray) -> None:
        self.entries, self.size = entries, len(entries)
        self.work = 0
        self.arcs = _mixed(entries.astype(np.uint64) * _ODD[0] + entries.T.astype(np.uint64) * _ODD[1])

    def listed(self, most: int) -> list[IntArray]:
        """Return at most *most* distinct renamings: for each pair of nodes that are alike, a renaming of the
        first to the second.

        Each renames as few other nodes as possible, so that many renamings remain if some nodes are fixed.
        """
        renamings: dict[bytes, IntArray] = {}
        numbers = self.refined(np.diagonal(self.entries).astype(np.uint64))
        waiting = np.arange(self.size)
        while len(waiting) and len(renamings) < most and self.work <= ALLOWANCE:
            first, alike = waiting[0], waiting[1:][numbers[waiting[1:]] == numbers[waiting[0]]]
            taking = (self.taking(numbers, first, node) for node in alike.tolist())
            by_node = [new for new in taking if new is not None]
            waiting = np.setdiff1d(waiting, [first, *(new[first] for new in by_node)])
            for place, new in enumerate(by_node):
                back = np.argsort(new)
                later = (new[following[back]] for following in by_node[place + 1 :])
                renamings |= {one.tobytes(): one for one in (new, *later)}
        return list(renamings.values())[:most]

    def taking(self, numbers: Numbers, node: int, to: int) -> IntArray | None:
        """Return a renaming that takes a node to another node; None if none is found."""
        before, after = numbers, numbers
        while self.work <= ALLOWANCE:  # each turn distinguishes one more node
            before, after = self.fixed(before, node), self.fixed(after, to)
            order, order_after = np.argsort(before, kind="stable"), np.argsort(after, kind="stable")
            if (before[order] != after[order_after]).any():
                return None
            moved = before != after
            new = np.arange(self.size)
            new[order[moved[order]]] = order_after[moved[order_after]]
            if (self.entries[new[:, None], new] == self.entries).all():
                return new
            open_nodes = np.flatnonzero(np.isin(before, before[order][1:][np.diff(before[order]) == 0]))
            if not len(open_nodes):
                break
            node = int(open_nodes[0])
            to = node if not moved[node] else int(np.flatnonzero(after == before[node])[0])
        return None

    def fixed(self, numbers: Numbers, node: int) -> Numbers:
        """Return the numbers if one node is distinguished from all others."""
        numbers = numbers.copy()
        numbers[node] = _mixed(numbers[node : node + 1] + _ODD[2])[0]
        return self.refined(numbers)

    def refined(self, numbers: Numbers) -> Numbers:
        """Return numbers that depend on the entries and numbers around each node, refined until no more
        nodes differ.
        """
        distinct = 0
        while (count := len(np.unique(numbers))) > distinct and count < self.size:
            distinct = count
            self.work += self.size * self.size
            around = _mixed(self.arcs + numbers * _ODD[2]).sum(axis=1, dtype=np.uint64)
            numbers = _mixed(numbers * _ODD[0] + around)
        return numbers


def _mixed(numbers: Numbers) -> Numbers:
    """Return numbers whose bits depend on all bits: products and shifts, modulo 2**64."""
    numbers = (numbers ^ (numbers >> _SHIFTS[0])) * _ODD[1]
    mixed: Numbers = (numbers ^ (numbers >> _SHIFTS[1])) * _ODD[2]
    return mixed
