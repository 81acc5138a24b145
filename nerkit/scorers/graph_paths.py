"""SemBLEU: the paths that two graphs share, listed where edges are few and counted by their last nodes
elsewhere, and the score of their numbers.

A path is a row of labels and roles; a graph has one for every walk from node to node that takes no edge
twice. Graphs share as many copies of a path as both have.

For example, in a gold and a system graph, all edges have one role. Nodes a and b lead to m, and m leads to x,
y and z. Either graph has six paths of three nodes. But a and b lead to the same nodes, and so x, y and z,
too, are interchangeable. Therefore one number is computed for all paths, and counts 2 * 3 times. With n nodes
before and after m that is one number instead of n * n.

    prefix   a path but its last edge: its code, the node it ends at, and how often it is there
    code     a number for each path of labels and roles, the same in both graphs
    class    prefixes that end equally often at each node with a label, and steps that lead equally often from
             each node. A step is a role and the label of the next node. Their products are computed once for
             each pair of classes
"""

from collections import Counter, deque
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, FloatArray, IntArray
from nerkit.algorithms.keys import combine, distinct, expand, groups
from nerkit.results.scores import Formula, ratio

LISTED = 100  # edges of both graphs up to which paths are listed


class PathGraph(NamedTuple):
    """A graph with its constants as nodes: the labels of nodes, the roles and targets of edges, and the
    top.
    """

    labels: list[str]
    edges: list[list[tuple[str, int]]]
    top: int

    @property
    def size(self) -> int:
        """The number of nodes and edges."""
        return len(self.labels) + sum(map(len, self.edges))


class PathCounts(NamedTuple):
    """The numbers of paths of one length: shared, in gold, in the system."""

    shared: int
    gold: int
    system: int


def path_counts(gold: PathGraph, system: PathGraph, longest: int) -> list[PathCounts]:
    """Return the counts of paths of 1, 2, … *longest* nodes."""
    if sum(map(len, gold.edges)) + sum(map(len, system.edges)) > LISTED:
        return counted(gold, system, longest)
    ours, theirs = listed(gold, longest), listed(system, longest)
    return [PathCounts((g & s).total(), g.total(), s.total()) for g, s in zip(ours, theirs, strict=True)]


def listed(graph: PathGraph, lengths: int) -> list["Counter[tuple[str, ...]]"]:
    """Return the paths of 1, 2, … nodes, each with the number of its occurrences."""
    paths: list[Counter[tuple[str, ...]]] = [Counter() for _ in range(lengths)]
    for start in reached(graph):
        stack: list[tuple[int, tuple[str, ...], tuple[tuple[int, int], ...]]] = [
            (start, (graph.labels[start],), ())
        ]
        while stack:
            node, path, taken = stack.pop()
            paths[len(taken)][path] += 1
            if len(taken) + 1 < lengths:
                stack += [
                    (target, (*path, role, graph.labels[target]), (*taken, (node, place)))
                    for place, (role, target) in enumerate(graph.edges[node])
                    if (node, place) not in taken
                ]
    return paths


def reached(graph: PathGraph) -> list[int]:
    """Return the nodes that can be reached from nodes without incoming edges."""
    entered = {target for edges in graph.edges for _, target in edges}
    roots = [node for node in range(len(graph.labels)) if node not in entered]
    roots = roots or ([graph.top] if graph.top != NONE else [])
    queue, seen = deque(roots), set(roots)
    while queue:
        for _, target in graph.edges[queue.popleft()]:
            if target not in seen:
                seen.add(target)
                queue.append(target)
    return sorted(seen)


def sembleu_formula(weights: tuple[float, ...], _: Any) -> Formula:
    """Return SemBLEU with these weights as a formula; the options of the task do not matter."""
    return partial(sembleu, weights)


def sembleu(weights: tuple[float, ...], numbers: FloatArray, _: float, empty: str) -> FloatArray:
    """Return SemBLEU from counts of paths of each length and, last, sizes: (…, parts, 4) to (…, 4)."""
    counts, size = numbers[..., :-1, :], numbers[..., -1, :]
    value = np.where(
        size[..., 1:4:2].any(-1),  # p_den or r_den: one side has a node
        _bleu(counts, size, np.array(weights)),
        ratio(size[..., 0] * 0, size[..., 0] * 0, empty),
    )
    null = np.full_like(value, np.nan)
    return np.stack([value, null, null, null], axis=-1)


def _bleu(counts: FloatArray, size: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the score of counts of paths, shape (…, lengths, 4), and sizes, shape (…, 4)."""
    matched, of_system = counts[..., 0], counts[..., 1]
    lengths = np.arange(1, len(weights) + 1)
    used = np.cumsum(of_system > 0, axis=-1) == lengths  # the lengths up to which the system has paths at all
    share = np.where(used.all(-1, keepdims=True), weights, used / np.maximum(used.sum(-1, keepdims=True), 1))
    missed = np.cumsum(matched == 0, axis=-1)
    smoothed = np.where(matched == 0, 0.5**missed, matched) / np.maximum(of_system, 1)
    with np.errstate(divide="ignore"):
        brevity = np.exp(np.minimum(0.0, 1 - size[..., 3] / np.maximum(size[..., 1], 1)))
    value = brevity * np.exp((share * np.log(smoothed)).sum(-1))
    return np.where(matched[..., 0] == 0, 0.0, value)


class _Edges(NamedTuple):
    """The edges of both graphs, ordered by source; nodes of the second graph are numbered after the first
    graph's.

    label          the label of each node, as a number
    source, target, role   the source, the target and the role of each edge
    repeatable     whether a path of at most four nodes can come back to an edge: the edge is a loop, or
                   another edge leads back
    first          the first edge of each node, then the number of edges
    """

    label: IntArray
    source: IntArray
    target: IntArray
    role: IntArray
    repeatable: BoolArray
    first: IntArray


class _Prefixes(NamedTuple):
    """Paths by their codes, with their end nodes and the taken edges that can occur again (-1: none).

    taken   shape (rows, steps)
    times   the number of occurrences of each path
    """

    code: IntArray
    node: IntArray
    taken: IntArray
    times: IntArray


def counted(gold: PathGraph, system: PathGraph, longest: int) -> list[PathCounts]:
    """Return the counts without a list of the longest paths; *longest* is at most 4."""
    edges = _edges(gold, system)
    border = len(gold.labels)
    starts = np.array(reached(gold) + [border + node for node in reached(system)], np.int64)
    none = np.zeros((len(starts), 0), np.int64)
    prefixes = _Prefixes(edges.label[starts], starts, none, np.ones(len(starts), np.int64))
    counts = [_clipped(prefixes, border)]
    for steps in range(1, longest):
        counts.append(_next_counts(prefixes, edges, border))
        if steps + 1 < longest:
            prefixes = _extended(prefixes, edges)
    return counts


def _edges(gold: PathGraph, system: PathGraph) -> _Edges:
    """Return the edges of both graphs in columns."""
    border = len(gold.labels)
    rows = [
        (shift + source, shift + target, role)
        for graph, shift in ((gold, 0), (system, border))
        for source, edges in enumerate(graph.edges)
        for role, target in edges
    ]
    source, target = (np.array([row[k] for row in rows], np.int64) for k in (0, 1))
    role = Column.of(row[2] for row in rows).codes
    label = Column.of((*gold.labels, *system.labels)).codes
    size = len(label)
    repeatable = np.isin(source * size + target, target * size + source)
    return _Edges(label, source, target, role, repeatable, np.searchsorted(source, np.arange(size + 1)))


def _clipped(prefixes: _Prefixes, border: int) -> PathCounts:
    """Return the counts of whole paths."""
    codes, rows = np.unique(prefixes.code, return_inverse=True)
    of_system = prefixes.node >= border
    ours, theirs = (np.zeros(len(codes), np.int64) for _ in range(2))
    np.add.at(ours, rows[~of_system], prefixes.times[~of_system])
    np.add.at(theirs, rows[of_system], prefixes.times[of_system])
    return PathCounts(int(np.minimum(ours, theirs).sum()), int(ours.sum()), int(theirs.sum()))


def _extended(prefixes: _Prefixes, edges: _Edges) -> _Prefixes:
    """Return the prefixes with one more edge; equal prefixes are joined."""
    rows, taking = expand(edges.first[prefixes.node], edges.first[prefixes.node + 1])
    free = (prefixes.taken[rows] != taking[:, None]).all(axis=1)
    rows, taking = rows[free], taking[free]
    node = edges.target[taking]
    code = combine(prefixes.code[rows], edges.role[taking], edges.label[node])
    taken = np.column_stack((prefixes.taken[rows], np.where(edges.repeatable[taking], taking, NONE)))
    key = combine(code, node, *taken.T)
    _, one, place = np.unique(key, return_index=True, return_inverse=True)
    times = np.zeros(len(one), np.int64)
    np.add.at(times, place, prefixes.times[rows])
    return _Prefixes(np.unique(code[one], return_inverse=True)[1], node[one], taken[one], times)


def _next_counts(prefixes: _Prefixes, edges: _Edges, border: int) -> PathCounts:
    """Return the counts of the prefixes with one more edge, without a list of these prefixes."""
    step = np.unique(combine(edges.role, edges.label[edges.target]), return_inverse=True)[1]
    # what a product counts too often: a prefix that goes on with an edge it has taken
    again, column = np.nonzero(prefixes.taken != NONE)
    again_edge = prefixes.taken[again, column]
    back = edges.source[again_edge] == prefixes.node[again]
    again, again_edge = again[back], again_edge[back]
    totals = PathCounts(0, 0, 0)
    by_label, edges_of, again_of = (
        dict(zip(distinct(labels).tolist(), groups(labels), strict=True))
        for labels in (edges.label[nodes] for nodes in (prefixes.node, edges.source, prefixes.node[again]))
    )
    for label, rows in by_label.items():
        if label not in edges_of:
            continue
        out, twice = edges_of[label], again_of.get(label, rows[:0])
        counts = _products(
            (prefixes.code[rows], prefixes.node[rows], prefixes.times[rows]),
            (step[out], edges.source[out], np.ones(len(out), np.int64)),
            (
                prefixes.code[again[twice]],
                step[again_edge[twice]],
                prefixes.node[again[twice]],
                prefixes.times[again[twice]],
            ),
            border,
        )
        totals = PathCounts(*map(sum, zip(totals, counts, strict=True)))
    return totals


def _products(
    prefixes: tuple[IntArray, IntArray, IntArray],
    steps: tuple[IntArray, IntArray, IntArray],
    again: tuple[IntArray, IntArray, IntArray, IntArray],
    border: int,
) -> PathCounts:
    """Return the counts of all products of prefixes and steps (code, node, times) at the nodes of one label.

    again   the paths to leave out: code of the prefix, code of the step, node and number
    """
    before = _Classes(*prefixes, apart=again[0])
    after = _Classes(*steps, apart=again[1])
    sides = []
    for of_system in (False, True):
        nodes = distinct(np.concatenate((prefixes[1], steps[1])))
        nodes = nodes[(nodes >= border) == of_system]
        product = before.matrix(nodes) @ after.matrix(nodes).T
        left_out = (again[2] >= border) == of_system
        cells = before.class_of(again[0][left_out]), after.class_of(again[1][left_out])
        np.subtract.at(product, cells, again[3][left_out])
        sides.append(product)
    times = np.outer(before.members, after.members)
    both = (np.minimum(*sides), *sides)
    return PathCounts(*(int((numbers * times).sum()) for numbers in both))


class _Classes:
    """Classes of codes: all codes of a class have the same value at every node.

    members   the number of codes of each class; each code in *apart* is a class alone
    """

    def __init__(self, code: IntArray, node: IntArray, times: IntArray, apart: IntArray) -> None:
        self.codes, row = np.unique(code, return_inverse=True)
        key = combine(row, node)
        _, one, place = np.unique(key, return_index=True, return_inverse=True)
        total = np.zeros(len(one), np.int64)
        np.add.at(total, place, times)
        self.row, self.node, self.times = row[one], node[one], total  # in the order of rows
        values = np.stack((self.node, total), axis=1)
        begins = np.searchsorted(self.row, np.arange(len(self.codes) + 1)).tolist()
        own = np.isin(self.codes, apart).tolist()
        numbers: dict[bytes | int, int] = {}
        classes = [
            numbers.setdefault(place if own[place] else values[begin:end].tobytes(), len(numbers))
            for place, (begin, end) in enumerate(pairwise(begins))
        ]
        self.classes = np.array(classes, np.int64)
        self.members = np.bincount(self.classes, minlength=len(numbers))
        self.first = np.unique(self.classes, return_index=True)[1]  # a code of each class

    def class_of(self, codes: IntArray) -> IntArray:
        """Return the class of each of these codes."""
        return self.classes[np.searchsorted(self.codes, codes)]

    def matrix(self, nodes: IntArray) -> IntArray:
        """Return the number of times that each class occurs at each of these nodes, shape (classes,
        nodes).
        """
        matrix = np.zeros((len(self.members), len(nodes)), np.int64)
        shown = np.isin(self.row, self.first) & np.isin(self.node, nodes)
        matrix[self.classes[self.row[shown]], np.searchsorted(nodes, self.node[shown])] = self.times[shown]
        return matrix
