"""Tool calls: in each turn, calls of the same tool with the same arguments, each used once.

{"id": "a", "calls": [{"name": "f", "arguments": {"x": {"any": [1, null]}}}]}   x is 1 or absent
"""

from collections import Counter
from decimal import Decimal
from itertools import product, zip_longest

import nerkit


def records(path):
    """Id -> turns, each a list of calls."""
    values = nerkit.read(path).values
    assert all(one.keys() <= {"id", "calls", "turns"} for one in values), "a record has other keys"
    return {one["id"]: one["turns"] if "turns" in one else [one["calls"]] for one in values}


def forms(value):
    """All readings of a value as they are compared; null and blank strings are as if they were not there."""
    if isinstance(value, dict):
        if list(value) == ["any"]:
            return [form for one in value["any"] for form in forms(one)]
        readings = product(*([(key, form) for form in forms(one)] for key, one in value.items()))
        return [("object", *sorted(pair for pair in pairs if pair[1] is not None)) for pairs in readings]
    if isinstance(value, list):
        readings = product(*map(forms, value))
        return [("array", *(one for one in some if one is not None)) for some in readings]
    if value is None or (isinstance(value, str) and not value.strip()):
        return [None]
    return [("number", Decimal(str(value))) if type(value) in (int, float) else (type(value).__name__, value)]


def matched(rows, columns):
    """The most pairs of equal calls, one of each row and column at most."""
    if not rows:
        return 0
    first, *rest = rows
    ways = [
        1 + matched(rest, [*columns[:at], *columns[at + 1 :]]) for at, c in enumerate(columns) if first & c
    ]
    return max([matched(rest, columns), *ways])


def scores(gold, system):
    sides = records(gold), records(system)
    calls, tools, sizes = 0, 0, [0, 0]
    for name, turns in sides[0].items():
        for pair in zip_longest(turns, sides[1].get(name, []), fillvalue=[]):
            whole = [[{(one["name"], x) for x in forms(one["arguments"])} for one in turn] for turn in pair]
            names = [Counter(one["name"] for one in turn) for turn in pair]
            calls += matched(*whole)
            tools += (names[0] & names[1]).total()
            sizes = [size + len(turn) for size, turn in zip(sizes, pair, strict=True)]
    return {"calls": (calls, sizes[1], calls, sizes[0]), "tools": (tools, sizes[1], tools, sizes[0])}
