"""What readers make and scorers take: annotations as columns, a whole corpus at a time.

All offsets are half-open `[start, end)`. A categorical column is a list of distinct values and an array of codes
into it, so that comparing two sides is comparing integers.
"""

from dataclasses import dataclass, replace
from typing import Generic, Protocol, Self, TypeVar

import numpy as np

from nerkit.algorithms.columns import IntArray


@dataclass(frozen=True, slots=True)
class Origin:
    """Where rows come from: from row *first_row* on, they were read from *name*."""

    name: str
    sha256: str
    first_row: int


class Corpus(Protocol):
    """What every reader makes and `evaluation` moves about, whatever the task: items filed under documents."""

    @property
    def documents(self) -> list[str]: ...
    @property
    def named(self) -> bool: ...
    @property
    def origins(self) -> tuple[Origin, ...]: ...
    @property
    def warnings(self) -> tuple[str, ...]: ...
    def __len__(self) -> int: ...
    def in_documents(self, documents: list[str], codes: IntArray) -> Self:
        """The same items filed under *documents*; *codes* gives each old document's new place, -1 drops it."""


Side = TypeVar("Side", bound=Corpus)


@dataclass(frozen=True, slots=True)
class Batch(Generic[Side]):
    """Paired documents: both sides are filed under the same `documents`, so equal codes mean the same one."""

    documents: list[str]
    gold: Side
    system: Side


def origin(origins: tuple[Origin, ...], row: int) -> str:
    """The name of the input that a row comes from."""
    return next((found.name for found in reversed(origins) if found.first_row <= row), "")


def origins_among(origins: tuple[Origin, ...], rows: IntArray) -> tuple[Origin, ...]:
    """Where the *rows* that are left (ascending) come from; an input of which none is left is among them still."""
    return tuple(replace(o, first_row=int(np.searchsorted(rows, o.first_row))) for o in origins)


def origins_of(origins: tuple[Origin, ...], old: IntArray, new: IntArray) -> tuple[Origin, ...]:
    """Where pieces come from whose first rows, *old* so far, are *new* now."""
    begins = np.array([found.first_row for found in origins])
    source = np.searchsorted(begins, old, "right") - 1
    fresh = np.flatnonzero(np.append(True, source[1:] != source[:-1])[: len(source)])
    return tuple(replace(origins[source[i]], first_row=int(new[i])) for i in fresh if source[i] >= 0)
