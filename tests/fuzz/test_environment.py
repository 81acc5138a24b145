"""What surrounds a command and may fail: streams closed or full, memory, processes that are killed."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

import pytest
from fuzz.inputs import COMMANDS, DEMO, Case, command_of, stored
from fuzz.judge import carried_out
from tries import spread

from nerkit.parallel import _pool, child_environment
from nerkit.scorers import SCORERS
from nerkit.scorers.mrp import pairs

PLAIN = {  # commands whose valid line is not that of scoring
    "measures": ["measures", "spans"],
    "list": ["list", "formats", "brat"],
    "presets": ["presets", "dst"],
    "help": ["help", "bio"],
    "explain": ["explain", "chunk"],
    "demo": ["demo", "spans"],
    "acid": ["acid", "30-attachment"],
    "errors": ["errors", "-g", "{bio}", "{system}"],
    "merge": ["merge", "{stored}"],
    "verify": ["verify", "{stored}", "-g", "{bio}", "-s", "{system}"],
    "convert": ["convert", "{bio}", "--to", "span-tsv"],
    "validate": ["validate", "{bio}"],
    "nerval": ["nerval", "-a", f"{DEMO}/noisy/gold.bio", "-p", f"{DEMO}/noisy/system.bio"],
    "cky": ["cky", "-G", f"{DEMO}/cky/l1.pcfg", f"{DEMO}/cky/sentences.txt"],
    "chunk": ["chunk", f"{DEMO}/chunk/trees.mrg"],
    "compare": ["compare", "-g", "{bio}", "a={bio}", "b={bio}"],
    "power": ["power", "-g", "{bio}", "a={bio}", "b={bio}"],
    "estimate": [
        *("estimate", "-g", f"{DEMO}/estimate/gold.tsv", "--judged", f"{DEMO}/estimate/judge.tsv"),
        *("--gold-documents", f"{DEMO}/estimate/annotated.txt", f"{DEMO}/estimate/system.tsv"),
    ],
    "completion": ["completion", "bash"],
    "plot": ["plot", "labels", "-g", "{bio}", "{bio}", "-o", "{bio}.svg"],
    "agree": ["agree", "a={bio}", "b={bio}"],
}
OPENED = "import os, sys; {}; sys.argv[0] = 'nerkit'; from nerkit.cli import main; main(sys.argv[1:])"
STATES = {  # state -> what is done before the command runs, and the file that standard output or error is
    "no stdin": ("os.close(0)", None),
    "no stdout": ("os.close(1)", None),
    "no stderr": ("os.close(2)", None),
    "full stdout": ("0", 1),
    "full stderr": ("0", 2),
}


def line_of(name, folder):
    """A valid command line of a command, its data in a folder."""
    files = {"bio": folder / "x.bio", "system": folder / "y.bio", "stored": folder / "x.json"}
    for key, side in (("bio", "gold"), ("system", "system")):
        files[key].write_bytes((DEMO / "bio" / f"{side}.bio").read_bytes())
    of_tags = (text for text in stored() if b'"counts"' in text and b'"task": "bio"' in text)
    files["stored"].write_bytes(next(of_tags))
    if name in SCORERS:
        parts = (DEMO / name / "command").read_text().split()[2:]
        return [name, *(_in_demo(name, part) for part in parts)]
    line = PLAIN.get(name, [name, "-g", "{bio}", "{bio}"])
    return [part.format(**files) for part in line]


def _in_demo(task, part):
    """A word of a demo's command, the file that it names (`system.bio`, `base=system.bio`) in its place."""
    before, equals, path = part.rpartition("=")
    return f"{before}{equals}{DEMO / task / path}" if (DEMO / task / path).exists() else part


def started(line, before, full):
    """Run it in a process of its own, a descriptor being /dev/full or closed."""
    with open("/dev/full", "wb") as device:
        streams = {1: subprocess.PIPE, 2: subprocess.PIPE} | ({full: device} if full else {})
        return subprocess.run(
            [sys.executable, "-c", OPENED.format(before), *line],
            stdin=subprocess.DEVNULL,
            stdout=streams[1],
            stderr=streams[2],
            check=False,
        )


@pytest.mark.parametrize(("state", "name"), spread(STATES, ["bio", "errors", "measures", "convert"]))
def test_streams(state, name, tmp_path):
    """Data that cannot be written is exit 2; a stream that the command does not need changes nothing."""
    line = line_of(name, tmp_path)
    assert carried_out(Case(line, {})).code == 0
    done = started(line, *STATES[state])
    assert done.returncode == (2 if "stdout" in state else 0)
    assert b"Traceback" not in (done.stderr or b"")
    assert b"Exception ignored" not in (done.stderr or b"")
    if "stdout" in state:
        assert b"error:" in done.stderr


def test_a_full_disk(tmp_path):
    """`-o` on a device without space: exit 2, and the error names it."""
    done = carried_out(Case([*line_of("bio", tmp_path), "-o", "/dev/full"], {}))
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: /dev/full: ")
    assert "no space left on device" in done.err


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in COMMANDS
        if name not in ("list", "measures", "presets", "explain", "demo", "help", "completion")
    ],
)
def test_out_of_memory(name, tmp_path, monkeypatch):
    """A MemoryError anywhere in reading is told in a line: exit 2, nothing on stdout."""

    def full(*_):
        raise MemoryError

    line = line_of(name, tmp_path)
    monkeypatch.setattr("nerkit.io.Source._open", full)
    done = carried_out(Case(line, {}))
    assert (done.code, done.out, done.problem) == (2, "", None)
    assert "out of memory" in done.err


class Killed:
    """A function that ends the process in which it is called, unless that is the one that made it."""

    def __init__(self, function):
        self.function = function
        self.home = os.getpid()

    def __call__(self, *arguments):
        if os.getpid() != self.home:
            os.kill(os.getpid(), signal.SIGKILL)
        return self.function(*arguments)


@pytest.mark.parametrize("name", ["ordered_map", "shared_map"])
def test_a_killed_process(name, monkeypatch):
    """A worker that the system ends, for want of memory as a rule, is an error with a remedy."""
    from nerkit import parallel
    from nerkit.exceptions import NerkitError

    shared = ({},) if name == "shared_map" else ()
    with pytest.raises(NerkitError, match=r"the system ended a process.*jobs"):
        getattr(parallel, name)(Killed(max), *shared, [(1, 2), (3, 4)], workers=2)


def test_a_killed_process_of_a_command(monkeypatch):
    """The same from the command line: exit 2, one message, no partial score."""
    home, parent = os.getpid(), pairs._count

    def counted(*arguments):
        if os.getpid() != home:
            os.kill(os.getpid(), signal.SIGKILL)
        return parent(*arguments)

    monkeypatch.setattr(pairs, "_count", counted)
    files = [str(DEMO / "mrp" / f"{side}.mrp") for side in ("gold", "system")]
    done = carried_out(Case(["mrp", "-g", files[0], "-s", files[1], "--jobs=2"], {}))
    assert (done.code, done.out, done.problem) == (2, "", None)
    assert done.err.startswith("error: the system ended a process")


@pytest.mark.parametrize("problem", ["ImportError('libx.so cannot be mapped')", "RuntimeError('a bug')"])
def test_what_nobody_foresaw_is_no_gate(problem):
    """A traceback, as it is a bug or a damaged installation; but exit code 1 says that a gate has failed."""
    program = f"""
import sys
from nerkit.cli import cli, main

def broken(*_, **__):
    raise {problem}

cli.main = broken
sys.argv = ["nerkit", "measures"]
main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"Traceback") == 1


@pytest.mark.parametrize("before", [None, "", "1"])
def test_our_processes_take_no_modules_from_the_working_folder(monkeypatch, before):
    """Python adds it where a process is begun as `python -c`, as those of a local Dask cluster are. Processes
    that the caller of a command begins have the environment of the caller.
    """
    monkeypatch.setitem(os.environ, "PYTHONSAFEPATH", "")  # which is put back
    del os.environ["PYTHONSAFEPATH"]
    if before is not None:
        os.environ["PYTHONSAFEPATH"] = before
    known = dict(os.environ)
    shown = [sys.executable, "-c", "import sys; print(sys.path.count(''))"]
    with child_environment():
        assert subprocess.run(shown, capture_output=True, check=True).stdout == b"0\n"
    assert dict(os.environ) == known
    line = ["bio", "-g", str(DEMO / "bio" / "gold.bio"), str(DEMO / "bio" / "system.bio")]
    for more in ([], ["--jobs", "2", "--shard-size", "1kB"]):
        assert carried_out(Case([*line, *more], {})).code == 0
        assert dict(os.environ) == known
    seen = []
    monkeypatch.setattr(ProcessPoolExecutor, "submit", lambda *_: seen.append(os.environ["PYTHONSAFEPATH"]))
    _pool(1, None).submit(len, "")
    assert seen == ["1"]


def test_a_file_name_makes_no_line_of_its_own(tmp_path):
    """A newline in a name is shown by its code, in warnings as in errors."""
    gold, system = tmp_path / "gold.bio", tmp_path / "a\nwarning: all is well.bio"
    gold.write_bytes(b"a B-PER\n")
    system.write_bytes(b"a B-LOC\n")
    done = carried_out(Case(["bio", "-g", str(gold), str(system)], {}))
    assert done.code == 0
    assert "a\\nwarning: all is well.bio" in done.err
    assert "\nwarning: all is well" not in done.err


@pytest.mark.parametrize(("mask", "mode"), [(0o077, 0o600), (0o022, 0o644)])
def test_modes_of_what_is_written(mask, mode, tmp_path):
    """That of the umask, that of a file which is replaced; a link stays, and its target is written."""
    new, old, link = (tmp_path / name for name in ("new", "old", "link"))
    old.write_text("x")
    old.chmod(0o640)
    link.symlink_to(old)
    before = os.umask(mask)
    try:
        for path in (new, link):
            assert carried_out(Case([*line_of("bio", tmp_path), "-o", str(path)], {})).code == 0
    finally:
        os.umask(before)
    assert [new.stat().st_mode & 0o777, old.stat().st_mode & 0o777] == [mode, 0o640]
    assert link.is_symlink()
    assert old.read_text() == new.read_text()


def test_every_command_has_a_valid_line(tmp_path):
    """Those above are scored or shown, so that what fails is the environment."""
    for name in COMMANDS:
        assert command_of(name) is not None
        done = carried_out(Case(line_of(name, tmp_path), {}))
        assert (done.code, done.problem) == (0, None), (name, done.err)
