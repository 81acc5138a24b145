"""Fixtures for all tests."""

import gc
import os
import signal
from typing import NamedTuple

import pytest
from hypothesis import settings

from nerkit.cli import main

# machines differ in speed, and what a change is judged by must not depend on chance
settings.register_profile("nerkit", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("nerkit")
# a shell may ignore interrupts for what it runs in the background, and so would all that tests start
signal.signal(signal.SIGINT, signal.default_int_handler)


class Outcome(NamedTuple):
    """What a command did: exit code, and what it wrote where; the lines on stderr that say what was read are
    in `read`, and all others in `err`.
    """

    code: int
    out: str
    err: str
    read: tuple[str, ...] = ()


def parted(err):
    """The lines of stderr that say what was read, and all other text."""
    lines = err.splitlines(keepends=True)
    read = tuple(line.rstrip("\n") for line in lines if line.startswith("read "))
    return read, "".join(line for line in lines if not line.startswith("read "))


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Run a command line in this process, in an empty folder without configuration."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)

    def command(*arguments):
        with pytest.raises(SystemExit) as exit_:
            main([str(argument) for argument in arguments])
        gc.enable()
        gc.unfreeze()
        written = capsys.readouterr()
        read, err = parted(written.err)
        return Outcome(exit_.value.code, written.out, err, read)

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
