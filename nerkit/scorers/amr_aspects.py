"""Aspects of meaning graphs: scores of a part of the triples, told by roles, after smatch++ 1.8.0.

    aspect/concept            the instances of all nodes                 aspect/focus          the top, and its instance
    aspect/srl-core           ARG0 to ARG9                               aspect/wiki           wiki
    aspect/named-entities     name, and what hangs on the name           aspect/polarity       polarity
    aspect/location           location                                   aspect/time           time, duration, frequency
    aspect/quantifier         quant                                      aspect/possession     poss
    aspect/purpose            purpose                                    aspect/topic          topic
    aspect/cause              cause                                      aspect/instrument     instrument
    aspect/reentrancies       relations into nodes that several relations enter

Each with the instances of the nodes that its triples touch. A triple counts where it agrees under the best correspondence of all
triples (smatch++'s `all-onealign`). Where several are best, of which smatch++ may take another, what agrees in one part may differ; with the
suffix `-own` an aspect has the best correspondence of its own triples, and one number only (`all-multialign`).

smatch++'s numbers are those of concept, wiki and reentrancies with `--standardise amr`. Its other aspects take in more than roles: nodes of
certain concepts, two levels below, the predicates above, and arguments of verbs by the words in PropBank's descriptions of them, 660 kB that it
downloads. What only these tell is not here at all: agent, patient, maths, question.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from nerkit.model import BoolArray, FloatArray, IntArray
from nerkit.scorers.amr_matching import Matched, Side
from nerkit.scorers.amr_triples import COPIES, REVERSED, WIDTH, Keys, Triples, graphs_of

OWN = "-own"  # the suffix of an aspect with a correspondence of its own
TOPS = ("top", "root")  # the roles of tops


class Chosen(NamedTuple):
    """Which triples belong to an aspect: of those with one node, and of those with two."""

    unary: BoolArray
    binary: BoolArray


Choose = Callable[[Triples, Keys], Chosen]


def numbers(name: str, matched: Matched, keys: Keys) -> FloatArray:
    """`p_num, p_den, r_num, r_den` of every document."""
    gold, system = (ASPECTS[name](side.triples, keys) for side in (matched.gold, matched.system))
    pairs = (
        (matched.pairs_of_unary(), gold.unary, system.unary, matched.gold.triples.unary.first),
        (matched.pairs_of_binary(), gold.binary, system.binary, matched.gold.triples.binary.first),
    )
    document, count = matched.gold.document(), len(matched.value)
    agreeing = np.zeros(count, np.int64)
    for (ours, theirs), first, second, begin in pairs:
        both = ours[first[ours] & second[theirs]]
        agreeing += np.bincount(document[graphs_of(begin)[both]], minlength=count)
    wanted, given = _sizes(matched.gold, gold), _sizes(matched.system, system)
    return np.stack([agreeing, given, agreeing, wanted], axis=1).astype(float)


def _sizes(side: Side, chosen: Chosen) -> IntArray:
    """The triples of the aspect in every document."""
    return Side(side.triples.restricted(*chosen), side.graph).count()


def part(name: str, triples: Triples, keys: Keys) -> Triples:
    """The triples of an aspect."""
    return triples.restricted(*ASPECTS[name](triples, keys))


def _having(*roles: str) -> Choose:
    """The triples of these roles, in any case, constants as sources too."""

    def choose(triples: Triples, keys: Keys) -> Chosen:
        wanted = np.array([role.removesuffix(REVERSED).strip().lower() in roles for role in keys.roles], bool)
        return _with_instances(
            triples,
            wanted[triples.unary.key % COPIES // WIDTH] & triples.unary.attribute,
            wanted[triples.binary.key % COPIES],
        )

    return choose


def _named(triples: Triples, keys: Keys) -> Chosen:
    """The names, and the constants of their nodes."""
    unary, binary = _having("name")(triples, keys)
    begin = np.append(0, np.cumsum(triples.sizes))
    names = np.zeros(int(begin[-1]), bool)
    names[(begin[graphs_of(triples.binary.first)] + triples.binary.target)[binary]] = True
    one = begin[graphs_of(triples.unary.first)] + triples.unary.node
    top = np.array([role.strip() in TOPS for role in keys.roles], bool)[triples.unary.key % COPIES // WIDTH]
    return Chosen(unary | (names[one] & triples.unary.attribute & ~top), binary)


def _concepts(triples: Triples, _: Keys) -> Chosen:
    return Chosen(~triples.unary.attribute, np.zeros(len(triples.binary.key), bool))


def _reentrancies(triples: Triples, _: Keys) -> Chosen:
    graph, binary = graphs_of(triples.binary.first), triples.binary
    begin = np.append(0, np.cumsum(triples.sizes))
    entered = begin[graph] + binary.target
    several = np.bincount(entered, minlength=int(begin[-1])) > 1
    return _with_instances(triples, np.zeros(len(triples.unary.key), bool), several[entered])


def _with_instances(triples: Triples, unary: BoolArray, binary: BoolArray) -> Chosen:
    """These triples and the instances of their nodes."""
    begin = np.append(0, np.cumsum(triples.sizes))
    one = begin[graphs_of(triples.unary.first)] + triples.unary.node
    offset = begin[graphs_of(triples.binary.first)]
    touched = np.zeros(int(begin[-1]), bool)
    touched[one[unary]] = True
    touched[(offset + triples.binary.source)[binary]] = True
    touched[(offset + triples.binary.target)[binary]] = True
    return Chosen(unary | (~triples.unary.attribute & touched[one]), binary)


ASPECTS: dict[str, Choose] = {
    "aspect/concept": _concepts,
    "aspect/focus": _having(*TOPS),
    "aspect/srl-core": _having(*(f"arg{i}" for i in range(10))),
    "aspect/named-entities": _named,
    "aspect/wiki": _having("wiki"),
    "aspect/polarity": _having("polarity"),
    "aspect/location": _having("location"),
    "aspect/time": _having("time", "duration", "frequency"),
    "aspect/quantifier": _having("quant"),
    "aspect/possession": _having("poss"),
    "aspect/purpose": _having("purpose"),
    "aspect/cause": _having("cause"),
    "aspect/instrument": _having("instrument"),
    "aspect/topic": _having("topic"),
    "aspect/reentrancies": _reentrancies,
}
MEASURES = (*ASPECTS, *(f"{name}{OWN}" for name in ASPECTS))
