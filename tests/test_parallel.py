"""Work in several processes."""

import os
import signal
import subprocess
import sys
import time

import pytest

from nerkit.parallel import shared_map, windowed

WAITING = """
import os, sys, time
from nerkit.parallel import windowed

def work(_, item):
    os.write(1, b"%d\\n" % os.getpid())  # at once, so that two lines stay two
    time.sleep(item)

list(windowed(work, None, [600, 600], 2))
"""


def _plus(shared, item):
    return shared["base"] + item


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_shared_reaches_every_process(workers):
    """The results stand in the order of the items, for any number of processes."""
    assert shared_map(_plus, {"base": 100}, range(7), workers) == list(range(100, 107))


def test_a_value_that_is_shared_stays_with_its_work():
    """One work after the other, in processes of its own."""
    for base in (1, 2):
        assert list(windowed(_plus, {"base": base}, range(3), 2)) == [base, base + 1, base + 2]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_processes_end_with_the_one_that_began_them(number):
    """Also where that is killed and cannot tell them; they would wait for ever."""
    with subprocess.Popen([sys.executable, "-c", WAITING], stdout=subprocess.PIPE) as begun:
        workers = [int(begun.stdout.readline()) for _ in range(2)]
        begun.send_signal(number)
    deadline = time.monotonic() + 20
    while any(map(_is_alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(map(_is_alive, workers))


def test_an_interrupt_is_told_once():
    """As CTRL-C sends it, to all of the processes; those that work say nothing."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", WAITING], **streams, start_new_session=True) as begun:
        for _ in range(2):
            begun.stdout.readline()
        os.killpg(begun.pid, signal.SIGINT)
        assert begun.stderr.read().count(b"KeyboardInterrupt") == 1
    assert begun.returncode != 0


def _is_alive(process):
    """Whether a process runs; one that has ended and that nobody has asked about does not."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
