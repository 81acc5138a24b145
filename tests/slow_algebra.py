"""The algebra as the paper writes it: one pair of objects at a time, in fractions, all matchings tried."""

from fractions import Fraction
from itertools import permutations

from nerkit.algebra.alternatives import AnyOf
from nerkit.algebra.formula import FMeasure
from nerkit.algebra.graphs import GraphMatching
from nerkit.algebra.latent_sets import LatentMatching
from nerkit.algebra.levels import Variable
from nerkit.algebra.matching import SetMatching
from nerkit.algebra.normalizers import Excess, Normalized, Rounded, Where
from nerkit.algebra.objects import frozen
from nerkit.algebra.operators import Field, Product, Same, Sum
from nerkit.algebra.parts import EveryMember, Members
from nerkit.algebra.scalars import Aliased
from nerkit.algebra.sequences import SequenceMatching
from nerkit.algebra.values import Func, Overlap


def numbers(metric, gold, system):
    """p_num, p_den, r_num, r_den of one document."""
    if isinstance(metric, FMeasure):
        return [*numbers(metric.precision, gold, system)[:2], *numbers(metric.recall, gold, system)[2:]]
    metric = stripped(metric)
    both = phi(metric, gold, system)
    return [both, phi(metric, system, system), both, phi(metric, gold, gold)]


def stripped(metric):
    if isinstance(metric, Field):
        return Field(stripped(metric.inner), metric.name)
    return metric.inner if isinstance(metric, Normalized) else metric


def phi(a, x, y):
    """The similarity of a gold object x and a system object y."""
    return PHI[type(a)](a, x, y)


def exact(number):
    """The fraction that a float stands for: 2/3, not the float, which a threshold tells from it."""
    return Fraction(number).limit_denominator(1_000)


def same(a, x, y):
    return Fraction(frozen(x) == frozen(y))


def field(a, x, y):
    return phi(a.inner, x[a.name], y[a.name])


def product(a, x, y):
    value = Fraction(1)
    for part in a.parts:
        value *= phi(part, x, y)
    return value


def any_of(a, x, y):
    """Both are gold where an own score is asked for."""
    sides = [one if isinstance(one, tuple) else (one,) for one in (x, y)]
    return max((phi(a.inner, p, q) for p in sides[0] for q in sides[1]), default=Fraction(0))


def members(a, x, y):
    return sum((phi(a.inner, x[key], y[key]) for key in x.keys() & y.keys()), Fraction(0))


def every_member(a, x, y):
    value = Fraction(x.keys() == y.keys())
    for key in x.keys() & y.keys():
        value *= phi(a.inner, x[key], y[key])
    return value


def rounded(a, x, y):
    return round(phi(a.inner, x, y), a.decimals)


def aliased(a, x, y):
    return phi(a.inner, *(a.forms.get(value, value) for value in (x, y)))


def total(a, x, y):
    return sum(phi(part, x, y) for part in a.parts)


def excess(a, x, y):
    return max(Fraction(0), phi(a.inner, x, y) - exact(a.less))


def where(a, x, y):
    value, limit = phi(a.inner, x, y), exact(a.limit)
    return Fraction(value >= limit if a.reached else value > limit)


def normalized(a, x, y):
    value, gold, system = phi(a.inner, x, y), phi(a.inner, x, x), phi(a.inner, y, y)
    if a.normalizer == "p":
        top, bottom = value, system
    elif a.normalizer == "r":
        top, bottom = value, gold
    elif a.normalizer == "j":
        top, bottom = value, system + gold - value
    else:
        square = Fraction(a.normalizer[1:]) ** 2
        top, bottom = (1 + square) * value, square * gold + system
    return top / bottom if bottom > 0 else Fraction(0)


def function(a, x, y):
    return exact(a.function(x, y))


def overlap(a, x, y):
    one, other = (set(range(item[a.start], item[a.end])) for item in (x, y))
    return Fraction(len(one & other))


def sets(a, x, y):
    x, y = elements(a, x), elements(a, y)
    weight = [[phi(a.inner, u, v) for v in y] for u in x]
    cells = [(i, j) for i in range(len(x)) for j in range(len(y)) if weight[i][j]]
    if a.constraint == "N:N":
        return sum((weight[i][j] for i, j in cells), Fraction(0))
    if a.constraint == "N:1":
        return sum(
            (max((weight[i][j] for i in range(len(x))), default=0) for j in range(len(y))), Fraction(0)
        )
    if a.constraint == "1:N":
        return sum((max(row, default=0) for row in weight), Fraction(0))
    return one_to_one(weight, frozenset(range(len(y))))


def latent(a, x, y):
    """Elements are tuples with `Variable`s in them, of which the formula compares every part."""
    ours, theirs = (
        [*dict.fromkeys(v for e in side for v in e if isinstance(v, Variable))] for side in (x, y)
    )
    wanted, most = set(y), 0
    for order in permutations([*theirs, *[None] * len(ours)], len(ours)):
        mapping = dict(zip(ours, order, strict=True))
        moved = {tuple(mapping[v] if isinstance(v, Variable) else v for v in e) for e in x}
        most = max(most, len(moved & wanted))
    return Fraction(most)


def one_to_one(weight, free):
    if not weight:
        return Fraction(0)
    first, *rest = weight
    return max([one_to_one(rest, free), *(first[j] + one_to_one(rest, free - {j}) for j in free)])


def elements(a, items):
    """The elements that count: all, or the first of those the formula cannot tell apart."""
    if a.duplicates == "multiset":
        return list(items)
    return list({seen(a.inner, item): item for item in reversed(list(items))}.values())


def sequences(a, x, y):
    """The heaviest chain of cells (i, j), each after the one before on sides where elements are used once."""
    strict = {"1:1": (1, 1), "N:1": (0, 1), "1:N": (1, 0), "N:N": (0, 0)}[a.constraint]
    cells = [(i, j) for i in range(len(x)) for j in range(len(y))]

    def best(last):
        following = [
            (i, j)
            for i, j in cells
            if last is None or (i >= last[0] + strict[0] and j >= last[1] + strict[1] and (i, j) != last)
        ]
        return max((phi(a.inner, x[i], y[j]) + best((i, j)) for i, j in following), default=Fraction(0))

    return best(None)


def graphs(a, x, y):
    reach = [reachable(len(graph[a.nodes]), graph[a.edges]) for graph in (x, y)]
    cells = [
        (i, j, value)
        for i, u in enumerate(x[a.nodes])
        for j, v in enumerate(y[a.nodes])
        if (value := phi(a.inner, u, v))
    ]

    def together(one, other):
        (i, j, _), (k, m, _) = one, other
        if (a.constraint in ("1:1", "1:N") and i == k) or (a.constraint in ("1:1", "N:1") and j == m):
            return False
        return (reach[0][i, k] == reach[1][j, m]) and (reach[0][k, i] == reach[1][m, j])

    def best(rest):
        if not rest:
            return Fraction(0)
        first, *others = rest
        return max(best(others), first[2] + best([cell for cell in others if together(first, cell)]))

    return best(cells)


def reachable(size, edges):
    reach = {(i, j): i == j or [i, j] in edges for i in range(size) for j in range(size)}
    for k in range(size):
        for i in range(size):
            for j in range(size):
                reach[i, j] |= reach[i, k] and reach[k, j]
    return reach


PHI = {
    AnyOf: any_of,
    Members: members,
    EveryMember: every_member,
    Rounded: rounded,
    Aliased: aliased,
    Same: same,
    Field: field,
    Product: product,
    Sum: total,
    Excess: excess,
    Where: where,
    Normalized: normalized,
    Func: function,
    Overlap: overlap,
    SetMatching: sets,
    LatentMatching: latent,
    SequenceMatching: sequences,
    GraphMatching: graphs,
}


def seen(a, x):
    """All that a formula sees of an object."""
    return SEEN[type(a)](a, x) if type(a) in SEEN else seen(a.inner, x)


def seen_elements(a, x):
    marks = [seen(a.inner, item) for item in x]
    return frozenset(marks) if a.duplicates == "set" else tuple(sorted(marks, key=repr))


SEEN = {
    Same: lambda _, x: frozen(x),
    Func: lambda _, x: frozen(x),
    Overlap: lambda a, x: (x[a.start], x[a.end]),
    Field: lambda a, x: seen(a.inner, x[a.name]),
    Product: lambda a, x: tuple(seen(part, x) for part in a.parts),
    Sum: lambda a, x: tuple(seen(part, x) for part in a.parts),
    SetMatching: seen_elements,
    Aliased: lambda a, x: seen(a.inner, a.forms.get(x, x)),
    LatentMatching: lambda _, x: frozenset(x),
    SequenceMatching: lambda a, x: tuple(seen(a.inner, item) for item in x),
    GraphMatching: lambda a, x: (tuple(seen(a.inner, item) for item in x[a.nodes]), frozen(x[a.edges])),
}
