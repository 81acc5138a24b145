"""Freed memory is kept where that can be asked for, and nowhere else."""

import ctypes
import subprocess
import sys

import pytest

from nerkit.ground.memory import KEPT, LARGEST, MMAP_THRESHOLD, TRIM_THRESHOLD, keep_freed

FAULTS = """
import resource, sys
from nerkit.ground.memory import keep_freed
if len(sys.argv) > 1:
    keep_freed()
for _ in range(50):
    pieces = [bytearray(1 << 22) for _ in range(4)]
    del pieces
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt)
"""


def test_both_limits_are_set(monkeypatch):
    """Of the pieces that are mapped by themselves, and of what is given back."""
    calls = []

    class Library:
        mallopt = staticmethod(lambda name, value: calls.append((name, value)))

    monkeypatch.setattr(ctypes, "CDLL", lambda name: Library)
    keep_freed()
    assert calls == [(MMAP_THRESHOLD, LARGEST), (TRIM_THRESHOLD, KEPT)]


@pytest.mark.parametrize("raised", [OSError, AttributeError, TypeError])
def test_other_libraries_are_left_alone(monkeypatch, raised):
    """Nothing is changed where there is no such function."""

    looked_up = []

    def library(name):
        looked_up.append(name)
        raise raised

    monkeypatch.setattr(ctypes, "CDLL", library)
    keep_freed()  # which lets no such error through
    assert looked_up == [None]


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallopt"), reason="another C library")
def test_memory_is_not_asked_for_again():
    """Pieces of four megabytes that are made again and again are those that were freed."""
    before, after = (
        int(subprocess.run([sys.executable, "-c", FAULTS, *kept], capture_output=True, check=True).stdout)
        for kept in ([], ["kept"])
    )
    assert 5 * after < before
