"""The output. Results go to stdout or to a file, which is replaced as a whole and is never an input.
Messages, and the progress of long work, go to stderr.
"""

import os
import re
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from nerkit.exceptions import InputError, NerkitError, UnwritableError, UsageError, error_object
from nerkit.ground.paths import is_read
from nerkit.ground.plain_text import folded, message, width
from nerkit.ground.progress import stages

if TYPE_CHECKING:
    from threading import Event, Lock

STREAMS = ("/dev/stdin", "/dev/stdout", "/dev/stderr")  # by descriptor
STDOUT = "-"
LONGEST_NAME = 255  # bytes that the name of a file has at most
AFTER, EVERY = 2.0, 0.2  # seconds from when on, and how often, progress is shown
CLEAR = "\r\x1b[K"


def write(text: str | Iterable[str], path: str | None) -> None:
    """Write a text, or its pieces, to the file *path*, or to stdout, which `-` stands for too.

    A regular file is replaced after all is written, so that a failed run leaves the old file. For a link, its
    target is replaced. A pipe or a device is written to, and so is what a name of an open file stands for
    (`/dev/stdout`). Raises InputError for a file that cannot be written, UsageError for one that was read.
    """
    _clear()
    pieces = [text] if isinstance(text, str) else text
    if path is None or path == STDOUT:
        try:
            for piece in pieces:
                sys.stdout.write(piece)
            sys.stdout.flush()
        except BrokenPipeError:
            raise  # who reads it has read enough
        except OSError as error:
            raise UnwritableError(_reason(error), source="<stdout>") from None
        return
    write_bytes((piece.encode("utf-8", "backslashreplace") for piece in pieces), path)


def write_bytes(data: Iterable[bytes], path: str) -> None:
    """Write pieces of bytes to the file *path*, as `write` does."""
    _clear()
    descriptor = 1 if path == STDOUT else _descriptor(path)
    try:
        if descriptor is not None:
            _append(descriptor, data, path)
            return
        mode = os.stat(path).st_mode if os.path.exists(path) else None
        if mode is None or stat.S_ISREG(mode):
            _check_not_read(path)
            _replace(os.path.realpath(path), data, mode)
        else:
            with open(path, "wb") as file:
                file.writelines(data)
    except OSError as error:
        raise UnwritableError(_reason(error), source=path) from None


def write_files(files: Iterable[tuple[str, str]], folder: str) -> None:
    """Write files, given as names and texts, to a folder.

    Raises InputError for a name that leads out of the folder, that files cannot have, that readers of folders
    skip, or that occurs twice. Raises UsageError for a file that this command reads. Nothing is written then.
    """
    root = os.path.realpath(folder)
    named = dict[str, tuple[str, str]]()
    for name, text in files:
        path = _path_in(root, name)
        if path is None:
            raise InputError(f"the document id {name!r} cannot be a file name", source=folder)
        if path in named:
            problem = f"the document ids {named[path][0]!r} and {name!r} would be one file"
            raise InputError(problem, source=folder)
        check_output(path)
        named[path] = name, text
    for path, (_, text) in named.items():
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write(text, path)


def _path_in(root: str, name: str) -> str | None:
    """The path of a file in a folder; None for a name that files cannot have, and for hidden files."""
    parts = name.split("/")
    try:
        if any(part[:1] == "." or len(os.fsencode(part)) > LONGEST_NAME for part in parts):
            return None
        path = os.path.realpath(os.path.join(root, name))
        return path if os.path.commonpath([root, path]) == root else None
    except ValueError:  # NUL, or half of a surrogate pair
        return None


def add(text: str, path: str) -> None:
    """Write at the end of the file *path*. Raises InputError for a file that cannot be written."""
    try:
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UnwritableError(_reason(error), source=path) from None


def tell(text: str, before: str = "") -> None:
    """Print a message on stderr, after the text *before*. On a terminal its long lines are folded; elsewhere
    a line stays a line. Errors in printing a message are ignored, because they do not affect the work.
    """
    columns = _columns()
    with suppress(OSError, ValueError):
        click.echo(before + _folded(message(text), columns, width(click.unstyle(before))), err=True)


def _columns() -> int | None:
    """The width of the terminal that shows stderr; None if stderr is not a terminal."""
    if not sys.stderr.isatty():
        return None
    typed = os.environ.get("COLUMNS", "")
    with suppress(OSError, ValueError):
        return int(typed) if typed.isdigit() else os.get_terminal_size(sys.stderr.fileno()).columns or None
    return None


def _folded(text: str, columns: int | None, used: int) -> str:
    """Fold the lines that are wider than the terminal, at blanks and bars.

    Indented lines with a command stay whole, because you copy them. A line above a caret stays whole, too.
    """
    lines = text.split("\n")
    for i, line in enumerate(lines if columns else ()):
        indent = line[: len(line) - len(line.lstrip())]
        if not (indent and ("nerkit " in line or "".join(lines[i + 1 : i + 2]).strip() == "^")):
            lines[i] = indent + folded(line[len(indent) :], columns, f"{indent}  ", used + len(indent), " |")
        used = 0
    return "\n".join(lines)


def tell_object(error: Exception, key: str = "") -> None:
    """Print an error on stdout as JSON, in ASCII so that no name in it can steer a terminal.

    An error that is not nerkit's own has *key*.
    """
    import json

    if isinstance(error, NerkitError):
        told = error.told()
    elif isinstance(error, OSError):
        file = None if error.filename is None else str(error.filename)
        told = error_object("system", (error.strerror or str(error)).lower(), file=file)
    else:
        told = error_object(key or "memory", str(error) or "out of memory")
    with suppress(OSError, ValueError):
        click.echo(json.dumps(told))


def _reason(error: OSError) -> str:
    return f"nerkit cannot write the file: {(error.strerror or str(error)).lower()}"


def check_output(path: str | None) -> None:
    """Raise UsageError if *path* is a file that this command reads, by whatever name, or no name."""
    if path == "":
        raise UsageError("-o needs the name of a file")
    if path is None or path == STDOUT or _descriptor(path) is not None:
        return
    if is_input(path):
        raise _replacing(path)


def in_a_file(path: str | None) -> bool:
    """Whether output to *path* ends up in a file, not in a stream."""
    if path is None or path == STDOUT or _descriptor(path) is not None:
        return False
    return os.path.isfile(path) or not os.path.exists(path)


def check_apart(output: str | None, other: str, what: str) -> None:
    """Raise UsageError if *output* would replace the file *other*, which *what* describes."""
    if output is not None and os.path.realpath(output) == os.path.realpath(other):
        raise UsageError(f"-o {output} is also the file of {what}; write to another file")


def is_input(path: str) -> bool:
    """Whether a path leads to a file that this command reads or has read, under any name, even the name of an
    open file.
    """
    if not os.path.isfile(path):
        return False
    return is_read(path) or any(_is_in(path, name) for name in _inputs())


def _is_in(path: str, name: str) -> bool:
    """Whether a file is the input *name*, or a file in the folder *name*."""
    if os.path.isdir(name):
        return os.path.dirname(os.path.realpath(path)) == os.path.realpath(name)
    return os.path.exists(name) and os.path.samefile(name, path)


def _check_not_read(path: str) -> None:
    """Raise UsageError if this command has read the file *path*. No option may name this file: it may be a
    configuration, the text beside an annotation, a list after an @.
    """
    if os.path.exists(path) and is_read(path):
        raise _replacing(path)


def _replacing(path: str) -> UsageError:
    return UsageError(f"-o {path} would replace an input; write to another file")


def _descriptor(path: str) -> int | None:
    """The file descriptor that a path names, such as `/dev/stdout`; None for other paths."""
    if path in STREAMS:
        return STREAMS.index(path)
    match = re.fullmatch(r"/(?:dev|proc/self)/fd/([0-9]{1,9})", path)
    return int(match[1]) if match else None


def _append(descriptor: int, data: Iterable[bytes], path: str) -> None:
    """Write to an open file at its present position; earlier content stays. Raises UsageError for one that
    was read.
    """
    if stat.S_ISREG(os.fstat(descriptor).st_mode) and is_read(descriptor):
        raise _replacing(path)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    with os.fdopen(os.dup(descriptor), "wb") as file:
        file.writelines(data)


def _replace(path: str, data: Iterable[bytes], mode: int | None) -> None:
    """Replace the file by *data* in one step: write a file beside it, and rename that."""
    import tempfile  # which loads much

    handle, beside = tempfile.mkstemp(prefix=".nerkit-", dir=os.path.dirname(path) or ".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(data)
        if mode is None:
            mask = os.umask(0)
            os.umask(mask)
            mode = 0o666 & ~mask
        os.chmod(beside, stat.S_IMODE(mode))
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def _inputs() -> Iterator[str]:
    """The paths of all files that this command reads, from options and arguments; globs are expanded."""
    from nerkit.ground.folders import matching

    context = click.get_current_context()
    for parameter in context.command.params:
        value = context.params.get(str(parameter.name))
        named = parameter.name in ("system", "systems")
        if (
            value is None
            or parameter.name == "output"
            or not (named or isinstance(parameter.type, click.Path))
        ):
            continue
        for path in [value] if isinstance(value, str) else value:
            for one in {path, path.partition("=")[2]} if named else {path}:
                yield one
                yield from matching(one)


@contextmanager
def progress(*, visible: bool) -> Iterator[None]:
    """Show the progress of the work inside, if *visible* and standard error is a terminal. One line shows the
    stage, from two seconds on until the work is done.
    """
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


def _clear() -> None:
    """Take the line away, for good, before anything else is written."""
    for line in _LINES:
        line.stop()


class _ProgressLine:
    """The progress line: one thread writes it, another erases it."""

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
                _to_terminal(CLEAR)
            self.drawn = False

    def _draw(self) -> None:
        text = ", ".join(map(str, list(stages)))
        with self.lock:
            if self.stopped.is_set() or not (text or self.drawn):
                return
            room = os.get_terminal_size(2).columns - 1
            line = f"{text} … {time.monotonic() - self.began:.0f} s" if text else ""
            _to_terminal(CLEAR + line[:room])
            self.drawn = bool(line)


def _to_terminal(text: str) -> None:
    """Write to standard error past Python's buffers, whose locks a forked process would inherit."""
    os.write(2, text.encode())


_LINES: list[_ProgressLine] = []
