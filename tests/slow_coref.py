"""Cluster measures over entities in documents, in fractions: slow and plain, to compare with."""

from fractions import Fraction
from itertools import combinations, permutations


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


def both_ways(one_way):
    """A formula from what is found and what there is on one side."""
    return lambda gold, system: (*one_way(system, gold), *one_way(gold, system))


def mentions(own, other):
    mentions_of_other = set().union(*other)
    return sum(m in mentions_of_other for e in own for m in e), sum(map(len, own))


def muc(own, other):
    links = 0
    for entity in own:
        parts = {next((i for i, o in enumerate(other) if m in o), m) for m in entity}
        links += len(entity) - len(parts)
    return links, sum(len(entity) - 1 for entity in own)


def b_cubed(own, other):
    total = Fraction(0)
    for entity in own:
        for m in entity:
            total += Fraction(len(entity & next((o for o in other if m in o), set())), len(entity))
    return total, sum(map(len, own))


def lea(own, other):
    total = Fraction(0)
    for entity in own:
        if len(entity) == 1:
            total += entity in other
        else:
            links = list(combinations(sorted(entity), 2))
            right = sum(any(a in o and b in o for o in other) for a, b in links)
            total += Fraction(len(entity) * right, len(links))
    return total, sum(map(len, own))


def ceaf(gold, system, phi):
    short, long = sorted((gold, system), key=len)
    best = max(
        sum((phi(a, b) for a, b in zip(short, chosen, strict=True)), Fraction(0))
        for chosen in permutations(long, len(short))
    )
    return best, sum(phi(e, e) for e in system), best, sum(phi(e, e) for e in gold)


def ceaf_m(gold, system):
    return ceaf(gold, system, lambda a, b: Fraction(len(a & b)))


def ceaf_e(gold, system):
    return ceaf(gold, system, lambda a, b: Fraction(2 * len(a & b), len(a) + len(b)))


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
    "mentions": both_ways(mentions),
    "muc": both_ways(muc),
    "b_cubed": both_ways(b_cubed),
    "ceaf_m": ceaf_m,
    "ceaf_e": ceaf_e,
    "lea": both_ways(lea),
    "pairwise": linked(same=True),
    "pairwise_negative": linked(same=False),
    "blanc/links": linked(same=True),
    "blanc/non-links": linked(same=False),
}
