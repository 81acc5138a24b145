"""`nerkit explain`: the definition of a measure, its formula, source and edge cases, and its differences from
the original scorer.
"""

import textwrap
from collections.abc import Collection
from typing import TYPE_CHECKING

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.option_names import worded
from nerkit.cli.paragraphs import WIDTH, wrapped
from nerkit.exceptions import unknown

if TYPE_CHECKING:
    from nerkit.scorers.task import Measure, Task


@click.command(cls=GroupedCommand)
@click.argument("measure")
@click.option("--preset", metavar="NAME|FILE", help="Explain measures and options of this preset.")
def command(measure: str, preset: str | None) -> None:
    """Explain a measure: its counts, its formula, its source, its edge cases.

    \b
    Examples:
      nerkit explain sets::span+type
      nerkit explain overlap-maxsum::span
      nerkit explain strong_link_match
      nerkit explain seqeval
      nerkit explain precision
      nerkit explain rst/full --preset rst
    """
    click.echo(explained(measure) if preset is None else explained_of(preset, measure))


def explained(name: str, besides: Collection[str] = ()) -> str:
    """The explanation of the measure *name*, for each task that has it. Raises UsageError for an unknown
    name; the error suggests similar names, also from *besides*.
    """
    from nerkit import scorers
    from nerkit.ground.synonyms import spelling
    from nerkit.scorers.vocabulary import WORDS

    tasks = [scorers.task_named(task) for task in scorers.SCORERS]
    word = WORDS.get(spelling(name))
    described = {task.name: task.describe(name) for task in tasks if word is None}
    texts = [] if word is None else [_text("every task", word)]
    texts += [_text(task, own) for task, own in described.items() if own is not None]
    texts = texts or [_of_group(name, task) for task in tasks if name in task.groups]
    if not texts:
        known = [each for task in tasks for each in (*(one.name for one in task.measures), *task.groups)]
        raise unknown("task or measure" if besides else "measure", name, [*besides, *known, *WORDS])
    return "\n\n".join(texts)


def of_preset(name: str) -> "list[Measure]":
    """The measures that a preset defines by formulas, its headline measure first. Empty if the preset has no
    formulas.
    """
    from nerkit.algebra import files
    from nerkit.evaluation.presets import preset
    from nerkit.ground import preset_files
    from nerkit.scorers.task import Measure

    found = preset(name)
    if not found.headline:
        return []
    source = "; ".join(found.details()["source"])
    return [
        Measure(
            one.name,
            definition=one.definition,
            formula=[f"{f'{one.average} ' * (one.average != 'micro')}{one.metric}"],
            differences=one.differs,
            source=source,
            listed=False,
        )
        for one in files.formulas(preset_files.reference(name, {}))
    ]


def explained_of(preset: str, name: str) -> str:
    """The explanation of a measure of a preset. If the preset uses a measure of a task, the explanation comes
    from that task.
    """
    measures = of_preset(preset)
    if not measures:
        return explained(name)
    chosen = [one for one in measures if one.name == name or one.name.startswith(f"{name}/")]
    if not chosen:
        raise unknown("measure", name, [one.name for one in measures])
    return "\n\n".join(_text(f"preset {preset}", one) for one in chosen)


def _of_group(name: str, task: "Task") -> str:
    """The measures in a group of a task, each with its definition."""
    members = [*{one.name: one for one in task.looked_up(name) if one.listed}.values()]
    width = max(len(measure.name) for measure in members)
    lines = [
        wrapped(f"  {one.name:<{width}}  {worded(one.summary or one.definition)}", " " * (width + 4))
        for one in members
    ]
    typed = " ".join(f"-m {measure.name}" for measure in members)
    meaning = wrapped(f"A group: -m {name} is {typed}", "  ")
    return "\n".join([f"{name}  ({task.name})", "", meaning, "", *lines])


def _text(task: str, measure: "Measure") -> str:
    from nerkit.scorers.provenance import address, comparisons

    parts = [f"{measure.name}  ({task})", "", *textwrap.wrap(measure.definition, WIDTH), ""]
    for line in measure.formula:
        hanging = " " * (len(line) - len(line.lstrip()) + 6)
        parts += wrapped(f"  {worded(line)}", hanging).splitlines() or [""]
    for title, lines in (
        ("Edge cases", measure.edge_cases),
        ("Differences from the reference scorer", measure.differences),
        ("Groups", [", ".join(measure.groups)] if measure.groups else []),
        ("Source", [measure.source] if measure.source else []),
        ("Compared with", [str(one) for one in comparisons(task, measure.name)]),
        ("In the manual", [address(task, measure.name)] if measure.listed else []),
    ):
        if lines:
            parts += ["", title]
            for line in lines:
                parts += textwrap.wrap(worded(line), WIDTH, initial_indent="  - ", subsequent_indent="    ")
    return worded("\n".join(parts))
