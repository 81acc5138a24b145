"""Where `-o` writes: a file is replaced as a whole, and never an input."""

import os
import stat
import threading

import pytest

GOLD = "d\t0\t1\ne\t0\t1\n"


@pytest.fixture
def gold(write):
    return write("gold.tsv", GOLD)


@pytest.mark.parametrize("named", ["gold.tsv", "./gold.tsv", "link.tsv", "hard.tsv"])
def test_an_input_is_never_replaced(run, gold, tmp_path, named):
    """By whatever name: as typed, another spelling, a link, a hard link."""
    (tmp_path / "link.tsv").symlink_to(gold)
    os.link(gold, tmp_path / "hard.tsv")
    done = run("spans", "-g", gold, f"name={gold}", "-o", named)
    assert done.code == 2
    assert "would replace an input" in done.err
    assert gold.read_text() == GOLD


def test_files_of_options_and_folders_are_inputs_too(run, write, gold, tmp_path):
    """Credits, and what lies in a folder or fits a pattern that is scored."""
    weights = write("weights.tsv", "A\tB\t0.5\n")
    write("folder/a.tsv", GOLD)
    for arguments in (
        ("-g", gold, gold, "--type-weights", weights, "-o", weights),
        ("-g", tmp_path / "folder", gold, "-o", "folder/a.tsv"),
        ("-g", gold, "folder/*.tsv", "-o", "folder/a.tsv"),
    ):
        assert "would replace an input" in run("spans", *arguments).err
    assert weights.read_text() == "A\tB\t0.5\n"


def test_a_link_stays_one_and_modes_stay(run, gold, tmp_path):
    """The target of a link is replaced, with the permissions it had."""
    (tmp_path / "target.json").write_text("old")
    (tmp_path / "target.json").chmod(0o640)
    (tmp_path / "link.json").symlink_to("target.json")
    assert run("spans", "-g", gold, gold, "-f", "json", "-o", "link.json").code == 0
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "target.json").read_text().startswith("{")
    assert stat.S_IMODE((tmp_path / "target.json").stat().st_mode) == 0o640


def test_a_write_that_fails_leaves_the_old_file(run, gold, tmp_path, monkeypatch):
    """The disk is full half way: the old file stays, nothing lies beside it, and the exit code is that of an
    error.
    """
    (tmp_path / "out.json").write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    done = run("spans", "-g", gold, gold, "-f", "json", "-o", "out.json")
    assert (done.code, done.out) == (2, "")
    assert "out.json: cannot write: no space left on device" in done.err
    assert (tmp_path / "out.json").read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["gold.tsv", "out.json"]


def test_a_pipe_is_written_to(run, gold, tmp_path):
    """It stays a pipe, and its reader gets the text."""
    os.mkfifo(tmp_path / "pipe")
    texts = []
    reader = threading.Thread(target=lambda: texts.append((tmp_path / "pipe").read_text()))
    reader.start()
    assert run("spans", "-g", gold, gold, "-b", "-o", "pipe").code == 0
    reader.join(10)
    assert texts == ["1.0\n"]
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_one_number_and_nothing_else(run, write):
    """What -b and --counts-only leave no room for is refused when it is typed, not ignored."""
    gold = write("g.bio", "a B-X\n")
    for one, options in (
        ("-b", ["-f", "json"]),
        ("-b", ["-f", "table"]),
        ("-b", ["--confidence"]),
        ("-b", ["--by", "label"]),
        ("-b", ["--macro"]),
        ("--counts-only", ["-f", "tsv"]),
    ):
        done = run("bio", "-g", gold, "-s", gold, one, *options)
        assert (done.code, done.out) == (2, "")
        assert f"does not go with {one}, which" in done.err
    assert run("bio", "-g", gold, "-s", gold, "-b").out == "1.0\n"
    write("pyproject.toml", '[tool.nerkit]\nformat = "json"\nby = ["label"]\n')
    assert run("bio", "-g", gold, "-s", gold, "-b").out == "1.0\n"
