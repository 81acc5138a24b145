"""Pipes that are copied: how much of them, and that no copy stays behind."""

import os
import signal
import subprocess
import sys
import time

import pytest

from nerkit.errors import UnreadableError
from nerkit.evaluation import streams
from nerkit.evaluation.evaluate import evaluate


def pipe(tmp_path, line):
    """A named pipe into which another process writes a line again and again."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path, subprocess.Popen(f"exec yes '{line}' > {path}", shell=True, stderr=subprocess.DEVNULL)


@pytest.mark.parametrize(("size", "most"), [(64_000, "2 MB"), (1 << 20, "4 MB")])
def test_an_endless_pipe_is_copied_so_far(tmp_path, monkeypatch, size, most):
    """As far as the limit, or as so many shards, whichever is more."""
    monkeypatch.setattr(streams, "LARGEST_COPY", 2 << 20)
    monkeypatch.setattr(streams, "COPIED_SHARDS", 4)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    path, writer = pipe(tmp_path, "d\t0\t1")
    try:
        with pytest.raises(UnreadableError, match=f"a stream of more than {most}, which may never end"):
            evaluate(str(path), {"a": "d\t0\t1\n"}, task="spans", shard_size=size)
    finally:
        writer.kill()
        writer.wait()
    assert not list(tmp_path.glob("nerkit-*"))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_no_copy_stays_when_the_process_is_told_to_end(tmp_path, number):
    """Its exit code is that of what is interrupted."""
    path, writer = pipe(tmp_path, "d\t0\t1")
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    line = [sys.executable, "-m", "nerkit", "spans", "--shard-size=16MB", "-g", str(path), str(path)]
    process = subprocess.Popen(line, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not list(tmp_path.glob("nerkit-*")) and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(number)
        assert process.wait() == 130
    finally:
        for one in (process, writer):
            one.kill()
            one.wait()
    assert not list(tmp_path.glob("nerkit-*"))


def test_a_signal_that_somebody_handles_is_left_alone(monkeypatch):
    """And what was there before is there again."""
    before = signal.getsignal(signal.SIGHUP)
    told = []
    signal.signal(signal.SIGHUP, lambda number, _: told.append(number))
    try:
        with streams.ExitStack() as stack:
            streams.temporary(stack)
            os.kill(os.getpid(), signal.SIGHUP)
            assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
        assert told == [signal.SIGHUP]
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)
