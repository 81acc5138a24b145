"""Shell completions for values: names of measures, formats, presets and fields, and labels of the gold file.

A shell calls these functions while you type. If nerkit cannot find out the values, the list is empty and no
message appears.
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

WORD = regex(r"(?![-%])[\w.:/+@%-]+")  # characters without a special meaning in any shell
MOST = 20_000_000  # maximum size of a gold file for completion, in bytes


def measures(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """The measures and groups of the task that begin with *incomplete*. Without a task, the measures of all
    tasks.
    """
    from nerkit.scorers import task_named

    task = task_of(ctx)
    tasks = [task_named(name) for name in ([task] if task else SCORERS)]
    return beginning(incomplete, (name for one in tasks for name in known_names(one)))


def known_names(task: "Task") -> list[str]:
    """All names that -m accepts for a task: its measures with their other spellings, its groups, and the
    measures of tasks that it includes.
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
    """The names of formats that the command reads, including the formats of installed packages."""
    from nerkit.readers.plugins import installed

    return beginning(incomplete, [*formats_of(str(ctx.info_name)), *installed()])


def presets(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """The presets of nerkit and of installed packages."""
    from nerkit.ground import preset_files

    return beginning(incomplete, [*preset_files.built_in(), *preset_files.installed()])


def labels(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """The completions of a comma-separated list of labels: the last label is completed from the gold file."""
    before, comma, last = incomplete.rpartition(",")
    chosen = before.split(",")
    listed = (label for label in gold_labels(ctx) if label not in chosen)
    return [f"{before}{comma}{label}" for label in beginning(last, listed)]


def label(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """The completions of a single label, from the gold file."""
    return beginning(incomplete, gold_labels(ctx))


def fields(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """The fields by which most tasks can group rows (--by)."""
    return beginning(incomplete, ("label", "document", "sentence", "length", "seen="))


def gold_labels(ctx: click.Context) -> list[str]:
    """The labels in the file after -g. Empty if nerkit cannot read the file quickly.

    Labels that contain characters special to a shell are left out, because a shell inserts completions
    unquoted.
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
    """The task of a command line: the command itself, or the value of --task."""
    task = ctx.params.get("task") or ctx.info_name
    return task if task in SCORERS else None


def beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    """The distinct names that begin with *incomplete*."""
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]
