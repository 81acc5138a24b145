"""`nerkit measures`: the list of measures."""

import shutil
import sys
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from nerkit.cli.wording import worded
from nerkit.errors import unknown

if TYPE_CHECKING:
    from nerkit.scorers.task import Measure

WIDTH = 80


@click.command()
@click.argument("task", required=False)
@click.option("-m", "--measure", "group", metavar="GROUP", help="Only the measures of a group.")
def command(task: str | None, group: str | None) -> None:
    """List the measures of all tasks or of one: name, what it stands for, groups.

    \b
    Examples:
      nerkit measures
      nerkit measures spans
      nerkit measures spans -m tac14
    """
    from nerkit import scorers

    tasks = [scorers.task_named(name) for name in ([task] if task else scorers.SCORERS)]
    listed = [(one.name, measure) for one in tasks for measure in one.measures if measure.listed]
    rows = [
        (name, measure.name, _described(measure))
        for name, measure in listed
        if group is None or group in measure.groups
    ]
    if not rows:
        raise unknown("group", str(group), sorted({name for _, measure in listed for name in measure.groups}))
    parts = ["\n".join(_table([("task", "measure", "stands for  [groups]"), *rows]))]
    languages = (worded("\n".join(one.language)).splitlines() for one in tasks)
    parts += ["\n".join(wrapped(line, "  ") for line in lines) for lines in languages]
    text = "\n\n".join(part for part in parts if part)
    if sys.stdout.isatty() and len(text.splitlines()) > shutil.get_terminal_size().lines:
        click.echo_via_pager(text + "\n")
    else:
        click.echo(text)


def _described(measure: "Measure") -> str:
    """What a measure stands for, and its groups."""
    groups = f"  [{' '.join(measure.groups)}]" if measure.groups else ""
    return f"{measure.summary or measure.definition}{groups}"


def _table(rows: list[tuple[str, str, str]]) -> Iterator[str]:
    """The rows, the last column of which is wrapped."""
    first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
    for task, name, text in rows:
        begin = f"{task:<{first}}  {name:<{second}}  "
        yield wrapped(begin + text, " " * len(begin))


def wrapped(text: str, indent: str) -> str:
    """A text in lines of WIDTH columns, all but the first behind an indent; long words stay whole."""
    return textwrap.fill(
        text,
        WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
        drop_whitespace=True,
    )
