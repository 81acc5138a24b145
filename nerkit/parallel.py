"""Work in several processes, with the same results in the same order for any number of jobs."""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from nerkit.exceptions import NerkitError, UsageError
from nerkit.ground import containment
from nerkit.ground.progress import staged

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Item = TypeVar("Item")
Made = TypeVar("Made")
AHEAD = 2  # items per process that are submitted in advance
DEATHS = 3  # ended processes, one after the other, after which nerkit gives up
# the most processes; the output does not depend on their number, and Windows has a limit
MOST = 61 if sys.platform == "win32" else 1_000


def jobs(asked: int | str) -> int:
    """Return the number of processes that `--jobs N|auto` asks for, at most MOST; auto is the number of
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
    """Return `[function(item) for item in items]`, computed in up to *workers* processes.

    The function, the items and the results must be picklable.
    """
    return shared_map(_call, function, items, workers)


def _call(function: Callable[[Item], Made], item: Item) -> Made:
    return function(item)


def shared_map(
    function: Callable[[Any, Item], Made], shared: Any, items: Iterable[Item], workers: int = 1
) -> list[Made]:
    """Return `[function(shared, item) for item in items]`; each process gets *shared* once.

    If processes are forked, *shared* is not even copied. So large data belongs there, and items tell
    which part to use.
    """
    items = list(items)
    if workers == 1 or len(items) < 2:
        return [function(shared, item) for item in items]
    with _processes(min(workers, len(items)), shared) as pool:
        return list(staged(pool.map(partial(_apply, function), items), "parts", len(items)))


def windowed(
    function: Callable[[Any, Item], Made], shared: Any, items: Iterable[Item], workers: int = 1
) -> Iterator[Made]:
    """Yield `function(shared, item)` for each item, in order, while later items are computed.

    Only as many items are taken in advance as the processes need. If the system ends a process, another
    process repeats its work. Raises NerkitError if this happens again and again.
    """
    if workers == 1:
        yield from (function(shared, item) for item in items)
        return
    from concurrent.futures.process import BrokenProcessPool

    left, deaths = iter(items), 0
    waiting = deque(islice(left, workers * AHEAD))  # items without a result
    while waiting:
        pool = _pool(min(workers, len(waiting)), shared)
        try:
            results = deque(pool.submit(_apply, function, item) for item in waiting)
            while results:
                made = results.popleft().result()
                waiting.popleft()
                deaths = 0
                for item in islice(left, 1):
                    waiting.append(item)
                    with suppress(BrokenProcessPool):  # the next result raises it again
                        results.append(pool.submit(_apply, function, item))
                yield made
        except BrokenProcessPool:
            deaths += 1
            if deaths == DEATHS:
                raise _ended() from None
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _processes(workers: int, shared: Any = None) -> "Iterator[ProcessPoolExecutor]":
    """Yield a pool of *workers* processes, which get *shared*. Raises NerkitError if the system ends a
    process.
    """
    from concurrent.futures.process import BrokenProcessPool

    try:
        with _pool(workers, shared) as pool:
            yield pool
    except BrokenProcessPool:
        raise _ended() from None


def _pool(workers: int, shared: Any) -> "ProcessPoolExecutor":
    """Return a pool of *workers* processes, which get *shared* and the permissions of the found
    configuration.
    """
    from concurrent.futures import ProcessPoolExecutor

    class Pool(ProcessPoolExecutor):
        """A pool whose processes, which start at the first work, have the environment of
        `child_environment`.
        """

        def submit(self, *work: Any, **named: Any) -> Any:
            """Submit work to the processes."""
            with child_environment():
                return super().submit(*work, **named)

    with child_environment():
        return Pool(workers, initializer=_begin, initargs=(shared, containment.in_force()))


@contextmanager
def child_environment() -> Iterator[None]:
    """Set PYTHONSAFEPATH in a context, so that processes started in it import nothing from the working
    folder.

    Some platforms start processes as `python -c`, which would. The variable is restored, because the
    program that called nerkit may start other processes.
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


_received: Any = None  # the shared data of this process


def _begin(shared: Any, scope: "containment.FoundScope | None") -> None:
    """Start a process: take its data, and watch for the end of its parent process.

    If the parent is killed, the process would otherwise wait for work for ever. Only the parent reports
    an interrupt.
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


def _apply(function: Callable[[Any, Item], Made], item: Item) -> Made:
    """Call a function on the shared data of this process and an item."""
    return function(_received, item)
