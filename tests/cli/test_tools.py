"""measures, explain, demo, help."""

import re
import shlex

import click
import pytest
from tries import each

import nerkit
from nerkit.cli import COMMANDS, cli
from nerkit.cli.summaries import SUMMARIES
from nerkit.readers import FORMATS
from nerkit.scorers import SCORERS, task_named
from nerkit.writers import WRITERS


def commands():
    return {name: cli.get_command(click.Context(cli), name) for name in COMMANDS}


@each("name", COMMANDS)
def test_every_command_and_option_has_help_with_runnable_examples(name):
    """A first sentence, examples that begin with `nerkit`, and a text for every option."""
    command = commands()[name]
    examples = re.findall(r"^ +nerkit (\S+)", command.help, re.MULTILINE)
    assert name in examples
    assert all(option.help for option in command.params if isinstance(option, click.Option))


def test_the_list_of_commands_has_the_first_sentence_of_each(run):
    """It is generated, as the list loads no command; no sentence is cut, or of a command that is gone."""
    assert {name: command.get_short_help_str(1000) for name, command in commands().items()} == SUMMARIES
    listed = re.findall(r"^  (\w+) {2,}(\S.*(?:\n {6,}\S.*)*)$", run("--help-all").out, re.MULTILINE)
    assert {name: " ".join(text.split()) for name, text in listed} == SUMMARIES
    assert [name for name, _ in listed] == list(COMMANDS)


@each("name", COMMANDS)
def test_the_options_of_examples_exist(name):
    """Each example line parses, up to where its files are opened."""
    for line in re.findall(
        r"^ +(?:.*\| )?(nerkit .*)$", commands()[name].help.partition("Examples:")[2], re.MULTILINE
    ):
        words = shlex.split(re.sub(r"<\(.*?\)", "FILE", line))
        command = commands()[words[1]]
        assert command.make_context(words[1], words[2:]).params


@pytest.mark.parametrize("task", SCORERS)
def test_every_listed_measure_is_explained(run, task):
    """Definition, formula, source."""
    listed = [measure for measure in task_named(task).measures if measure.listed]
    assert listed
    for measure in listed:
        done = run("explain", measure.name)
        assert done.code == 0
        assert f"({task})" in done.out
        assert "Source" in done.out


def test_measures(run):
    """All, those of a task, those of a group; unknown names are answered with the nearest."""
    every = run("measures").out.split("\n\n")[0].splitlines()[1:]
    begun = [line for line in every if not line.startswith(" ")]
    assert list(dict.fromkeys(line.split()[0] for line in begun)) == list(SCORERS)
    lines = run("measures", "spans", "-m", "cornolti").out.split("\n\n")[0].splitlines()
    assert [line.split()[1] for line in lines[1:] if not line.startswith(" ")] == [
        "strong_linked_mention_match",
        "strong_link_match",
        "entity_match",
    ]
    assert "did you mean 'spans'" in run("measures", "span").err
    assert "did you mean 'tac14'" in run("measures", "-m", "tac15").err


def test_a_terminal_of_80_columns(run):
    """Lists of measures, explanations and the help of figures fit it, and nothing is cut."""
    names = [measure.name for task in SCORERS for measure in task_named(task).measures if measure.listed]
    texts = [run("measures").out, *(run("explain", name).out for name in names), run("plot", "--help").out]
    lines = [line for text in texts for line in text.splitlines()]
    assert [line for line in lines if len(line) > 80 and " " in line.strip()] == []


def test_the_help_of_convert_lists_the_formats_in_brackets(run):
    """Those that it reads and those that it writes, in lines that end behind a bar."""
    page = re.sub(r"\|\n +", "|", run("convert", "--help").out)
    assert f"--from [{'|'.join(FORMATS)}]" in page
    assert f"--to [{'|'.join(WRITERS)}]" in page


def test_a_comparison_is_one_line(write):
    """In a notebook: what was compared, and the first row."""
    gold = write("gold.tsv", "d\t0\t1\nd\t2\t3\n")
    system = write("system.tsv", "d\t0\t1\n")
    shown = repr(nerkit.compare(gold, {"a": gold, "b": system}))
    assert shown.startswith("<Comparison of 2 systems: <Result spans: a ")
    assert "\n" not in shown


def test_explain_says_what_is_wrong(run):
    """Unknown measures are answered with the nearest, exit code 2."""
    done = run("explain", "strong_al_match")
    assert (done.code, done.out) == (2, "")
    assert "did you mean 'strong_all_match'" in done.err


def test_explain_an_expression(run):
    """Any expression can be explained, with fields of the data too, by the task in whose language it is."""
    out = " ".join(run("explain", "sets:is_nil:docid+form").out.split())
    assert "annotations where is_nil holds" in out
    assert "form (a field that the data must have)" in out
    assert re.findall(r"\((\w+)\)", run("explain", "sets::span").out)[0] == "spans"
    assert "(bio)" not in run("explain", "sets::span").out


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("sets::tpye", "unknown field 'tpye' in the key of measure 'sets::tpye'; did you mean 'type'?"),
        ("sets:is_nill:span", "unknown field 'is_nill' in the filter of measure 'sets:is_nill:span'"),
        ("set::span", "unknown aggregator 'set' in measure 'set::span'; did you mean 'sets'?"),
        ("sets:span", "measure 'sets:span' must have the form aggregator:filter:key"),
    ],
)
def test_explain_a_misspelt_expression(run, name, problem):
    """The error says which part of it is wrong."""
    done = run("explain", name)
    assert (done.code, done.out) == (2, "")
    assert problem in done.err


def test_explain_overlap(run):
    """The formula says how each span is compared."""
    assert "max |a ∩ b| / |a|" in run("explain", "overlap-maxsum::span").out


def test_demo(run):
    """Scores the demo data, showing the command."""
    done = run("demo", "spans")
    assert done.code == 0
    assert done.out.startswith("$ cd spans && nerkit evaluate")
    assert "did you mean 'spans'" in run("demo", "spens").err


def test_unknown_command(run):
    """The nearest command is offered."""
    done = run("evalute")
    assert done.code == 2
    assert "did you mean 'evaluate'" in done.err
