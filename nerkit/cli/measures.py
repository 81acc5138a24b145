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

    if task is not None:
        scorers.scorer(task)
    lines = [
        [name, found.name, found.definition, " ".join(found.groups)]
        for name in scorers.SCORERS
        if task in (None, name)
        for found in scorers.scorer(name).measures()
        if group is None or group in found.groups
    ]
    if not lines:
        known = {
            g for name in scorers.SCORERS for found in scorers.scorer(name).measures() for g in found.groups
        }
        raise unknown("group", str(group), sorted(known))
    headers = ["task", "measure", "stands for", "groups"]
    click.echo(tabulate(lines, headers, tablefmt="plain", disable_numparse=True))
    for name in scorers.SCORERS:
        if task in (None, name):
            click.echo("\n" + "\n".join(scorers.scorer(name).LANGUAGE))
