"""A line on a terminal that says how far long work is, from two seconds on until it is done."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from nerkit.ground.progress import stages

if TYPE_CHECKING:
    from threading import Event, Lock

AFTER, EVERY = 2.0, 0.2  # seconds
CLEAR = "\r\x1b[K"


@contextmanager
def shown(*, visible: bool) -> Iterator[None]:
    """Show the stages of what is done inside, if that is wanted and standard error is a terminal."""
    if not visible or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield
        return
    import threading  # which loads much

    line = _ProgressLine(threading.Event(), threading.Lock())
    thread = threading.Thread(target=line.run, daemon=True)
    thread.start()
    _LINES.append(line)
    try:
        yield
    finally:
        _LINES.remove(line)
        line.stop()
        thread.join()


def clear() -> None:
    """Take the line away, for good, before anything else is written."""
    for line in _LINES:
        line.stop()


class _ProgressLine:
    """The line: written by one thread, taken away by another."""

    def __init__(self, stopped: "Event", lock: "Lock") -> None:
        self.stopped, self.lock = stopped, lock
        self.began, self.drawn = time.monotonic(), False

    def run(self) -> None:
        """Write the stages again and again, until stopped."""
        wait = AFTER
        while not self.stopped.wait(wait):
            wait = EVERY
            self._draw()

    def stop(self) -> None:
        """Write no more, and leave an empty line."""
        self.stopped.set()
        with self.lock:
            if self.drawn:
                _write(CLEAR)
            self.drawn = False

    def _draw(self) -> None:
        text = ", ".join(map(str, list(stages)))
        with self.lock:
            if self.stopped.is_set() or not (text or self.drawn):
                return
            room = os.get_terminal_size(2).columns - 1
            line = f"{text} … {time.monotonic() - self.began:.0f} s" if text else ""
            _write(CLEAR + line[:room])
            self.drawn = bool(line)


def _write(text: str) -> None:
    """Write to standard error past Python's buffers, whose locks a forked process would inherit."""
    os.write(2, text.encode())


_LINES: list[_ProgressLine] = []
