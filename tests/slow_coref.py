"""Cluster measures over documents, in fractions: those of the oracle, the links of BLANC, and composites."""

from fractions import Fraction
from itertools import combinations

from oracles.clusters import MEASURES, both_ways


def numbers(measure, gold, system):
    """(p_num, p_den, r_num, r_den) summed over documents.

    A side maps documents to lists of sets of mentions.
    """
    documents = dict.fromkeys((*gold, *system))
    rows = [FORMULAS[measure](gold.get(d, []), system.get(d, [])) for d in documents]
    return tuple(sum(column, Fraction(0)) for column in zip(*rows, strict=True)) or (Fraction(0),) * 4


def scores(measure, gold, system, convention="conll"):
    """(precision, recall, f1) of any measure."""
    if measure == "conll":
        parts = [scores(name, gold, system) for name in ("muc", "b_cubed", "ceaf_e")]
    elif measure == "blanc":
        kinds = ("pairwise", "pairwise_negative")
        counted = [numbers(name, gold, system) for name in kinds]
        is_there = [c[3] > 0 or (convention == "luo2014" and c[1] > 0) for c in counted]
        parts = [scores(name, gold, system) for name, used in zip(kinds, is_there, strict=True) if used]
    else:
        p_num, p_den, r_num, r_den = numbers(measure, gold, system)
        precision, recall = (a / b if b else Fraction(0) for a, b in ((p_num, p_den), (r_num, r_den)))
        total = precision + recall
        return precision, recall, 2 * precision * recall / total if total else Fraction(0)
    return tuple(sum(column) / len(parts) for column in zip(*parts, strict=True)) if parts else (0, 0, 0)


def pairs(entities, *, same):
    """The pairs of mentions in one entity, or in different ones."""
    of = {m: i for i, e in enumerate(entities) for m in e}
    return {pair for pair in combinations(sorted(of), 2) if (of[pair[0]] == of[pair[1]]) == same}


def linked(*, same):
    def one_way(own, other):
        mine = pairs(own, same=same)
        return len(mine & pairs(other, same=same)), len(mine)

    return both_ways(one_way)


FORMULAS = {
    **MEASURES,
    "pairwise": linked(same=True),
    "pairwise_negative": linked(same=False),
    "blanc/links": linked(same=True),
    "blanc/non-links": linked(same=False),
}
