"""Reified roles turned back into roles: `(x :ARG1-of (z / have-quant-91 :ARG2 y))` becomes `(x :quant y)`.

A node z is removed under four conditions. Its concept is in the table of the AMR guidelines. It is not the
top, and no edge leads to it. It has exactly the two roles of the table and no other edge or attribute. Then
(x, role, y) replaces its three triples.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.corpora.amr import Graphs
from nerkit.scorers.amr.rules import REVERSED, Keys, TripleRows

_ALIKE = (
    *("extent", "frequency", "instrument", "li", "manner", "mod", "name"),
    *("ord", "part", "polarity", "purpose", "quant", "subevent", "value"),
)
REIFIED = {  # concept -> role, the number of the ARG at its source, the number of the ARG at its target
    "accompany-01": ("accompanier", 1, 0),
    "age-01": ("age", 1, 2),
    "benefit-01": ("beneficiary", 0, 1),
    "have-concession-91": ("concession", 1, 2),
    "have-condition-91": ("condition", 1, 2),
    "have-degree-91": ("degree", 1, 2),
    "be-destined-for-91": ("destination", 1, 2),
    "last-01": ("duration", 1, 2),
    "exemplify-01": ("example", 1, 0),
    **{f"have-{role}-91": (role, 1, 2) for role in _ALIKE},
    "be-located-at-91": ("location", 1, 2),
    "own-01": ("poss", 1, 0),
    "be-from-91": ("source", 1, 2),
    "be-temporally-at-91": ("time", 1, 2),
    "concern-02": ("topic", 0, 1),
}


def dereified(graphs: Graphs, rows: TripleRows, keys: Keys) -> TripleRows:
    """The rows with roles in place of the triples that reify them. Role names are in lower case."""
    begin = graphs.nodes.first
    texts = {keys.texts[concept]: rule for concept, rule in REIFIED.items() if concept in keys.texts}
    instances = np.flatnonzero(~rows.attribute)
    nodes = begin[rows.graph[instances]] + rows.node[instances]
    free = np.ones(int(begin[-1]), bool)
    free[begin[rows.edge_graph] + rows.target] = False
    tops = np.flatnonzero(graphs.top != NONE)
    free[begin[tops] + graphs.top[tops]] = False
    reified = instances[np.isin(rows.text[instances], list(texts)) & free[nodes]]
    rules = {int(begin[rows.graph[at]] + rows.node[at]): (at, texts[int(rows.text[at])]) for at in reified}
    if not rules:
        return rows
    names = list(keys.roles)
    ends: dict[int, dict[str, _End]] = {node: {} for node in rules}
    statements = dict.fromkeys(rules, 0)
    for end in _ends(rows, begin, set(rules)):
        ends[end.node][names[end.role]] = end
        statements[end.node] += 1
    replacement = _Replacement(rows, keys)
    for node, (at, (role, *arguments)) in rules.items():
        source, target = (ends[node].get(f"arg{number}") for number in arguments)
        if source and target and statements[node] == len(arguments):
            replacement.replace(int(at), source, target, role)
    return replacement.rows()


class _End(NamedTuple):
    """The node or constant at the other end of one role of a reified node.

    node      the reified node, numbered over all graphs
    role      the code of the role
    row       the place of the triple, among attributes for a constant and among relations for a node
    is_node   whether the other end is a node
    value     the other end: the number of a node in its graph, or the code of the text of a constant
    """

    node: int
    role: int
    row: int
    is_node: bool
    value: int


def _ends(rows: TripleRows, begin: IntArray, nodes: set[int]) -> Iterator[_End]:
    """Yield the other ends of all roles of these nodes."""
    reified = np.array(sorted(nodes))
    source = begin[rows.edge_graph] + rows.source
    for row in np.flatnonzero(np.isin(source, reified)).tolist():
        yield _End(int(source[row]), int(rows.edge_role[row]), row, True, int(rows.target[row]))
    owner = begin[rows.graph] + rows.node
    for row in np.flatnonzero(rows.attribute & np.isin(owner, reified)).tolist():
        yield _End(int(owner[row]), int(rows.role[row]), row, False, int(rows.text[row]))


class _Replacement:
    """The triples that reification removes, and the triples that replace them."""

    def __init__(self, old: TripleRows, keys: Keys) -> None:
        self.old, self.keys = old, keys
        self.unary, self.binary = np.ones(len(old.graph), bool), np.ones(len(old.edge_graph), bool)
        self.attributes: list[tuple[int, int, int, int]] = []  # graph, node, role, text
        self.edges: list[tuple[int, int, int, int]] = []  # graph, source, target, role

    def replace(self, instance: int, source: _End, target: _End, role: str) -> None:
        """Replace the triples of a reified node. Between two constants the node stays, because no role
        connects them.
        """
        if not source.is_node and not target.is_node:
            return
        graph = int(self.old.graph[instance])
        self.unary[instance] = False
        for end in (source, target):
            (self.binary if end.is_node else self.unary)[end.row] = False
        if source.is_node and target.is_node:
            self.edges.append((graph, source.value, target.value, self.keys.roles[role]))
        elif source.is_node:
            self.attributes.append((graph, source.value, self.keys.roles[role], target.value))
        else:
            self.attributes.append((graph, target.value, self.keys.roles[role + REVERSED], source.value))

    def rows(self) -> TripleRows:
        """The rows that were not removed, followed by the new rows."""
        unary, binary = (np.array(new, np.int64).reshape(-1, 4).T for new in (self.attributes, self.edges))
        columns = [*unary, np.ones(len(self.attributes), bool), *binary]
        return TripleRows._make(map(np.append, self.old.take(self.unary, self.binary), columns))
