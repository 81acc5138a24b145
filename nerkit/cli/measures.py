"""`nerkit measures`: the list of measures."""

import click

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
    from tabulate import tabulate

    from nerkit import scorers

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
    click.echo(tabulate(lines, headers, tablefmt="plain", disable_numparse=True))
    for one in tasks:
        click.echo("\n" + "\n".join(one.language))
