"""Completions on a command line: names of measures, formats, and the labels of the gold file.

These are asked by a shell while somebody types: what cannot be known completes to nothing, without a word.
"""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from nerkit.exceptions import NerkitError
from nerkit.ground.patterns import regex
from nerkit.scorers import SCORERS, formats_of

if TYPE_CHECKING:
    from nerkit.scorers.task import Task

WORD = regex(r"(?![-%])[\w.:/+@%-]+")  # of which no shell makes anything else
MOST = 20_000_000  # bytes of a gold file that is read for its labels


def measures(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """The measures and groups of the task that begin with *incomplete*; without a task, of all tasks."""
    from nerkit.scorers import task_named

    task = task_of(ctx)
    tasks = [task_named(name) for name in ([task] if task else SCORERS)]
    return beginning(incomplete, (name for one in tasks for name in known_names(one)))


def known_names(task: "Task") -> list[str]:
    """The names that a measure option accepts: measures of the task and of tasks whose measures it counts,
    their other spellings, and groups.
    """
    from nerkit.scorers import task_named

    listed = [measure for measure in task.measures if measure.listed]
    names = [measure.name for measure in listed]
    written = [one.summary for one in listed if ":" in one.summary and " " not in one.summary]  # sets::span
    return [
        *names,
        *written,
        *task.groups,
        *(name for other in map(task_named, task.also) for name in known_names(other)),
    ]


def formats(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """The formats that the command reads, and formats of installed packages."""
    from nerkit.readers.plugins import installed

    return beginning(incomplete, [*formats_of(str(ctx.info_name)), *installed()])


def presets(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """The presets of nerkit and of installed packages."""
    from nerkit.ground import preset_files

    return beginning(incomplete, [*preset_files.built_in(), *preset_files.installed()])


def labels(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """The labels of the gold file, the last of several behind commas."""
    before, comma, last = incomplete.rpartition(",")
    chosen = before.split(",")
    listed = (label for label in gold_labels(ctx) if label not in chosen)
    return [f"{before}{comma}{label}" for label in beginning(last, listed)]


def label(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """One label of the gold file."""
    return beginning(incomplete, gold_labels(ctx))


def fields(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """The fields that rows may be grouped by in most tasks."""
    return beginning(incomplete, ("label", "document", "sentence", "length", "seen="))


def gold_labels(ctx: click.Context) -> list[str]:
    """The labels of the file after -g, as in rows by label; empty for a file that cannot be read quickly.

    A shell inserts completions unquoted, so labels that it would split are left out.
    """
    gold = ctx.params.get("gold")
    if not isinstance(gold, str) or not os.path.isfile(gold) or os.path.getsize(gold) > MOST:
        return []
    from nerkit.evaluation.evaluate import evaluate_systems
    from nerkit.evaluation.request import Request

    asked = {"task": task_of(ctx), "form": ctx.params.get("form"), "by": ["label"]}
    try:
        result = evaluate_systems(gold, {"gold": gold}, Request.of(**asked))
    except (NerkitError, OSError):
        return []
    counts = result.counts["gold"]
    labels = {label[0][1] for label in counts.labels if [name for name, _ in label] == ["label"]}
    return sorted(filter(WORD.fullmatch, labels))


def task_of(ctx: click.Context) -> str | None:
    """The task of a command line: its command, or the value of --task."""
    task = ctx.params.get("task") or ctx.info_name
    return task if task in SCORERS else None


def beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    """The distinct names that begin with *incomplete*."""
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]
