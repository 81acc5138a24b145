"""Tasks: each is a folder with its command's name and the same five modules.

    __init__   the specification: conventions with units, measures with their papers, differences from the
               reference scorers
    options    what only this task knows, and the choices of its command; loads no numpy
    measures   MEASURES, the one list
    scorer     TASK: from corpora to counts
    errors   from corpora to a list of errors

Beside them are `task` (what a task and a measure are) and what several tasks share: `columns`, `clusters`,
`graph_errors`.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from nerkit.exceptions import UsageError, unknown
from nerkit.readers import corpora
from nerkit.readers.register import FORMATS, of_corpus, only_named

if TYPE_CHECKING:
    from nerkit.scorers.task import Task

SCORERS = {  # task, as typed after `nerkit` -> module that has it as TASK
    "spans": "nerkit.scorers.spans.scorer",
    "bio": "nerkit.scorers.bio.scorer",
    "noisy": "nerkit.scorers.noisy.scorer",
    "coref": "nerkit.scorers.coref.scorer",
    "mrp": "nerkit.scorers.mrp.scorer",
    "amr": "nerkit.scorers.amr.scorer",
    "ie": "nerkit.scorers.ie.scorer",
    "srl": "nerkit.scorers.srl.scorer",
    "dep": "nerkit.scorers.dep.scorer",
    "tree": "nerkit.scorers.tree.scorer",
    "json": "nerkit.scorers.json.scorer",
    "calls": "nerkit.scorers.calls.scorer",
}


def task_named(name: str) -> "Task":
    """Return the task of this name. Raises UsageError for an unknown name."""
    if name not in SCORERS:
        raise unknown("task", name, SCORERS)
    task: Task = import_module(SCORERS[name]).TASK
    return task


def options_module(name: str) -> Any:
    """Return the module with the options of a task, which imports neither numpy nor the rest of the task.
    Raises UsageError for an unknown task.
    """
    if name not in SCORERS:
        raise unknown("task", name, SCORERS)
    return import_module(f"{SCORERS[name].rpartition('.')[0]}.options")


def option_names(name: str) -> list[str]:
    """Return the names of the options of a task that a user can give."""
    from dataclasses import fields

    from nerkit.ground.options import OF_RUN

    return [each.name for each in fields(options_module(name).Options) if each.name not in OF_RUN]


@cache
def parameters_of(name: str) -> set[str]:
    """Return the Python names of the options of a task: its fields, under the names that the user types."""
    from nerkit.ground.options import field_of

    return {*option_names(name), *field_of(options_module(name).Options)}


def formats_of(command: str) -> list[str]:
    """Return the formats that a command accepts after --from: the formats of its task; all formats for other
    commands.
    """
    if command not in SCORERS:
        return list(FORMATS)
    corpus = options_module(command).READS
    return [*of_corpus(corpus), *only_named(corpus)]


def task_of(form: str) -> "Task":
    """Return the task of a format: the first task that takes the first corpus type of the format.

    Raises UsageError if no task takes the format.
    """
    kinds = corpora(form)
    for name in SCORERS if kinds else ():
        # its options say what it reads, so that no other task need be loaded
        if kinds[0] == options_module(name).READS:
            return task_named(name)
    raise UsageError(f"no task reads {form}")
