"""Graphs as triples with integer keys. Correspondences are searched over these triples.

    instance    (instance, node, concept)        unary
    attribute   (role, node, constant), TOP      unary
    relation    (role, node, node)               binary

Two triples agree if their keys are equal and their nodes correspond. `rules` describes how texts become keys.
"""

from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.algorithms.correspondence.solver import Tuples
from nerkit.algorithms.keys import combine, expand, turns
from nerkit.corpora.amr import Graphs
from nerkit.ground.records import record
from nerkit.scorers.amr.options import KINDS
from nerkit.scorers.amr.reification import dereified
from nerkit.scorers.amr.rules import REVERSED, Keys, TripleRows, TripleRules, coded

INSTANCE, ATTRIBUTE, RELATION = KINDS
WIDTH = 2**31  # a key is role * WIDTH + text
COPIES = 2**52  # larger than every key: copy n of a triple has the key plus n * COPIES


class Unary(NamedTuple):
    """Triples with one node, ordered by graph: graph g has the rows `first[g]` to `first[g + 1]`.

    Nodes are numbered from 0 in each graph. *attribute* says whether a triple is an attribute or an instance.
    """

    first: IntArray
    node: IntArray
    key: IntArray
    attribute: BoolArray


class Binary(NamedTuple):
    """Triples with two nodes, ordered by graph: graph g has the rows `first[g]` to `first[g + 1]`."""

    first: IntArray
    source: IntArray
    target: IntArray
    key: IntArray


@record(frozen=True)
class Triples:
    """The triples of all graphs of one side.

    sizes     the number of nodes of each graph
    dropped   the number of duplicates that were left out
    """

    sizes: IntArray
    unary: Unary
    binary: Binary
    dropped: int = 0

    def taken(self, graphs: IntArray) -> "Triples":
        """The triples of some graphs, in the order of *graphs*."""
        unary, binary = (_chosen(of, *_rows_of(of.first, graphs)) for of in (self.unary, self.binary))
        return Triples(self.sizes[graphs], unary, binary)

    def side_by_side(self, begin: int, end: int) -> tuple[Tuples, IntArray, IntArray]:
        """The triples of consecutive graphs, joined into one graph with all nodes in order.

        Returns the joined triples and the graph (from 0) of each triple with one node, and of each triple
        with two nodes.
        """
        sizes = self.sizes[begin:end]
        first_node = np.append(0, np.cumsum(sizes))
        firsts = self.unary.first, self.binary.first
        one, two = (slice(*first[[begin, end]].tolist()) for first in firsts)
        unary_graph, graph = (graphs_of(first[begin : end + 1]) for first in firsts)
        joined = Tuples(
            int(first_node[-1]),
            self.unary.node[one] + first_node[unary_graph],
            self.unary.key[one],
            self.binary.source[two] + first_node[graph],
            self.binary.target[two] + first_node[graph],
            self.binary.key[two],
        )
        return joined, unary_graph, graph

    def only(self, kind: str) -> "Triples":
        """The triples of one kind."""
        attribute = self.unary.attribute
        one = (attribute == (kind == ATTRIBUTE)) & (kind != RELATION)
        two = np.full(len(self.binary.key), kind == RELATION)
        unary, binary = (
            _chosen(of, np.append(0, np.cumsum(mask))[of.first], mask)
            for of, mask in ((self.unary, one), (self.binary, two))
        )
        return Triples(self.sizes, unary, binary)

    def count(self) -> IntArray:
        """The number of triples of each graph."""
        return np.diff(self.unary.first) + np.diff(self.binary.first)


def _rows_of(first: IntArray, graphs: IntArray) -> tuple[IntArray, IntArray]:
    """The rows of some graphs in the order of *graphs*, preceded by the new first row of each graph."""
    _, rows = expand(first[graphs], first[graphs + 1])
    return np.append(0, np.cumsum(first[graphs + 1] - first[graphs])), rows


def _chosen(of: Any, first: IntArray, rows: IntArray | BoolArray) -> Any:
    """Some rows of a Unary or a Binary; *first* is the new first row of each graph."""
    return of._make([first, *(column[rows] for column in of[1:])])


def triples(graphs: Graphs, keys: Keys, rules: TripleRules) -> Triples:
    """The triples of each graph in *graphs*, in the order of the graphs."""
    return assembled(np.diff(graphs.nodes.first), rows(graphs, keys, rules), rules.duplicates)


def rows(graphs: Graphs, keys: Keys, rules: TripleRules) -> TripleRows:
    """The triples of each graph as rows, with repetitions and in the order of the file."""
    written = _written(graphs, keys, rules)
    if rules.reified:
        written = dereified(graphs, written, keys)
    return written if rules.part is None else rules.part(written, keys)


def _written(graphs: Graphs, keys: Keys, rules: TripleRules) -> TripleRows:
    """The triples of all graphs as rows; roles are turned round as the rules require."""
    nodes, edges, attributes = graphs.nodes, graphs.edges, graphs.attributes
    names = [rules.role(role) for role in edges.role.values]
    turned = np.array([*(turn for _, turn in names), False], bool)
    spelt = {role: name for role, (name, _) in zip(edges.role.values, names, strict=True)}

    def constant_role(role: str) -> str:
        """The name of a role above a constant, under the rule for constants."""
        name, turn = rules.role(role)
        if not turn:
            return name
        return name + REVERSED if rules.constants == "turn" else rules.written(role)

    swapped = turned[edges.role.codes]
    scored = np.ones(len(attributes.node), bool)
    if rules.constants == "lose":
        lost = np.array([*(rules.role(role)[1] for role in attributes.role.values), False], bool)
        scored = ~lost[attributes.role.codes]
    label = coded(keys.texts, nodes.label, rules.label)
    graph = graphs_of(nodes.first)
    unary = [(graph, np.arange(len(graph)) - nodes.first[graph], np.zeros_like(label), label)]
    attribute_graph = graphs_of(attributes.first)
    roles = coded(keys.roles, attributes.role, constant_role)
    texts = coded(keys.texts, attributes.value, rules.text)
    unary.append((attribute_graph[scored], attributes.node[scored], roles[scored], texts[scored]))
    if rules.top is not None:
        unary.append(_tops(graphs, keys, rules.top, label))
    graph, node, role, text = (np.concatenate(columns) for columns in zip(*unary, strict=True))
    edge_graph = graphs_of(edges.first)
    return TripleRows(
        graph,
        node,
        role,
        text,
        np.arange(len(graph)) >= len(label),
        edge_graph,
        np.where(swapped, edges.target, edges.source),
        np.where(swapped, edges.source, edges.target),
        coded(keys.roles, edges.role, spelt.__getitem__),
    )


def _tops(
    graphs: Graphs, keys: Keys, named: tuple[str, str | None], label: IntArray
) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """The triples of the tops, as columns graph, node, role, text. *named* is the top's role and constant."""
    role, text = named
    graph = np.flatnonzero(graphs.top >= 0)
    node = graphs.top[graph]
    texts = label[graphs.nodes.first[graph] + node] if text is None else np.full(len(graph), keys.texts[text])
    return graph, node, np.full(len(graph), keys.roles[role]), texts


def graphs_of(first: IntArray) -> IntArray:
    """The graph of each row. Graph g has the rows from `first[g]` to `first[g + 1]`."""
    return np.repeat(np.arange(len(first) - 1), np.diff(first))


def assembled(sizes: IntArray, rows: TripleRows, duplicates: str) -> Triples:
    """Order rows by graph, and deal with duplicates. *sizes* are the numbers of nodes of the graphs."""
    key = rows.role * WIDTH + rows.text
    order, copy = _ordered(duplicates, rows.graph, rows.node, key)
    edge_order, edge_copy = _ordered(duplicates, rows.edge_graph, rows.source, rows.target, rows.edge_role)
    dropped = len(key) + len(rows.edge_role) - len(order) - len(edge_order)
    unary = Unary(
        _first(rows.graph[order], len(sizes)), rows.node[order], key[order] + copy, rows.attribute[order]
    )
    binary = Binary(
        _first(rows.edge_graph[edge_order], len(sizes)),
        rows.source[edge_order],
        rows.target[edge_order],
        rows.edge_role[edge_order] + edge_copy,
    )
    return Triples(sizes, unary, binary, dropped)


def _ordered(duplicates: str, *columns: IntArray) -> tuple[IntArray, IntArray]:
    """The order of rows by some columns, and for each row a number to add to its key, so that copies differ.

    If *duplicates* is `set`, only the first of equal rows is in the order.
    """
    key = combine(*columns)
    order = np.argsort(key, kind="stable")
    copy = turns(key[order])
    if duplicates == "set":
        order, copy = order[copy == 0], copy[copy == 0]
    return order, copy * (COPIES if duplicates == "copies" else 0)


def _first(graph: IntArray, count: int) -> IntArray:
    """The first row of each of *count* graphs among rows ordered by graph, and at the end the
    number of rows.
    """
    return np.searchsorted(graph, np.arange(count + 1))
