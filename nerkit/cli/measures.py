"""`nerkit measures`: the list of measures."""

from typing import TYPE_CHECKING

import click

from nerkit.cli.explain import explained, explained_of, of_preset
from nerkit.cli.help import GroupedCommand
from nerkit.cli.option_names import worded
from nerkit.cli.paragraphs import show, table, wrapped
from nerkit.exceptions import unknown

if TYPE_CHECKING:
    from nerkit.scorers.task import Measure


@click.command(cls=GroupedCommand)
@click.argument("name", metavar="[TASK|MEASURE]", required=False)
@click.option("-m", "--measure", "group", metavar="GROUP", help="List only the measures of this group.")
@click.option("--preset", metavar="NAME|FILE", help="List the measures of this preset.")
def command(name: str | None, group: str | None, preset: str | None) -> None:
    """List the measures of all tasks or of one task with their meanings and groups, or explain a measure.

    \b
    Examples:
      nerkit measures
      nerkit measures spans
      nerkit measures spans -m tac14
      nerkit measures b_cubed
    """
    if preset is None:
        show(listed(name, group))
    elif name is not None:
        show(explained_of(preset, name))
    else:
        show(_of_preset(preset))


def _of_preset(preset: str) -> str:
    """The list of a preset's measures: its own formulas, or the measures of the task that it selects."""
    from nerkit.evaluation.presets import preset as read
    from nerkit.scorers import task_named

    found = read(preset)
    task = task_named(found.task)
    measures = of_preset(preset) or task.resolve(found.measures or [one.name for one in task.measures])
    rows = [(preset, one.name, worded(one.summary or one.definition)) for one in measures]
    return table([("preset", "measure", "stands for"), *rows])


def listed(name: str | None, group: str | None = None) -> str:
    """The list of measures, of all tasks or of the task *name*. For a measure *name*, its explanation.
    *group* restricts the list to one group. Raises UsageError for an unknown name or group.
    """
    from nerkit import scorers

    if name is not None and name not in scorers.SCORERS and group is None:
        return explained(name, besides=scorers.SCORERS)
    tasks = [scorers.task_named(each) for each in ([name] if name else scorers.SCORERS)]
    measures = [(one.name, measure) for one in tasks for measure in one.measures if measure.listed]
    rows = [
        (task, measure.name, _described(measure))
        for task, measure in measures
        if group is None or group in measure.groups
    ]
    if not rows:
        groups = sorted({each for _, measure in measures for each in measure.groups})
        raise unknown("group", str(group), groups)
    parts = [table([("task", "measure", "stands for  [groups]"), *rows])]
    languages = (worded("\n".join(one.language)).splitlines() for one in tasks)
    parts += ["\n".join(wrapped(line, "  ") for line in lines) for lines in languages]
    return "\n\n".join(part for part in parts if part)


def _described(measure: "Measure") -> str:
    """The summary of a measure, followed by the groups that contain it."""
    groups = f"  [{' '.join(measure.groups)}]" if measure.groups else ""
    return worded(f"{measure.summary or measure.definition}{groups}")
