"""Decide between formats that fit an input equally well, by comparing the items that they read."""

import io
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from nerkit.algorithms.columns import Column
from nerkit.exceptions import InputError, NerkitError, TiedFormatsError, plural
from nerkit.io import Source
from nerkit.readers.sample import Sample

BESIDE = frozenset({  # fields of a corpus that do not hold items
    *("origins", "warnings", "line", "in_file", "hints", "form", "own_ids", "other_ids", "hashed", "unread"),
    *("flat", "plain", "unsure", "label_key"),
})  # fmt: skip


def reading_alike(sample: Sample, reads: Mapping[str, Callable[..., Any]], source: str) -> list[str]:
    """The formats that can read the sample; only the first format if none can, so that its error is shown.

    *reads* maps formats to reading functions. Raises TiedFormatsError if two formats read different items.
    """
    text = sample.text_of_records.encode("utf-8", "replace")
    read = dict[str, Any]()
    for name, one in reads.items():
        with suppress(InputError, NerkitError):
            read[name] = one([Source(io.BytesIO(text), source)])
    if not read:
        return [next(iter(reads))]
    first, *others = read.values()
    if all(_equal(first, other) for other in others):
        return list(read)
    forms = ", or ".join(f'form="{name}"' for name in read)
    items = " or as ".join(f"{name} ({plural(len(corpus), 'item')})" for name, corpus in read.items())
    raise TiedFormatsError(
        f"nerkit can read this as {items}, but the items differ",
        tied=list(read),
        source=source,
        remedy=f"name the format: {forms}",
    )


def _equal(one: Any, other: Any) -> bool:
    """Whether two corpora, or two parts of corpora, hold equal items."""
    if isinstance(one, Column) and isinstance(other, Column):
        return [one.values[i] if i >= 0 else None for i in one.codes.tolist()] == [
            other.values[i] if i >= 0 else None for i in other.codes.tolist()
        ]
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return bool(np.array_equal(one, other))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_equal, one, other))
    if is_dataclass(one) and type(one) is type(other):
        names = [field.name for field in fields(one) if field.name not in BESIDE]
        return all(_equal(getattr(one, name), getattr(other, name)) for name in names)
    return bool(one == other)
