"""smatch's functions and command line: what is told, and the named differences."""

import subprocess
import sys

import pytest

import nerkit
from nerkit.compat import smatch

ALPHA = "(a / alpha :ARG0 (b / beta))"
OTHER = "(a / alpha :ARG0 (c / gamma) :quant 3)"


@pytest.fixture(autouse=True)
def _switches(monkeypatch):
    """The switches of the module as they are."""
    for name in ("verbose", "veryVerbose", "single_score", "pr_flag", "iteration_num"):
        monkeypatch.setattr(smatch, name, getattr(smatch, name))


def files(tmp_path, first, second):
    paths = tmp_path / "a.amr", tmp_path / "b.amr"
    for path, graphs in zip(paths, (first, second), strict=True):
        path.write_text("".join(f"# ::id x\n{graph}\n\n" for graph in graphs))
    return [str(path) for path in paths]


def test_a_file_that_is_longer_is_told(monkeypatch, capsys):
    """On the error log; the graphs before are scored."""
    monkeypatch.setattr(smatch, "ERROR_LOG", sys.stderr)
    assert list(smatch.generate_amr_lines([ALPHA, "", ALPHA], [ALPHA])) == [(ALPHA, ALPHA)]
    assert "file 2 has fewer graphs than file 1" in capsys.readouterr().err


def test_lines_of_a_graph_are_joined_by_a_blank():
    """So that a line may end in a concept."""
    assert list(smatch.amr_lines(["# ::id 1", "(a / alpha", "", "(b / beta)"])) == [
        "(a / alpha",
        "(b / beta)",
    ]
    lines = ["(a / alpha", "   :ARG0 (b / beta))"]
    assert list(smatch.amr_lines(lines)) == [ALPHA]


def test_verbose(monkeypatch, capsys):
    """Says the numbers of each pair on the debug log."""
    monkeypatch.setattr(smatch, "verbose", True)
    monkeypatch.setattr(smatch, "DEBUG_LOG", sys.stderr)
    smatch.get_amr_match(ALPHA, ALPHA, sent_num=7)
    assert capsys.readouterr().err == "pair 7: 4 triples agree, of 4 and 4\n"


def test_a_damaged_graph():
    """Is an error that points at it."""
    with pytest.raises(nerkit.InputError, match="system"):
        smatch.get_amr_match("(a / alpha", ALPHA)


@pytest.mark.parametrize(
    ("options", "printed"),
    [
        ([], "F-score: 0.82\n"),
        (["--pr", "--significant", "4"], "Precision: 0.8750\nRecall: 0.7778\nF-score: 0.8235\n"),
        (["--ms"], "F-score: 0.67\nF-score: 1.00\n"),
        (["--justinstance", "-r", "9"], "F-score: 0.75\n"),
    ],
)
def test_the_command_line(tmp_path, capsys, options, printed):
    """Prints what smatch.py prints."""
    paths = files(tmp_path, [ALPHA, ALPHA], [OTHER, ALPHA])
    smatch.main(smatch.parser().parse_args(["-f", *paths, *options]))
    assert capsys.readouterr().out == printed


def test_as_a_module(tmp_path):
    """A damaged file is exit code 2, without a traceback."""
    paths = files(tmp_path, ["(a / alpha"], [ALPHA])
    done = subprocess.run(
        [sys.executable, "-m", "nerkit.compat.smatch", "-f", *paths], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
