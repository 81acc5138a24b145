"""Aspects of meaning graphs, as smatch++ 1.8.0 scores them under one correspondence (`all-onealign`): a part of the triples on both sides.

    aspect/wiki           the triples of `:wiki`, and the instances of their nodes
    aspect/reentrancies   the relations into nodes that several relations enter, and the instances of their nodes

A triple counts where it agrees under the best correspondence of all triples; of several best ones smatch++ may take another. Its other aspects (agent, cause, time, …) take role descriptions
of PropBank, 660 kB that it downloads, and are not computed.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from nerkit.model import BoolArray, FloatArray, IntArray
from nerkit.scorers.amr_matching import Matched, Side
from nerkit.scorers.amr_triples import COPIES, WIDTH, Keys, Triples, graphs_of


class Chosen(NamedTuple):
    """Which triples belong to an aspect: of those with one node, and of those with two."""

    unary: BoolArray
    binary: BoolArray


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


def _wiki(triples: Triples, keys: Keys) -> Chosen:
    wanted = np.array([role.split(" ")[0].lower() == "wiki" for role in keys.roles], bool)
    return _with_instances(
        triples,
        wanted[triples.unary.key % COPIES // WIDTH] & triples.unary.attribute,
        wanted[triples.binary.key % COPIES],
    )


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


ASPECTS: dict[str, Callable[[Triples, Keys], Chosen]] = {
    "aspect/wiki": _wiki,
    "aspect/reentrancies": _reentrancies,
}
