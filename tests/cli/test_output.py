"""Where `-o` writes: a file is replaced as a whole, and never an input."""

import json
import os
import stat
import subprocess
import sys
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


def test_what_no_option_names_is_an_input_too(run, write, gold, monkeypatch, tmp_path):
    """A list behind an @, the configuration that was found, and the text beside an annotation."""
    monkeypatch.chdir(tmp_path)
    config = write("pyproject.toml", "[tool.nerkit]\ndigits = 2\n")
    only = write("only", "d\n")
    write("note.ann", "T1\tPER 0 1\ta\n")
    text = write("note.txt", "a b")
    annotation = ("spans", "-g", "note.ann", "note.ann", "-m", "string", "-o", "note.txt")
    for path, arguments in (
        (only, ("spans", "-g", gold, gold, "--only", "document=@only", "-o", "only")),
        (config, ("spans", "-g", gold, gold, "-o", "pyproject.toml")),
        (text, annotation),
    ):
        before = path.read_text()
        done = run(*arguments)
        assert "would replace an input" in done.err
        assert (done.code, done.out, path.read_text()) == (2, "", before)
    assert run("spans", "-q", "-g", gold, gold, "-o", "only").code == 0  # which this command does not read


@pytest.mark.parametrize("named", ["-", "file://{}", "local://{}"])
def test_what_comes_through_a_stream_is_an_input_too(write, gold, named):
    """A file that is redirected, and one of this machine that is named by an address."""
    system = write("system.tsv", GOLD)
    with gold.open("rb") as file:
        line = [sys.executable, "-m", "nerkit", "spans", "-g", named.format(gold), system, "-o", gold]
        done = subprocess.run(line, stdin=file, capture_output=True, check=False, text=True)
    assert (done.returncode, gold.read_text()) == (2, GOLD)
    assert "would replace an input" in done.stderr


def test_an_open_file_that_is_an_input(gold):
    """The name of a descriptor, of what is read through it or under another name."""
    for arguments in (("-g", "-", gold), ("-g", gold, gold)):
        line = [sys.executable, "-m", "nerkit", "spans", *map(str, arguments), "-o", "/dev/fd/0"]
        with gold.open("r+b") as stream:
            done = subprocess.run(line, stdin=stream, capture_output=True, check=False, text=True)
        assert (done.returncode, gold.read_text()) == (2, GOLD)
        assert "-o /dev/fd/0 would replace an input" in done.stderr


def test_a_hyphen_is_stdout(run, gold, tmp_path):
    """No file of that name is made."""
    done = run("spans", "-g", gold, gold, "-b", "-o", "-")
    assert (done.code, done.out) == (0, "1.0\n")
    assert run("convert", gold, "--to", "span-tsv", "-o", "-").out.startswith("d\t0\t1")
    assert os.listdir(tmp_path) == ["gold.tsv"]


def test_two_outputs_are_two_files(run, gold, tmp_path, monkeypatch):
    """What is added to one file would be lost where -o replaces it."""
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "out"))
    done = run("spans", "-g", gold, gold, "-f", "github", "-o", "out")
    assert (done.code, done.out, os.listdir(tmp_path)) == (2, "", ["gold.tsv"])
    assert "-o out is also the file of GITHUB_STEP_SUMMARY" in done.err
    done = run("errors", "--task", "json", "-g", gold, gold, "--undecided", "out", "-o", "./out")
    assert done.code == 2


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_a_name_of_an_open_file_is_written_to(gold, tmp_path, name):
    """Where it stands: what was in the file before is there still, and the file is the same."""
    log = tmp_path / "log"
    log.write_text("before\n")
    line = [sys.executable, "-m", "nerkit", "spans", "-b", "-q", "-g", str(gold), str(gold)]
    line += ["-m", "sets::span", "-o", name]
    with log.open("a") as stream:
        done = subprocess.run(line, stdout=stream, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert log.read_text() == "before\n1.0\n"


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
    assert (done.code, json.loads(done.out)["error"]["key"]) == (2, "unwritable")
    assert "out.json: nerkit cannot write the file: no space left on device" in done.err
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
        assert (done.code, done.out[:9]) == (2, '{"error":' if "json" in options else "")
        assert f"cannot be used with {one}, which" in done.err
    assert run("bio", "-g", gold, "-s", gold, "-b").out == "1.0\n"
    write("pyproject.toml", '[tool.nerkit]\nformat = "json"\nby = ["label"]\n')
    assert run("bio", "-g", gold, "-s", gold, "-b").out == "1.0\n"


@pytest.mark.parametrize(
    "names",
    [
        ["../../x"],
        ["sub/../../esc/q"],
        ["/etc/x"],
        ["x" * 300],
        ["a\0b"],
        ["a\ud800"],
        [""],
        [".hidden"],
        [".."],
        ["a//b", "a/b"],
    ],
)
def test_documents_that_cannot_be_files(run, write, tmp_path, names):
    """Names that lead elsewhere, that no file has, that a reader of the folder would pass over, or that two
    have: nothing is written.
    """
    documents = [{"doc_key": name, "sentences": [["a"]], "ner": [[[0, 0, "X"]]]} for name in ["a", *names]]
    gold = write("gold.jsonl", "".join(f"{json.dumps(one)}\n" for one in documents))
    done = run("convert", gold, "--to", "brat", "--lossy", "-o", "folder/")
    assert (done.code, done.out, os.listdir(tmp_path)) == (2, "", ["gold.jsonl"])
    assert "cannot be a file name" in done.err or "'a//b.ann' and 'a/b.ann' would be one file" in done.err
