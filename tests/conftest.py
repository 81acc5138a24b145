"""Fixtures for all tests."""

import gc
import os
import re
import signal
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from tries import EXAMPLES, TIMES

from nerkit.cli import main

# machines differ in speed, and what a change is judged by must not depend on chance
settings.register_profile(
    "nerkit",
    max_examples=EXAMPLES * TIMES,
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("nerkit")
# a shell may ignore interrupts for what it runs in the background, and so would all that tests start
signal.signal(signal.SIGINT, signal.default_int_handler)


gc.disable()  # until all tests are collected: a third of the time goes to looking at tests that stay


def pytest_collection_finish():
    """Collect garbage of tests alone from here on, and not look at the tests themselves."""
    gc.freeze()
    gc.freeze = lambda: None  # commands freeze what they load, and would have all of it looked at again here
    gc.enable()


class Written(NamedTuple):
    """The exit code of a command, and what it wrote where."""

    code: int
    out: str
    err: str


class Outcome(Written):
    """What a command did. Its lines about what was read are in `read`: those on stderr that begin so, and of
    `validate` those about files that are no findings; `err` and `out` are without them.
    """

    read: tuple[str, ...] = ()


FINDING = re.compile(r": [A-Z]\d{3} ")


def parted(text, is_read):
    """The lines of a text that say what was read, and all other text."""
    lines = text.splitlines(keepends=True)
    read = tuple(line.rstrip("\n") for line in lines if is_read(line))
    return read, "".join(line for line in lines if not is_read(line))


def outcome(arguments, code, out, err):
    """What a command line did."""
    read, err = parted(err, lambda line: line.startswith("read "))
    if arguments[:1] == ["validate"] and not {"json", "--list", "-h", "--help", "--help-all"} & {*arguments}:
        read, out = parted(out, lambda line: not FINDING.search(line))
    done = Outcome(code, out, err)
    done.read = read
    return done


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Run a command line in this process, in an empty folder without configuration."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)

    def command(*given):
        arguments = [str(argument) for argument in given]
        with pytest.raises(SystemExit) as exit_:
            main(arguments)
        gc.enable()
        written = capsys.readouterr()
        return outcome(arguments, exit_.value.code, written.out, written.err)

    return command


@pytest.fixture
def write(tmp_path):
    """Write a file (text, or bytes) into the folder of the test; gives its path."""

    def file(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return file
