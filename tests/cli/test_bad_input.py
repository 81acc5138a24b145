"""Everything that can be wrong with a command line or a file: exit 2, one message, nothing on stdout."""

import pytest

from nerkit.readers import FORMATS
from nerkit.scorers import SCORERS, task_named

BAD = [  # (arguments, what the message says); G is a good gold file, other capital letters are files below
    (["-g", "G"], "no system to score"),
    (["-s", "G"], "Missing option '-g'"),
    (["-g", "G", "-s", "nowhere.tsv"], "nowhere.tsv: no such file or directory"),
    (["-g", "G", "-s", "empty"], "empty: the folder has no files"),
    (["-g", "G", "-s", "*.none"], "no file matches this pattern"),
    (["-g", "-", "-s", "-"], "only one input can be standard input (-)"),
    (["-g", "G", "-s", "FEW"], "FEW:2:4: 2 columns where at least 3 are needed"),
    (["-g", "G", "-s", "WORD"], "WORD:1:3: start 'x' is not an integer"),
    (["-g", "G", "-s", "BACK"], "BACK:1:5: end 3 is before start 9"),
    (["-g", "G", "-s", "THREES"], "THREES:1:18: 5 columns after the offsets"),
    (["-g", "G", "-s", "BYTES"], "BYTES:2:1: byte 0xff is not valid UTF-8"),
    (["-g", "G", "-s", "UTF16"], "UTF16:1:1: the text is UTF-16, not UTF-8"),
    (["-g", "G", "-s", "GZIP"], "GZIP: the compressed data are damaged"),
    (["-g", "G", "-s", "PROSE"], "PROSE:1:2: not valid JSON"),
    (["-g", "G", "-s", "G", "-m", "strong_mention_mach"], "did you mean 'strong_mention_match'"),
    (["-g", "G", "-s", "G", "-m", "MUC"], "unknown measure 'MUC'; did you mean 'muc'?"),
    (["-g", "G", "-s", "G", "-m", "sets::spam"], "unknown field 'spam' in the key"),
    (["-g", "G", "-s", "G", "-m", "sets:is_linkd:span"], "unknown field 'is_linkd' in the filter"),
    (["-g", "G", "-s", "G", "--by", "tipe"], "unknown field 'tipe'"),
    (["-g", "G", "-s", "G", "--only", "x"], "--only needs FIELD=VALUE, FIELD=@FILE or @FILE, not"),
    (["-g", "G", "-s", "G", "--from", "tsw"], "unknown format 'tsw'"),
    (["-g", "G", "-s", "G", "--jobs", "0"], "--jobs must be a number of at least 1"),
    (["-g", "G", "-s", "G", "--beta", "0"], "beta must be a positive number"),
    (["-g", "G", "-s", "G", "--beta", "nan"], "beta must be a positive number"),
    (["-g", "G", "-s", "G", "-f", "yaml"], "'yaml' is not one of"),
    (["-g", "G", "-s", "G", "--mesure", "x"], "has no option --mesure; did you mean --measure?"),
    (["-g", "G", "-s", "G", "--map", "FEW"], "the line does not have two columns"),
    (["-g", "G", "-s", "G", "--map", "nowhere"], "nowhere: no such file"),
]


@pytest.fixture
def files(write, tmp_path):
    """The files that the table above names."""
    write("G", "d\t0\t1\tE1\t1\tPER\n")
    write("FEW", "d\t0\t1\nd\t5\n")
    write("WORD", "d\tx\t1\n")
    write("BACK", "d\t9\t3\n")
    write("THREES", "d\t1\t2\tE1\t0.5\tPER\tE2\t0.5\n")
    write("BYTES", b"d\t0\t1\n\xffd\t0\t1\n")
    write("UTF16", "d\t0\t1\n".encode("utf-16"))
    write("GZIP", b"\x1f\x8b\x08\x00broken")
    write("PROSE", "{no data\n")
    (tmp_path / "empty").mkdir()


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("task", SCORERS)
def test_formats_of_other_tasks(run, task):
    """Every format is one that the task reads or a usage error; files that are not of it are input errors."""
    for form in FORMATS:
        done = run(task, "-g", "G", "-s", "G", "--from", form)
        assert done.code in (0, 2)
        known = (*task_named(task).formats, *task_named(task).named_formats)
        assert (f"nerkit {task} does not read {form}; it reads" in done.err) == (form not in known)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("command", ["evaluate", "spans"])
@pytest.mark.parametrize(("arguments", "message"), BAD, ids=[" ".join(a)[:40] for a, _ in BAD])
def test_bad_input(run, command, arguments, message):
    """One message, exit code 2, and no score."""
    done = run(command, *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert "Traceback" not in done.err
    assert done.err.count("error") == 1 or done.err.count("Error") == 1


def test_the_message_points_at_the_place(run, write):
    """File, line, column; the line; a caret that stands right after tabs; what to do."""
    write("g.tsv", "d\t0\t1\n")
    write("s.tsv", "d\t0\t1\nd\t5\t0x7\n")
    assert run("spans", "-g", "g.tsv", "-s", "s.tsv").err == (
        "error: s.tsv:2:5: end '0x7' is not an integer\n  d\t5\t0x7\n   \t \t^\n  write "
        "lines of document, start, end[, id[, score[, type[, id, score, type]…]]], "
        "separated by tabs\n"
    )


def test_a_long_line_is_shown_around_the_place(run, write):
    """A window of the line, its caret still under the place."""
    write("g.tsv", "d\t0\t1\n")
    write("s.tsv", "x" * 500 + "\t0\t1\tE\tz" + "y" * 500 + "\n")
    lines = run("spans", "-g", "g.tsv", "-s", "s.tsv").err.split("\n")
    assert lines[1].startswith("  …")
    assert lines[1].endswith("…")
    assert len(lines[1]) < 110
    assert lines[1][lines[2].index("^")] == "z"


def test_a_missing_file_of_weights(run, write):
    """An option's file is checked like an input."""
    write("g.tsv", "d\t0\t1\n")
    done = run("spans", "-g", "g.tsv", "-s", "g.tsv", "--type-weights", "none.tsv")
    assert (done.code, done.out) == (2, "")
    assert done.err == "error: none.tsv: no such file or directory\n"


def test_interruption_exits_with_130(monkeypatch, run):
    """Ctrl-C is no traceback."""

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("nerkit.cli.evaluate.run", interrupted)
    assert run("evaluate", "-g", "g", "-s", "s") == (130, "", "\ninterrupted\n")


def test_an_error_without_a_command(run):
    """A misspelt command, and options alone: the format of the output is nobody's."""
    for line, said in ((("spanz", "-f", "github"), "did you mean 'spans'"), (("--spans",), "--spans")):
        done = run(*line)
        assert (done.code, done.out) == (2, "")
        assert said in done.err


def test_an_error_of_the_system_that_no_part_expects(run, write, monkeypatch):
    """Its place and its reason in a line; without a place it is the input or the output."""
    from nerkit import io

    path = write("g.tsv", "d\t0\t1\n")
    for error, told in (
        (OSError(5, "Input/output error", "x.tsv"), "error: x.tsv: input/output error\n"),
        (OSError("Broken\x1b"), "error: input or output: broken\\x1b\n"),
    ):

        def fails(*_, error=error, **__):
            raise error

        monkeypatch.setattr(io.Source, "byte_blocks", fails)
        done = run("spans", "-g", path, path)
        assert (done.code, done.out, done.err) == (2, "", told)


def test_help_of_a_command_that_does_not_exist():
    """The group has none of this name, and says so by None, as click asks."""
    import click

    from nerkit.cli import cli

    assert cli.get_command(click.Context(cli), "nothing") is None


def test_an_error_of_a_metric_before_its_command_is_known(run, monkeypatch):
    """An error of ours before any command runs is told as it is, whatever -f says."""
    from nerkit import cli
    from nerkit.exceptions import UsageError

    def fails(*_, **__):
        raise UsageError("no use")

    monkeypatch.setattr(cli.cli, "main", fails)
    done = run("nothing", "-f", "github")
    assert (done.code, done.out, done.err) == (2, "", "error: no use\n")


def test_a_reader_that_went_away(run, monkeypatch):
    """Nobody reads what is printed any more: a silent end."""
    from nerkit import cli

    for gone in (BrokenPipeError, SystemExit):

        def fails(*_, gone=gone, **__):
            raise gone

        monkeypatch.setattr(cli.cli, "main", fails)
        assert run("measures") == (0, "", "")
