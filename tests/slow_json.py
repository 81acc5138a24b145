"""The score of nested values as its definition reads: slow, and obviously right."""

from decimal import Decimal


def is_leaf(value):
    return (
        not isinstance(value, dict | list)
        and value is not None
        and not (isinstance(value, str) and not value.strip())
    )


def leaves(value):
    """The number of leaves."""
    if isinstance(value, dict):
        return sum(map(leaves, value.values()))
    if isinstance(value, list):
        return sum(map(leaves, value))
    return int(is_leaf(value))


def same(x, y):
    """Equality of leaves: a boolean is no number."""
    if isinstance(x, bool) or isinstance(y, bool):
        return isinstance(x, bool) and isinstance(y, bool) and x == y
    if isinstance(x, str) or isinstance(y, str):
        return isinstance(x, str) and isinstance(y, str) and x == y
    return Decimal(str(x)) == Decimal(str(y))


def best(x, y, mode="bag", agree=same):
    """The largest (agreeing leaves, shared addresses) of an alignment of two values."""
    if is_leaf(x) and is_leaf(y):
        return int(agree(x, y)), 1
    if isinstance(x, dict) and isinstance(y, dict):
        pairs = [best(x[key], y[key], mode, agree) for key in x.keys() & y.keys()]
        return sum(a for a, _ in pairs), sum(s for _, s in pairs)
    if isinstance(x, list) and isinstance(y, list):
        values = [[best(one, other, mode, agree) for other in y] for one in x]
        return MATCHED[mode](values)
    return 0, 0


def _added(one, other):
    return one[0] + other[0], one[1] + other[1]


def _bag(values, used=frozenset()):
    if not values:
        return 0, 0
    options = [_bag(values[1:], used)]
    for place, value in enumerate(values[0]):
        if place not in used and value[0] > 0:
            options.append(_added(value, _bag(values[1:], used | {place})))
    return max(options)


def _sequence(values, first=0):
    if not values:
        return 0, 0
    options = [_sequence(values[1:], first)]
    options += [
        _added(values[0][place], _sequence(values[1:], place + 1))
        for place in range(first, len(values[0]))
        if values[0][place][0] > 0
    ]
    return max(options)


def _position(values):
    total = 0, 0
    for place, row in enumerate(values):
        if place < len(row):
            total = _added(total, row[place])
    return total


MATCHED = {"bag": _bag, "sequence": _sequence, "position": _position}
