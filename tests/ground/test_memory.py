"""Freed memory is kept where that can be asked for, and nowhere else."""

import ctypes
import resource
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from nerkit.ground.memory import (
    HUGE_PAGES,
    KEPT,
    LARGEST,
    MAPPED,
    MMAP_MAX,
    MMAP_THRESHOLD,
    PAGE,
    RESERVED,
    TRIM_THRESHOLD,
    _is_unlimited,
    keep_freed,
)

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

FIRST_USE = """
import resource, sys
from nerkit.ground.memory import keep_freed
if len(sys.argv) > 1:
    keep_freed()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
pieces = [bytearray(1 << 20) for _ in range(100)]
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""
LARGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage/enabled")


class Function:
    """A function of the C library that notes its calls."""

    def __init__(self, name, calls, given=None):
        self.name, self.calls, self.given = name, calls, given

    def __call__(self, *arguments):
        self.calls.append((self.name, *arguments))
        return self.given


def calls_of(monkeypatch, begin, limits=None):
    """The calls that are made where what is reserved begins there, and *limits* bound the process."""
    calls, known = [], limits or {}
    monkeypatch.setattr(resource, "getrlimit", lambda which: (known.get(which, resource.RLIM_INFINITY),) * 2)
    given = {"mallopt": 1, "malloc": begin, "madvise": 0, "free": None}
    library = SimpleNamespace(**{name: Function(name, calls, result) for name, result in given.items()})
    monkeypatch.setattr(ctypes, "CDLL", lambda name: library)
    keep_freed()
    return calls


LIMITS = [("mallopt", MMAP_THRESHOLD, LARGEST), ("mallopt", TRIM_THRESHOLD, KEPT)]


@pytest.mark.parametrize("begin", [PAGE, PAGE + 16, 2 * PAGE - 1])
def test_limits_are_set_and_large_pages_are_asked_for(monkeypatch, begin):
    """Of pieces that are mapped by themselves, and of what is given back; whole pages in what is reserved."""
    calls = calls_of(monkeypatch, begin)
    (_, first, size, how) = calls[4]
    assert calls[:4] == [*LIMITS, ("mallopt", MMAP_MAX, 0), ("malloc", RESERVED)]
    assert calls[4:] == [("madvise", first, size, HUGE_PAGES), ("free", begin), ("mallopt", MMAP_MAX, MAPPED)]
    assert first % PAGE == size % PAGE == 0
    assert begin <= first < begin + PAGE
    assert begin + RESERVED - PAGE < first + size <= begin + RESERVED
    assert how == HUGE_PAGES


@pytest.mark.parametrize("limited", [resource.RLIMIT_AS, resource.RLIMIT_DATA])
def test_nothing_is_reserved_where_addresses_are_bounded(monkeypatch, limited):
    """As behind `ulimit -v`, where libraries that are loaded later need them."""
    assert calls_of(monkeypatch, PAGE, {limited: 1 << 40}) == LIMITS


def test_what_cannot_be_reserved_is_left(monkeypatch):
    """As where the system promises no more memory than it has."""
    assert calls_of(monkeypatch, None)[3:] == [("malloc", RESERVED), ("mallopt", MMAP_MAX, MAPPED)]


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


@pytest.mark.skipif(
    not hasattr(ctypes.CDLL(None), "mallopt")
    or not LARGE_PAGES.exists()
    or "[madvise]" not in LARGE_PAGES.read_text()
    or not _is_unlimited(),
    reason="another C library, bounded addresses, or a system that gives large pages to nobody or to all",
)
def test_new_memory_comes_in_large_pages():
    """A hundred pieces of a megabyte are some 50 pages and not 25,600."""
    before, after = (
        int(subprocess.run([sys.executable, "-c", FIRST_USE, *kept], capture_output=True, check=True).stdout)
        for kept in ([], ["kept"])
    )
    assert 2 * after < before  # the system may have no large page left
