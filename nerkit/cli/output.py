"""The output of commands. Results go to stdout or to a file. A file is replaced in one step, and never if it
is an input. Messages and the progress line go to stderr.
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
LONGEST_NAME = 255  # maximum length of a file name, in bytes
AFTER, EVERY = 2.0, 0.2  # seconds before the progress line appears, and between updates
CLEAR = "\r\x1b[K"


def write(text: str | Iterable[str], path: str | None) -> None:
    """Write a text, or its pieces, to the file *path*. `-` and None mean stdout.

    A regular file is replaced only after all text is written, so that a failed run keeps the old file. For a
    link, the target is replaced. Pipes, devices and open files (`/dev/stdout`) are written directly. Raises
    InputError if the file cannot be written, and UsageError if the command has read the file.
    """
    _clear()
    pieces = [text] if isinstance(text, str) else text
    if path is None or path == STDOUT:
        try:
            for piece in pieces:
                sys.stdout.write(piece)
            sys.stdout.flush()
        except BrokenPipeError:
            raise  # the reader of the pipe has stopped reading
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

    Raises InputError for a name that leads out of the folder, that is not a valid file name, that is hidden,
    or that occurs twice. Raises UsageError for a file that this command reads. After an error no file is
    written.
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
    """The path of the file *name* in a folder. None if the name is not a valid file name, or is hidden."""
    parts = name.split("/")
    try:
        if any(part[:1] == "." or len(os.fsencode(part)) > LONGEST_NAME for part in parts):
            return None
        path = os.path.realpath(os.path.join(root, name))
        return path if os.path.commonpath([root, path]) == root else None
    except ValueError:  # NUL, or half of a surrogate pair
        return None


def add(text: str, path: str) -> None:
    """Append a text to the file *path*. Raises InputError if the file cannot be written."""
    try:
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UnwritableError(_reason(error), source=path) from None


def tell(text: str, before: str = "") -> None:
    """Print a message on stderr, after the text *before*. Long lines are wrapped only on a terminal. Errors
    while printing are ignored, because they do not affect the result.
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
    """Wrap lines wider than the terminal, at blanks and bars.

    Indented command lines are not wrapped, because you copy them. A line above a caret is not wrapped either.
    """
    lines = text.split("\n")
    for i, line in enumerate(lines if columns else ()):
        indent = line[: len(line) - len(line.lstrip())]
        if not (indent and ("nerkit " in line or "".join(lines[i + 1 : i + 2]).strip() == "^")):
            lines[i] = indent + folded(line[len(indent) :], columns, f"{indent}  ", used + len(indent), " |")
        used = 0
    return "\n".join(lines)


def tell_object(error: Exception, key: str = "") -> None:
    """Print an error on stdout as a JSON object in ASCII, so that names in it cannot control the terminal.

    *key* is the error's key if the error does not come from nerkit.
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
    """Raise UsageError if *path* is empty, or is a file that this command reads, even under another name."""
    if path == "":
        raise UsageError("-o needs the name of a file")
    if path is None or path == STDOUT or _descriptor(path) is not None:
        return
    if is_input(path):
        raise _replacing(path)


def in_a_file(path: str | None) -> bool:
    """Whether output to *path* is stored in a file; False for a pipe or a terminal."""
    if path is None or path == STDOUT or _descriptor(path) is not None:
        return False
    return os.path.isfile(path) or not os.path.exists(path)


def check_apart(output: str | None, other: str, what: str) -> None:
    """Raise UsageError if *output* is the file *other*; *what* describes that file in the message."""
    if output is not None and os.path.realpath(output) == os.path.realpath(other):
        raise UsageError(f"-o {output} is also the file of {what}; write to another file")


def is_input(path: str) -> bool:
    """Whether *path* leads to a file that this command reads or has read, even under another name or as an
    open file.
    """
    if not os.path.isfile(path):
        return False
    return is_read(path) or any(_is_in(path, name) for name in _inputs())


def _is_in(path: str, name: str) -> bool:
    """Whether *path* is the input *name*, or a file in the input folder *name*."""
    if os.path.isdir(name):
        return os.path.dirname(os.path.realpath(path)) == os.path.realpath(name)
    return os.path.exists(name) and os.path.samefile(name, path)


def _check_not_read(path: str) -> None:
    """Raise UsageError if this command has already read the file *path*. It can have read a file that no
    option names, such as a configuration or a list after an @.
    """
    if os.path.exists(path) and is_read(path):
        raise _replacing(path)


def _replacing(path: str) -> UsageError:
    return UsageError(f"-o {path} would replace an input; write to another file")


def _descriptor(path: str) -> int | None:
    """The file descriptor that a path such as `/dev/stdout` names; None for other paths."""
    if path in STREAMS:
        return STREAMS.index(path)
    match = re.fullmatch(r"/(?:dev|proc/self)/fd/([0-9]{1,9})", path)
    return int(match[1]) if match else None


def _append(descriptor: int, data: Iterable[bytes], path: str) -> None:
    """Write to an open file at its current position; the earlier content stays. Raises UsageError if the
    command has read the file.
    """
    if stat.S_ISREG(os.fstat(descriptor).st_mode) and is_read(descriptor):
        raise _replacing(path)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    with os.fdopen(os.dup(descriptor), "wb") as file:
        file.writelines(data)


def _replace(path: str, data: Iterable[bytes], mode: int | None) -> None:
    """Replace a file in one step: write a temporary file in the same folder, then rename it."""
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
    """The paths of all files that this command reads, from its options and arguments, with globs expanded."""
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
    """Show a progress line during the `with` block if *visible* and stderr is a terminal. The line appears
    after two seconds.
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
    """Remove the progress line, because other output follows."""
    for line in _LINES:
        line.stop()


class _ProgressLine:
    """The progress line. One thread draws it; another thread stops it."""

    def __init__(self, stopped: "Event", lock: "Lock") -> None:
        self.stopped, self.lock = stopped, lock
        self.began, self.drawn = time.monotonic(), False

    def run(self) -> None:
        """Draw the line repeatedly until `stop` is called."""
        wait = AFTER
        while not self.stopped.wait(wait):
            wait = EVERY
            self._draw()

    def stop(self) -> None:
        """Stop drawing, and clear the line."""
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
    """Write to stderr without Python's buffers, because a forked process would inherit their locks."""
    os.write(2, text.encode())


_LINES: list[_ProgressLine] = []
