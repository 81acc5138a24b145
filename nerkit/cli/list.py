"""`nerkit list`: measures, formats, presets and tasks."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

import click

from nerkit.cli.help import GroupedCommand

if TYPE_CHECKING:
    from nerkit.evaluation.presets import Preset

ANY_TASK = ("agree", "compare", "power", "estimate")  # commands for statistics, which work for any task
TIERS = {  # tier other than stable -> its commands and measures
    "teaching": ("cky", "chunk"),
    "historical": ("template-muc4",),
}


def _names(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Shell completion: the names of the kind (measures, formats, …) that the previous argument gives."""
    from nerkit.cli import completing
    from nerkit.ground import preset_files
    from nerkit.readers import FORMATS
    from nerkit.readers.plugins import installed

    kind = ctx.params.get("kind")
    if kind == "measures":
        return completing.measures(ctx, _, incomplete)
    names = {
        None: KINDS,
        "formats": [*FORMATS, *installed()],
        "presets": preset_files.built_in(),
        "tasks": _tiers(),
    }
    return completing.beginning(incomplete, list[str](names.get(kind, ())))


@click.command(cls=GroupedCommand)
@click.argument("kind", metavar="[measures|formats|presets|tasks]", required=False, shell_complete=_names)
@click.argument("name", metavar="[NAME]", required=False, shell_complete=_names)
def command(kind: str | None, name: str | None) -> None:
    """List measures, formats, presets or tasks, or describe one of them.

    With measures, the NAME of a task lists the measures of the task.

    \b
    Examples:
      nerkit list
      nerkit list measures
      nerkit list measures spans
      nerkit list measures b_cubed
      nerkit list formats brat
      nerkit list presets
      nerkit list tasks
    """
    from nerkit.cli.paragraphs import show
    from nerkit.exceptions import unknown

    if kind is None:
        show(_counts())
    elif kind not in KINDS:
        raise unknown("kind", kind, KINDS)
    else:
        show(KINDS[kind](name))


def _counts() -> str:
    """A table that shows how many measures, formats, presets and tasks exist."""
    from nerkit import scorers
    from nerkit.cli.paragraphs import table
    from nerkit.ground import preset_files
    from nerkit.readers import FORMATS
    from nerkit.writers import WRITERS

    tasks = [scorers.task_named(name) for name in scorers.SCORERS]
    measures = sum(measure.listed for task in tasks for measure in task.measures)
    rows = [
        ("measures", str(measures), f"of {len(tasks)} tasks", "nerkit list measures [TASK|MEASURE]"),
        ("formats", str(len(FORMATS)), f"{len(WRITERS)} of them written", "nerkit list formats [FORMAT]"),
        ("presets", str(len(preset_files.built_in())), "of shared tasks", "nerkit list presets [PRESET]"),
        ("tasks", str(len(_tiers())), "commands that score or parse", "nerkit list tasks [TASK]"),
    ]
    return table(rows)


def _measures(name: str | None) -> str:
    from nerkit.cli.measures import listed

    return listed(name)


def _formats(name: str | None) -> str:
    """A table of all formats, or the description of the format *name*."""
    from nerkit.cli.option_names import worded
    from nerkit.cli.paragraphs import page_of, table
    from nerkit.exceptions import unknown
    from nerkit.readers import FORMATS, plugins, reader
    from nerkit.writers import WRITERS
    from nerkit.writers.targets import targets

    others = {each: of for each, of in plugins.installed().items() if each not in FORMATS}
    if name is None:
        rows = [
            (each, "writes" if each in WRITERS else "", f"{_page(each)[0]}  [{'; '.join(_uses(each))}]")
            for each in sorted(FORMATS)
        ]
        rows += [
            (each, "", f"{plugins.origin(of)}  [nerkit list formats {each}]") for each, of in others.items()
        ]
        return table([("format", "", "what it is  [what nerkit reads; tasks that read the format]"), *rows])
    if name not in FORMATS and name not in others:
        raise unknown("format", name, [*FORMATS, *others])
    held, *tasks = _uses(name)
    facts = [
        ("read as", held),
        ("tasks", " ".join(tasks) or "none: nerkit only converts this format"),
        (
            "recognised",
            "by content"
            if name in FORMATS and FORMATS[name].by_content
            else f"by its task, or with --from {name}",
        ),
        ("converted to", " ".join(targets(name)) or "nothing"),
        ("written", f"nerkit convert --to {name}" if name in WRITERS else "no"),
    ]
    if name in others:
        facts[2] = ("recognised", f"never: --from {name}")
        facts.append(("installed", plugins.origin(others[name])))
    if forgiven := reader(name).forgives:
        facts.append(("forgiven", "; ".join(f"{one.noun} {one.verdict}" for one in forgiven)))
    if options := reader(name).options:
        facts.append(("options", " ".join(f"--{each.replace('_', '-')}" for each in options)))
    title, rest = _page(name)
    return f"{name}\n\n{table(facts)}\n\n{page_of(worded(f'{title}{rest}'))}"


def _page(name: str) -> tuple[str, str]:
    """The title of a format in one line, and the rest of its reader's docstring."""
    from nerkit.readers import FORMATS, plugins

    module = FORMATS[name].module if name in FORMATS else plugins.installed()[name].module
    title, blank, rest = (import_module(module).__doc__ or "").rstrip().partition("\n\n")
    return " ".join(title.split()), blank + rest


def _uses(name: str) -> list[str]:
    """Lines that name the corpus types of a format, and the tasks that read it."""
    from nerkit.readers import FORMATS, plugins, reader
    from nerkit.scorers import SCORERS, formats_of, options_module

    if name in FORMATS:
        tasks = " ".join(task for task in SCORERS if name in formats_of(task))
    else:
        tasks = " ".join(
            task for task in SCORERS if options_module(task).READS in plugins.corpora(reader(name))
        )
    return [", ".join(plugins.held(reader(name))), *([tasks] if tasks else [])]


def _presets(name: str | None) -> str:
    """A table of all presets with their settings, or the description of the preset *name*."""
    from nerkit.cli.option_names import worded
    from nerkit.cli.paragraphs import table
    from nerkit.evaluation.presets import built_in, preset

    listed = built_in() if name is None else {name: preset(name)}
    rows = [(each, one.task, worded(f"{one.about}  [{_set_by(one)}]")) for each, one in listed.items()]
    return table([("preset", "task", "what it is  [what it sets]"), *rows])


def _set_by(preset: "Preset") -> str:
    """The options that a preset sets, in the form in which a user types them."""
    from nerkit.ground.preset_files import is_reference

    if preset.headline:
        return f"measures of its own, headline {preset.headline}"
    words = [f"-m {measure}" for measure in preset.measures]
    words += [f"--{name.replace('_', '-')} {value}" for name, value in preset.options.items()]
    words += [f"--from {preset.form}"] if preset.form and not is_reference(preset.form) else []
    return " ".join(words) or f"the defaults of nerkit {preset.task}"


def _tiers() -> Mapping[str, str]:
    """Map each task, command or measure to its tier. The tier is stable unless TIERS says otherwise."""
    from nerkit.scorers import SCORERS

    others = {name: tier for tier, names in TIERS.items() for name in names}
    return dict.fromkeys((*SCORERS, *ANY_TASK), "stable") | others


def _tasks(name: str | None) -> str:
    """A table of all tasks with their tiers, or the description of the task *name*."""
    from nerkit.cli.paragraphs import table
    from nerkit.exceptions import unknown
    from nerkit.scorers import SCORERS, formats_of

    tiers = _tiers()
    if name is not None and name not in tiers:
        raise unknown("task", name, tiers)
    rows = [(each, tier, *_headline(each)) for each, tier in tiers.items() if name in (None, each)]
    text = table([("task", "support", "headline", "what it does"), *rows])
    if name in SCORERS:
        facts = [("formats", " ".join(formats_of(name))), ("measures", f"nerkit list measures {name}")]
        text += f"\n\n{table(facts)}"
    return text


def _headline(name: str) -> tuple[str, str]:
    """(headline measure, summary) of a task. If *name* is a measure, the result is about its task."""
    from nerkit import scorers
    from nerkit.cli.summaries import SUMMARIES
    from nerkit.evaluation.agreement.options import HEADLINE

    if name in SUMMARIES:
        task = scorers.task_named(name).headline if name in scorers.SCORERS else ""
        return HEADLINE if name == "agree" else task, SUMMARIES[name]
    tasks = [each for each in scorers.SCORERS if scorers.task_named(each).describe(name)]
    return name, f"A measure of nerkit {' '.join(tasks)}: nerkit explain {name}."


KINDS: Mapping[str, Callable[[str | None], str]] = {
    "measures": _measures,
    "formats": _formats,
    "presets": _presets,
    "tasks": _tasks,
}
