"""Columns of numbers, and the values that they stand for.

A categorical column is a list of distinct values and an array of codes into it, so that comparing two sides
is comparing integers.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerkit.ground.records import record

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
NONE = -1  # the code of an absent value
LARGEST = 2**53  # offsets stay below, so that lengths are exact as floats
SAFE_DIGITS = len(str(LARGEST))  # all numbers of fewer are below it


def whole_number(digits: str) -> int:
    """The number that *digits* write; LARGEST where it is not below that, of however many digits."""
    if 0 < len(digits) < SAFE_DIGITS:
        return int(digits)
    shortest = digits.lstrip("0") or "0"
    return min(int(shortest), LARGEST) if len(shortest) <= len(str(LARGEST)) else LARGEST


class Vocabulary(dict[Any, int]):
    """Distinct values in order of first appearance; looking a new one up gives it the next code."""

    def __missing__(self, value: Any) -> int:
        code = self[value] = len(self)
        return code

    def codes(self, values: Sequence[Any]) -> IntArray:
        """The codes of *values*, as an array of the same length."""
        if not self:  # then new values need no call of a function in Python
            fresh = defaultdict[Any, int](count().__next__)
            codes = np.fromiter(map(fresh.__getitem__, values), np.int64, len(values))
            self.update(fresh)
            return codes
        return np.fromiter(map(self.__getitem__, values), np.int64, len(values))

    def column(self, codes: Sequence[int] | IntArray) -> "Column":
        """The column of these codes, None being an absent value."""
        values, places = list(self), np.array(codes, np.int64)
        if None in self:
            absent = self[None]
            del values[absent]
            places = np.where(places == absent, NONE, places - (places > absent))
        return Column(values, places)

    def recoded(self, column: "Column") -> IntArray:
        """The codes of the values of a column without absent ones, row by row."""
        return self.codes(column.values)[column.codes]


@record(frozen=True)
class Column:
    """A categorical column: `values[codes[i]]` is the value of row *i*, and code -1 an absent one."""

    values: list[Any]
    codes: IntArray

    @classmethod
    def of(cls, values: Iterable[Hashable | None]) -> "Column":
        """The column of these values, None being an absent one."""
        vocabulary = Vocabulary()
        return vocabulary.column(vocabulary.codes(list(values)))

    def take(self, rows: Any) -> "Column":
        """The column of these rows (a mask or indices)."""
        return Column(self.values, self.codes[rows])

    def map(self, function: Any) -> "Column":
        """The column of `function(value)`, computed once per distinct value; None becomes an absent value."""
        vocabulary = Vocabulary()
        new = [function(value) for value in self.values]
        recode = np.array([*(NONE if v is None else vocabulary[v] for v in new), NONE], np.int64)
        return Column(list(vocabulary), recode[self.codes])

    def value(self, row: int) -> Any:
        """The value of one row, or None."""
        code = self.codes[row]
        return None if code == NONE else self.values[code]


class LateColumn(Column):
    """A column that is made when its values or codes are first asked for, and then is a `Column`."""

    def __init__(self, make: Callable[[], Column]) -> None:
        self.__dict__["make"] = make

    def __getattr__(self, name: str) -> Any:
        if name not in ("values", "codes"):
            raise AttributeError(name)
        made = self.__dict__["make"]()
        self.__dict__.clear()
        self.__dict__.update(values=made.values, codes=made.codes)
        object.__setattr__(self, "__class__", Column)
        return getattr(self, name)

    def take(self, rows: Any) -> Column:
        """The column of these rows, as late as this one."""
        return LateColumn(lambda: Column.take(self, rows))

    def __reduce__(self) -> tuple[type[Column], tuple[list[Any], IntArray]]:
        return Column, (self.values, self.codes)


def joined(columns: Sequence[Column]) -> Column:
    """The rows of all columns behind each other, with codes into one list of values."""
    vocabulary = Vocabulary()
    codes = []
    for column in columns:
        recode = np.empty(len(column.values) + 1, np.int64)
        recode[:-1], recode[-1] = vocabulary.codes(column.values), NONE
        codes.append(recode[column.codes])
    return Column(list(vocabulary), np.concatenate(codes))
