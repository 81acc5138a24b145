"""Nested values: the most leaves that agree, over all matchings of the elements of each array.

Null and blank strings are no leaves; true is not 1, and 1 is 1.0. Documents are exact if both say the same,
where an object without leaves is an element beside objects alone, and may be one beside null and the like.
"""

from decimal import Decimal

import nerkit


def form(value):
    """What is compared of a leaf; None of what is no leaf."""
    if value is None or isinstance(value, (dict, list)) or not str(value).strip():
        return None
    assert not str(value).startswith(("{", "[")), "a text that may hold JSON"
    return (type(value), value) if isinstance(value, (bool, str)) else (int, Decimal(str(value)))


def leaves(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return int(form(value) is not None) + sum(map(leaves, inner))


def bag(table, used=frozenset()):
    """The largest sum of cells, one of each row and column at most."""
    cells = enumerate(table[0] if table else ())
    ways = [v + bag(table[1:], used | {at}) for at, v in cells if v >= 1 and at not in used]
    return max([bag(table[1:], used), *ways]) if table else 0


def best(x, y, matched=bag, agree=lambda x, y: form(x) == form(y)):
    """The most leaves of two values that agree."""
    if isinstance(x, dict) and isinstance(y, dict):
        return sum(best(x[key], y[key], matched, agree) for key in x.keys() & y.keys())
    if isinstance(x, list) and isinstance(y, list):
        return matched([[best(one, other, matched, agree) for other in y] for one in x])
    return 0 if None in (form(x), form(y)) else agree(x, y)


def content(value, beside):
    """What a value says, in no order; *beside*: objects without leaves beside null are elements."""
    if isinstance(value, dict):
        return frozenset((k, said) for k, one in value.items() if (said := content(one, beside))) or None
    if not isinstance(value, list):
        return form(value)
    said = [(content(one, beside), isinstance(one, dict)) for one in value]
    if all(is_object or (beside and not one) for one, is_object in said):
        said = [(one or "element", True) for one, is_object in said if is_object]
    return frozenset((one, said.count(one)) for one in said if one[0]) or None


def scores(gold, system):
    ours, theirs = ({one["id"]: one["value"] for one in nerkit.read(path).values} for path in (gold, system))
    pairs = [(value, theirs.get(name)) for name, value in ours.items()]
    agree = sum(best(*pair) for pair in pairs)
    sizes = [sum(map(leaves, side.values())) for side in (theirs, ours)]
    same = sum(any(content(x, way) == content(y, way) for way in (True, False)) for x, y in pairs)
    return {"json": (agree, sizes[0], agree, sizes[1]), "json/exact": (same, len(ours)) * 2}
