"""Running a case in this process, and what is wrong with what it did."""

import gc
import io
import json
import os
import shutil
import signal
import sys
import tempfile
import traceback
import warnings
import xml.etree.ElementTree as ET
from contextlib import contextmanager
from typing import NamedTuple
from unittest import mock

from nerkit.cli import main

CODES = {0, 1, 2}
GATES = ("--fail-under", "--fail-over", "--compare-to", "--require")  # what exit code 1 stands for
VERDICTS = ("validate", "verify", "acid")  # commands that end with 1 where what they check does not hold
OTHER_OUTPUT = ("--score-only", "--show-config", "--output=written", "--list")  # than rows in the format


class Done(NamedTuple):
    """What a command did; *problem* is the exception that it let through, or a warning of Python."""

    code: int | None
    out: str
    err: str
    problem: str | None = None


class TooSlowError(BaseException):
    """The alarm of the fuzzer; no `except Exception` stops it."""


STUCK = 30  # times as many seconds of the clock as of the processor: it waits for something


@contextmanager
def alarm(seconds):
    """Interrupt what takes more seconds of this processor, or waits much longer; None never does.

    On a loaded machine seconds of the clock say nothing of what an input costs.
    """

    def ring(*_):
        raise TooSlowError

    timers = ((signal.SIGPROF, signal.ITIMER_PROF, 1), (signal.SIGALRM, signal.ITIMER_REAL, STUCK))
    before = [signal.signal(number, ring) for number, _, _ in timers]
    for _, timer, times in timers:
        signal.setitimer(timer, (seconds or 0) * times)
    try:
        yield
    finally:
        for (number, timer, _), handler in zip(timers, before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(number, handler)


def carried_out(case, seconds=None):
    """Run a case in a new folder, where no configuration is."""
    folder, here = tempfile.mkdtemp(), os.getcwd()
    streams = {name: io.TextIOWrapper(io.BytesIO(), "utf-8") for name in ("stdout", "stderr")}
    stdin = io.TextIOWrapper(io.BytesIO(case.files.get("-", b"")), "utf-8")
    code, problem = None, None
    try:
        os.chdir(folder)
        for name, data in case.files.items():
            if name != "-":
                with open(name, "wb") as file:
                    file.write(data)
        with (
            warnings.catch_warnings(record=True) as said,
            mock.patch.multiple(sys, stdin=stdin, **streams),
            mock.patch("webbrowser.open", return_value=False),
            alarm(seconds),
        ):
            warnings.simplefilter("always", RuntimeWarning)
            try:
                main(case.arguments)
            except SystemExit as end:
                code = end.code
            except TooSlowError:
                problem = f"more than {seconds} s of the processor"
            except BaseException as error:  # noqa: BLE001  (whatever gets through is what is looked for)
                problem = described(error)
        if said and problem is None:
            where = f"{_place(said[0].filename)}:{said[0].lineno}"
            problem = f"{said[0].category.__name__}: {said[0].message} at {where}"
    finally:
        gc.enable()
        os.chdir(here)
        shutil.rmtree(folder, ignore_errors=True)
    for stream in streams.values():
        stream.flush()
    out, err = (stream.buffer.getvalue().decode() for stream in streams.values())
    return Done(code, out, err, problem)


def described(error):
    """An exception in one line: its class and message, and the last place of the package on its way."""
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if "nerkit" in frame.filename]
    last = places[-1] if places else None
    where = f"{_place(last.filename)}:{last.lineno}" if last else "?"
    return f"{type(error).__name__}: {str(error)[:200]} at {where}"


def _place(filename):
    return filename[filename.rfind("nerkit") :]


def problem_of(case, done):
    """What is wrong with it in a line; None if nothing is."""
    line = " ".join(case.arguments)
    checks = [
        (done.problem, done.problem),
        (done.code not in CODES, f"exit code {done.code}"),
        ("Traceback" in done.err, "a traceback on stderr"),
        (done.code == 2 and "error:" not in done.err.lower(), "exit 2 without an error"),
        (done.code == 2 and not _is_error(done.out), "exit 2 and something on stdout"),
        (
            done.code == 1 and case.arguments[0] not in VERDICTS and not any(g in line for g in GATES),
            "exit 1",
        ),
        ("out of memory" in done.err, "out of memory"),
        (done.code != 2 and _unreadable(case.arguments, done.out), "output that is not of its format"),
    ]
    return next((problem for wrong, problem in checks if wrong), None)


def _is_error(out):
    """Whether output is none, or one error as an object."""
    if not out:
        return True
    try:
        (told,) = map(json.loads, out.splitlines())
    except ValueError:  # also of several lines
        return False
    return isinstance(told, dict) and [*told] == ["error"] and [*told["error"]][:2] == ["key", "message"]


def _unreadable(arguments, out):
    """Whether output in a machine's format is none."""
    forms = [a.partition("=")[2] for a in arguments if a.startswith("--format=")]
    if not out or any(other in arguments for other in OTHER_OUTPUT) or "--help" in " ".join(arguments):
        return False
    try:
        if "--counts-only" in arguments or forms == ["json"]:
            json.loads(out, parse_constant=_refuse)
        elif forms == ["jsonl"]:
            for line in out.removesuffix("\n").split("\n"):
                json.loads(line, parse_constant=_refuse)
        elif forms == ["junit"]:
            ET.fromstring(out)
    except (ValueError, ET.ParseError):
        return True
    return False


def _refuse(name):
    raise ValueError(name)
