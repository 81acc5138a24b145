"""Smatch of changed or fewer triples: the fine-grained measures that need a correspondence (Damonte et al. 2017).

The public codes disagree; what has no suffix is amrlib's, which most tables print.

    unlabeled             every role is one, in its direction as written: `:ARG0` and `:mod` are `:label`, `:ARG0-of` and `:consist-of` `:label-of`
    unlabeled-turned      the same after roles are turned round, so that `:mod` and `:domain-of` agree
    no_wsd                every sense number is 01: duck-01 is duck-02, but not duck
    srl                   relations whose role begins with ARG, the instances of their nodes, and for each such role of a node the concept at its other end
    srl-damonte           these relations, the instances of their nodes, and a TOP for the first of them
    reentrancy            the same of the relations that enter a node with more than one such relation;  reentrancy-damonte likewise
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from nerkit.algebra.keys import combine, distinct
from nerkit.model import BoolArray, IntArray
from nerkit.scorers.amr_triples import (
    WIDTH,
    Keys,
    Rows,
    Rules,
    Triples,
    assembled,
    graphs_of,
    smatch_role,
)

LABEL = "label"
SENSE = re.compile(r"([a-zA-Z0-9-]+)-[0-9]+")
WITHOUT_OF = re.compile(r"(?<=:)[0-9a-zA-Z]*(?!-of)")
WITH_OF = re.compile(r"(?<=:)[0-9a-zA-Z]*-of")

Choice = Callable[[Triples, Keys], Triples]


@dataclass(frozen=True)
class Variant:
    """How a measure changes the rules by which triples are made, and which triples it takes of them."""

    rules: Callable[[Rules], Rules] = lambda rules: rules
    choice: Choice = lambda triples, _: triples

    def applied(self, rules: Rules) -> tuple[Rules, Choice]:
        """The rules and the choice."""
        return self.rules(rules), self.choice


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


def _keep_mod(rules: Rules) -> Rules:
    """The rules of smatch before it turned `mod` round."""
    if rules.role is not smatch_role:
        return rules
    return replace(rules, role=lambda name: ("mod", False) if name == "mod" else smatch_role(name))


def _arguments(triples: Triples, keys: Keys) -> BoolArray:
    """The relations whose role begins with ARG."""
    core = np.array([role.lower().startswith("arg") for role in keys.roles], bool)
    return core[_role(triples.binary.key)]


def _reentrant(triples: Triples, _: Keys) -> BoolArray:
    """The relations into nodes that are entered from several."""
    graph, binary = graphs_of(triples.binary.first), triples.binary
    if not len(graph):
        return np.zeros(0, bool)
    width = int(triples.sizes.max())
    entered = graph * width + binary.target
    pairs = distinct(entered * width + binary.source) // width
    nodes, times = np.unique(pairs, return_counts=True)
    return np.isin(entered, nodes[times > 1])


def _role(key: IntArray) -> IntArray:
    return key % WIDTH


def _subgraph(relations: Callable[[Triples, Keys], BoolArray], damonte: bool) -> Choice:
    """The choice of some relations and the instances of their nodes, with amrlib's or Damonte's additions."""

    def choice(triples: Triples, keys: Keys) -> Triples:
        binary, unary = triples.binary, triples.unary
        kept = np.flatnonzero(relations(triples, keys))
        edge_graph = graphs_of(binary.first)[kept]
        source, target, role = binary.source[kept], binary.target[kept], binary.key[kept]
        begin = np.append(0, np.cumsum(triples.sizes))
        last = _last_of_each(combine(edge_graph, source, target)) if len(kept) else kept
        edge_graph, source, target, role = (column[last] for column in (edge_graph, source, target, role))
        ends = distinct(np.concatenate([begin[edge_graph] + source, begin[edge_graph] + target]))
        graph, node = np.searchsorted(begin, ends, "right") - 1, ends
        label = np.zeros(int(begin[-1]), np.int64)
        instance = ~unary.attribute
        label[begin[graphs_of(unary.first)[instance]] + unary.node[instance]] = unary.key[instance] % WIDTH
        if damonte:
            more = _tops(edge_graph, source, keys)
        else:
            one = _last_of_each(combine(edge_graph, source, role)) if len(role) else role
            more = edge_graph[one], source[one], role[one], label[begin[edge_graph] + target][one]
        rows = Rows(
            np.concatenate([graph, more[0]]),
            np.concatenate([node - begin[graph], more[1]]),
            np.concatenate([np.zeros_like(graph), more[2]]),
            np.concatenate([label[ends], more[3]]),
            np.arange(len(graph) + len(more[0])) >= len(graph),
            edge_graph,
            source,
            target,
            role,
        )
        return assembled(triples.sizes, rows)

    return choice


def _tops(graph: IntArray, source: IntArray, keys: Keys) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """A top for the first source of each graph."""
    found, place = np.unique(graph, return_index=True)
    role, text = np.full(len(found), keys.roles["top"]), np.full(len(found), keys.texts["top"])
    return found, source[place], role, text


def _last_of_each(key: IntArray) -> IntArray:
    """The place of the last row of each key, in the order of the rows."""
    backwards = np.unique(key[::-1], return_index=True)[1]
    return np.sort(len(key) - 1 - backwards)


VARIANTS = {  # measure -> what is scored
    "unlabeled": Variant(_unlabeled),
    "unlabeled-turned": Variant(_unlabeled_turned),
    "no_wsd": Variant(_no_wsd),
    "srl": Variant(_keep_mod, _subgraph(_arguments, damonte=False)),
    "srl-damonte": Variant(_keep_mod, _subgraph(_arguments, damonte=True)),
    "reentrancy": Variant(_keep_mod, _subgraph(_reentrant, damonte=False)),
    "reentrancy-damonte": Variant(_keep_mod, _subgraph(_reentrant, damonte=True)),
}
