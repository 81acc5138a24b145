"""The first screen, the daily options and all of them, on a terminal of 80 columns."""

import json
import re
import subprocess
import sys

import click
import pytest

from nerkit.cli import COMMANDS, cli
from nerkit.cli.help import DAILY, EXAMPLES, FEW, TaskOption
from nerkit.cli.screens import FIRST
from nerkit.exceptions import plural

COLUMNS = 80
LINES = 24  # of a terminal, the first screen
PAGE = 70  # lines of daily options
MOST_MODULES = 17  # of ours, to show the first screen


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    """80 columns, whatever the terminal of who tests."""
    monkeypatch.setenv("COLUMNS", str(COLUMNS))


def command(name):
    """The command of this name."""
    return cli.get_command(click.Context(cli), name)


def options(name):
    """The options of a command that are not hidden."""
    return [one for one in command(name).params if isinstance(one, click.Option) and not one.hidden]


def shown(text):
    """The long names of the options that stand at the beginning of a line of a help."""
    return set(re.findall(r"^  (?:-\w, )?(--[\w.-]+)", text, re.MULTILINE))


def first_screen_commands():
    """The words of the first screen that are commands."""
    return [name for name in COMMANDS if re.search(rf"\b{name}\b", FIRST.partition("\nnerkit TASK")[0])]


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["help"]])
def test_the_first_screen(run, arguments):
    """On stdout, exit 0, whole: what is typed without knowing anything is answered with what can be typed."""
    done = run(*arguments)
    assert (done.code, done.out, done.err) == (0, f"{FIRST}\n", "")
    lines = done.out.splitlines()
    assert len(lines) <= LINES
    assert max(map(len, lines)) <= COLUMNS
    assert "…" not in done.out
    assert "..." not in done.out


def test_no_command_comes_to_the_first_screen_unless_another_leaves():
    """The screen is read as a whole only as long as it is short: whoever adds a command takes one away."""
    assert len(first_screen_commands()) == 22


def test_the_lines_of_the_first_screen_work_as_they_stand_there():
    """Their options exist, and are daily ones; so does what the last line names."""
    lines = re.findall(r"^  nerkit (\w+) +(.*?)(?:  +\S.*)$", FIRST, re.MULTILINE)
    assert [name for name, _ in lines] == ["evaluate", "errors", "report", "compare"]
    for name, arguments in lines:
        words = arguments.split()
        assert command(name).make_context(name, list(words)).params["gold"] == "GOLD"
        typed = [one for one in options(name) if {*one.opts} & {*words}]
        assert len(typed) == sum(word.startswith("-") for word in words)
        assert all(command(name).is_daily(option) for option in typed)
    assert FIRST.endswith("nerkit list formats")


def test_the_first_screen_loads_click_and_itself():
    """No command, no reader, no task; the modules of ours are counted."""
    code = (
        "import json, sys\nfrom nerkit.cli import main\n"
        "try:\n    main([])\nexcept SystemExit:\n    pass\n"
        "print(json.dumps([name for name in sys.modules if name.startswith('nerkit')]), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = json.loads(done.stderr)
    assert not set(modules) & {module for module in COMMANDS.values() if module != "nerkit.cli.screens"}
    assert len(modules) <= MOST_MODULES


def test_all_commands_are_listed_whole(run):
    """`nerkit --help-all`, in groups; what is seldom typed stands there alone."""
    page = run("--help-all").out
    assert max(map(len, page.splitlines())) <= COLUMNS
    for name in ("measures", "explain", "nerval", "cky", "chunk", "merge", "completion"):
        assert re.search(rf"^  {name} ", page, re.MULTILINE)
        assert name not in first_screen_commands()
    assert re.search(r"^Lecture:\n  cky .*\n(?: {6,}.*\n)*  chunk ", page, re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_daily_options_fit(run, name):
    """At most 70 lines, none wider than the terminal, nothing cut; the last one says where all are."""
    done = run(name, "--help")
    lines = done.out.splitlines()
    assert (done.code, done.err) == (0, "")
    assert len(lines) <= PAGE
    assert max(map(len, lines)) <= COLUMNS
    assert lines[-1].startswith(f"nerkit {name} --help-all: ")
    assert "..." not in done.out.replace("FILE...", "").replace("SYSTEM]...", "").replace(".json...", "")
    assert run(name, "-h").out == run("help", name).out == done.out


@pytest.mark.parametrize("name", COMMANDS)
def test_all_options_are_shown_where_they_are_asked_for(run, name):
    """--help-all has every option and every example; --help the daily ones, and counts the others."""
    every, daily = run(name, "--help-all").out, run(name, "--help").out
    longest = {one: max(one.opts, key=len) for one in options(name)}
    assert shown(every) == {*longest.values(), "--help", "--help-all"}
    expected = {typed for one, typed in longest.items() if command(name).is_daily(one)}
    assert shown(daily) == expected
    more = len(longest) - len(expected)
    assert daily.endswith(f"{plural(more, 'more option') if more else 'the same, no more options'}\n")
    assert max(map(len, every.splitlines())) <= COLUMNS
    examples = [page.partition(EXAMPLES)[2].partition("\n\n")[0].splitlines() for page in (every, daily)]
    assert examples[1] == examples[0][:FEW]


@pytest.mark.parametrize("name", COMMANDS)
def test_daily_options_exist(name):
    """A command names options of its own, none that every command shows and none whose field says it."""
    named = set(command(name).daily or ())
    assert named - {one.name for one in options(name)} == set()
    assert named & {*DAILY, *(one.name for one in options(name) if isinstance(one, TaskOption))} == set()


def test_every_shared_daily_option_is_of_some_command():
    """No name stands there that no option has."""
    assert {one.name for name in COMMANDS for one in options(name)} >= {*DAILY}


def test_help_of_what_is_no_command(run):
    """The nearest is told, as where it is typed as a command."""
    done = run("help", "bioo")
    assert (done.code, done.out) == (2, "")
    assert "no such command 'bioo'; did you mean 'bio'?" in done.err
