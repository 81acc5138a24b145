"""The fields that a document can fill under a JSON Schema, as paths of leaves.

    {"properties": {"no": {"type": "string"},                 outside arrays   no
                    "rows": {"type": "array", "items":        in each element of rows   rows[].sku
                             {"properties": {"sku": {"type": "string"}}}}}}

A path ends at a string, number, integer, boolean, enum or const. References, `allOf` and all branches of
`anyOf` and `oneOf` count.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from nerkit.corpora.json_paths import ITEM, Steps
from nerkit.ground.limits import DEEPEST_JSON
from nerkit.scorers.json.schema import MOST_PLACES, Schema, steps_below

LEAF_TYPES = frozenset(("string", "number", "integer", "boolean"))
LEAF_WORDS = ("enum", "const")
Region = tuple[set[Steps], list[tuple[Steps, Any]]]  # leaves, parts about elements of arrays


class SchemaFields:
    """The paths of leaves of a schema, region by region. A region is the part between two steps into arrays.

    is_endless    whether a region has more than MOST_PLACES parts, or is deeper than JSON may be
    """

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._regions: dict[int, Region] = {}
        waiting: list[Any] = [schema.root]
        self.is_endless = False
        for part in waiting:
            if id(part) in self._regions or self.is_endless:
                continue
            region = self._region(part)
            self.is_endless = region is None
            if region is not None:
                self._regions[id(part)] = region
                waiting += [element for _, element in region[1]]

    def paths(self, elements: Collection[Steps]) -> set[Steps]:
        """Return the paths of leaves outside arrays, and the paths of leaves inside the array elements
        *elements*.
        """
        found: set[Steps] = set()
        seen: set[tuple[int, Steps]] = set()
        waiting: list[tuple[Steps, Any]] = [((), self.schema.root)]
        for above, part in waiting:
            if (id(part), above) in seen:
                continue
            seen.add((id(part), above))
            leaves, arrays = self._regions[id(part)]
            found |= {(*above, *steps) for steps in leaves}
            below = (((*above, *steps), element) for steps, element in arrays)
            waiting += [(steps, element) for steps, element in below if steps in elements]
        return found

    def _region(self, root: Any) -> Region | None:
        """Return the region that begins at a part; None if it is too large."""
        leaves: set[Steps] = set()
        arrays: list[tuple[Steps, Any]] = []
        seen: set[tuple[int, Steps]] = set()
        waiting: list[tuple[Any, Steps]] = [(root, ())]
        for part, steps in waiting:
            if not isinstance(part, Mapping) or (id(part), steps) in seen:
                continue
            seen.add((id(part), steps))
            if len(seen) > MOST_PLACES or len(steps) > DEEPEST_JSON:
                return None
            if _is_leaf(part):
                leaves.add(steps)
            waiting += [(one, steps) for one in self.schema.same(part)]
            for step, below in steps_below(part):
                if step is ITEM:
                    arrays.append(((*steps, ITEM), below))
                else:
                    waiting.append((below, (*steps, step)))
            if isinstance(first := part.get("prefixItems"), list):
                arrays += [((*steps, ITEM), below) for below in first]
        return leaves, arrays


fields_of = lru_cache(8)(SchemaFields)  # one run has few schemas


def _is_leaf(part: Mapping[str, Any]) -> bool:
    """Return whether the value that a part describes can be a leaf."""
    kinds = part.get("type")
    named = kinds if isinstance(kinds, list) else [kinds]
    return any(word in part for word in LEAF_WORDS) or not LEAF_TYPES.isdisjoint(map(str, named))
