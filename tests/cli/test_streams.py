"""Standard streams that are closed or full, in real shells: 2 where data cannot be read or written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

LINES = "d\t0\t1\nd\t4\t5\n"
SCORE = "nerkit spans -q -g g.tsv g.tsv -m sets::span"


@pytest.fixture
def bash(tmp_path):
    """Run a line in bash with nerkit on the path, in a folder with `g.tsv` and `bad.tsv`."""
    (tmp_path / "g.tsv").write_text(LINES)
    (tmp_path / "bad.tsv").write_text("d\n")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    def command(line):
        done = subprocess.run(
            ["bash", "-c", line],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=os.environ | {"PATH": path},
        )
        assert "Traceback" not in done.stderr
        assert "Exception ignored" not in done.stderr
        return done

    return command


@pytest.mark.parametrize("stream", ["0<&-", "2>&-", "2> /dev/full"])
@pytest.mark.parametrize("options", ["-j 2", "--config g.toml"])
def test_a_stream_that_is_not_needed_changes_nothing(bash, stream, options):
    """Neither the data nor the exit code: input comes from files, and messages are not data."""
    bash("printf '[tool.nerkit]\\n[tool.nerkit.spans]\\nby = [\"label\"]\\n' > g.toml")
    plain, closed = bash(f"{SCORE} {options}"), bash(f"{SCORE} {options} {stream}")
    assert (closed.stdout, closed.returncode) == (plain.stdout, 0)


@pytest.mark.parametrize("stream", ["2>&-", "2> /dev/full"])
def test_exit_codes_stand_without_messages(bash, stream):
    """A gate that failed is 1, an error is 2, wrong usage is 2."""
    assert bash(f"{SCORE} --fail-under 0.9 -s x=bad.tsv {stream}").returncode == 2
    assert (
        bash(f"nerkit spans -g g.tsv -s <(printf 'd\\t0\\t1\\n') --fail-under 0.9 {stream}").returncode == 1
    )
    assert bash(f"nerkit spans -g bad.tsv bad.tsv {stream}").returncode == 2
    assert bash(f"nerkit spans --nonsense {stream}").returncode == 2


COMMANDS = [
    SCORE,
    f"{SCORE} -b --fail-under 1",
    "nerkit validate bad.tsv --from span-tsv",
    "nerkit --help",
    "nerkit spans --help",
    "nerkit demo spans",
]


@pytest.mark.parametrize("stream", [">&-", "> /dev/full"])
@pytest.mark.parametrize("command", COMMANDS)
def test_data_that_cannot_be_written(bash, command, stream):
    """Two, and a message that says so."""
    done = bash(f"{command} {stream}")
    assert done.returncode == 2
    assert "no space left" in done.stderr or "bad file descriptor" in done.stderr


def test_both_outputs_are_closed(bash):
    """There is nobody to tell."""
    assert bash(f"{SCORE} >&- 2>&-").returncode == 2
    assert bash(f"{SCORE} > /dev/full 2>&1").returncode == 2


def test_the_output_goes_to_a_file(bash, tmp_path):
    """Then standard output is not needed, and no file gets its descriptor."""
    done = bash(f"{SCORE} -f json -o out.json >&- 2>&- <&-")
    assert done.returncode == 0
    assert (tmp_path / "out.json").read_text().startswith("{\n")


def test_standard_input_that_is_closed(bash):
    """It is an input that cannot be read."""
    done = bash("nerkit spans -g - g.tsv <&-")
    assert (done.returncode, done.stdout) == (2, "")
    assert "<stdin>: bad file descriptor" in done.stderr


@pytest.mark.parametrize("command", [SCORE, "nerkit spans --help"])
def test_a_pipe_that_nobody_reads_is_no_failed_gate(bash, command):
    """`| head` closes it; 1 would be a gate."""
    done = bash(f"(sleep 0.5; {command} 2> err; echo $? > code) | true; cat code err")
    assert done.stdout == "0\n"
