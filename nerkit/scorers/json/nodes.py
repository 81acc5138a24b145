"""The values of both sides as columns: one row for every object, array and scalar.

    {"t": ["a", 5]}      node   0        1     2      3
                         parent -        0     1      1
                         path   $        t     t[]    t[]
                         place  -        -     0      1
                         kind   object   array string number

Rows are sorted by depth, so that containers come before their contents, and a few passes over whole depths
fill every column. Documents of gold come first, then the system's documents in the same order.

Gold may have a choice between values. The values are nodes below the choice, at its path.

    {"t": ValueChoice(5, ["a"])} node   0        1        2        3       4
                                 path   $        t        t        t       t[]
                                 kind   object   choice   number   array   string
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain, compress, count
from operator import methodcaller
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray, Vocabulary
from nerkit.algorithms.keys import combine, expand, groups
from nerkit.algorithms.keys import distinct as distinct_values
from nerkit.algorithms.scalars.numerals import decimal
from nerkit.corpora.json_paths import ITEM, Steps
from nerkit.corpora.readings import Readings
from nerkit.exceptions import UsageError
from nerkit.ground.records import record

OBJECT, ARRAY, STRING, NUMBER, BOOLEAN, NULL = range(6)
KIND_NAMES = ("object", "array", "string", "number", "boolean", "null")
SCALAR = STRING  # kinds from here on are scalars
BINARY = NULL + 1  # a float, before it becomes a NUMBER
CHOICE = BINARY + 1
SAFE = 2.0**53  # floats below this equal an integer only if their decimals do
VALUES_OF = methodcaller("values")  # returns the values of an object without a Python call
ALIKE = 8  # from so many objects with equal keys on, their values are looked up key by key
TOGETHER = 10_000  # the most such objects in one pass


@record(frozen=True)
class ValueChoice:
    """A choice between values.

    values    the values, in an order that does not depend on the order of readings
    picks     the readings that make each value
    """

    values: list[Any]
    picks: list[tuple[tuple[Readings, int], ...]]


class _ValueKinds(dict[type, int]):
    """Type -> kind. Classes outside JSON get the kind of the JSON type that they resemble."""

    def __missing__(self, kind: type) -> int:
        if issubclass(kind, str):
            code = STRING
        elif issubclass(kind, Mapping):
            code = OBJECT
        elif issubclass(kind, Sequence | AbstractSet) and not issubclass(kind, bytes | bytearray):
            code = ARRAY
        elif issubclass(kind, float):
            code = BINARY
        elif issubclass(kind, int | Decimal):
            code = NUMBER
        else:
            raise UsageError(f"JSON has no values of type {kind.__name__}")
        self[kind] = code
        return code


KINDS = _ValueKinds(
    {
        dict: OBJECT,
        list: ARRAY,
        str: STRING,
        int: NUMBER,
        Decimal: NUMBER,
        float: BINARY,
        bool: BOOLEAN,
        type(None): NULL,
        ValueChoice: CHOICE,
    }
)


class Paths:
    """The distinct paths, by number. Each path comes after the path above it."""

    def __init__(self) -> None:
        self.steps: list[Steps] = [()]
        self.parent: list[int] = [NONE]
        self._known: dict[tuple[int, str | None], int] = {}

    def __len__(self) -> int:
        return len(self.steps)

    def below(self, parent: int, step: str | None) -> int:
        """Return the path one step below another path."""
        key = parent, step
        if key not in self._known:
            self._known[key] = len(self.steps)
            self.steps.append((*self.steps[parent], step))
            self.parent.append(parent)
        return self._known[key]

    def where(self, holds: Callable[[Steps], bool]) -> BoolArray:
        """Return for which paths *holds* is true, shape (paths,)."""
        return np.fromiter(map(holds, self.steps), bool, len(self.steps))


@dataclass(frozen=True)
class ValueNodes:
    """Nodes as columns.

    values     the values of all nodes
    parent     the node above each node, NONE for documents
    path       the number of each node's path in `paths`
    place      the position of each node in its array, otherwise NONE
    kind       OBJECT … NULL
    document   the number of the pair of documents; *border* is the number of pairs
    system     whether a node is on the system's side
    depths     the first node of every depth, and the number of nodes
    scalars    the distinct scalars and empty containers; equal numbers are one scalar however they are
               written
    kinds      the kind of each scalar
    code       for every node the place of its scalar, NONE for containers that are not empty
    """

    values: list[Any]
    parent: IntArray
    path: IntArray
    place: IntArray
    kind: IntArray
    code: IntArray
    document: IntArray
    system: BoolArray
    depths: tuple[int, ...]
    paths: Paths
    border: int
    scalars: list[Any]
    kinds: IntArray

    def __len__(self) -> int:
        return len(self.values)

    def take(self, keep: BoolArray) -> "ValueNodes":
        """Return the nodes that are kept. Nodes above a kept node must be kept, too."""
        if keep.all():
            return self
        new = np.append(np.cumsum(keep) - 1, NONE)
        rows = np.flatnonzero(keep)
        return replace(
            self,
            values=list(compress(self.values, keep.tolist())),
            parent=new[self.parent[rows]],
            path=self.path[rows],
            place=self.place[rows],
            kind=self.kind[rows],
            code=self.code[rows],
            document=self.document[rows],
            system=self.system[rows],
            depths=tuple(int(np.count_nonzero(keep[:first])) for first in self.depths),
        )

    def levels(self) -> list[slice]:
        """Return the nodes of each depth."""
        return [slice(a, b) for a, b in zip(self.depths, self.depths[1:], strict=False)]

    def sums_up(self, values: IntArray) -> IntArray:
        """Return for every node the sum of the values of all nodes below it and its own value."""
        sums = values.copy()
        for level, above in zip(reversed(self.levels()), reversed(self.levels()[:-1]), strict=False):
            if level.start:
                sums[above] += np.bincount(
                    self.parent[level] - above.start, sums[level], above.stop - above.start
                ).astype(sums.dtype)
        return sums

    def passed_down(self, own: IntArray) -> IntArray:
        """Return for every node its own value, or the value of the nearest node above with a value (not
        NONE).
        """
        passed = own.copy()
        for level in self.levels()[1:]:
            passed[level] = np.where(own[level] == NONE, passed[self.parent[level]], own[level])
        return passed


Renamed = Callable[[Steps], str | None]  # a path -> the new name of its last key, None if it stays


class _Scalars:
    """The distinct scalars under construction, kind by kind.

    Values are looked up where they come from, many of one type together. The first look at a value costs
    most, because the value is not in the processor's cache yet.
    """

    def __init__(self) -> None:
        # a factory in C gives new values the next code, without a Python call
        self._known: dict[int, defaultdict[Any, int]] = {
            kind: defaultdict(count().__next__) for kind in range(SCALAR, BINARY + 1)
        }

    def coded(self, values: Sequence[Any]) -> tuple[IntArray, IntArray]:
        """Return the kind of each value, and its number among the distinct scalars of the kind."""
        kinds = {KINDS[each] for each in set(map(type, values))}
        if len(kinds) == 1:
            kind = kinds.pop()
            return np.full(len(values), kind), self._codes(kind, values)
        kind_of = np.fromiter(map(KINDS.__getitem__, map(type, values)), np.int64, len(values))
        codes = np.empty(len(values), np.int64)
        for kind in kinds:
            of_kind = kind_of == kind
            codes[of_kind] = self._codes(kind, list(compress(values, of_kind.tolist())))
        return kind_of, codes

    def _codes(self, kind: int, values: Sequence[Any]) -> IntArray:
        if kind not in self._known:
            return np.full(len(values), NONE)
        return np.fromiter(map(self._known[kind].__getitem__, values), np.int64, len(values))

    def numbered(self, parent: IntArray, kind: IntArray, code: IntArray) -> tuple[list[Any], IntArray]:
        """Return the distinct scalars and empty containers, and the kind of each.

        *code*, for all nodes, becomes the place in this list. The *kind* of floats becomes NUMBER.
        """
        self._join_numbers(kind, code)
        distinct: list[Any] = []
        kinds: list[int] = []
        for scalar, known in self._known.items():
            if known:
                code[kind == scalar] += len(distinct)
                distinct += known
                kinds += [scalar] * len(known)
        filled = np.zeros(len(parent) + 1, bool)
        filled[parent] = True
        for container, empty in ((ARRAY, []), (OBJECT, {})):
            hollow = (kind == container) & ~filled[:-1]
            if hollow.any():
                code[hollow] = len(distinct)
                distinct.append(empty)
                kinds.append(container)
        return distinct, np.array(kinds, np.int64)

    def _join_numbers(self, kind: IntArray, code: IntArray) -> None:
        """Give floats codes among the numbers.

        If equal floats are equal decimals, floats are looked up as they are, otherwise as the decimals that
        they are written as. A number that is not finite is a text.
        """
        floats, numbers = list(self._known.pop(BINARY)), self._known[NUMBER]
        rows, array = np.flatnonzero(kind == BINARY), np.array(floats)
        if Decimal in set(map(type, numbers)) or not np.all(np.abs(array) < SAFE):
            kind[rows], code[rows] = (column[code[rows]] for column in self.coded(list(map(_number, floats))))
            return
        whole = np.flatnonzero(array == np.floor(array)).tolist()
        known = {at: numbers[floats[at]] for at in whole if floats[at] in numbers}
        fresh = np.ones(len(floats), bool)
        fresh[list(known)] = False
        new = len(numbers) + np.cumsum(fresh) - 1
        new[list(known)] = list(known.values())
        numbers.update(zip(compress(floats, fresh.tolist()), count(len(numbers)), strict=False))
        kind[rows], code[rows] = NUMBER, new[code[rows]]


def nodes_of(
    gold: Sequence[Any], system: Sequence[Any], *, wrap: bool = False, renamed: Renamed | None = None
) -> ValueNodes:
    """Return the nodes of paired documents.

    wrap      if a side has an array with elements, the other side's value there becomes an array of one
    renamed   new names of keys
    """
    table = _NodeTable(len(gold))
    values: list[Any] = [*gold, *system]
    top = _documents(values, len(gold), *table.scalars.coded(values))
    return table.grown(top, wrap=wrap, renamed=renamed)


def nodes_of_elements(sides: "tuple[OneMember, OneMember]", border: int, *, wrap: bool = False) -> ValueNodes:
    """Return the nodes of paired documents that are arrays of objects with one member each, `[{key: value},
    …]`.

    They equal the nodes from `nodes_of`, except that arrays and objects have None for a value.
    """
    table = _NodeTable(border)
    top = _documents([None] * (2 * border), border, *(np.full(2 * border, one) for one in (ARRAY, NONE)))
    table.add(top)
    above = np.concatenate([sides[0].document, sides[1].document + border])
    parts = [np.arange(len(one.keys)) - np.searchsorted(one.document, one.document) for one in sides]
    size = len(above)
    code, path = np.full(size, NONE), np.full(size, table.paths.below(0, ITEM) if size else NONE)
    kind, document, system = np.full(size, OBJECT), top.document[above], top.system[above]
    values: list[Any] = [None] * size
    elements = _NodesOfDepth(values, above, path, np.concatenate(parts), kind, code, document, system)
    table.add(elements)
    keys, members = Vocabulary(), [*sides[0].values, *sides[1].values]
    step = keys.codes([*sides[0].keys, *sides[1].keys])
    kind, code = table.scalars.coded(members)
    path = _paths_below(path, step, list(keys), table.paths, None)
    inside = elements._replace(values=members, path=path, place=np.full(size, NONE), kind=kind, code=code)
    return table.grown(inside._replace(parent=np.arange(size) + 2 * border), wrap=wrap)


class OneMember(NamedTuple):
    """Objects with one member in the arrays of a side: the document of each, ascending, and its member."""

    document: IntArray
    keys: Sequence[str]
    values: Sequence[Any]


class _NodesOfDepth(NamedTuple):
    """The columns of `ValueNodes` at one depth."""

    values: list[Any]
    parent: IntArray
    path: IntArray
    place: IntArray
    kind: IntArray
    code: IntArray
    document: IntArray
    system: BoolArray


def _documents(values: list[Any], border: int, kind: IntArray, code: IntArray) -> _NodesOfDepth:
    """Return the documents of gold, then the documents of the system."""
    path, parent, place = (np.full(len(values), start) for start in (0, NONE, NONE))
    document, system = np.tile(np.arange(border), 2), np.repeat([False, True], border)
    return _NodesOfDepth(values, parent, path, place, kind, code, document, system)


class _NodeTable:
    """The nodes under construction, depth by depth."""

    def __init__(self, border: int) -> None:
        self.border, self.paths, self.scalars = border, Paths(), _Scalars()
        self.levels: list[_NodesOfDepth] = []
        self.depths = [0]

    def add(self, level: _NodesOfDepth) -> None:
        """Add the nodes of the next depth."""
        self.levels.append(level)
        self.depths.append(self.depths[-1] + len(level.values))

    def grown(
        self, level: _NodesOfDepth, *, wrap: bool = False, renamed: Renamed | None = None
    ) -> ValueNodes:
        """Return all nodes, with the nodes of the next depth and everything below."""
        while level.values or not self.levels:
            if wrap:
                _wrap(level.values, level.kind, level.code, level.document, level.path)
            first = self.depths[-1]
            self.add(level)
            below = _below(level.values, level.kind, self.scalars)
            above, steps = below.above, len(below.step)
            path = _paths_below(level.path[above[:steps]], below.step, below.names, self.paths, renamed)
            path = np.concatenate([path, level.path[above[steps:]]])  # values of choices keep the path
            under = level.document[above], level.system[above]
            level = _NodesOfDepth(
                below.values, above + first, path, below.place, below.kind, below.code, *under
            )
        values = [value for one in self.levels for value in one.values]
        columns = (np.concatenate(column) for column in zip(*(one[1:] for one in self.levels), strict=True))
        parent, path, place, kind, code, document, system = columns
        distinct, kinds = self.scalars.numbered(parent, kind, code)
        filled = parent, path, place, kind, code, document, system
        return ValueNodes(values, *filled, tuple(self.depths), self.paths, self.border, distinct, kinds)


class _Below(NamedTuple):
    """The values one step below other values. The values of choices are last and have no step.

    above   the row of the value above
    step    a code into *names*
    place   the place in an array
    """

    values: list[Any]
    above: IntArray
    step: IntArray
    names: list[str | None]
    place: IntArray
    kind: IntArray
    code: IntArray


def _below(values: list[Any], kind: IntArray, scalars: _Scalars) -> _Below:
    """Return the members of objects among the values, the elements of arrays, then the values of choices."""
    objects, arrays, choices = (np.flatnonzero(kind == one) for one in (OBJECT, ARRAY, CHOICE))
    records = [values[row] for row in objects.tolist()]
    every = [values[row].values for row in choices.tolist()]
    admitted = list(chain.from_iterable(every))
    widths_of_choices = np.fromiter(map(len, every), np.int64, len(every))
    lists: list[Any] = [listed(values[row]) for row in arrays.tolist()]
    keys = Vocabulary()
    key, widths, members, coded = _members(records, keys, scalars)
    sizes = np.fromiter(map(len, lists), np.int64, len(lists))
    elements = list(chain.from_iterable(lists))
    place = np.arange(len(elements)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    parts = coded, scalars.coded(elements), *([scalars.coded(admitted)] if admitted else [])
    kinds, codes = (np.concatenate(column) for column in zip(*parts, strict=True))
    return _Below(
        members + elements + admitted,
        np.concatenate(
            [np.repeat(objects, widths), np.repeat(arrays, sizes), np.repeat(choices, widths_of_choices)]
        ),
        np.concatenate([key, np.full(len(elements), len(keys))]),
        [*(one if isinstance(one, str) else str(one) for one in keys), ITEM],
        np.concatenate([np.full(len(key), NONE), place, np.full(len(admitted), NONE)]),
        kinds,
        codes,
    )


def _members(
    records: list[Any], keys: Vocabulary, scalars: _Scalars
) -> tuple[IntArray, IntArray, list[Any], tuple[IntArray, IntArray]]:
    """Return the keys of members as codes, the number of members per object, the values, and their kinds
    and codes.
    """
    shapes = Vocabulary()
    shape = shapes.codes(list(map(tuple, records)))
    widths = np.fromiter(map(len, shapes), np.int64, len(shapes))
    key_of_shape = keys.codes(list(chain.from_iterable(shapes)))
    sizes = widths[shape]
    ends = np.cumsum(sizes)
    begins = ends - sizes
    key = key_of_shape[expand((np.cumsum(widths) - widths)[shape], np.cumsum(widths)[shape])[1]]
    kinds, codes = np.empty(len(key), np.int64), np.empty(len(key), np.int64)
    often = np.bincount(shape, minlength=len(shapes)) >= ALIKE
    members = list(chain.from_iterable(map(VALUES_OF, records)))
    alike = np.flatnonzero(often[shape])
    for group in groups(shape[alike]):
        rows = alike[group]
        width, same = int(sizes[rows[0]]), members[begins[rows[0]] : ends[rows[-1]]]
        if len(same) != width * len(rows):  # members of other objects are between them
            same = list(chain.from_iterable(map(VALUES_OF, map(records.__getitem__, rows.tolist()))))
        for first in range(0, len(rows), TOGETHER):
            at = begins[rows[first : first + TOGETHER]]
            part = same[first * width : (first + TOGETHER) * width]
            for place in range(width):
                kinds[at + place], codes[at + place] = scalars.coded(part[place::width])
    others = np.flatnonzero(~often[shape])
    different = list(chain.from_iterable(map(VALUES_OF, map(records.__getitem__, others.tolist()))))
    at = expand(begins[others], ends[others])[1]
    kinds[at], codes[at] = scalars.coded(different)
    return key, sizes, members, (kinds, codes)


def _paths_below(
    above: IntArray, step: IntArray, names: Sequence[str | None], paths: Paths, renamed: Renamed | None
) -> IntArray:
    """Return the path of each value, given the path above it and its step."""
    if not len(above):
        return above
    width = len(names)
    keys = above * width + step
    distinct = distinct_values(keys)
    numbers = []
    for key in distinct.tolist():
        parent, name = key // width, names[key % width]
        if renamed is not None and name is not None:
            name = renamed((*paths.steps[parent], name)) or name
        numbers.append(paths.below(parent, name))
    if int(distinct[-1]) > 2 * len(keys):
        return np.array(numbers, np.int64)[np.searchsorted(distinct, keys)]
    number = np.zeros(int(distinct[-1]) + 1, np.int64)
    number[distinct] = numbers
    below: IntArray = number[keys]
    return below


def listed(value: Any) -> Any:
    """Return an array with its elements in an order that is equal in every process, as many as its length."""
    if type(value) is list or type(value) is tuple:
        return value
    return sorted(value, key=repr) if isinstance(value, AbstractSet) else [one for one in value]  # noqa: C416


def _wrap(values: list[Any], kind: IntArray, code: IntArray, document: IntArray, path: IntArray) -> None:
    """Make an array of one of every value if the same document has an array at the same path."""
    key = combine(document, path)
    filled = np.array([k == ARRAY and len(v) > 0 for k, v in zip(kind.tolist(), values, strict=True)], bool)
    beside = np.isin(key, key[filled])
    for row in np.flatnonzero(beside & (kind != ARRAY) & (kind != NULL)).tolist():
        if values[row] not in ("", {}):
            values[row], kind[row], code[row] = [values[row]], ARRAY, NONE


def _number(value: float) -> Decimal | str:
    """Return the decimal that a float is written as; a text if it is not finite."""
    number = decimal(value)
    return str(value) if number is None else number
