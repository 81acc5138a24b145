"""`nerkit measures`: the list of measures."""

import shutil
import sys

import click

from nerkit.cli.wording import worded
from nerkit.errors import unknown


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
    from nerkit.formatters import table
    from nerkit.views.grid import Grid, Style

    tasks = [scorers.task_named(name) for name in ([task] if task else scorers.SCORERS)]
    listed = [(one.name, measure) for one in tasks for measure in one.measures if measure.listed]
    lines = [
        [name, measure.name, measure.summary or measure.definition, " ".join(measure.groups)]
        for name, measure in listed
        if group is None or group in measure.groups
    ]
    if not lines:
        raise unknown("group", str(group), sorted({name for _, measure in listed for name in measure.groups}))
    headers = ["task", "measure", "stands for", "groups"]
    on_terminal = sys.stdout.isatty()
    style = Style(width=shutil.get_terminal_size().columns) if on_terminal else Style()
    grid = Grid(headers, lines, headers, counts=headers[-1:], prose=headers[2])
    text = "\n\n".join([table.render(grid, style), *(worded("\n".join(one.language)) for one in tasks)])
    if on_terminal and len(text.splitlines()) > shutil.get_terminal_size().lines:
        click.echo_via_pager(text + "\n")
    else:
        click.echo(text)
