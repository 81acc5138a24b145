"""Records as columns: plain Python objects become one table for each place that a formula looks at.

A `Level` holds the objects of both sides at one such place, gold rows first. Below it are the levels of its
fields, with a row for each row, and, if the rows are collections, the level of their elements:

    level of documents     {"relations": [a, b]}, {"relations": [c]}     gold; then the system's
    its field `relations`  [a, b], [c]                                   as many rows
    the elements of that   a, b, c                                       parent 0, 0, 1; place 0, 1, 0

Objects are mappings, dataclasses, tuples (fields are positions), named tuples, or anything with attributes;
collections are lists, tuples and sets. Every value that a formula compares becomes an integer code, common to
both sides.
"""

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, NoReturn, TypeVar

import numpy as np

from nerkit.algebra.objects import (
    LISTS,
    METHODS,
    Name,
    field_names,
    frozen,
    getter,
    hashable,
    quoted,
    without_field,
)
from nerkit.algorithms.columns import NONE, IntArray, Vocabulary
from nerkit.algorithms.correspondence import LIMIT
from nerkit.exceptions import UsageError, nearest
from nerkit.ground.limits import MOST_FORMULA_PAIRS

Value = TypeVar("Value")


CHUNK = 2048  # objects whose fields are taken together


class RecordError(UsageError):
    """Data without the shape that a formula needs. *side* and *path* (from the documents on) give the
    place.
    """

    def __init__(self, problem: str, side: str = "", path: tuple[Name, ...] = ()) -> None:
        super().__init__(f"{side}{path_text(path)}: {problem}" if side else problem)
        self.problem, self.side, self.path = problem, side, path
        self.nowhere: Name | None = None  # the field that was asked for, if no object at all has it

    def __reduce__(self) -> tuple[Any, ...]:
        return RecordError, (self.problem, self.side, self.path)


Locate = Callable[[str, tuple[Name, ...]], str]


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of a latent matching (`latent_sets`). Its name is unique in its collection."""

    name: Hashable


class Missing(dict[Any, Any]):
    """An empty record for a document that a side lacks, or for a missing part of a document."""


@dataclass(slots=True)
class Solving:
    """The solution of correspondences of variables (`latent_sets`), shared by all levels of some documents.

    limit   the work limit for one correspondence (`algorithms.correspondence.solver`)
    upper   whether similarities are upper bounds instead of lower bounds; both are equal if all are proved
            best
    open    whether a correspondence is not proved best
    """

    limit: int = LIMIT
    upper: bool = False
    open: bool = False

    def __post_init__(self) -> None:
        if self.limit < 0:
            raise UsageError(f"limit=… must be a number of steps, not {self.limit}")

    @contextmanager
    def turned(self) -> Iterator[None]:
        """A context with the opposite bounds: upper bounds in place of lower bounds, or lower in place of
        upper.
        """
        self.upper = not self.upper
        try:
            yield
        finally:
            self.upper = not self.upper


class Scope:
    """The variables of collections.

    level   the level with one row per variable, in the order of collections
    begin   the first row of each collection
    """

    def __init__(self, level: "Level", size: int) -> None:
        self.level = level
        self.begin = np.searchsorted(level.parent, np.arange(size + 1))
        variables = zip(level.parent.tolist(), map(frozen, level.values), strict=True)
        self._row: dict[Any, int] = {}  # (collection, variable) -> its row
        for row, variable in enumerate(variables):
            self._row.setdefault(variable, row)

    def rows(self, values: list[Any], collections: IntArray) -> IntArray:
        """The row of each value among the variables of its collection; -1 for a constant."""
        if not self._row:
            return np.full(len(values), NONE)
        keys = zip(collections.tolist(), map(frozen, values), strict=True)
        return np.array([self._row.get(key, NONE) for key in keys], np.int64)

    def within(self, rows: IntArray, collections: IntArray) -> IntArray:
        """The places of variables in their collections; -1 stays -1."""
        return np.where(rows == NONE, NONE, rows - self.begin[collections])


class Level:
    """The objects of both sides at one place of the data.

    values   the objects: gold rows, then system rows
    border   the number of gold rows
    parent   the row of the level above that holds each row
    place    the position of each row in its collection; None if rows are fields of the rows above
    name     the name of the field, if rows are fields
    keys     the key of each row, if rows are members of mappings
    itself   whether the rows are objects of the level above, in the original or another form
    scope    the variables of the elements of a latent matching, otherwise None
    is_mirrored   whether all rows are on both sides
    origin        the level whose rows are mirrored, otherwise None
    is_paired     whether gold row i belongs to system row i, as for documents and their fields

    Shared by all levels of some documents:

    repeats  collection -> number of elements that repeat an earlier element, in gold and in the system
    absent   further notes, about optional fields that no record has
    locate   function (side, path) -> the place of an object, as messages name it
    solving  the solution of correspondences of variables
    """

    def __init__(
        self,
        values: list[Any],
        border: int,
        above: "Level | None" = None,
        parent: IntArray | None = None,
        *,
        place: IntArray | None = None,
        name: Name = "",
        keys: list[Any] | None = None,
        itself: bool = False,
    ) -> None:
        self.values, self.border, self.above, self.place, self.name = values, border, above, place, name
        self.keys, self.itself = keys, itself
        self._parent = parent
        self.repeats: dict[str, tuple[int, int]] = {} if above is None else above.repeats
        self.absent: dict[str, None] = {} if above is None else above.absent
        self.solving: Solving = Solving() if above is None else above.solving
        self.locate: Locate = _path_of if above is None else above.locate
        self.is_mirrored: bool = above is not None and above.is_mirrored
        self.is_paired: bool = above is None or (parent is None and above.is_paired)
        self.scope: Scope | None = None
        self.origin: Level | None = None
        self._cache: dict[Hashable, Any] = {}

    def __len__(self) -> int:
        return len(self.values)

    @cached_property
    def parent(self) -> IntArray:
        """The row of the level above that holds each row, shape (rows,). In the level of a field, row i
        belongs to row i.
        """
        return np.arange(len(self)) if self._parent is None else self._parent

    def forget_notes(self) -> None:
        """Drop the notes on repeated elements and absent fields."""
        self.repeats.clear()
        self.absent.clear()

    def forget(self) -> None:
        """Drop the cached results of these rows, and the levels below."""
        kept, self._cache = self._cache, {}
        for level in kept.values():
            if isinstance(level, Level):
                level.forget()

    def once(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The result of *make*, which is called only once for each level and *key*."""
        if key not in self._cache:
            self._cache[key] = make()
        value: Value = self._cache[key]
        return value

    def field(self, name: Name) -> "Level":
        """The level of a field of these rows. Raises RecordError for a row without the field."""
        if ("field", name) not in self._cache:
            self.look_at([name])
        return self.once(("field", name), lambda: self._field(name))

    def look_at(self, names: Iterable[Name]) -> None:
        """Fetch several fields in one pass over the objects, for later calls of `field`; this uses the
        processor's cache.
        """
        new = [name for name in names if ("field", name) not in self._cache]
        columns: list[list[Any]] = [[] for _ in new]
        # An object without the field can have a position or a method of this name, so the types of all rows
        # must be known. For any other name, the getter of one type fails on a row that needs another getter.
        ambiguous = any(isinstance(name, int) for name in new) or not METHODS.isdisjoint(new)
        try:
            for first in range(0, len(self), CHUNK):
                rows = self.values[first : first + CHUNK]
                kinds = frozenset(map(type, rows if ambiguous else rows[:1]))
                for name, column in zip(new, columns, strict=True):
                    column.extend(map(getter(name, kinds), rows))
        except (KeyError, AttributeError, TypeError, IndexError):
            return  # `field` raises the error
        for name, column in zip(new, columns, strict=True):
            self._cache["field", name] = Level(column, self.border, self, name=name)

    def present(self, name: Name) -> "Level":
        """The level of a field with only the rows that have the field; None counts as absent."""
        return self.once(("present", name), lambda: self._present(name))

    def _present(self, name: Name) -> "Level":
        if isinstance(name, str) and set(map(type, self.values)) == {dict}:
            values = [row.get(name) for row in self.values]
        else:
            values = [self._part_or_none(row, name) for row in range(len(self))]
        rows = [row for row, value in enumerate(values) if value is not None]
        records = [] if rows else [one for one in self.values if not isinstance(one, Missing)]
        known = {own for record in records for own in field_names(record)}
        if known and str(name) not in known:
            hint = nearest(str(name), known)
            where = self.collection() or "documents"
            self.absent[f"no record of {where} has the optional field {str(name)!r}{hint}"] = None
        border = int(np.searchsorted(rows, self.border)) if rows else 0
        parent = np.array(rows, np.int64)
        return Level([values[row] for row in rows], border, self, parent, name=name)

    def _part_or_none(self, row: int, name: Name) -> Any:
        try:
            return getter(name, frozenset([type(self.values[row])]))(self.values[row])
        except (KeyError, AttributeError, TypeError, IndexError):
            return None

    def selected(self, rows: IntArray) -> "Level":
        """The level of some rows of this level, in ascending order."""
        values = [self.values[row] for row in rows.tolist()]
        return Level(values, int(np.searchsorted(rows, self.border)), self, rows, itself=True)

    def mapped(self, key: Hashable, function: Callable[[Any], Any]) -> "Level":
        """The level of the results of *function*, which is called once per distinct object. *key*
        identifies the level.
        """
        return self.once(("mapped", key), lambda: self._mapped(function))

    def _mapped(self, function: Callable[[Any], Any]) -> "Level":
        _, first, place = np.unique(self.codes, return_index=True, return_inverse=True)
        made = [function(self.values[row]) for row in first.tolist()]
        return Level([made[code] for code in place.tolist()], self.border, self, itself=True)

    def members(self) -> "Level":
        """The level of the members of these rows. Raises RecordError for a row that is not a mapping."""
        return self.once("members", self._members)

    def _members(self) -> "Level":
        for row, value in enumerate(self.values):
            if not isinstance(value, Mapping):
                self.fail(f"{quoted(value)} is not a mapping of keys to values", row)
        lengths = np.fromiter(map(len, self.values), np.int64, len(self))
        values = list(chain.from_iterable(value.values() for value in self.values))
        parent = np.repeat(np.arange(len(self)), lengths)
        border = int(lengths[: self.border].sum())
        return Level(values, border, self, parent, keys=list(chain.from_iterable(self.values)))

    @cached_property
    def key_codes(self) -> IntArray:
        """One integer for each member of a mapping, equal if the keys are equal."""
        return Vocabulary().codes(self.keys or [])

    def listed_beside(self, name: Name) -> "Level | None":
        """The level of the elements of the field *name* beside these rows; None if they are not a field.

        A missing document lists nothing.
        """
        above = self.above
        if above is None or self.place is not None:
            return None
        rows = [Missing({name: []}) if isinstance(row, Missing) else row for row in above.values]
        lists = Level(rows, above.border, above.above, above.parent, place=above.place, name=above.name)
        return lists.field(name).elements()

    def elements(self) -> "Level":
        """The level of the elements of these rows. Raises RecordError for a row that is not a collection."""
        return self.once("elements", self._elements)

    def mirrored(self) -> "Level":
        """A level with all rows on both sides: gold row i is the same object as system row i."""
        both = Level([*self.values, *self.values], len(self.values), keys=self.keys and self.keys * 2)
        both.solving, both.is_mirrored, both.origin = self.solving, True, self
        return both

    @cached_property
    def codes(self) -> IntArray:
        """One integer per row, equal exactly if the values are equal; a list equals the tuple of its
        values.
        """
        try:
            return np.array(array("q", self.values), np.int64)  # only integers
        except (TypeError, OverflowError):
            pass
        try:
            return Vocabulary().codes(hashable(self.values, set(map(type, self.values))))
        except TypeError:
            return Vocabulary().codes([self._frozen(row) for row in range(len(self))])

    def path(self, row: int) -> tuple[Name, ...]:
        """The path to a row: the position of its document on its side, then fields and positions."""
        if self.above is None:
            return (row if row < self.border else row - self.border,)
        if self.itself:
            return self.above.path(int(self.parent[row]))
        step: Name = self.name if self.place is None else int(self.place[row])
        step = step if self.keys is None else self.keys[row]
        return (*self.above.path(int(self.parent[row])), step)

    def collection(self) -> str:
        """The fields that lead to these elements: `events.args`."""
        names, level = [], self
        while level.above is not None:
            if level.place is None and level.keys is None and not level.itself:
                names.append(str(level.name))
            level = level.above
        return ".".join(reversed(names))

    def side(self, row: int) -> str:
        """The side of a row, `gold` or `system`."""
        return "gold" if row < self.border else "system"

    def fail(self, problem: str, row: int) -> NoReturn:
        """Raise the RecordError for a row."""
        raise RecordError(problem, self.side(row), self.path(row))

    def check_pairs(self, gold: IntArray, partners: IntArray) -> None:
        """Raise RecordError for the first document that needs too many pair comparisons.

        partners   the number of rows with which each row of *gold* is compared
        """
        if partners.sum() <= MOST_FORMULA_PAIRS:
            return
        document = self._documents(gold)
        too_many = np.flatnonzero(np.bincount(document, partners) > MOST_FORMULA_PAIRS)
        if len(too_many):
            of = f" of {self.collection()}" if self.collection() else ""
            remedy = "divide the document, or add a field that same compares"
            problem = f"more than {MOST_FORMULA_PAIRS:,} pairs of values{of}; {remedy}"
            raise RecordError(problem, "gold", (int(too_many[0]),))

    def _documents(self, rows: IntArray) -> IntArray:
        """The document of each of these rows."""
        level = self
        while level.above is not None or level.origin is not None:
            if level.above is not None:
                rows, level = level.parent[rows], level.above
            else:
                assert level.origin is not None
                rows, level = rows % len(level.origin), level.origin
        return rows % max(level.border, 1)

    def _field(self, name: Name) -> "Level":
        values = [self._part(row, name) for row in range(len(self))]
        return Level(values, self.border, self, name=name)

    def _part(self, row: int, name: Name) -> Any:
        value = self.values[row]
        try:
            return getter(name, frozenset([type(value)]))(value)
        except (KeyError, AttributeError, TypeError, IndexError):
            error = RecordError(without_field(name, value), self.side(row), self.path(row))
            records = (record for record in self.values if not isinstance(record, Missing))
            nowhere = all(str(name) not in field_names(record) for record in records)
            error.nowhere = name if nowhere else None
            raise error from None

    def _elements(self) -> "Level":
        rows = self.values
        if not set(map(type, rows)) <= LISTS:
            rows = [self._collection(row) for row in range(len(rows))]
        lengths = np.fromiter(map(len, rows), np.int64, len(rows))
        parent = np.repeat(np.arange(len(rows)), lengths)
        first = np.cumsum(lengths) - lengths
        place = np.arange(len(parent)) - first[parent]
        border = int(lengths[: self.border].sum())
        return Level(list(chain.from_iterable(rows)), border, self, parent, place=place)

    def _collection(self, row: int) -> Sequence[Any]:
        value = self.values[row]
        if isinstance(value, set | frozenset):
            return sorted(value, key=repr)  # an order that is equal in every process
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            remedy = (
                (
                    "; name the collection's field in the documents, or give a single document as "
                    "[gold] and [system]"
                )
                if self.above is None
                else ""
            )
            self.fail(f"{quoted(value)} is not a collection (a list, tuple or set){remedy}", row)
        return list(value)

    def _frozen(self, row: int) -> Hashable:
        try:
            value: Hashable = frozen(self.values[row])
            hash(value)
        except TypeError:
            self.fail(f"nerkit cannot compare {quoted(self.values[row])}, because it has no hash", row)
        return value


def documents_level(gold: Any, system: Any, limit: int | None = None) -> tuple[list[str], Level]:
    """The names of the documents, and the level of both sides' documents.

    limit   the work limit for one correspondence of variables (`Solving`)

    Sequences are paired by position, mappings from ids by id. Raises UsageError if they do not pair.
    """
    names, gold, system = _paired(gold, system)
    level = Level([*gold, *system], len(gold))
    level.solving = Solving() if limit is None else Solving(limit)
    return names, level


def _paired(gold: Any, system: Any) -> tuple[list[str], list[Any], list[Any]]:
    """The names of the documents, the gold documents and the system documents, all in one order."""
    if isinstance(gold, Mapping) and isinstance(system, Mapping):
        for ids, known, side in ((gold, system, "the system"), (system, gold, "gold")):
            lacking = [str(key) for key in ids if key not in known]
            if lacking:
                raise UsageError(f"{side} has no document {', '.join(lacking[:5])}")
        return [str(key) for key in gold], [*gold.values()], [system[key] for key in gold]
    for side, documents in (("gold", gold), ("system", system)):
        if isinstance(documents, str | bytes | Mapping) or not isinstance(documents, Iterable):
            raise UsageError(
                f"{side}: give both sides as lists of documents, or both as dicts from ids to documents"
            )
    gold, system = list(gold), list(system)
    if len(gold) != len(system):
        raise UsageError(f"the gold side has {len(gold):,} documents, the system {len(system):,}")
    return [str(i + 1) for i in range(len(gold))], gold, system


def _path_of(side: str, path: tuple[Name, ...]) -> str:
    """The path to an object in memory, as messages name it."""
    return f"{side}{path_text(path)}"


def path_text(path: Iterable[Name]) -> str:
    """A path as text, with fields after dots and positions in brackets: `[3].events[0]`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
