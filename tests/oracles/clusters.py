"""Clusters of mentions, document by document; CEAF tries all alignments of clusters."""

from fractions import Fraction
from functools import partial
from itertools import combinations, permutations

import nerkit


def clusters(path):
    """Document -> its clusters, each a set of mentions, a mention being its pieces."""
    corpus = nerkit.read(path)
    found = {name: {} for name in corpus.documents}
    pieces = list(zip(corpus.span.start.tolist(), corpus.span.end.tolist(), strict=True))
    ends = zip(corpus.document.tolist(), corpus.span.first[:-1], corpus.span.first[1:], strict=True)
    placed = [(document, tuple(pieces[a:b])) for document, a, b in ends]
    assert len(set(placed)) == len(placed) + len(corpus.zeros), "empty nodes, or a mention twice"
    for (document, mention), entity in zip(placed, corpus.entity.tolist(), strict=True):
        found[corpus.documents[document]].setdefault(entity, set()).add(mention)
    return {name: list(entities.values()) for name, entities in found.items()}


def both_ways(one_way):
    return lambda gold, system: (*one_way(system, gold), *one_way(gold, system))


def mentions(own, other):
    return len(set().union(*own) & set().union(*other)), sum(map(len, own))


def muc(own, other):
    parts = [{next((i for i, o in enumerate(other) if m in o), m) for m in entity} for entity in own]
    return sum(map(len, own)) - sum(map(len, parts)), sum(len(entity) - 1 for entity in own)


def b_cubed(own, other):
    return sum(Fraction(len(e & o) ** 2, len(e)) for e in own for o in other), sum(map(len, own))


def lea(own, other):
    links = [[set(combinations(sorted(e), 2)) or e for e in side] for side in (own, other)]
    shares = [Fraction(sum(len(e & o) for o in links[1]), len(e)) for e in links[0]]
    return sum(len(e) * share for e, share in zip(own, shares, strict=True)), sum(map(len, own))


def ceaf(phi, gold, system):
    short, long = sorted((gold, system), key=len)
    best = max(sum(map(phi, short, chosen)) for chosen in permutations(long, len(short)))
    return best, sum(phi(e, e) for e in system), best, sum(phi(e, e) for e in gold)


MEASURES = {one.__name__: both_ways(one) for one in (mentions, muc, b_cubed, lea)}
MEASURES["ceaf_m"] = partial(ceaf, lambda a, b: len(a & b))
MEASURES["ceaf_e"] = partial(ceaf, lambda a, b: Fraction(2 * len(a & b), len(a) + len(b)))


def scores(gold, system):
    ours, theirs = clusters(gold), clusters(system)
    rows = {name: [f(ours[d], theirs.get(d, [])) for d in ours] for name, f in MEASURES.items()}
    return {name: tuple(map(sum, zip(*numbers, strict=True))) for name, numbers in rows.items()}
