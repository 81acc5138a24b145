"""Smatch of changed or fewer triples: the fine-grained measures that need a correspondence (Damonte et al. 2017).

The public codes disagree; what has no suffix is amrlib's, which most tables print.

    unlabeled             every role is one, in its direction as written: `:ARG0` and `:mod` are `:label`, `:ARG0-of` and `:consist-of` `:label-of`
    unlabeled-turned      the same after roles are turned round, so that `:mod` and `:domain-of` agree
    no_wsd                every sense number is 01: duck-01 is duck-02, but not duck
    srl                   relations whose role begins with ARG, the instances of their nodes (and of those with a constant under such a role), and for each
                          such role of a node the concept at its other end
    srl-damonte           these relations and instances, the constants under such roles, and a TOP for the first node with one: its concept
    reentrancy            the same of the relations that enter a node with more than one such relation;  reentrancy-damonte likewise

For the last four `mod` stays as it is and every `-of` is turned round, `consist-of` too; of several relations from one node to another the last counts.
amrlib's parser leaves an inverse role as it is where a variable follows that is not the last thing in its node (`:ARG0-of x :time …`); here it is turned round.
"""

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.algorithms.keys import combine
from nerkit.scorers.amr.rules import Keys, Rows, Rules, folded, smatch_role

LABEL = "label"
SENSE = re.compile(r"([a-zA-Z0-9-]+)-[0-9]+")
WITHOUT_OF = re.compile(r"(?<=:)[0-9a-zA-Z]*(?!-of)")
WITH_OF = re.compile(r"(?<=:)[0-9a-zA-Z]*-of")


def _unlabelled(role: str) -> str:
    """A role without its name, as amrlib replaces it in the text: only up to the first hyphen that is not `-of`."""
    return WITH_OF.sub(LABEL + "-of", WITHOUT_OF.sub(LABEL, ":" + role))[1:]


def _unlabeled(rules: Rules) -> Rules:
    def role(name: str) -> tuple[str, bool]:
        return rules.role(_unlabelled(name))

    return replace(rules, role=role, written=lambda name: rules.written(_unlabelled(name)))


def _unlabeled_turned(rules: Rules) -> Rules:
    return replace(rules, role=lambda name: (LABEL, rules.role(name)[1]), written=lambda _: LABEL)


def _no_wsd(rules: Rules) -> Rules:
    return replace(rules, label=lambda label: rules.label(SENSE.sub(r"\1-01", label, count=1)))


# which relations a part takes, which other triples bring their nodes, and by what the relations are listed
Relations = Callable[[Rows, Keys], tuple[BoolArray, BoolArray, IntArray]]


def _part(relations: Relations, damonte: bool) -> Callable[[Rules], Rules]:
    """Some relations and the instances of their nodes, with amrlib's or Damonte's additions."""

    def part(rows: Rows, keys: Keys) -> Rows:
        rows = _one_between_nodes(rows)
        chosen, constants, listed = relations(rows, keys)
        graph, source, target = rows.edge_graph[chosen], rows.source[chosen], rows.target[chosen]
        role = rows.edge_role[chosen]
        width = int(rows.node.max(initial=0)) + 1
        nodes, ends = rows.graph * width + rows.node, graph * width + target
        instance = ~rows.attribute
        met = np.concatenate([graph * width + source, ends, nodes[constants]])
        kept = np.flatnonzero(instance)[np.isin(nodes[instance], met)]
        if damonte:
            more = _with_tops(rows, np.flatnonzero(constants), np.flatnonzero(chosen), listed, keys)
        else:
            label = rows.text[instance][np.searchsorted(nodes[instance], ends)]
            one = _last_of_each(combine(graph, source, role)) if len(role) else role
            more = graph[one], source[one], role[one], label[one]
        columns = zip((rows.graph, rows.node, rows.role, rows.text), more, strict=True)
        of_graph, node, name, text = (np.concatenate([column[kept], added]) for column, added in columns)
        added = np.arange(len(node)) >= len(kept)
        return Rows(of_graph, node, name, text, added, graph, source, target, role)

    return lambda rules: replace(_early(rules), duplicates="set", part=part)


def _early(rules: Rules) -> Rules:
    """The rules of smatch before it turned `mod` round and knew of roles that only look inverse."""
    if rules.role is not smatch_role:
        return rules
    return replace(rules, role=lambda name: (folded(name.removesuffix("-of")), name.endswith("-of")))


def _one_between_nodes(rows: Rows) -> Rows:
    """The rows with one relation from a node to another: the last, in the place of the first."""
    if not len(rows.source):
        return rows
    pair = combine(rows.edge_graph, rows.source, rows.target)
    first = np.unique(pair, return_index=True)[1]
    last = _last_of_each(pair)
    last = last[np.argsort(pair[last], kind="stable")]
    place = np.argsort(first, kind="stable")
    first, last = first[place], last[place]
    return replace(
        rows,
        edge_graph=rows.edge_graph[first],
        source=rows.source[first],
        target=rows.target[first],
        edge_role=rows.edge_role[last],
    )


def _arguments(rows: Rows, keys: Keys) -> tuple[BoolArray, BoolArray, IntArray]:
    """The relations whose role begins with ARG, and the constants under such a role; by their nodes."""
    core = np.array([role.lower().startswith("arg") for role in keys.roles], bool)
    return core[rows.edge_role], core[rows.role], rows.source


def _reentrant(rows: Rows, _: Keys) -> tuple[BoolArray, BoolArray, IntArray]:
    """The relations into nodes that are entered from several, by these nodes."""
    none = np.zeros(len(rows.node), bool)
    if not len(rows.target):
        return np.zeros(0, bool), none, rows.target
    entered = combine(rows.edge_graph, rows.target)
    nodes, times = np.unique(entered, return_counts=True)
    return np.isin(entered, nodes[times > 1]), none, combine(rows.target, rows.source)


def _with_tops(
    rows: Rows, constants: IntArray, relations: IntArray, listed: IntArray, keys: Keys
) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """Constants, one of a role of a node, and the concept of the first node of each graph as its top: that of a constant, else of a relation."""
    if len(constants):
        constants = constants[
            _last_of_each(combine(*(c[constants] for c in (rows.graph, rows.node, rows.role))))
        ]
    graph = np.append(rows.graph[constants], rows.edge_graph[relations])
    node = np.append(rows.node[constants], rows.source[relations])
    place = np.append(rows.node[constants], listed[relations])
    order = np.lexsort((place, np.arange(len(node)) >= len(constants), graph))
    tops, first = np.unique(graph[order], return_index=True)
    width = int(rows.node.max(initial=0)) + 1
    instance = ~rows.attribute
    place = np.searchsorted((rows.graph * width + rows.node)[instance], tops * width + node[order][first])
    return (
        np.append(rows.graph[constants], tops),
        np.append(rows.node[constants], node[order][first]),
        np.append(rows.role[constants], np.full(len(tops), keys.roles["top"])),
        np.append(rows.text[constants], rows.text[instance][place]),
    )


def _last_of_each(key: IntArray) -> IntArray:
    """The place of the last row of each key, in the order of the rows."""
    backwards = np.unique(key[::-1], return_index=True)[1]
    return np.sort(len(key) - 1 - backwards)


VARIANTS: dict[str, Callable[[Rules], Rules]] = {  # measure -> the rules by which its triples are made
    "unlabeled": _unlabeled,
    "unlabeled-turned": _unlabeled_turned,
    "no_wsd": _no_wsd,
    "srl": _part(_arguments, damonte=False),
    "srl-damonte": _part(_arguments, damonte=True),
    "reentrancy": _part(_reentrant, damonte=False),
    "reentrancy-damonte": _part(_reentrant, damonte=True),
}
