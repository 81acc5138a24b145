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
from functools import cached_property
from itertools import chain, compress, count
from operator import methodcaller
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import NONE, BoolArray, IntArray, Vocabulary
from nerkit.algorithms.keys import combine
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


@record(frozen=True)
class ValueChoice:
    """A choice between values that gold admits.

    values    the values, in an order that does not depend on the order of readings
    picks     for each value, the readings that lead to it: pairs (readings, number of the taken reading)
    """

    values: list[Any]
    picks: list[tuple[tuple[Readings, int], ...]]


class _ValueKinds(dict[type, int]):
    """Type -> kind. Types outside JSON get the kind of the JSON type that they resemble."""

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
    """The distinct paths, by number. Each path comes after its parent."""

    def __init__(self) -> None:
        self.steps: list[Steps] = [()]
        self.parent: list[int] = [NONE]
        self._known: dict[tuple[int, str | None], int] = {}

    def __len__(self) -> int:
        return len(self.steps)

    def below(self, parent: int, step: str | None) -> int:
        """Return the number of the path one step below *parent*; a new path gets the next number."""
        key = parent, step
        if key not in self._known:
            self._known[key] = len(self.steps)
            self.steps.append((*self.steps[parent], step))
            self.parent.append(parent)
        return self._known[key]

    def number(self, steps: Steps) -> int:
        """Return the number of a path; NONE for an unknown path."""
        number = 0
        for step in steps:
            number = self._known.get((number, step), NONE)
        return number

    @cached_property
    def ranks(self) -> IntArray:
        """The rank of every path in the order of their steps, shape (paths,); no path is added later."""
        keys = [tuple((step is None, step or "") for step in steps) for steps in self.steps]
        ranks = np.empty(len(keys), np.int64)
        ranks[sorted(range(len(keys)), key=keys.__getitem__)] = np.arange(len(keys))
        return ranks


@dataclass(frozen=True)
class ValueNodes:
    """The nodes of both sides as columns.

    values     the value of each node
    parent     the node above each node, NONE for documents
    path       the number of each node's path in `paths`
    place      the position of each node in its array, otherwise NONE
    kind       the kind of each node, OBJECT … NULL or CHOICE
    document   the number of the pair of documents that has the node
    border     the number of pairs of documents
    system     whether each node is on the system's side
    depths     the first node of every depth, then the number of nodes
    scalars    the distinct scalars and empty containers; equal numbers are one scalar in any spelling
    kinds      the kind of each scalar
    code       the place of each node's value in `scalars`, NONE for containers that are not empty
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
        """Return the nodes under the mask *keep*. Nodes above a kept node must be kept, too."""
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
        """Return a slice of nodes for each depth."""
        return [slice(a, b) for a, b in zip(self.depths, self.depths[1:], strict=False)]

    def sums_up(self, values: IntArray) -> IntArray:
        """Return for every node the sum of its value and the values of all nodes below it."""
        sums = values.copy()
        for level, above in zip(reversed(self.levels()), reversed(self.levels()[:-1]), strict=False):
            if level.start:
                sums[above] += np.bincount(
                    self.parent[level] - above.start, sums[level], above.stop - above.start
                ).astype(sums.dtype)
        return sums

    def passed_down(self, own: IntArray) -> IntArray:
        """Return the value of every node; a node with NONE gets the value of the nearest node above with
        a value.
        """
        passed = own.copy()
        for level in self.levels()[1:]:
            passed[level] = np.where(own[level] == NONE, passed[self.parent[level]], own[level])
        return passed


Renamed = Callable[[Steps], str | None]  # a path -> the new name of its last key, None if it stays


class _Scalars:
    """The distinct scalars of each kind, collected while nodes are built.

    Values are looked up when they are first read, many values of one type together. The first access to a
    value is the slowest, because the value is not in the processor's cache yet.
    """

    def __init__(self) -> None:
        # a factory in C gives new values the next code, without a Python call
        self._known: dict[int, defaultdict[Any, int]] = {
            kind: defaultdict(count().__next__) for kind in range(SCALAR, BINARY + 1)
        }

    def coded(self, values: Sequence[Any]) -> tuple[IntArray, IntArray]:
        """Return the kind of each value, and its code among the distinct scalars of the kind."""
        types = list(map(type, values))
        kinds = {KINDS[each] for each in set(types)}
        if len(kinds) == 1:
            kind = kinds.pop()
            return np.full(len(values), kind), self._codes(kind, values)
        kind_of = np.fromiter(map(KINDS.__getitem__, types), np.int64, len(values))
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

        Changes *code* to places in this list, and the *kind* of floats to NUMBER.
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

        If all numbers are integers or floats below SAFE, floats are looked up unchanged. Otherwise, floats
        are looked up as the decimals that they are written as. NaN and infinity become texts.
        """
        floats, rows = list(self._known.pop(BINARY)), np.flatnonzero(kind == BINARY)
        if Decimal in set(map(type, self._known[NUMBER])) or not np.all(np.abs(floats) < SAFE):
            kind[rows], code[rows] = (column[code[rows]] for column in self.coded(list(map(_number, floats))))
        else:
            kind[rows], code[rows] = NUMBER, self._codes(NUMBER, floats)[code[rows]]


def nodes_of(
    gold: Sequence[Any], system: Sequence[Any], *, wrap: bool = False, renamed: Renamed | None = None
) -> ValueNodes:
    """Return the nodes of paired documents.

    wrap      whether a value becomes an array of one if the other side has an array with elements there
    renamed   function path -> the new name of its last key; None keeps the name
    """
    border, paths, scalars = len(gold), Paths(), _Scalars()
    values: list[Any] = [*gold, *system]
    parent, path, place = (np.full(len(values), start) for start in (NONE, 0, NONE))
    document, of_system = np.arange(len(values)) % max(border, 1), np.arange(len(values)) >= border
    every: list[Any] = []
    depths, levels = [0], list[tuple[NDArray[Any], ...]]()
    while values or not levels:
        kind, code = scalars.coded(values)
        if wrap:
            _wrap(values, kind, code, document, path)
        levels.append((parent, path, place, kind, code, document, of_system))
        every += values
        # the next depth: the members of objects, the elements of arrays, then the values of choices
        containers = [np.flatnonzero(kind == one) for one in (OBJECT, ARRAY, CHOICE)]
        objects, arrays, choices = ([values[row] for row in rows.tolist()] for rows in containers)
        lists, admitted = list(map(listed, arrays)), [one.values for one in choices]
        sizes = [np.fromiter(map(len, one), np.int64, len(one)) for one in (objects, lists, admitted)]
        members, elements, _ = (int(size.sum()) for size in sizes)
        values = list(chain.from_iterable(chain(map(VALUES_OF, objects), lists, admitted)))
        above = np.concatenate([np.repeat(*both) for both in zip(containers, sizes, strict=True)])
        keys: Vocabulary = Vocabulary()
        step = keys.codes(list(chain.from_iterable(objects)))
        step = np.concatenate([step, np.full(elements, len(keys))])
        names = [*(one if isinstance(one, str) else str(one) for one in keys), ITEM]
        path = path[above]  # values of choices keep the path
        path[: len(step)] = _paths_below(path[: len(step)], step, names, paths, renamed)
        place = np.full(len(values), NONE)
        first = np.cumsum(sizes[1]) - sizes[1]
        place[members : len(step)] = np.arange(elements) - np.repeat(first, sizes[1])
        parent, document, of_system = above + depths[-1], document[above], of_system[above]
        depths.append(len(every))
    columns = (np.concatenate(column) for column in zip(*levels, strict=True))
    parent, path, place, kind, code, document, of_system = columns
    distinct, kinds = scalars.numbered(parent, kind, code)
    filled = parent, path, place, kind, code, document, of_system
    return ValueNodes(every, *filled, tuple(depths), paths, border, distinct, kinds)


def _paths_below(
    above: IntArray, step: IntArray, names: Sequence[str | None], paths: Paths, renamed: Renamed | None
) -> IntArray:
    """Return the path number of each value from the path above it and its step, a place in *names*."""
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
    return np.array(numbers, np.int64)[np.searchsorted(distinct, keys)]


def listed(value: Any) -> Any:
    """Return the elements of an array; a set in an order that is equal in every process."""
    if type(value) is list or type(value) is tuple:
        return value
    return sorted(value, key=repr) if isinstance(value, AbstractSet) else [one for one in value]  # noqa: C416


def _wrap(values: list[Any], kind: IntArray, code: IntArray, document: IntArray, path: IntArray) -> None:
    """Make an array of one of every value if its document has an array with elements at the value's path."""
    key = combine(document, path)
    filled = np.array([k == ARRAY and len(v) > 0 for k, v in zip(kind.tolist(), values, strict=True)], bool)
    beside = np.isin(key, key[filled])
    for row in np.flatnonzero(beside & (kind != ARRAY) & (kind != NULL)).tolist():
        if values[row] not in ("", {}):
            values[row], kind[row], code[row] = [values[row]], ARRAY, NONE


def _number(value: float) -> Decimal | str:
    """Return a float as the decimal that it is written as; NaN and infinity as text."""
    number = decimal(value)
    return str(value) if number is None else number
