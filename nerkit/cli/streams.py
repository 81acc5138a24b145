"""The three standard streams, any of which may be closed, full, or a pipe that nobody reads any more."""

import os
import sys

STREAMS = (("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY))


def prepare() -> None:
    """Write UTF-8, and put something in the place of streams that are closed.

    Reading the standard input that stands in, or writing the standard output, is an error as of any file that
    cannot be used; messages are lost. The descriptor is taken, so that no file opened later gets its number.
    """
    for name, mode, unusable in STREAMS:
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, unusable)
            setattr(sys, name, os.fdopen(handle, mode, encoding="utf-8", closefd=False))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def abandon_unwritable() -> None:
    """Drop what a stream still holds and cannot write, which the interpreter would try again as it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
