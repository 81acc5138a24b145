"""Real shells: process substitution, standard input, closed pipes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SEED = (
    "nerkit evaluate -m overlap-maxmax::span -m overlap-maxsum::span "
    r"-m overlap-summax::span -m overlap-sumsum::span -m sets::span "
    r"-g <(echo -e 'd\t1\t10\nd\t12\t12') <(echo -e 'd\t1\t5\nd\t6\t12')"
)


@pytest.fixture
def bash(tmp_path):
    """Run a line in bash with nerkit on the path."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    def command(line):
        return subprocess.run(
            ["bash", "-c", line],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=os.environ | {"PATH": path},
        )

    return command


def test_the_example_of_approximate_matching(bash):
    """The numbers of neleval's documentation, from two process substitutions."""
    done = bash(f"{SEED} -f tsv | cut -f2,6-8")
    rows = [line.split("\t") for line in done.stdout.splitlines()[1:]]
    assert [(name, *(f"{float(x):.3f}" for x in scores)) for name, *scores in rows] == [
        ("overlap-maxmax::span", "0.857", "0.750", "0.800"),
        ("overlap-maxsum::span", "0.929", "0.750", "0.830"),
        ("overlap-summax::span", "0.857", "1.000", "0.923"),
        ("overlap-sumsum::span", "0.929", "1.000", "0.963"),
        ("sets::span", "0.000", "0.000", "0.000"),
    ]


def test_standard_input_and_compressed_pipes(bash):
    """A pipe is as good as a file, compressed or not."""
    done = bash(r"printf 'd\t0\t1\n' | gzip | nerkit spans -g - -s <(printf 'd\t0\t1\n' | xz) -b")
    assert (done.stdout, done.returncode) == ("1.0\n", 0)


def test_a_closed_pipe_is_silent(bash):
    """`| head -1` ends without a message."""
    bash(r"for i in $(seq 20000); do printf 'd%s\t0\t1\n' $i; done > g.tsv")
    done = bash("nerkit spans -g g.tsv -s g.tsv -m sets::span --by document -f tsv -q | head -1")
    assert done.stdout.startswith("system\tmeasure")
    assert done.stderr == ""


def test_jobs_with_pipes(bash):
    """What cannot be opened twice is read in the main process."""
    bash(r"printf 'd\t0\t1\n' > g.tsv")
    done = bash(r"nerkit spans -j 2 -g g.tsv -s g.tsv -s x=<(printf 'd\t0\t1\n') -b -m sets::span")
    assert done.stdout == "1.0\n1.0\n"


def test_names_that_are_not_utf8(bash):
    """A file name of any bytes can be scored and reported."""
    bash("printf 'd\\t0\\t1\\n' > $'\\xff.tsv'")
    done = bash("nerkit spans -g $'\\xff.tsv' -s $'\\xff.tsv' -f json -m sets::span")
    assert done.returncode == 0
    assert '"f1": 1.0' in done.stdout


def test_the_module_is_the_command(bash):
    """`python -m nerkit`."""
    assert bash(f"{sys.executable} -m nerkit --version").stdout == bash("nerkit --version").stdout


LEFT_OUT = "warning: f: nerkit left out files that are not regular: b.tsv\n"


@pytest.mark.parametrize(
    ("line", "out"),
    [
        (("spans", "-g", "f", "f", "-b", "-m", "sets::span"), "1.0\n"),
        (("evaluate", "-g", "f", "-s", "f", "-b", "-m", "sets::span"), "1.0\n"),
        (("errors", "-g", "f", "f", "-f", "tsv"), None),
        (("compare", "-g", "f", "a=f", "b=f", "-m", "sets::span"), None),
        (("spans", "-g", "f", "f", "-b", "-m", "sets::span", "--jobs=2"), "1.0\n"),
        (("validate", "f"), ""),
        (("convert", "f", "--from", "span-tsv", "--to", "span-tsv"), None),
    ],
)
def test_a_pipe_in_a_folder_is_left_out(run, write, tmp_path, line, out):
    """What is no regular file in a folder does not block, whatever reads the folder; a warning names it."""
    write("f/a.tsv", "d\t0\t1\n")
    os.mkfifo(tmp_path / "f" / "b.tsv")
    done = run(*line)
    assert done.code == 0
    assert LEFT_OUT in done.err
    assert out is None or done.out == out


def test_a_pipe_in_a_folder_of_one_column_file(run, write, tmp_path):
    """Gold and system in the last two columns, too."""
    write("f/a.bio", "w B-X B-X\n")
    os.mkfifo(tmp_path / "f" / "b.bio")
    done = run("bio", "f", "-b")
    assert (done.code, done.out) == (0, "1.0\n")
    assert "warning: f: nerkit left out files that are not regular: b.bio" in done.err


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (("agree", "a=f", "b=f", "--from", "bio"), "w B-X\n"),
        (
            ("agree", "f", "--annotator", "who", "--from", "spacy"),
            "".join(f'{{"text": "a", "ents": [], "who": "{name}"}}\n' for name in "xy"),
        ),
        (("chunk", "f"), "(S (NP (DT the)))\n"),
        (("cky", "-G", "g.pcfg", "f"), "the\n"),
    ],
)
def test_a_pipe_in_a_folder_of_other_commands(run, write, tmp_path, line, text):
    """Those that read their inputs by themselves say what they left out as well."""
    write("f/a", text)
    write("g.pcfg", "S -> the [1.0]\n")
    os.mkfifo(tmp_path / "f" / "b")
    done = run(*line)
    assert done.code == 0
    assert "warning: f: nerkit left out files that are not regular: b\n" in done.err


def test_one_stored_result_is_one_file(run, write):
    """Of a folder with several not the first alone is read."""
    write("f/a.json", run("spans", "-g", write("g.tsv", "d\t0\t1\n"), "g.tsv", "--counts-only").out)
    assert run("merge", "f").code == 0
    write("f/b.json", "")
    done = run("merge", "f")
    assert (done.code, done.out) == (2, "")
    assert "f: 2 files, but nerkit reads only one here" in done.err


def test_annotators_from_pipes(bash, tmp_path):
    """Of two annotators one may be standard input, or both process substitutions; each is read once."""
    (tmp_path / "x.bio").write_text("Ann B-PER\nleft O\n")
    wanted = bash("nerkit agree a=x.bio b=x.bio -f tsv")
    assert wanted.returncode == 0
    for line in (
        "nerkit agree a=- b=x.bio -f tsv < x.bio",
        "nerkit agree a=<(cat x.bio) b=<(cat x.bio) -f tsv",
    ):
        done = bash(line)
        assert (done.returncode, done.stdout) == (0, wanted.stdout)
    done = bash("nerkit agree a=- b=- < x.bio")
    assert (done.returncode, done.stdout) == (2, "")
    assert "only one input can be standard input (-)" in done.stderr
