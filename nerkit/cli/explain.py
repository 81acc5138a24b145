"""`nerkit explain`: what a measure counts, its formula, source, edge cases, differences from its scorer."""

import textwrap
from typing import TYPE_CHECKING

import click

from nerkit.cli.measures import WIDTH, wrapped
from nerkit.cli.wording import worded
from nerkit.errors import unknown

if TYPE_CHECKING:
    from nerkit.scorers.task import Measure


@click.command()
@click.argument("measure")
def command(measure: str) -> None:
    """Explain a measure: what it counts, its formula, where it comes from, its edge cases.

    \b
    Examples:
      nerkit explain sets::span+type
      nerkit explain overlap-maxsum::span
      nerkit explain strong_link_match
    """
    from nerkit import scorers

    tasks = [scorers.task_named(name) for name in scorers.SCORERS]
    described = {task.name: task.describe(measure) for task in tasks}
    texts = [_text(task, own) for task, own in described.items() if own is not None]
    if not texts:
        raise unknown("measure", measure, [known.name for task in tasks for known in task.measures])
    click.echo("\n\n".join(texts))


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
