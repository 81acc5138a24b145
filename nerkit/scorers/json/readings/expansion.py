"""Gold with readings in the form that nerkit compares: choices between values, with the readings of each
value.

Most choices are at the place of the readings. Two kinds are further out, because they decide which elements
exist. An element with several keys is a choice between elements with one key each. A set whose elements can
become equal is a choice between sets.

    key k    [{"k": any of 1, 2; "v": any of 3, 4}]    one of {"k": 1, "v": …} and {"k": 2, "v": …}
    set      [any of 1, 2; 2]                          one of [1, 2] and [2, 2], which is [2]
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from itertools import islice, product
from typing import Any

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.corpora.json_paths import Kept, Steps
from nerkit.corpora.readings import Readings, below, is_array
from nerkit.scorers.json.forms import MODE, ORDERED
from nerkit.scorers.json.nodes import ARRAY, CHOICE, KINDS, OBJECT, ValueChoice, listed
from nerkit.scorers.json.options import SET, Options
from nerkit.scorers.json.rows import Rows, array_mode

MOST_SETS = 1_000  # the most sets that are tried for a set with readings
Pick = tuple[Readings, int]  # readings, and the number of the taken reading
Fields = tuple[tuple[str, ...], ...]


class Expansion:
    """Documents with choices in place of readings.

    has_more    whether a set or key in the last document has more combinations of readings than nerkit tries
    """

    def __init__(self, options: Options, kept: Kept, *, bags: bool) -> None:
        self.options, self.kept, self.bags, self.has_more = options, kept, bags, False
        self._modes: dict[Steps, tuple[int, Fields]] = {}
        self._wrapped: frozenset[Steps] = frozenset()

    def sides(self, gold: Any, system: Any) -> tuple[Any, Any]:
        """Return a gold document and its system document, before choices between sets are made."""
        self.has_more = False
        if self.options.wrap:
            self._wrapped = frozenset((*_array_paths(gold, ()), *_array_paths(system, ())))
        return self.value(gold, ()), self.value(system, ()) if self._wrapped else system

    def value(self, one: Any, steps: Steps) -> Any:
        """Return the value at a path, with choices in place of readings."""
        if isinstance(one, Readings):
            return self._choice(one, steps)
        kind = KINDS[type(one)]
        if steps in self._wrapped and kind != ARRAY and one not in (None, "", {}):
            one, kind = [one], ARRAY
        if kind == OBJECT:
            members = {
                key: each for key, each in one.items() if not isinstance(each, Readings) or each.values
            }
            return {key: self.value(each, (*steps, self._name(key, steps))) for key, each in members.items()}
        if kind != ARRAY:
            return one
        item = (*steps, None)
        mode, fields = self.mode(steps)
        elements = listed(one) if mode in ORDERED else sorted(listed(one), key=_written)
        return [self._keyed(each, item, fields) if fields else self.value(each, item) for each in elements]

    def mode(self, steps: Steps) -> tuple[int, Fields]:
        """Return the mode of the array at a path, and the fields of its key."""
        if steps not in self._modes:
            settings = self.options.for_paths([steps])
            self._modes[steps] = array_mode(settings, steps, bags=self.bags)
        return self._modes[steps]

    def _name(self, key: Any, steps: Steps) -> str:
        new = self.kept.renamed((*steps, str(key))) if self.kept.names else None
        return new or str(key)

    def _choice(self, readings: Readings, steps: Steps) -> Any:
        """Return readings as a choice in a fixed order; a single reading as its value, no readings as
        None.
        """
        if len(readings.values) < 2:
            return self.value(readings.values[0], steps) if readings.values else None
        places = sorted(range(len(readings.values)), key=lambda at: _written(readings.values[at]))
        values = [self.value(readings.values[place], steps) for place in places]
        return ValueChoice(values, [((readings, place),) for place in places])

    def _keyed(self, one: Any, item: Steps, fields: Fields) -> Any:
        """Return an element of an array with keys; if its key has readings, a choice between elements
        with one key each.
        """
        variants = list(islice(_key_variants(one, {name[0] for name in fields}), MOST_SETS + 1))
        self.has_more |= len(variants) > MOST_SETS
        values = [self.value(each, item) for each, _ in variants]
        return ValueChoice(values, [picks for _, picks in variants]) if len(values) > 1 else values[0]

    def with_sets(self, one: Any, steps: Steps, alike: Collection[int]) -> Any:
        """Return a value in which each set with elements that can become equal is a choice between sets.

        *alike* holds the ids of these elements.
        """
        kind = KINDS[type(one)]
        if kind == CHOICE:
            return ValueChoice([self.with_sets(each, steps, alike) for each in one.values], one.picks)
        if kind == OBJECT:
            return {
                key: self.with_sets(each, (*steps, self._name(key, steps)), alike)
                for key, each in one.items()
            }
        if kind != ARRAY:
            return one
        sets = _count([each for each in one if id(each) in alike]) if self.mode(steps)[0] == MODE[SET] else 1
        tried = 1 < sets <= MOST_SETS
        self.has_more |= sets > MOST_SETS
        item = (*steps, None)
        elements = [
            each if tried and id(each) in alike else self.with_sets(each, item, alike) for each in one
        ]
        if not tried:
            return elements
        several = [
            list(variants(new)) if id(each) in alike else [(new, ())]
            for each, new in zip(one, elements, strict=True)
        ]
        every = [list(zip(*parts, strict=True)) for parts in product(*several)]
        return ValueChoice(
            [list(values) for values, _ in every],
            [tuple(p for own in picks for p in own) for _, picks in every],
        )


def alike(rows: Rows) -> set[int]:
    """Return the ids of elements of gold's sets that have readings and can be equal to another element."""
    nodes = rows.nodes
    several = nodes.sums_up((nodes.kind == CHOICE).astype(np.int64)) > 0
    of_set = (nodes.kind == ARRAY) & (rows.mode[nodes.path] == MODE[SET])
    arrays = np.flatnonzero(of_set & several)
    if not len(arrays):
        return set()
    leaves = _LeavesBelow(rows)
    found = set()
    for array in arrays.tolist():
        elements = leaves.below(array)
        having: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
        for element in elements:
            for leaf in leaves.of(element):
                having[leaf].add(element)
        near = {}  # element -> the elements that have one of its certain leaves each time
        for one in elements:
            parts = [set().union(*map(having.__getitem__, sure)) for sure in leaves.certain(one)]
            near[one] = set.intersection(*sorted(parts, key=len)) if parts else set(elements)
        found |= {id(nodes.values[one]) for one in elements if several[one] and _meets(one, near)}
    return found


def _meets(element: int, near: Mapping[int, set[int]]) -> bool:
    return any(element in near[other] for other in near[element] if other != element)


class _LeavesBelow:
    """The leaves at and below nodes in any reading, as pairs (path, normal form)."""

    def __init__(self, rows: Rows) -> None:
        self.rows, nodes = rows, rows.nodes
        self._order: IntArray = np.argsort(nodes.parent, kind="stable")
        self._borders = np.searchsorted(nodes.parent[self._order], np.arange(len(nodes) + 1))
        self._known: dict[int, frozenset[tuple[int, int]]] = {}

    def below(self, node: int) -> list[int]:
        """Return the nodes one step below another node."""
        below: list[int] = self._order[self._borders[node] : self._borders[node + 1]].tolist()
        return below

    def of(self, node: int) -> frozenset[tuple[int, int]]:
        """Return the leaves at and below a node."""
        if node not in self._known:
            rows = self.rows
            own = [(int(rows.nodes.path[node]), int(rows.code[node]))] if rows.leaf[node] else []
            self._known[node] = frozenset(own).union(*map(self.of, self.below(node)))
        return self._known[node]

    def certain(self, node: int) -> list[frozenset[tuple[int, int]]]:
        """Return sets of leaves such that every reading of a node has, outside arrays, a leaf of each set."""
        kind = int(self.rows.nodes.kind[node])
        if self.rows.leaf[node]:
            return [self.of(node)]
        if kind == CHOICE:
            return [self.of(node)] if all(map(self.certain, self.below(node))) else []
        return [] if kind == ARRAY else [one for each in self.below(node) for one in self.certain(each)]


def variants(value: Any) -> Iterator[tuple[Any, tuple[Pick, ...]]]:
    """Yield every value that a value with choices or readings can be, with the readings that lead to it."""
    if isinstance(value, ValueChoice):
        for one, own in zip(value.values, value.picks, strict=True):
            for each, picks in variants(one):
                yield each, (*own, *picks)
    elif isinstance(value, Readings):
        if not value.values:
            yield value, ()
        for place, one in enumerate(value.values):
            for each, picks in variants(one):
                yield each, ((value, place), *picks)
    elif isinstance(value, Mapping):
        yield from _of_members(value, set(value))
    elif is_array(value):
        for parts in product(*map(list, map(variants, value))):
            yield [part for part, _ in parts], tuple(pick for _, picks in parts for pick in picks)
    else:
        yield value, ()


def _of_members(value: Mapping[Any, Any], keys: set[Any]) -> Iterator[tuple[Any, tuple[Pick, ...]]]:
    """Yield every object that taking the readings below *keys* can give, with the taken readings."""
    several = {key: list(variants(each)) for key, each in value.items() if key in keys}
    for parts in product(*several.values()):
        members = dict(zip(several, (part for part, _ in parts), strict=True))
        yield {**value, **members}, tuple(pick for _, picks in parts for pick in picks)


def _key_variants(value: Any, keys: set[str]) -> Iterator[tuple[Any, tuple[Pick, ...]]]:
    """Yield every element that taking the readings of its key can give, with the taken readings."""
    if isinstance(value, Readings) and value.values:
        for place, one in enumerate(value.values):
            for each, picks in _key_variants(one, keys):
                yield each, ((value, place), *picks)
    elif isinstance(value, Mapping):
        yield from _of_members(value, keys & set(value))
    else:
        yield value, ()


def _count(value: Any) -> int:
    """Return the number of values that a value can be, over all choices inside."""
    if isinstance(value, ValueChoice):
        return sum(map(_count, value.values))
    count = 1
    for each in value.values() if isinstance(value, Mapping) else value if is_array(value) else ():
        count *= _count(each)
    return count


def _written(value: Any) -> str:
    """Return a value as text for sorting, equal for equal values."""
    return json.dumps(value, sort_keys=True, default=_plain, skipkeys=True)


def _plain(value: Any) -> Any:
    if isinstance(value, Readings):
        return sorted(map(_written, value.values))
    return dict(value) if isinstance(value, Mapping) else list(value) if is_array(value) else str(value)


def _array_paths(value: Any, steps: Steps) -> Iterator[Steps]:
    """Yield the paths of the arrays with elements in a value, in any reading."""
    if is_array(value) and value:
        yield steps
    for step, each in below(value):
        yield from _array_paths(each, (*steps, *step))
