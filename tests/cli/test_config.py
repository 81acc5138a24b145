"""Configurations: what a file that nobody named may do, and that it is told."""

import re
from pathlib import Path

import pytest

from nerkit.cli import main
from nerkit.cli.commands import COMMANDS, loaded

GOLD = "d\t0\t1\t\t\tA\ne\t0\t1\t\t\tB\n"


@pytest.fixture
def gold(write):
    return write("gold.tsv", GOLD)


def test_a_file_that_was_found_is_told_once(run, write, gold):
    """On stderr, without touching what is printed; -q keeps it silent, and a named file is no news."""
    path = write("pyproject.toml", "[tool.nerkit]\npercent = true\n")
    done = run("spans", "-g", gold, gold)
    assert done.err.count(f"note: defaults from {path}") == 1
    assert "note:" not in run("spans", "-g", gold, gold, "-q").err
    assert "note:" not in run("spans", "-g", gold, gold, "--config", path).err
    write("pyproject.toml", "[project]\nname = 'x'\n")
    assert "note:" not in run("spans", "-g", gold, gold).err


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("ie", 'metric = "metric.py"'),
        ("ie", 'metric = ["a.toml", "metric.py"]'),
        ("spans", 'output = "precious.txt"'),
        ("errors", 'undecided = "precious.txt"'),
        ("report", "open = true"),
        ("errors", 'option = ["metric=metric.py"]'),
        ("compare", 'option = "--metric=metric.py"'),
    ],
)
def test_a_file_that_was_found_runs_and_writes_nothing(run, write, gold, command, line):
    """Code of a parent folder ran, and a file was overwritten; named with --config both are what the user
    asked for.
    """
    write("metric.py", "raise SystemExit('ran')\n")
    precious = write("precious.txt", "precious")
    path = write("pyproject.toml", f"[tool.nerkit.{command}]\n{line}\n")
    done = run(command, "-g", gold, gold)
    assert (done.code, done.out) == (2, "")
    assert f"{path}:2:1: " in done.err
    assert "--config" in done.err
    assert precious.read_text() == "precious"
    if command == "spans":
        assert run(command, "-g", gold, gold, "--config", path).code == 0
        assert "sets::span" in precious.read_text()


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("spans", 'gold = "memory://a"'),
        ("spans", 'map = "memory://a"'),
        ("spans", 'only = "@memory://a"'),
        ("spans", 'by = ["seen=memory://a"]'),
        ("spans", 'system = ["a=memory://a"]'),
        ("errors", 'option = ["params=memory://a"]'),
    ],
)
def test_a_file_that_was_found_fetches_nothing(run, write, gold, command, line):
    """An address would be opened with the keys of the environment; a label may look like one."""
    path = write("pyproject.toml", f"[tool.nerkit.{command}]\n{line}\n")
    done = run(command, "-g", gold, gold)
    assert (done.code, done.out) == (2, "")
    assert f"{path}:2:1: a file that nerkit found by itself cannot name remote files" in done.err
    write("pyproject.toml", '[tool.nerkit]\nlabels = "http://a/b"\n')
    assert run("spans", "-g", gold, gold).code == 0


@pytest.fixture
def secret(run, write, tmp_path, monkeypatch):
    """A file beside the repository in which the command runs, with links to it."""
    write("secret", "key=of-somebody\nkey=of-somebody\n")
    (tmp_path / "repository" / ".git").mkdir(parents=True)
    (tmp_path / "repository" / "link").symlink_to(tmp_path / "secret")
    (tmp_path / "repository" / "folder").mkdir()
    (tmp_path / "repository" / "folder" / "a.tsv").symlink_to(tmp_path / "secret")
    monkeypatch.chdir(tmp_path / "repository")


@pytest.mark.usefixtures("secret")
@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("spans", 'map = "/proc/self/environ"'),
        ("spans", 'type-weights = "../secret"'),
        ("spans", 'compare-to = "link"'),
        ("spans", 'only = ["document=@../secret"]'),
        ("spans", 'only = ["document=@link"]'),
        ("spans", 'gold = "folder"'),
        ("spans", 'gold = "folder/*.ts?"'),
        ("spans", 'system = ["a=../secret"]'),
        ("spans", 'by = ["seen=/etc/passwd"]'),
        ("spans", 'label-names = "link"'),
        ("tree", 'params = "../secret"'),
        ("errors", 'option = ["type_weights=../secret"]'),
        ("json", 'schema = "../secret"'),
    ],
)
def test_a_file_that_was_found_names_files_of_its_repository_only(run, write, command, line):
    """After links, which may stand in a folder too: a line of such a file would be printed by an error."""
    gold = write("repository/gold.tsv", GOLD)
    path = write("repository/pyproject.toml", f"[tool.nerkit.{command}]\n{line}\n")
    done = run(command, "-g", gold, gold)
    assert (done.code, done.out) == (2, "")
    assert (
        f"{path}:2:1: a file that nerkit found by itself can name only files of its repository"
    ) in done.err
    assert "of-somebody" not in done.err


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("map", "inside"), ("type-weights", "inside"), ("compare-to", "inside")),
        *(("gold", "inside"), ("system", "folder")),
    ],
)
def test_nothing_is_shown_of_what_only_a_found_file_names(run, write, name, value):
    """Neither a line of it nor a word; a file that is named on the command line is shown as ever."""
    inside = write("inside", "token of-somebody\nother\tof-somebody\tof-somebody\n")
    write("folder/a.tsv", "token of-somebody\n")
    gold = write("gold.tsv", GOLD)
    write("pyproject.toml", f'[tool.nerkit.spans]\n{name} = "{value}"\n')
    asked = [] if name == "gold" else ["-g", gold]
    done = run("spans", *asked, *([] if name == "system" else [gold]))
    assert (done.code, done.out) == (2, "")
    assert "of-somebody" not in done.err
    assert "the content is wrong; nerkit does not show it," in done.err
    write("pyproject.toml", "")
    assert "of-somebody" in run("spans", "-g", gold, gold, "--map", inside).err


def test_the_page_lists_what_may_name_files():
    """Every option that takes a file and that a configuration may set, of any command with configurations."""
    page = (Path(__file__).parents[2] / "SECURITY.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"keys that may name files: `([^`]+)`", page)
    kinds = ("FILE", "@FILE", "Path")
    named = {
        parameter.opts[-1].removeprefix("--")
        for command in map(loaded, COMMANDS)
        if "--config" in {name for parameter in command.params for name in parameter.opts}
        for parameter in command.params
        if any(kind in f"{parameter.metavar or ''} {type(parameter.type).__name__}" for kind in kinds)
    }
    unasked = {*("output", "caption", "undecided", "config", "gold", "sources", "systems", "results")}
    assert named - unasked <= set(listed.split())


@pytest.mark.parametrize("line", ["[[tool.nerkit.spans]]", "[tool.nerkit]\nspans = 3"])
def test_what_is_no_table(run, write, gold, line):
    """A list of tables, or a number, where the options of a command stand."""
    write("pyproject.toml", f"{line}\n")
    done = run("spans", "-g", gold, gold)
    assert (done.code, done.out) == (2, "")
    assert (
        f"pyproject.toml:{line.count(chr(10)) + 1}:1: spans must be a table: [tool.nerkit.spans]" in done.err
    )


def test_only_files_of_the_repository_are_found(write, gold, tmp_path, monkeypatch, capsys):
    """Outside a repository that of the working folder alone; inside none above its root."""

    def scored():
        with pytest.raises(SystemExit):
            main(["spans", "-g", str(gold), str(gold), "-m", "sets::span"])
        return capsys.readouterr().out

    write("pyproject.toml", "[tool.nerkit]\nscore-only = true\n")
    below = tmp_path / "repository" / "below"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert scored() != "1.0\n"
    write("repository/pyproject.toml", "[tool.nerkit]\nscore-only = true\n")
    assert scored() != "1.0\n"
    (tmp_path / "repository" / ".git").mkdir()
    assert scored() == "1.0\n"
    write("repository/pyproject.toml", "")
    assert scored() != "1.0\n"


def test_a_working_folder_that_was_removed(run, gold, tmp_path, monkeypatch):
    """Nothing is found there, and files with whole paths are read all the same."""
    monkeypatch.chdir(tmp_path)
    assert run("spans", "-g", gold, gold, "-b").code == 0
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(SystemExit) as ended:
        main(["spans", "-g", str(gold), str(gold), "-b"])
    monkeypatch.chdir(tmp_path)
    assert ended.value.code == 0


def test_what_is_shown_of_a_configuration_is_harmless(run, tmp_path, monkeypatch, capsys):
    """The folder and the values may hold what steers a terminal or a build server."""
    run("measures", "bio")
    folder = tmp_path / "a\n::error::x\x1b[31m"
    folder.mkdir()
    (folder / "pyproject.toml").write_text(
        '[tool.nerkit]\nlabels = "\u009b31m\u202e##[x]"\n', encoding="utf-8"
    )
    monkeypatch.chdir(folder)
    with pytest.raises(SystemExit):
        main(["bio", "--show-config"])
    shown = capsys.readouterr().out
    assert [line[:2] for line in shown.split("\n")] == ["# ", "[t", "la", ""]
    assert not {"\x1b", "\x9b", "\u202e"} & set(shown)
    assert "##[" not in shown


def test_numbers_of_any_length_are_an_error_with_a_place(run, write, gold):
    """Python refuses integers of over 4,300 digits, and TOML has infinity."""
    for line in (
        f"digits = {'1' * 5000}",
        "digits = inf",
        f"jobs = 0x{'f' * 5000}",
        f"map = [0x{'f' * 5000}]",
    ):
        path = write("c.toml", f"[tool.nerkit]\n{line}\n")
        done = run("spans", "-g", gold, gold, "--config", path)
        assert (done.code, done.out) == (2, "")
        assert "c.toml" in done.err


def test_a_configuration_has_an_end(run, write, gold):
    """A file of more than 1 MB is not read, found or named; the message says up to which line."""
    path = write("pyproject.toml", "#\n" * (1 << 19) + "#")
    for options in ([], ["--config", path]):
        done = run("spans", "-g", gold, gold, *options)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"error: {path}:{(1 << 19) + 1}: the TOML file is larger than 1 MB\n")
    write("pyproject.toml", "#\n" * (1 << 19))
    assert run("spans", "-g", gold, gold).code == 0
