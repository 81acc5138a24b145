"""Columns of numbers, and the values behind the numbers.

A categorical column is a list of distinct values and an array of codes into the list. To compare two sides is
to compare integers.
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
SAFE_DIGITS = len(str(LARGEST))  # numbers with fewer digits are below LARGEST


def whole_number(digits: str) -> int:
    """Return the number that *digits* write, but at most LARGEST. Any number of digits is allowed."""
    if 0 < len(digits) < SAFE_DIGITS:
        return int(digits)
    shortest = digits.lstrip("0") or "0"
    return min(int(shortest), LARGEST) if len(shortest) <= len(str(LARGEST)) else LARGEST


class Vocabulary(dict[Any, int]):
    """Distinct values in order of first appearance. The lookup of a new value gives it the next code."""

    def __missing__(self, value: Any) -> int:
        code = self[value] = len(self)
        return code

    def codes(self, values: Sequence[Any]) -> IntArray:
        """Return the codes of *values*, shape (values,)."""
        if not self:  # defaultdict assigns codes in C, without a call of `__missing__`
            fresh = defaultdict[Any, int](count().__next__)
            codes = np.fromiter(map(fresh.__getitem__, values), np.int64, len(values))
            self.update(fresh)
            return codes
        return np.fromiter(map(self.__getitem__, values), np.int64, len(values))

    def column(self, codes: Sequence[int] | IntArray) -> "Column":
        """Return the column of these codes. The value None becomes an absent value."""
        values, places = list(self), np.array(codes, np.int64)
        if None in self:
            absent = self[None]
            del values[absent]
            places = np.where(places == absent, NONE, places - (places > absent))
        return Column(values, places)

    def recoded(self, column: "Column") -> IntArray:
        """Return the codes of the values of a column, row by row. The column has no absent values."""
        return self.codes(column.values)[column.codes]


@record(frozen=True)
class Column:
    """A categorical column: `values[codes[i]]` is the value of row *i*, and code -1 is an absent value."""

    values: list[Any]
    codes: IntArray

    @classmethod
    def of(cls, values: Iterable[Hashable | None]) -> "Column":
        """Make the column of these values; None is an absent value."""
        vocabulary = Vocabulary()
        return vocabulary.column(vocabulary.codes(list(values)))

    def take(self, rows: Any) -> "Column":
        """Return the column of some rows (a mask or indices)."""
        return Column(self.values, self.codes[rows])

    def map(self, function: Any) -> "Column":
        """Return the column of `function(value)`, called once per distinct value; None is an absent value."""
        vocabulary = Vocabulary()
        new = [function(value) for value in self.values]
        recode = np.array([*(NONE if v is None else vocabulary[v] for v in new), NONE], np.int64)
        return Column(list(vocabulary), recode[self.codes])

    def value(self, row: int) -> Any:
        """Return the value of one row, or None."""
        code = self.codes[row]
        return None if code == NONE else self.values[code]


class LateColumn(Column):
    """A column that is made when its values or codes are first read. It then becomes a `Column`."""

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
        """Return the column of some rows, which is made late, too."""
        return LateColumn(lambda: Column.take(self, rows))

    def __reduce__(self) -> tuple[type[Column], tuple[list[Any], IntArray]]:
        return Column, (self.values, self.codes)


def joined(columns: Sequence[Column]) -> Column:
    """Return the rows of all columns, one column after the other, with codes into one list of values."""
    vocabulary = Vocabulary()
    codes = []
    for column in columns:
        recode = np.empty(len(column.values) + 1, np.int64)
        recode[:-1], recode[-1] = vocabulary.codes(column.values), NONE
        codes.append(recode[column.codes])
    return Column(list(vocabulary), np.concatenate(codes))
