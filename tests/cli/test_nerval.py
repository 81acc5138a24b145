"""`nerkit nerval`: Nerval's command line and tables."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

GOLD = "Tolkien B-PER\nwas O\na O\nwriter B-OCC\n. O\n"
SYSTEM = "Tolkieene B-PER\nxas O\nwritear B-OCC\n,. O\n"
TABLE = (
    "| tag | predicted | matched | Precision | Recall |  F1 | Support |\n"
    "|:----|----------:|--------:|----------:|-------:|----:|--------:|\n"
)


@pytest.fixture
def files(write):
    write("bio/g.bio", GOLD)
    write("bio/p.bio", SYSTEM)
    write("bio/none.bio", "x O\n")
    return "nerval", "-a", "bio/g.bio", "-p", "bio/p.bio"


def test_one_pair(run, files):
    """The tables of Nerval 0.3.3: ALL alone, and with -v every type."""
    total = "| ALL |         2 |       2 |       1.0 |    1.0 | 1.0 |       2 |\n"
    types = "".join(
        f"| {name} |         1 |       1 |       1.0 |    1.0 | 1.0 |       1 |\n" for name in ("OCC", "PER")
    )
    assert run(*files).out == TABLE + total
    assert run(*files, "-v").out == TABLE + types + total
    assert (
        run("nerval", "--annot", "bio/g.bio", "--predict", "bio/p.bio", "--threshold", "0.3").out
        == TABLE + total
    )


def test_a_type_called_all_has_the_row_of_the_total(run, write):
    """Nerval has one row of that name: entities of this type are in it twice."""
    write("g.bio", "a B-ALL\nb O\nc B-P\n")
    done = run("nerval", "-a", "g.bio", "-p", "g.bio", "-v")
    assert [line.split()[1:4:2] for line in done.out.splitlines()[2:]] == [["P", "1"], ["ALL", "3"]]


def test_f1_of_nothing_is_the_integer_zero(run, files):
    """Where P and R are 0, F1 is `0`, not `0.0`; where they do not exist, all are None (there a crash)."""
    assert "|       0.0 |    0.0 |  0 |" in run(*files, "-t", "0").out
    done = run("nerval", "-a", "bio/g.bio", "-p", "bio/none.bio")
    assert done.out.splitlines()[-1] == "| ALL |         0 |       0 |      None |    0.0 | None |       2 |"


def test_batch(run, write, files):
    """A table for each pair, then the plain means over the files; what does not exist is left out of them."""
    write("m.csv", "Annotation,Prediction\ng.bio,p.bio\ng.bio,none.bio\n")
    done = run("nerval", "-c", "m.csv", "-f", "bio", "-v")
    assert done.out.count("| tag |") == 2
    assert done.out.endswith(
        "| Precision | Recall |  F1 |\n|:----------|-------:|----:|\n| 1.0       |    0.5 | 1.0 |\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "missing -a FILE and -p FILE"),
        (("-a", "bio/g.bio"), "missing -p FILE"),
        (("-c", "m.csv"), "missing -f DIR"),
        (("-a", "x", "-c", "m.csv"), "-c cannot be used with -a"),
        (("-a", "nope.bio", "-p", "bio/p.bio"), "nope.bio: no such file"),
        (("-a", "bio", "-p", "bio/p.bio"), "bio: the path is a folder"),
        (("-a", "bio/g.bio", "-p", "bio/p.bio", "-t", "1.5"), "from 0 to 1"),
        (("-c", "bad.csv", "-f", "bio"), "bad.csv:1: this is not the header"),
        (("-c", "m.csv", "-f", "bio"), "m.csv:2: q.bio: no such file"),
        (("-c", "twice.csv", "-f", "bio"), "twice.csv:2: same.bio: several files"),
        (("-c", "other.csv", "-f", "bio"), "other.csv:2: g.txt does not end in .bio"),
    ],
)
def test_errors(run, write, files, arguments, message):
    """A message and exit code 2 where Nerval prints a traceback."""
    write("bio/a/same.bio", GOLD)
    write("bio/b/same.bio", GOLD)
    write("m.csv", "Annotation,Prediction\ng.bio,q.bio\n")
    write("bad.csv", "Gold,System\ng.bio,p.bio\n")
    write("twice.csv", "Annotation,Prediction\nsame.bio,p.bio\n")
    write("other.csv", "Annotation,Prediction\ng.txt,p.bio\n")
    done = run("nerval", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_a_pipe_in_the_folder(run, write, files, tmp_path):
    """It is not read: that might never end. One of the same name in another folder is no second file."""
    write("m.csv", "Annotation,Prediction\ng.bio,p.bio\n")
    os.mkdir(tmp_path / "bio" / "more")
    for name in ("more/p.bio", "q.bio"):
        os.mkfifo(tmp_path / "bio" / name)
    assert run("nerval", "-c", "m.csv", "-f", "bio").code == 0
    write("m.csv", "Annotation,Prediction\ng.bio,q.bio\n")
    done = run("nerval", "-c", "m.csv", "-f", "bio")
    assert (done.code, done.out) == (2, "")
    assert "m.csv:2: q.bio: not a regular file; nerkit reads no pipes or devices in the folder" in done.err


@pytest.mark.parametrize(("pair", "total"), [("demo_", "0.7 |      10"), ("toy_test_", "1.0 |       2")])
def test_the_script_nerval_is_the_command(pair, total):
    """As its page is typed, `nerval -a demo/demo_annot.bio -p demo/demo_predict.bio`."""
    script = "import sys; sys.argv[0] = 'nerval'; from nerkit.cli import nerval; nerval()"
    files = (f"demo/{pair}annot.bio", f"demo/{pair}predict.bio")
    command = [sys.executable, "-c", script, "-a", files[0], "-p", files[1]]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"{total} |\n")
