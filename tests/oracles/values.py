"""Nested values: the leaves that agree under the best matching of the elements of each array, all tried.

Null and blank strings are no leaves. A boolean is not a number, and 1 is 1.0.
"""

from decimal import Decimal

import nerkit


def records(path):
    """Id -> value."""
    values = nerkit.read(path).values
    assert all(isinstance(one, dict) and one.keys() == {"id", "value"} for one in values), "no id and value"
    return {one.get("id", at): one.get("value") for at, one in enumerate(values)}


def is_leaf(value):
    return not isinstance(value, (dict, list)) and value is not None and bool(str(value).strip())


def leaves(value):
    """The number of leaves."""
    if isinstance(value, (dict, list)):
        return sum(map(leaves, value.values() if isinstance(value, dict) else value))
    return int(is_leaf(value))


def form(leaf):
    """What is compared of a leaf."""
    kind = type(leaf).__name__
    return (kind, leaf) if isinstance(leaf, (bool, str)) else ("number", Decimal(str(leaf)))


def agreeing(x, y):
    """The most leaves of two values that agree."""
    if isinstance(x, dict) and isinstance(y, dict):
        return sum(agreeing(x[key], y[key]) for key in x.keys() & y.keys())
    if isinstance(x, list) and isinstance(y, list):
        return matched([[agreeing(one, other) for other in y] for one in x], frozenset())
    return int(is_leaf(x) and is_leaf(y) and form(x) == form(y))


def matched(table, used):
    """The largest sum of cells, one of each row and column at most."""
    if not table:
        return 0
    first, *rest = table
    ways = [value + matched(rest, used | {at}) for at, value in enumerate(first) if value and at not in used]
    return max([matched(rest, used), *ways])


def scores(gold, system):
    ours, theirs = records(gold), records(system)
    pairs = [(value, theirs.get(key)) for key, value in ours.items()]
    rows = [(agreeing(*pair), *map(leaves, pair)) for pair in pairs]
    both, gold_size, _ = map(sum, zip(*rows, strict=True))
    size, same = sum(map(leaves, theirs.values())), sum(a == b == c for a, b, c in rows)
    return {"json": (both, size, both, gold_size), "json/exact": (same, len(ours), same, len(ours))}
