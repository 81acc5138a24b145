"""Work on several processors, with the same results in the same order for any number of jobs."""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from nerkit.exceptions import NerkitError, UsageError
from nerkit.ground import containment
from nerkit.ground.progress import staged

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Item = TypeVar("Item")
Made = TypeVar("Made")
AHEAD = 2  # items for each process that are handed out before they are needed
DEATHS = 3  # ends of processes from outside, one after the other, before it is given up
# processes, however many are asked for; the output does not depend on their number, and Windows has a limit
MOST = 61 if sys.platform == "win32" else 1_000


def jobs(asked: int | str) -> int:
    """The number of processes that `--jobs N|auto` asks for, at most MOST; auto is the number of
    processors.
    """
    if asked == "auto":
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        number = int(asked)
    except ValueError:
        number = 0
    if number < 1:
        raise UsageError(f"jobs=… must be a number of at least 1, or auto, not {asked!r}")
    return min(number, MOST)


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
    with _processes(min(workers, len(items)), shared) as pool:
        return list(staged(pool.map(_Applied(function), items), "parts", len(items)))


def windowed(
    function: Callable[[Any, Item], Made], shared: Any, items: Iterable[Item], workers: int = 1
) -> Iterator[Made]:
    """`function(shared, item)` for each of the items, in their order, as they are done.

    Of the items no more are looked at than there is work for. If a process is ended from outside, another
    process repeats its work. Raises NerkitError if this happens again and again.
    """
    if workers == 1:
        yield from (function(shared, item) for item in items)
        return
    from concurrent.futures.process import BrokenProcessPool

    left, deaths = iter(items), 0
    waiting = deque(islice(left, workers * AHEAD))  # what is not done, whoever has it in hand
    while waiting:
        pool = _pool(min(workers, len(waiting)), shared)
        try:
            results = deque(pool.submit(_Applied(function), item) for item in waiting)
            while results:
                made = results.popleft().result()
                waiting.popleft()
                deaths = 0
                for item in islice(left, 1):
                    waiting.append(item)
                    with suppress(BrokenProcessPool):  # which is told by the next result; this one is there
                        results.append(pool.submit(_Applied(function), item))
                yield made
        except BrokenProcessPool:
            deaths += 1
            if deaths == DEATHS:
                raise _ended() from None
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _processes(workers: int, shared: Any = None) -> "Iterator[ProcessPoolExecutor]":
    """Start *workers* processes, which get *shared*. Raises NerkitError if one was ended from outside."""
    from concurrent.futures.process import BrokenProcessPool

    try:
        with _pool(workers, shared) as pool:
            yield pool
    except BrokenProcessPool:
        raise _ended() from None


def _pool(workers: int, shared: Any) -> "ProcessPoolExecutor":
    """A pool of *workers* processes, which get *shared* and the found configuration's permissions."""
    from concurrent.futures import ProcessPoolExecutor

    class Pool(ProcessPoolExecutor):
        """A pool whose processes, which it begins when it is handed work, have their own environment."""

        def submit(self, *work: Any, **named: Any) -> Any:
            """Hand it work."""
            with child_environment():
                return super().submit(*work, **named)

    with child_environment():
        return Pool(workers, initializer=_begin, initargs=(shared, containment.in_force()))


@contextmanager
def child_environment() -> Iterator[None]:
    """Let processes that are begun here take no modules from the working folder.

    Some platforms begin them as `python -c`, which would. The variable is put back, because the program that
    called nerkit may begin others.
    """
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = before or "1"
    try:
        yield
    finally:
        del os.environ["PYTHONSAFEPATH"]
        if before is not None:
            os.environ["PYTHONSAFEPATH"] = before


def _ended() -> NerkitError:
    problem = "the system ended a process, most often because memory ran out"
    return NerkitError(f"{problem}; use fewer jobs=…, or a smaller shard_size")


_received: Any = None  # what a process was handed


def _begin(shared: Any, scope: "containment.FoundScope | None") -> None:
    """Start a process: take its data, and watch for the end of its parent process.

    That one may be killed without a word, and this one would wait for work for ever. An interrupt is reported
    by that one alone.
    """
    import signal
    from multiprocessing import parent_process
    from threading import Thread

    global _received  # noqa: PLW0603  (one value for the life of a process)
    _received = shared
    containment.resume(scope)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


class _Applied:
    """A function of the process's shared data and an item."""

    def __init__(self, function: Callable[[Any, Item], Made]) -> None:
        self.function = function

    def __call__(self, item: Any) -> Any:
        return self.function(_received, item)
