"""Slots of nested values, by trying all matchings of the elements of each array.

A tree of fields says where a value may be a leaf: `(is it one here, {name: tree}, tree of elements or None)`.
"""

import random
from collections import Counter
from itertools import permutations

from oracles.values import form, leaves

NO_FIELD = (False, {}, None)


def joined(trees):
    """The tree of a value that any of several trees is about."""
    members = {
        name: [tree[1][name] for tree in trees if name in tree[1]] for tree in trees for name in tree[1]
    }
    elements = [tree[2] for tree in trees if tree[2] is not None]
    return (
        any(tree[0] for tree in trees),
        {name: joined(inner) for name, inner in members.items()},
        joined(elements) if elements else None,
    )


def tree_of(schema, whole):
    """The tree of a schema without circles."""
    trees = [tree_of(one, whole) for word in ("allOf", "anyOf", "oneOf") for one in schema.get(word, ())]
    if "$ref" in schema:
        trees.append(tree_of(whole["$defs"][schema["$ref"].removeprefix("#/$defs/")], whole))
    kinds = schema.get("type", [])
    kinds = {kinds} if isinstance(kinds, str) else set(kinds)
    is_leaf = bool(kinds & {"string", "number", "integer", "boolean"} or {"enum", "const"} & schema.keys())
    members = {name: tree_of(one, whole) for name, one in schema.get("properties", {}).items()}
    elements = tree_of(schema["items"], whole) if "items" in schema else None
    return joined([*trees, (is_leaf, members, elements)])


def tree_of_gold(values):
    """The tree of the paths at which some of the values have a leaf."""
    return joined([_of_value(value) for value in values]) if values else NO_FIELD


def _of_value(value):
    members = value.items() if isinstance(value, dict) else ()
    elements = [_of_value(one) for one in value] if isinstance(value, list) else []
    inner = {name: _of_value(one) for name, one in members}
    return (form(value) is not None, inner, joined(elements) if elements else None)


def ways(gold, system, tree):
    """All matchings of two values: a Counter of each, with `agree`, `shared` and the verdicts."""
    own = Counter()
    ours, theirs = form(gold), form(system)
    if tree[0] and ours is not None:
        own["right" if ours == theirs else "wrong_value" if theirs is not None else "missed"] += 1
    elif tree[0]:
        own["right_silence" if theirs is None else "fabricated"] += 1
    elif theirs is not None:
        own["outside"] += 1
    if ours is not None and theirs is not None:
        own += Counter(shared=1, agree=int(ours == theirs))
    found = [own]
    members = [value if isinstance(value, dict) else {} for value in (gold, system)]
    for name in sorted(members[0].keys() | members[1].keys() | tree[1].keys()):
        inner = ways(members[0].get(name), members[1].get(name), tree[1].get(name, NO_FIELD))
        found = [one + more for one in found for more in inner]
    lists = [value if isinstance(value, list) else [] for value in (gold, system)]
    inner = matched(*lists, tree[2] or NO_FIELD)
    return best([one + more for one in found for more in inner])


def best(found):
    """The ways with the most agreeing leaves, then shared addresses, then the fewest fabricated values."""
    key = lambda one: (one["agree"], one["shared"], -one["fabricated"])  # noqa: E731
    top = max(map(key, found))
    kept = [one for one in found if key(one) == top]
    return list({tuple(sorted(one.items())): one for one in kept}.values())


def matched(ours, theirs, tree):
    """All ways to pair the elements of two arrays, each pair with a leaf that agrees."""
    pairs = {
        (i, j): [way for way in ways(one, other, tree) if way["agree"]]
        for i, one in enumerate(ours)
        for j, other in enumerate(theirs)
    }
    found = []
    places = [*range(len(theirs)), *[None] * len(ours)]
    for chosen in set(permutations(places, len(ours))):
        if any(j is not None and not pairs[i, j] for i, j in enumerate(chosen)):
            continue
        alone = [one for j, one in enumerate(theirs) if j not in chosen and leaves(one)]
        together = [Counter(fabricated_element=len(alone))]
        for i, j in enumerate(chosen):
            inner = ways(ours[i], None, tree) if j is None else pairs[i, j]
            together = [one + more for one in together for more in inner]
        found += together
    return best(found)


SCALARS = ["a", "b", 1, 2, True, None, ""]


def some_schema(seed):
    """A random schema with nested arrays, references, and branches."""
    draw = random.Random(seed)
    whole = {}

    def part(depth):
        kinds = ["leaf", "leaf", "object", "array"] if depth else ["leaf"]
        kind = draw.choice(kinds)
        if kind == "leaf":
            one = draw.choice(
                [{"type": "string"}, {"type": ["integer", "null"]}, {"enum": ["a", "b"]}, {"const": 1}, {}]
            )
        elif kind == "array":
            one = {"type": "array", "items": part(depth - 1)}
        else:
            names = draw.sample("xyz", draw.randint(1, 3))
            one = {"type": "object", "properties": {name: part(depth - 1) for name in names}}
        turn = draw.random()
        if turn < 0.15:
            return {draw.choice(["anyOf", "oneOf", "allOf"]): [one, part(0)]}
        if turn < 0.3:
            name = f"d{len(whole.setdefault('$defs', {}))}"
            whole["$defs"][name] = one
            return {"$ref": f"#/$defs/{name}"}
        return one

    whole.setdefault("$defs", {})
    whole |= {"properties": {name: part(3) for name in "xyz"}}
    return whole


def some_value(draw, tree, noise):
    """A value of a tree, here and there another one."""
    if draw.random() < noise:
        return draw.choice([draw.choice(SCALARS), [draw.choice(SCALARS)], {"x": draw.choice(SCALARS)}])
    options = ["leaf"] * tree[0] + ["object"] * bool(tree[1]) + ["array"] * (tree[2] is not None)
    kind = draw.choice(options or ["leaf"])
    if kind == "object":
        names = [name for name in tree[1] if draw.random() < 0.8]
        return {name: some_value(draw, tree[1][name], noise) for name in names}
    if kind == "array":
        return [some_value(draw, tree[2], noise) for _ in range(draw.randint(0, 3))]
    return draw.choice(SCALARS)
