"""Work on several processors: the same results in the same order for any number of jobs."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from nerkit.errors import NerkitError, UsageError
from nerkit.ground.progress import staged

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Item = TypeVar("Item")
Made = TypeVar("Made")


def jobs(asked: int | str) -> int:
    """The number of processes that `--jobs N|auto` asks for; auto is the number of processors."""
    if asked == "auto":
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        number = int(asked)
    except ValueError:
        number = 0
    if number < 1:
        raise UsageError(f"workers=… takes a number of at least 1, or auto, not {asked!r}")
    return number


def ordered_map(function: Callable[[Item], Made], items: Iterable[Item], workers: int = 1) -> list[Made]:
    """`[function(item) for item in items]` in up to *workers* processes; all of it must be picklable."""
    items = list(items)
    if workers == 1 or len(items) < 2:
        return [function(item) for item in items]
    with _processes(min(workers, len(items))) as pool:
        return list(staged(pool.map(function, items), "parts", len(items)))


def shared_map(
    function: Callable[[Any, Item], Made], shared: Any, items: Iterable[Item], workers: int = 1
) -> list[Made]:
    """`[function(shared, item) for item in items]`, *shared* being handed to each process once.

    Where processes are forked it is not even copied: what is large belongs there, and items say which part of
    it is meant.
    """
    items = list(items)
    if workers == 1 or len(items) < 2:
        return [function(shared, item) for item in items]
    with _processes(min(workers, len(items)), initializer=_receive, initargs=(shared,)) as pool:
        return list(staged(pool.map(_Applied(function), items), "parts", len(items)))


@contextmanager
def _processes(workers: int, **options: Any) -> "Iterator[ProcessPoolExecutor]":
    """So many processes. Raises NerkitError where one of them was ended from outside."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    try:
        with ProcessPoolExecutor(workers, **options) as pool:
            yield pool
    except BrokenProcessPool:
        problem = "a process was ended by the system, most often for want of memory"
        raise NerkitError(f"{problem}; use fewer with workers=…, or score the documents in shards") from None


_received: Any = None  # what a process was handed


def _receive(shared: Any) -> None:
    global _received  # noqa: PLW0603  (one value for the life of a process)
    _received = shared


class _Applied:
    """A function of what the process was handed, and an item."""

    def __init__(self, function: Callable[[Any, Item], Made]) -> None:
        self.function = function

    def __call__(self, item: Any) -> Any:
        return self.function(_received, item)
