"""Work on several processors: the same results in the same order for any number of jobs."""

import os
from collections.abc import Callable, Iterable
from typing import TypeVar

from nerkit.errors import UsageError

Item = TypeVar("Item")
Made = TypeVar("Made")


def jobs(given: int | str) -> int:
    """The number of processes that `--jobs N|auto` asks for; auto is the number of processors."""
    if given == "auto":
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        number = int(given)
    except ValueError:
        number = 0
    if number < 1:
        raise UsageError(f"--jobs takes a number of at least 1, or auto, not {given!r}")
    return number


def ordered_map(function: Callable[[Item], Made], items: Iterable[Item], workers: int = 1) -> list[Made]:
    """`[function(item) for item in items]`, in up to *workers* processes; function and items must be picklable."""
    items = list(items)
    if workers == 1 or len(items) < 2:
        return [function(item) for item in items]
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(workers, len(items))) as pool:
        return list(pool.map(function, items))
