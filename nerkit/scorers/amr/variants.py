"""Smatch of changed or fewer triples: the fine-grained measures that need a correspondence.

Damonte et al. (2017) introduced these measures. The public codes disagree. A name without a suffix follows
amrlib, which most tables print.

    unlabeled             all roles are equal, in their direction as written: `:ARG0` and `:mod` are `:label`,
                          `:ARG0-of` and `:consist-of` are `:label-of`
    unlabeled-turned      all roles are equal after they are turned round, so `:mod` and `:domain-of` agree
    no_wsd                every sense number is 01: duck-01 equals duck-02, but not duck
    srl                   relations whose role begins with ARG, the instances of their nodes, and for each
                          such role the concept at its other end. Nodes with a constant under such a role have
                          their instances, too.
    srl-damonte           these relations and instances, the constants under such roles, and a TOP for the
                          first node with such a role: its concept
    reentrancy            as srl, with the relations into nodes that have several incoming relations
    reentrancy-damonte    as srl-damonte, with the relations of reentrancy

In the last four measures `mod` stays, and every `-of` is turned round, even `consist-of`. If several
relations lead from one node to another, the last counts. The parser of amrlib leaves an inverse role alone
before a variable that is not last in its node (`:ARG0-of x :time …`). nerkit turns it round.
"""

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import combine
from nerkit.scorers.amr.graph_batch import GraphBatch
from nerkit.scorers.amr.rules import Keys, TripleRows, TripleRules, folded, smatch_role

LABEL = "label"
SENSE = re.compile(r"(?<![a-zA-Z0-9-])([a-zA-Z0-9-]+)-[0-9]+")
WITHOUT_OF = re.compile(r"(?<=:)[0-9a-zA-Z]*(?!-of)")
WITH_OF = re.compile(r"(?<=:)[0-9a-zA-Z]*-of")


def smatch_by(changed: Callable[[TripleRules], TripleRules], graphs: GraphBatch) -> FloatArray:
    """The counts of each document under the rules that *changed* returns, with the best correspondences."""
    return graphs.numbers(graphs.match_by(changed(graphs.rules)))


def unlabeled(rules: TripleRules) -> TripleRules:
    """The rules with a single role name for all roles, in their direction as written."""

    def role(name: str) -> tuple[str, bool]:
        return rules.role(without_name(name))

    return replace(rules, role=role, written=lambda name: rules.written(without_name(name)))


def without_name(role: str) -> str:
    """A role with `label` in place of its name. As in amrlib, a name ends at the first hyphen, unless `-of`
    follows.
    """
    return WITH_OF.sub(LABEL + "-of", WITHOUT_OF.sub(LABEL, ":" + role))[1:]


def unlabeled_turned(rules: TripleRules) -> TripleRules:
    """The rules with a single role name for all roles, after roles are turned round."""
    return replace(rules, role=lambda name: (LABEL, rules.role(name)[1]), written=lambda _: LABEL)


def no_wsd(rules: TripleRules) -> TripleRules:
    """The rules with the sense 01 for all frames."""
    return replace(rules, label=lambda label: rules.label(SENSE.sub(r"\1-01", label, count=1)))


# mask of the selected relations, mask of other triples whose nodes are kept, sort key of the relations
Chosen = tuple[BoolArray, BoolArray, IntArray]
Columns = tuple[IntArray, IntArray, IntArray, IntArray]  # graph, node, role, text of triples with one node


def restricted(
    choose: Callable[[TripleRows, Keys], Chosen],
    additions: Callable[[TripleRows, Keys, Chosen], Columns],
    rules: TripleRules,
) -> TripleRules:
    """The rules that select some relations and the instances of their nodes, and add further triples.

    *choose* selects the relations, *additions* makes the further triples with one node.
    """

    def part(rows: TripleRows, keys: Keys) -> TripleRows:
        """The rows of the variant: instances first, then added triples, then the selected relations."""
        rows = _one_between_nodes(rows)
        chosen = choose(rows, keys)
        relations, constants, _ = chosen
        graph, source, target = rows.edge_graph[relations], rows.source[relations], rows.target[relations]
        nodes, sources, targets = _numbered(rows)
        met = np.concatenate([sources[relations], targets[relations], nodes[constants]])
        instances = np.flatnonzero(~rows.attribute & np.isin(nodes, met))
        of_rows, added_rows = (rows.graph, rows.node, rows.role, rows.text), additions(rows, keys, chosen)
        columns = zip(of_rows, added_rows, strict=True)
        of_graph, node, role, text = (np.concatenate([column[instances], added]) for column, added in columns)
        attribute = np.arange(len(node)) >= len(instances)
        return TripleRows(
            of_graph, node, role, text, attribute, graph, source, target, rows.edge_role[relations]
        )

    # smatch's rules here are older than its rules for `mod` and for roles such as `consist-of`
    role = _early_role if rules.role is smatch_role else rules.role
    return replace(rules, role=role, duplicates="set", part=part)


def _early_role(name: str) -> tuple[str, bool]:
    return folded(name.removesuffix("-of")), name.endswith("-of")


def _numbered(rows: TripleRows) -> tuple[IntArray, IntArray, IntArray]:
    """The nodes of triples with one node, and the sources and targets of relations, numbered over
    all graphs.
    """
    width = int(rows.node.max(initial=0)) + 1
    begin = rows.edge_graph * width
    return rows.graph * width + rows.node, begin + rows.source, begin + rows.target


def _one_between_nodes(rows: TripleRows) -> TripleRows:
    """The rows with one relation from a node to another: the last, at the place of the first."""
    if not len(rows.source):
        return rows
    pair = combine(rows.edge_graph, rows.source, rows.target)
    first = np.unique(pair, return_index=True)[1]
    last = _last_of_each(pair)
    last = last[np.argsort(pair[last], kind="stable")]  # in the order of the pairs, like `first`
    place = np.argsort(first, kind="stable")
    first, last = first[place], last[place]
    return rows._replace(
        edge_graph=rows.edge_graph[first],
        source=rows.source[first],
        target=rows.target[first],
        edge_role=rows.edge_role[last],
    )


def arguments(rows: TripleRows, keys: Keys) -> Chosen:
    """Select the relations whose role begins with ARG, listed by their sources, and constants under such
    roles.
    """
    core = np.array([role.lower().startswith("arg") for role in keys.roles], bool)
    return core[rows.edge_role], core[rows.role], rows.source


def reentrant(rows: TripleRows, _: Keys) -> Chosen:
    """Select the relations into nodes with several incoming relations, listed by these nodes."""
    none = np.zeros(len(rows.node), bool)
    if not len(rows.target):
        return np.zeros(0, bool), none, rows.target
    entered = combine(rows.edge_graph, rows.target)
    nodes, times = np.unique(entered, return_counts=True)
    return np.isin(entered, nodes[times > 1]), none, combine(rows.target, rows.source)


def concepts_at_targets(rows: TripleRows, _: Keys, chosen: Chosen) -> Columns:
    """For each role of a node, the concept at the end of its last relation, as in amrlib."""
    relations = np.flatnonzero(chosen[0])
    graph, source, role = rows.edge_graph[relations], rows.source[relations], rows.edge_role[relations]
    nodes, targets = _numbered(rows)[::2]
    instance = ~rows.attribute
    label = rows.text[instance][np.searchsorted(nodes[instance], targets[relations])]
    last = _last_of_each(combine(graph, source, role)) if len(role) else role
    return graph[last], source[last], role[last], label[last]


def constants_and_tops(rows: TripleRows, keys: Keys, chosen: Chosen) -> Columns:
    """The last constant of each role of a node, and a top for each graph, as in Damonte's code.

    The top is the concept of the first node with a constant in a graph. Without constants it is the concept
    of the first node in the list of relations.
    """
    relations, constants = np.flatnonzero(chosen[0]), np.flatnonzero(chosen[1])
    if len(constants):
        role_of_node = combine(*(column[constants] for column in (rows.graph, rows.node, rows.role)))
        constants = constants[_last_of_each(role_of_node)]
    graph = np.append(rows.graph[constants], rows.edge_graph[relations])
    node = np.append(rows.node[constants], rows.source[relations])
    place = np.append(rows.node[constants], chosen[2][relations])
    order = np.lexsort((place, np.arange(len(node)) >= len(constants), graph))  # by graph, constants first
    tops, first = np.unique(graph[order], return_index=True)
    top_node = node[order][first]
    instance = ~rows.attribute
    width = int(rows.node.max(initial=0)) + 1
    at = np.searchsorted((rows.graph * width + rows.node)[instance], tops * width + top_node)
    return (
        np.append(rows.graph[constants], tops),
        np.append(rows.node[constants], top_node),
        np.append(rows.role[constants], np.full(len(tops), keys.roles["top"])),
        np.append(rows.text[constants], rows.text[instance][at]),
    )


def _last_of_each(key: IntArray) -> IntArray:
    """The place of the last row of each key, in the order of the rows."""
    backwards = np.unique(key[::-1], return_index=True)[1]  # the first place of each key from the end
    return np.sort(len(key) - 1 - backwards)
