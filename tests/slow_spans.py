"""Slow, obvious twins of the span measures: plain Python over lists of annotations."""

from itertools import permutations
from typing import NamedTuple

from oracles.clusters import MEASURES


class Span(NamedTuple):
    """One annotation, end exclusive."""

    document: str
    start: int
    end: int
    eid: str | None = None
    type: str | None = None


def field(span, name, spans):
    """The value of a field of the span language."""
    linked = None if span.eid is None else not span.eid.startswith("NIL")
    own = [s for s in spans if (s.document, s.eid) == (span.document, span.eid)]
    return {
        "docid": span.document,
        "start": span.start,
        "end": span.end,
        "span": (span.document, span.start, span.end),
        "eid": span.eid,
        "type": span.type,
        "kbid": span.eid if linked else None,
        "is_linked": linked,
        "is_nil": None if linked is None else not linked,
        "is_first": span is min(own, key=lambda s: (s.start, -s.end)),
    }[name]


def key(span, names, spans):
    return tuple(field(span, name, spans) for name in names)


def numbers(expression, gold, system, weights=None):
    """(p_num, p_den, r_num, r_den) of `aggregator:filter:key`; *weights*: credits of (gold, system) types."""
    aggregator, condition, names = expression.split(":")
    names = names.split("+")
    kept = [[s for s in side if not condition or field(s, condition, side)] for side in (gold, system)]
    if aggregator == "sets":
        if weights is not None and "type" in names:
            return weighted_sets(names, *kept, weights)
        keys = [{key(s, names, side) for s in some} for some, side in zip(kept, (gold, system), strict=True)]
        return len(keys[0] & keys[1]), len(keys[1]), len(keys[0] & keys[1]), len(keys[0])
    if aggregator == "weak":
        return weak(names, *kept)
    modes = aggregator.removeprefix("overlap-")
    names = [name for name in names if name != "span"]
    weights = weights if "type" in names else None
    r_num = sum(shared(a, kept[1], modes[:3], names, lambda a, b: credit(a, b, weights)) for a in kept[0])
    p_num = sum(shared(a, kept[0], modes[3:], names, lambda a, b: credit(b, a, weights)) for a in kept[1])
    return p_num, len(kept[1]), r_num, len(kept[0])


def credit(gold, system, weights):
    """The credit of a pair's types."""
    return (weights or {}).get((gold.type, system.type), float(gold.type == system.type))


def shared(span, others, mode, names, credit_of):
    """The part of a span that others of its document (and the rest of the key) share."""
    rest = ["docid", *(name for name in names if name != "type")]
    typed = "type" in names
    best = []
    for other in others:
        if key(span, rest, [span]) == key(other, rest, [other]):
            common = set(range(span.start, span.end)) & set(range(other.start, other.end))
            best.append((common, credit_of(span, other) if typed else 1.0))
    length = span.end - span.start
    if mode == "max":
        return max((len(common) * worth for common, worth in best), default=0) / length
    return (
        sum(max((w for common, w in best if x in common), default=0) for x in range(span.start, span.end))
        / length
    )


def weak(names, gold, system):
    """The largest one-to-one matching of distinct items that share a position, by augmenting paths."""
    names = [*dict.fromkeys(["span", *names])]
    sides = [list({key(s, names, side): s for s in side}.values()) for side in (gold, system)]
    rest = ["docid", *(name for name in names if name != "span")]
    partners = {
        i: [
            j
            for j, b in enumerate(sides[1])
            if key(a, rest, gold) == key(b, rest, system) and max(a.start, b.start) < min(a.end, b.end)
        ]
        for i, a in enumerate(sides[0])
    }
    taken = {}

    def augmented(i, seen):
        for j in partners[i]:
            if j not in seen:
                seen.add(j)
                if j not in taken or augmented(taken[j], seen):
                    taken[j] = i
                    return True
        return False

    matched = sum(augmented(i, set()) for i in partners)
    return matched, len(sides[1]), matched, len(sides[0])


def weighted_sets(names, gold, system, weights):
    """The best one-to-one matching of distinct items, by trying all of them."""
    rest = [name for name in names if name != "type"]
    sides = [list({key(s, names, side): s for s in side}.values()) for side in (gold, system)]
    total = 0.0
    for group in {key(s, rest, gold) for s in sides[0]}:
        rows, columns = ([s for s in side if key(s, rest, side) == group] for side in sides)
        short, long = sorted((rows, columns), key=len)
        flipped = short is columns
        pairings = (zip(short, chosen, strict=True) for chosen in permutations(long, len(short)))
        total += max(
            sum(credit(b, a, weights) if flipped else credit(a, b, weights) for a, b in p) for p in pairings
        )
    dens = [sum(credit(s, s, weights) for s in side) for side in (sides[1], sides[0])]
    return total, dens[0], total, dens[1]


def pairs(count):
    """Unordered pairs among so many."""
    return count * (count - 1) / 2


def clusters(names, side):
    """id -> set of keys; ids by first appearance: documents as they come, then by start, longer first."""
    documents = list(dict.fromkeys(s.document for s in side))
    found = {}
    for s in sorted(side, key=lambda s: (documents.index(s.document), s.start, -s.end)):
        found.setdefault(s.eid, set()).add(key(s, names, side))
    return found


def cluster_numbers(expression, gold, system):
    """(p_num, p_den, r_num, r_den) of a cluster measure, from sets."""
    aggregator, condition, names = expression.split(":")
    kept = [[s for s in side if not condition or field(s, condition, side)] for side in (gold, system)]
    made = [clusters(names.split("+"), side) for side in kept]
    last = [{item: c for c, items in side.items() for item in items} for side in made]
    if aggregator in ("muc", "b_cubed", "lea"):
        one_way = {"muc": muc, "b_cubed": b_cubed, "lea": lea}[aggregator]
        return (*one_way(made[1], made[0], last[1], last[0]), *one_way(made[0], made[1], last[0], last[1]))
    g, s = (list(side.values()) for side in made)
    if aggregator.endswith("ceaf"):
        return MEASURES["ceaf_m" if aggregator == "mention_ceaf" else "ceaf_e"](g, s)
    both = sum(pairs(len(a & b)) for a in g for b in s)
    positive = [sum(pairs(len(c)) for c in side) for side in (g, s)]
    if aggregator == "pairwise":
        return both, positive[1], both, positive[0]
    items = [set().union(*side) for side in (g, s)]
    common = items[0] & items[1]
    apart = pairs(len(common)) + both - sum(pairs(len(c & common)) for side in (g, s) for c in side)
    return apart, pairs(len(items[1])) - positive[1], apart, pairs(len(items[0])) - positive[0]


def muc(own, _, __, other_of):
    """Links of the own side that the other has, and all of them."""
    links = 0
    for cluster in own.values():
        known = [item for item in cluster if item in other_of]
        links += len(known) - len({other_of[item] for item in known})
    return links, sum(len(cluster) - 1 for cluster in own.values())


def b_cubed(own, other, own_of, other_of):
    """The sum over own items of the right share of their cluster, and the number of items."""
    shares = [len(own[own_of[m]] & other[other_of[m]]) / len(own[own_of[m]]) for m in own_of if m in other_of]
    return sum(shares), len(own_of)


def lea(own, other, _, other_of):
    """The sum over own clusters of items times the share of links that the other side has, and the items."""
    total = 0
    for cluster in own.values():
        parts = [other_of[item] for item in cluster if item in other_of]
        if len(cluster) == 1:
            total += any(len(other[part]) == 1 for part in parts)
        else:
            links = sum(pairs(parts.count(part)) for part in set(parts))
            total += len(cluster) * links / pairs(len(cluster))
    return total, sum(map(len, own.values()))
