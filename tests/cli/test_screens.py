"""The first screen, the daily options and all of them, on a terminal of 80 columns."""

import json
import re
import subprocess
import sys

import click
import pytest
from tries import each

from nerkit.cli import COMMANDS, cli
from nerkit.cli.help import DAILY, EXAMPLES, FEW, TITLE_OF, TOPICS
from nerkit.cli.options import TaskOption
from nerkit.cli.screens import FIRST
from nerkit.exceptions import plural

COLUMNS = 80
LINES = 24  # of a terminal, the first screen
PAGE = 70  # lines of daily options
MOST_OPTIONS = 25  # in the help of a command
MOST_WORDS = 120  # before the examples of errors
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
    """The commands of the first screen, each with what is said of it."""
    lines = [line for line in FIRST.splitlines() if not line.startswith("  nerkit ")]
    cells = [cell for line in lines for cell in re.findall(r"(?<!\S)(\w+) {2,10}(\S+(?: \S+)*)", line)]
    return [(name, said) for name, said in cells if name in COMMANDS]


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


def test_the_first_screen_has_every_command():
    """Once, with two to five words."""
    listed = first_screen_commands()
    assert sorted(name for name, _ in listed) == sorted(COMMANDS)
    assert {name: said for name, said in listed if not 2 <= len(said.split()) <= 5} == {}


def test_the_lines_of_the_first_screen_work_as_they_stand_there(run):
    """Options exist, and are daily ones; so do the topics that the last line names."""
    assert "  nerkit evaluate -g GOLD -s SYSTEM  " in FIRST
    assert (
        command("evaluate").make_context("evaluate", ["-g", "GOLD", "-s", "SYSTEM"]).params["gold"] == "GOLD"
    )
    assert FIRST.splitlines()[-1].partition("nerkit help ")[2].split(" | ") == list(TOPICS)


@pytest.mark.parametrize("topic", TOPICS)
def test_topics(run, topic):
    """`nerkit help gates` explains, shows lines, and has the options of the group; a task names it."""
    done = run("help", topic)
    assert (done.code, done.err) == (0, "")
    assert max(map(len, done.out.splitlines())) <= COLUMNS
    title = topic.capitalize()
    longest = {max(one.opts, key=len) for one in options("bio") if TITLE_OF.get(str(one.name)) == title}
    assert shown(done.out) == longest
    assert f"\n{title} (nerkit help {topic}):\n" in run("bio", "--help").out
    assert f"\n{title}:\n" in run("bio", "--help-all").out


@pytest.mark.parametrize("topic", TOPICS)
def test_the_lines_of_topics_work(run, write, topic):
    """Each of them, in the order in which they stand."""
    text = "".join("Anna B-PER\nsaw O\nBonn B-LOC\n\n" * 2 for _ in range(20))
    for name in ("gold", "system", "before", "after"):
        write(f"{name}.bio", text.replace("Bonn B-LOC", "Bonn O", {"before": 8, "after": 4}.get(name, 0)))
    lines = re.findall(r"^  nerkit (.*)$", run("help", topic).out, re.MULTILINE)
    assert len(lines) == 4
    for line in lines:
        done = run(*line.split())
        assert (done.code, "error" in done.err) == (0, False), done.err
        if "-f json" in line and "-o" not in line:
            write("main.json", done.out)


@each("name", COMMANDS)
def test_help_has_at_most_25_options(run, name):
    """What is left is in the topics and in --help-all."""
    assert len(shown(run(name, "--help").out)) <= MOST_OPTIONS


def test_the_help_of_errors_begins_with_what_it_does(run):
    """No list of classes stands before the first example."""
    text = run("errors", "--help").out.partition("Examples:")[0]
    assert text.split("\n\n")[1].strip() == "List errors: one line for each wrong item, with its class."
    assert len(text.split()) < MOST_WORDS


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
    """`nerkit --help-all`, in groups."""
    page = run("--help-all").out
    assert max(map(len, page.splitlines())) <= COLUMNS
    for name in ("measures", "explain", "nerval", "cky", "chunk", "merge", "completion"):
        assert re.search(rf"^  {name} ", page, re.MULTILINE)
    assert re.search(r"^Lecture:\n  cky .*\n(?: {6,}.*\n)*  chunk ", page, re.MULTILINE)


@each("name", COMMANDS)
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


@each("name", COMMANDS)
def test_all_options_are_shown_where_they_are_asked_for(run, name):
    """--help-all has every option and every example; --help the daily ones, and counts the others."""
    every, daily = run(name, "--help-all").out, run(name, "--help").out
    longest = {one: max(one.opts, key=len) for one in options(name)}
    assert shown(every) == {*longest.values(), "--help", "--help-all"}
    expected = {typed for one, typed in longest.items() if command(name).is_daily(one)}
    assert shown(daily) == expected
    more = len(longest) - len(expected)
    assert daily.endswith(f"{plural(more, 'more option') if more else 'there are no more options'}\n")
    assert max(map(len, every.splitlines())) <= COLUMNS
    examples = [page.partition(EXAMPLES)[2].partition("\n\n")[0].splitlines() for page in (every, daily)]
    assert examples[1] == examples[0][:FEW]


@each("name", COMMANDS)
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
