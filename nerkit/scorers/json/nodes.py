"""The values of both sides as columns: one row for every object, array and scalar.

    {"t": ["a", 5]}      node   0        1     2      3
                         parent -        0     1      1
                         path   $        t     t[]    t[]
                         place  -        -     0      1
                         kind   object   array string number

Rows stand depth by depth, so that what is above comes before what is below, and every column is filled by a
few passes over whole depths. Documents of gold come first, then those of the system, in the same order.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain, compress
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray, Vocabulary
from nerkit.algorithms.keys import combine
from nerkit.algorithms.scalars.numerals import decimal
from nerkit.corpora.json_paths import ITEM, Steps
from nerkit.errors import UsageError

OBJECT, ARRAY, STRING, NUMBER, BOOLEAN, NULL = range(6)
KIND_NAMES = ("object", "array", "string", "number", "boolean", "null")
SCALAR = STRING  # kinds from here on are scalars
BINARY = NULL + 1  # a float, before it is known to be a NUMBER like others


class _ValueKinds(dict[type, int]):
    """Type -> kind; of classes beside those of JSON the kind of what they are like."""

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
            raise UsageError(f"a value of type {kind.__name__} is none that JSON has")
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
    }
)


class Paths:
    """The distinct paths, by number; a path comes after the one above it."""

    def __init__(self) -> None:
        self.steps: list[Steps] = [()]
        self.parent: list[int] = [NONE]
        self._known: dict[tuple[int, str | None], int] = {}

    def __len__(self) -> int:
        return len(self.steps)

    def below(self, parent: int, step: str | None) -> int:
        """The path one step below another."""
        key = parent, step
        if key not in self._known:
            self._known[key] = len(self.steps)
            self.steps.append((*self.steps[parent], step))
            self.parent.append(parent)
        return self._known[key]

    def where(self, holds: Callable[[Steps], bool]) -> BoolArray:
        """For which paths something holds, shape (paths,)."""
        return np.fromiter(map(holds, self.steps), bool, len(self.steps))


@dataclass(frozen=True)
class ValueNodes:
    """ValueNodes as columns.

    values     the values of all nodes
    parent     the node above each, NONE of documents
    path       the path of each, a number in `paths`
    place      the position of each in its array, else NONE
    kind       OBJECT … NULL
    document   the number of the pair of documents; *border* is the number of pairs
    system     whether a node is on the system's side
    depths     the first node of every depth, and the number of nodes
    floats     whether a number is a float, whose value is the decimal that it is written as
    """

    values: list[Any]
    parent: IntArray
    path: IntArray
    place: IntArray
    kind: IntArray
    document: IntArray
    system: BoolArray
    depths: tuple[int, ...]
    paths: Paths
    border: int
    floats: bool = False

    def __len__(self) -> int:
        return len(self.values)

    def take(self, keep: BoolArray) -> "ValueNodes":
        """The nodes that are kept; those above a kept one are kept too."""
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
            document=self.document[rows],
            system=self.system[rows],
            depths=tuple(int(np.count_nonzero(keep[:first])) for first in self.depths),
        )

    def levels(self) -> list[slice]:
        """The nodes of each depth."""
        return [slice(a, b) for a, b in zip(self.depths, self.depths[1:], strict=False)]

    def sums_up(self, values: IntArray) -> IntArray:
        """For every node the sum of the values of all nodes below it and of its own."""
        sums = values.copy()
        for level, above in zip(reversed(self.levels()), reversed(self.levels()[:-1]), strict=False):
            if level.start:
                sums[above] += np.bincount(
                    self.parent[level] - above.start, sums[level], above.stop - above.start
                ).astype(sums.dtype)
        return sums

    def passed_down(self, own: IntArray) -> IntArray:
        """For every node its own value, or that of the nearest node above that has one (not NONE)."""
        passed = own.copy()
        for level in self.levels()[1:]:
            passed[level] = np.where(own[level] == NONE, passed[self.parent[level]], own[level])
        return passed


Renamed = Callable[[Steps], str | None]  # a path -> the new name of its last key, None where it stays


def nodes_of(
    gold: Sequence[Any], system: Sequence[Any], *, wrap: bool = False, renamed: Renamed | None = None
) -> ValueNodes:
    """The nodes of paired documents.

    wrap      where one side has an array with elements, the other side's value there is an array of one
    renamed   new names of keys
    """
    paths, border = Paths(), len(gold)
    values: list[Any] = [*gold, *system]
    document = np.tile(np.arange(border), 2)
    side = np.repeat([False, True], border)
    count = len(values)
    path, parent, place = (np.full(count, start) for start in (0, NONE, NONE))
    nothing = np.zeros(0, np.int64)
    columns: list[tuple[Any, ...]] = [(nothing, nothing, nothing, nothing, document[:0], side[:0])]
    everything: list[Any] = []
    depths, floats = [0], False
    while values:
        kind = np.fromiter(map(KINDS.__getitem__, map(type, values)), np.int64, len(values))
        if int(kind.max()) == BINARY:
            floats, kind = True, np.where(kind == BINARY, NUMBER, kind)
        if wrap:
            _wrap(values, kind, document, path)
        columns.append((parent, path, place, kind, document, side))
        first = depths[-1]
        everything += values
        depths.append(first + len(values))
        values, above, place, path = _below(values, kind, path, paths, renamed)
        parent, document, side = above + first, document[above], side[above]
    if not everything:
        depths = [0, 0]
    joined = (np.concatenate(column) for column in zip(*columns, strict=True))
    return ValueNodes(everything, *joined, tuple(depths), paths, border, floats)


def _below(
    values: list[Any], kind: IntArray, path: IntArray, paths: Paths, renamed: Renamed | None
) -> tuple[list[Any], IntArray, IntArray, IntArray]:
    """The values one step below these, the row of each above, its place in an array, and its path."""
    objects, arrays = np.flatnonzero(kind == OBJECT), np.flatnonzero(kind == ARRAY)
    records = [values[row] for row in objects.tolist()]
    lists: list[Any] = [_listed(values[row]) for row in arrays.tolist()]
    of_object = np.repeat(objects, np.fromiter(map(len, records), np.int64, len(records)))
    sizes = np.fromiter(map(len, lists), np.int64, len(lists))
    of_array = np.repeat(arrays, sizes)
    keys = Vocabulary()
    key = keys.codes(list(chain.from_iterable(records)))
    below = list(chain.from_iterable(record.values() for record in records))
    below += chain.from_iterable(lists)
    place = np.arange(len(of_array)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    step = np.concatenate([key, np.full(len(of_array), len(keys))])
    above = np.concatenate([of_object, of_array])
    names: list[Any] = [*(one if isinstance(one, str) else str(one) for one in keys), ITEM]
    place = np.concatenate([np.full(len(of_object), NONE), place])
    return below, above, place, _paths_below(path[above], step, names, paths, renamed)


def _paths_below(
    above: IntArray, step: IntArray, names: Sequence[str | None], paths: Paths, renamed: Renamed | None
) -> IntArray:
    """The path of each value, given the path above it and its step."""
    if not len(above):
        return above
    width = len(names)
    keys = above * width + step
    distinct = np.flatnonzero(np.bincount(keys)) if len(paths) * width <= len(keys) else np.unique(keys)
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


def _listed(value: Any) -> Any:
    """An array whose elements have an order that is the same in every process."""
    return sorted(value, key=repr) if isinstance(value, AbstractSet) else value


def _wrap(values: list[Any], kind: IntArray, document: IntArray, path: IntArray) -> None:
    """Make an array of one of every value where the same document has an array at the same path."""
    key = combine(document, path)
    filled = np.array([k == ARRAY and len(v) > 0 for k, v in zip(kind.tolist(), values, strict=True)], bool)
    beside = np.isin(key, key[filled])
    for row in np.flatnonzero(beside & (kind != ARRAY) & (kind != NULL)).tolist():
        if values[row] not in ("", {}):
            values[row], kind[row] = [values[row]], ARRAY


def scalar_codes(nodes: ValueNodes) -> tuple[list[Any], IntArray, IntArray]:
    """The distinct scalars and empty containers, the kind of each, and for every node its code among them,
    NONE for others.

    Equal numbers have one code however they are written; a boolean is no number.
    """
    codes = np.full(len(nodes), NONE)
    distinct: list[Any] = []
    kinds: list[IntArray] = []

    def add(rows: IntArray, values: list[Any], code: IntArray | int, kind: int) -> None:
        codes[rows] = code + len(distinct)
        distinct.extend(values)
        kinds.append(np.full(len(values), kind))

    for kind in (STRING, NUMBER, BOOLEAN, NULL):
        of_kind = nodes.kind == kind
        scalars: list[Any] = list(compress(nodes.values, of_kind.tolist()))
        if not scalars:
            continue
        if kind == NUMBER and nodes.floats:
            scalars = list(map(_number, scalars))
        vocabulary = Vocabulary()
        code = vocabulary.codes(scalars)
        add(np.flatnonzero(of_kind), list(vocabulary), code, kind)
    filled = np.zeros(len(nodes) + 1, bool)
    filled[nodes.parent] = True
    for kind, empty in ((ARRAY, []), (OBJECT, {})):
        hollow = np.flatnonzero((nodes.kind == kind) & ~filled[:-1])
        if len(hollow):
            add(hollow, [empty], 0, kind)
    return distinct, np.concatenate([np.empty(0, np.int64), *kinds]), codes


def _number(value: Any) -> Any:
    """A number as a decimal where it is a float; one that is not finite as text."""
    if not isinstance(value, float):
        return value
    number = decimal(value)
    return str(value) if number is None else number
