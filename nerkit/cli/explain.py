"""`nerkit explain`: what a measure counts, its formula, source, edge cases, differences from its scorer."""

import textwrap
from collections.abc import Collection
from typing import TYPE_CHECKING

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.paragraphs import WIDTH, wrapped
from nerkit.cli.wording import worded
from nerkit.errors import unknown

if TYPE_CHECKING:
    from nerkit.scorers.task import Measure


@click.command(cls=GroupedCommand)
@click.argument("measure")
def command(measure: str) -> None:
    """Explain a measure: what it counts, its formula, where it comes from, its edge cases.

    \b
    Examples:
      nerkit explain sets::span+type
      nerkit explain overlap-maxsum::span
      nerkit explain strong_link_match
    """
    click.echo(explained(measure))


def explained(name: str, besides: Collection[str] = ()) -> str:
    """What is known of a measure, by each task that has it. Raises UsageError for a name that is none; it may
    be one of those *besides*, misspelt.
    """
    from nerkit import scorers

    tasks = [scorers.task_named(task) for task in scorers.SCORERS]
    described = {task.name: task.describe(name) for task in tasks}
    texts = [_text(task, own) for task, own in described.items() if own is not None]
    if not texts:
        measures = [known.name for task in tasks for known in task.measures]
        raise unknown("task or measure" if besides else "measure", name, [*besides, *measures])
    return "\n\n".join(texts)


def _text(task: str, measure: "Measure") -> str:
    parts = [f"{measure.name}  ({task})", "", *textwrap.wrap(measure.definition, WIDTH), ""]
    for line in measure.formula:
        hanging = " " * (len(line) - len(line.lstrip()) + 6)
        parts += wrapped(f"  {worded(line)}", hanging).splitlines() or [""]
    for title, lines in (
        ("Edge cases", measure.edge_cases),
        ("Differences from the reference scorer", measure.differences),
        ("Groups", [", ".join(measure.groups)] if measure.groups else []),
        ("Source", [measure.source]),
    ):
        if lines:
            parts += ["", title]
            for line in lines:
                parts += textwrap.wrap(worded(line), WIDTH, initial_indent="  - ", subsequent_indent="    ")
    return worded("\n".join(parts))
