"""Slots: places for a value in gold documents, and what a system put into each.

    gold      {"no": "A1", "po": null, "rows": [{"sku": 1, "note": null}]}        the schema has the fields
    system    {"no": "A2", "po": "77", "rows": [{"sku": 1}, {"sku": 8}], "x": 5}  no po rows[].sku rows[].note

    no             filled   wrong_value        rows[1] of the system has no partner: 1 fabricated_element
    po             absent   fabricated         x is not a field of the schema: 1 outside
    rows[0].sku    filled   right
    rows[0].note   absent   right_silence

Each gold document has a slot per field outside arrays, and each gold element one per field of elements. So no
system changes the number of slots. If a gold element has no partner, the system is silent in its slots.

The fields are the paths of leaves in gold documents, or the fields of a JSON Schema:

    {"properties": {"no": {"type": "string"},                 outside arrays   no
                    "rows": {"type": "array", "items":        in each element of rows   rows[].sku
                             {"properties": {"sku": {"type": "string"}}}}}}

A path of a schema ends at a string, number, integer, boolean, enum or const. References, `allOf` and all
branches of `anyOf` and `oneOf` count.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.corpora.json_paths import ITEM, Kept, Steps
from nerkit.ground.limits import DEEPEST_JSON
from nerkit.scorers.json.leaf_outcomes import AGREE, INVENTED_ITEM, MISREAD, Outcomes
from nerkit.scorers.json.nodes import ARRAY, nodes_of
from nerkit.scorers.json.options import Options
from nerkit.scorers.json.readings.batch import in_readings
from nerkit.scorers.json.readings.expansion import Expansion
from nerkit.scorers.json.rows import Rows, is_scored
from nerkit.scorers.json.rules import leaves_of
from nerkit.scorers.json.schema import MOST_PLACES, Schema, steps_below
from nerkit.scorers.missing_fields import Need, Unfit

VERDICTS = (
    *("right", "wrong_value", "missed", "fabricated", "right_silence", "fabricated_element", "outside"),
)
RIGHT, WRONG, MISSED, FABRICATED, SILENT, ELEMENT, OUTSIDE = range(len(VERDICTS))
ELEMENTS = len(VERDICTS)  # the column after the verdicts: elements of the system with a leaf
ENDLESS = (
    "the schema has no last field, because it refers to itself outside arrays: "
    'fields="union" takes the fields of the gold documents'
)


LEAF_TYPES = frozenset(("string", "number", "integer", "boolean"))
LEAF_WORDS = ("enum", "const")
Region = tuple[set[Steps], list[tuple[Steps, Any]]]  # leaves, parts about elements of arrays
TOGETHER = 100  # documents whose values are looked at together


def filled_paths(values: Sequence[Any], options: Options, kept: Kept) -> frozenset[Steps]:
    """Return the paths of all leaves in the values, under their new names."""
    expansion, filled = Expansion(options, kept, bags=False), set[Steps]()
    for first in range(0, len(values), TOGETHER):
        some = values[first : first + TOGETHER]
        if in_readings(options):
            some = [expansion.value(value, ()) for value in some]
        nodes = nodes_of(some, [], renamed=kept.renamed if kept.names else None)
        paths = np.unique(nodes.path[leaves_of(nodes, options).leaf])
        filled |= {nodes.paths.steps[path] for path in paths.tolist()}
    return frozenset(filled)


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


class FieldsKnown(Need):
    """The need of slot measures: the fields that a document can fill."""

    def lacking(self, corpora: Sequence[Any], options: Any) -> Unfit | None:
        """Return the reason why slots cannot be scored: no option names the fields, or `wrap` changes
        gold documents.
        """
        problem = ""
        if options.wrap:
            problem = (
                "leave out wrap=True, which fits gold documents to the system; slots must not depend on it"
            )
        elif options.fields is None and options.loaded is None:
            problem = 'name the fields that a document may fill: schema=FILE or fields="union"'
        elif options.fields is None and fields_of(options.loaded).is_endless:
            problem = ENDLESS
        return Unfit(problem, elsewhere=True) if problem else None


class SlotPaths:
    """The slots of the gold documents.

    steps             the paths of the rows, then the paths of fields that no document has
    is_slot           whether each path of the rows has slots
    document, path    the document and the path of each slot, shape (slots,)
    number            1 for each slot; -1 for an entry that removes the slot of a repeated element of a set
    """

    def __init__(self, rows: Rows, kept: Kept, in_gold: BoolArray) -> None:
        nodes = rows.all_nodes
        element = (nodes.parent != NONE) & (nodes.kind[nodes.parent] == ARRAY) & ~nodes.system
        document, path = nodes.document[element], nodes.path[element]
        self.steps = list(rows.paths.steps)
        below = self._below(rows, kept, np.unique(path).tolist())
        self.is_slot = np.zeros(len(rows.paths), bool)
        for fields in below.values():
            self.is_slot[[at for at in fields if at < len(rows.paths)]] = True
        several = rows.repeated
        places = [(NONE, np.flatnonzero(in_gold), 1)]
        for place in below.keys() - {NONE}:
            places += [(place, document[path == place], 1), (place, several[0][several[1] == place], -1)]
        columns = [
            (np.tile(documents, len(below[place])), np.repeat(below[place], len(documents)), number)
            for place, documents, number in places
        ]
        self.document, self.path = (np.concatenate([one[at] for one in columns]) for at in (0, 1))
        self.number = np.repeat([one[2] for one in columns], [len(one[0]) for one in columns])

    def _below(self, rows: Rows, kept: Kept, elements: Sequence[int]) -> dict[int, IntArray]:
        """Return the paths of slots by the path of the surrounding array element; NONE is the key for
        documents.
        """
        known = {rows.paths.steps[path]: path for path in elements} | {(): NONE}
        schema = rows.options.loaded
        fields = (
            fields_of(schema).paths(known)
            if kept.filled is None and schema is not None
            else kept.filled or ()
        )
        scored = is_scored(kept, rows.options.for_paths(fields))
        number = {steps: at for at, steps in enumerate(self.steps)}
        below: dict[int, list[int]] = {NONE: []}
        for steps in sorted(fields, key=lambda steps: [(step is ITEM, step or "") for step in steps]):
            above = steps[: max((at for at, step in enumerate(steps, 1) if step is ITEM), default=0)]
            if above in known and scored(steps):
                if steps not in number:
                    number[steps] = len(self.steps)
                    self.steps.append(steps)
                below.setdefault(known[above], []).append(number[steps])
        return {place: np.array(paths, np.int64) for place, paths in below.items()}


class Verdicts(NamedTuple):
    """The verdicts on slots, and further counts, as columns of equal length.

    document, path     the document and the path of each entry; paths are numbers in `SlotPaths.steps`
    verdict            a place in VERDICTS, or ELEMENTS; every slot has an entry SILENT beside its verdict
    number             the number that each entry adds
    node               the leaf or the array element of each entry; NONE for entries of slots
    """

    document: IntArray
    path: IntArray
    verdict: IntArray
    number: IntArray
    node: IntArray

    @classmethod
    def of(cls, slots: SlotPaths, outcomes: Outcomes, in_gold: BoolArray) -> "Verdicts":
        """Return the verdicts on the slots of compared documents."""
        nodes = outcomes.nodes
        leaf, kind, system = outcomes.leaf, outcomes.kind, outcomes.system
        slot = slots.is_slot[outcomes.path] & in_gold[outcomes.document]
        of_gold = np.select([kind == AGREE, kind == MISREAD], [RIGHT, WRONG], MISSED)
        verdict = np.where(system, np.where(slot, FABRICATED, OUTSIDE), of_gold)
        partnered = system & slot & (outcomes.partner != NONE)
        counts = np.where(system, (kind != INVENTED_ITEM) & ~partnered, slot)
        # the system's elements with a leaf, and whether each is an outermost element without a partner
        element = np.flatnonzero((nodes.place != NONE) & nodes.system & outcomes.rows.says)
        alone = outcomes.alone[element]
        node = np.concatenate([leaf[counts], element, element[alone]])
        codes = [verdict[counts], np.full(len(element), ELEMENTS), np.full(int(alone.sum()), ELEMENT)]
        many = len(slots.path)
        return cls(
            np.concatenate([slots.document, nodes.document[node]]),
            np.concatenate([slots.path, nodes.path[node]]),
            np.concatenate([np.full(many, SILENT), *codes]),
            np.concatenate([slots.number, np.ones(len(node), np.int64)]),
            np.concatenate([np.full(many, NONE), node]),
        )

    def numbers(self, cell: IntArray, size: int) -> FloatArray:
        """Return the number of each verdict, and of ELEMENTS, in each of *size* cells, shape (size, 8)."""
        width = ELEMENTS + 1
        counted = np.bincount(cell * width + self.verdict, self.number, width * size).reshape(size, width)
        counted[:, SILENT] -= counted[:, RIGHT : FABRICATED + 1].sum(
            axis=1
        )  # these slots have an entry SILENT, too
        return counted.astype(float)
