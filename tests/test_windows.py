"""What Windows lacks: modules and functions of POSIX are not needed, and drives and separators are known."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from nerkit.ground import containment, folders

ROOT = Path(__file__).parents[1]
WITHOUT = """
import sys

LACKING = ("fcntl", "grp", "nis", "pty", "pwd", "readline", "resource", "spwd", "syslog", "termios", "tty")
for name in LACKING:
    sys.modules[name] = None  # importing it is an error
import multiprocessing, os, signal

FUNCTIONS = "fork forkpty getuid geteuid getgid killpg mkfifo nice register_at_fork sched_getaffinity sysconf"
SIGNALS = "SIGPIPE SIGHUP SIGKILL SIGQUIT SIGALRM SIGCHLD"
for module, names in ((os, FUNCTIONS), (signal, SIGNALS)):
    for name in names.split():
        delattr(module, name)
"""
EVERY = """
import importlib, pkgutil, nerkit

OTHERS = re.compile(r"nerkit[.](compat|demo|acid)[.]|.*[.]__main__")  # inside other libraries
for found in pkgutil.walk_packages(nerkit.__path__, "nerkit."):
    if not OTHERS.match(found.name):
        importlib.import_module(found.name)
"""
RUN = """
from nerkit.cli.program import run

if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    sys.exit(run(sys.argv[1:]))
"""


def without_posix(tmp_path, script, *arguments):
    """Run a script, and a command in it, without what Windows lacks; its output."""
    path = tmp_path / "script.py"
    path.write_text(f"import re\n{WITHOUT}{script}", encoding="utf-8")
    command = [sys.executable, "-P", str(path), *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_no_module_needs_posix(tmp_path):
    """Each can be imported, but for those that other libraries load."""
    without_posix(tmp_path, EVERY)


def test_commands_run_without_posix(tmp_path):
    """Also with several processes, which Windows begins anew."""
    start = ROOT / "demo" / "start"
    pair = ("-g", str(start / "dev.bio"), "-s", str(start / "words_1.bio"), "-m", "strict", "-q", "-b")
    shards = ("-j", "2", "--shard-size", "16kB")
    assert without_posix(tmp_path, RUN, "bio", *pair, *shards) == "0.5991352686843731\n"


@pytest.mark.parametrize("pattern", ["a|*|*.tsv", "a|**|*.tsv", "a/**|*.tsv", "**|*.tsv"])
def test_patterns_have_both_separators(tmp_path, monkeypatch, pattern):
    """Windows reads `/` as it reads its own."""
    for name in ("a/b/c.tsv", "a/d.tsv", "e.tsv"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.chdir(tmp_path)
    wanted = folders.matching(pattern.replace("|", os.sep))
    monkeypatch.setattr(os, "altsep", "|")
    assert folders.matching(pattern) == wanted != []


def test_another_drive_is_outside(monkeypatch):
    """Python compares no paths of two drives."""
    monkeypatch.setattr(
        containment.os.path, "commonpath", lambda _: (_ for _ in ()).throw(ValueError("drives"))
    )
    assert not containment.is_inside("d:/x", "c:/y")


def test_windows_starts_at_most_61_processes(monkeypatch):
    """Python refuses to begin more there."""
    monkeypatch.setattr(sys, "platform", "win32")
    assert runpy.run_path(str(ROOT / "nerkit" / "parallel.py"))["jobs"]("1000") == 61
