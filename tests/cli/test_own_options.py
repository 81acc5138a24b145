"""The own options of a task's command are the fields of its `Options`."""

from dataclasses import fields

import click
import pytest

from nerkit.cli import cli
from nerkit.cli.options import TaskOption
from nerkit.ground.options import OF_RUN, options_of
from nerkit.scorers import SCORERS, task_named


def command(task):
    """The command of a task."""
    return cli.get_command(click.Context(cli), task)


@pytest.mark.parametrize("task", SCORERS)
def test_every_field_is_an_option_with_its_words(task):
    """But for what a run fills in, as the number of processes; the docstring has each sentence."""
    kind = task_named(task).options
    worded = {each.name: words for each, words in options_of(kind)}
    inherited = {each.name for each in fields(kind) if not each.repr} - set(worded)  # another task's alone
    assert {each.name for each in fields(kind)} - {*OF_RUN} - inherited == set(worded)
    own = {one.name: one for one in command(task).params if isinstance(one, TaskOption)}
    assert {name: one.help for name, one in own.items()} == {name: w.help for name, w in worded.items()}
    assert [name for name, words in worded.items() if f"    {name}: {words.help}" not in kind.__doc__] == []


@pytest.mark.parametrize("task", SCORERS)
def test_an_option_that_is_not_given_leaves_the_default_to_the_task(task):
    """None, and () of several, so that no default stands twice."""
    params = command(task).make_context(task, ["-g", "gold"]).params
    own = [one for one in command(task).params if isinstance(one, TaskOption)]
    assert [one.name for one in own if params[one.name] not in (None, ())] == []


def test_the_help_lists_an_option_where_its_command_says():
    """HIPE's options stand before the reading of scores, though their fields come later."""
    names = [one.name for one in command("spans").params if isinstance(one, TaskOption)]
    place = names.index("gold_candidates")
    assert names[place : place + 5] == ["gold_candidates", "n_best", "noise", "period", "min_score"]
