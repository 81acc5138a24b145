"""The command line before any command: its arguments, the command that they name, and what TAB offers."""

from pathlib import Path

import click
import pytest
from tries import each

import nerkit
from nerkit import __version__
from nerkit.cli import cli, main
from nerkit.cli.commands import COMMANDS, LEFT, loaded
from nerkit.scorers import SCORERS


def test_without_arguments_those_of_the_process_are_taken(monkeypatch, capsys):
    """All but the program's name, as under the name `nerkit`."""
    monkeypatch.setattr("sys.argv", ["nerkit", "--version"])
    with pytest.raises(SystemExit) as ended:
        main()
    folder = Path(nerkit.__file__).parent
    assert (ended.value.code, capsys.readouterr().out) == (0, f"nerkit {__version__} ({folder})\n")


def test_what_nobody_foresaw(monkeypatch, capsys):
    """It is shown as Python shows it, and is no failed gate; a program that calls `main` gets it."""

    def fails(_):
        raise RuntimeError("unforeseen")

    monkeypatch.setattr("nerkit.cli.program._exit_code", fails)
    with pytest.raises(SystemExit) as ended:
        main()
    assert (ended.value.code, "RuntimeError: unforeseen" in capsys.readouterr().err) == (2, True)
    with pytest.raises(RuntimeError, match="unforeseen"):
        main([])


@pytest.mark.parametrize("more", [[], ["-g", "x"], ["spans"]])
def test_no_such_command(run, more):
    """The nearest name is told, whatever comes after it."""
    done = run("spams", *more)
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[0] == "error: no such command 'spams'; did you mean 'spans'?"


@pytest.mark.parametrize(("begun", "offered"), [("spa", ["spans"]), ("--vers", ["--version"]), ("xyz", [])])
def test_what_is_offered_for_a_word(begun, offered):
    """Commands, or the options of the program."""
    assert [item.value for item in cli.shell_complete(click.Context(cli), begun)] == offered


@each("option", sorted(option for option in LEFT if " " not in option))
@each("command", sorted(COMMANDS))
def test_an_option_that_left(run, command, option):
    """One sentence in every command, with a value, with `=`, and among other options."""
    if option in {name for one in loaded(command).params for name in one.opts}:
        return  # the command has an option of this name
    among = [["-g", "gold.tsv", "system.tsv", "-m", "x", option]] if command in SCORERS else []
    for line in ([option, "x"], [f"{option}=x"], *among):
        done = run(command, *line)
        assert (done.code, done.out) == (2, "")
        assert done.err == f"error: `{option}` left nerkit in {LEFT[option]}; see CHANGELOG\n"


@pytest.mark.parametrize("typed", sorted(option for option in LEFT if " " in option))
def test_a_value_that_left(run, typed):
    """The same sentence, however the value is typed."""
    option, value = typed.split()
    for line in ([option, value], [f"{option}={value}"]):
        done = run("bio", "-g", "gold.bio", "system.bio", *line)
        assert (done.code, done.out) == (2, "")
        assert done.err == f"error: `{typed}` left nerkit in {LEFT[typed]}; see CHANGELOG\n"


def test_an_option_that_left_in_a_configuration(run, write):
    """The same sentence, at its line."""
    path = write("c.toml", '[tool.nerkit.coref]\ncertificate = "c.jsonl"\n')
    done = run("coref", "-g", path, path, "--config", path)
    assert done.code == 2
    assert f"{path}:2:1: `--certificate` left nerkit in 0.2; see CHANGELOG" in done.err


def test_the_changelog_lists_what_left():
    """Every option that left, under Removed."""
    text = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
    removed = text.partition("**Removed**")[2]
    assert [option for option in LEFT if f"`{option}`" not in removed] == []
