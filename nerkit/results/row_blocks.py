"""The rows of one system and one measure, as row objects or as columns. Columns are written without rows.

lines     (d1, LOC) [0, 0, 0, 0] [0, 1, 0, 1]    (d1, PER) [0.67, 1, 0.5, 0.67] [1, 1, 1, 2]
columns   document: [d1, d1]   label: [LOC, PER]   value: [0.0, 0.67]   …   r_den: [1, 2]
"""

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple, overload

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.results.counts import BOUND, NUMBERS, Label, label_text, own_name
from nerkit.results.rows import Row, whole
from nerkit.results.scores import SCORES

LARGEST = 2.0**53  # below this, floats hold every integer exactly


class ScoredLine(NamedTuple):
    """A row of scores and counts, for a document and a label.

    scores    value, precision, recall and F1, shape (4,), or with an upper bound (5,)
    numbers   the counts, shape (numbers,), or for a composite measure (parts, numbers)
    """

    document: str
    label: Label
    scores: FloatArray
    numbers: FloatArray


class RowBlock(NamedTuple):
    """The lines of one system and one measure, in order. *extras* names the numbers after the first four."""

    system: str
    measure: str
    lines: Sequence[ScoredLine]
    extras: tuple[str, ...]

    def rows(self) -> list[Row]:
        """Return the lines as rows."""
        return [_row(self.system, self.measure, line, self.extras) for line in self.lines]

    def columns(self) -> dict[str, list[Any]] | None:
        """Return the fields of all rows by name, in the form of `Row.to_dict`.

        Return None if rows have different fields, or numbers that JSON does not have.
        """
        lines, fields = self.lines, dict[str, list[Any]]()
        scores, numbers = (np.array([line[place] for line in lines]) for place in (2, 3))
        if (
            not len(lines)
            or scores.shape[1] > len(SCORES)
            or np.isinf(numbers).any()
            or np.isinf(scores).any()
        ):
            return None
        fields["system"], fields["measure"] = ([name] * len(lines) for name in (self.system, self.measure))
        fields["document"] = [own_name("document", line.document) for line in lines]
        fields["label"] = [label_text(line.label) for line in lines]
        fields |= {name: _numbers(scores[:, place]) for place, name in enumerate(SCORES)}
        composite = numbers.ndim > 2
        for place, name in enumerate(NUMBERS):
            fields[name] = [None] * len(lines) if composite else _wholes(numbers[:, place])
        further = numbers[..., len(NUMBERS) :]
        further = further.sum(axis=1) if composite else further
        return fields | {name: _wholes(own) for name, own in zip(self.extras, further.T, strict=False)}


class BlockRows(Sequence[Row]):
    """The rows of blocks, made at the first access to a row."""

    def __init__(self, blocks: Sequence[RowBlock]) -> None:
        self.blocks = blocks

    @property
    def heads(self) -> Sequence[Row]:
        """The first row of each block, which shows the field names of the block."""
        return [row for block in self.blocks for row in block._replace(lines=block.lines[:1]).rows()]

    @cached_property
    def columns(self) -> list[dict[str, list[Any]]] | None:
        """The columns of every block that has lines; None if a block cannot give columns."""
        of_blocks = [block.columns() for block in self.blocks if block.lines]
        known = [columns for columns in of_blocks if columns is not None]
        return known if len(known) == len(of_blocks) else None

    @cached_property
    def _rows(self) -> list[Row]:
        return [row for block in self.blocks for row in block.rows()]

    @overload
    def __getitem__(self, place: int) -> Row: ...

    @overload
    def __getitem__(self, place: slice) -> list[Row]: ...

    def __getitem__(self, place: int | slice) -> Row | list[Row]:
        return self._rows[place]

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __len__(self) -> int:
        return sum(len(block.lines) for block in self.blocks)


def _numbers(column: FloatArray) -> list[float | None]:
    """Return numbers as a list, with None for nan."""
    if np.isnan(column).any():
        return [None if math.isnan(number) else number for number in column.tolist()]
    numbers: list[float | None] = column.tolist()
    return numbers


def _wholes(column: FloatArray) -> list[Any]:
    """Return numbers as a list, whole numbers as integers."""
    if (column == np.floor(column)).all() and np.abs(column).max(initial=0) < LARGEST:
        integers: list[Any] = column.astype(np.int64).tolist()
        return integers
    return [whole(number) for number in column.tolist()]


def _row(system: str, measure: str, line: ScoredLine, extras: tuple[str, ...]) -> Row:
    """Return a line as a row. *extras* names its numbers after the first four.

    A composite measure shows no counts.
    """
    value, precision, recall, f1, *bound = (None if math.isnan(x) else x for x in line.scores.tolist())
    composite = line.numbers.ndim > 1
    p_num, p_den, r_num, r_den = [None] * len(NUMBERS) if composite else line.numbers[:4].tolist()
    further = line.numbers[..., len(NUMBERS) :]
    numbers = (further.sum(axis=0) if composite else further).tolist()
    extra: dict[str, Any] = {name: whole(x) for name, x in zip(extras, numbers, strict=False)}
    if bound:
        unproven, _ = (extra.pop(name) for name in BOUND)
        extra |= {"optimal": False, "upper_bound": bound[0]} if unproven else {"optimal": True}
    return Row(
        system,
        measure,
        own_name("document", line.document),
        label_text(line.label),
        value,
        precision,
        recall,
        f1,
        p_num,
        p_den,
        r_num,
        r_den,
        extra,
        (line.document, line.label),
    )
