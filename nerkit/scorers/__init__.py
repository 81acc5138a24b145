"""Tasks: one module each, named after what a user types.

A scorer module's docstring is its specification. Its skeleton:

    FORMATS, MEASURES                       what it reads (the first is the default), names in display order
    Options                                 a dataclass of what only this task knows
    read_objects(given, name)               a corpus from objects in memory
    prepare(corpora, selection, options)    gold and systems as they are scored, and warnings
    defaults(corpora), resolve(names)       the measures used when none is asked for; measures by name or group
    count(batch, measures, plan, options)   the counts
    errors(batch, options)                  what is wrong, item by item (`nerkit.results.mistakes`)
    reading(options)                        keyword arguments for its readers, where options are about reading
    measures(), describe(name), LANGUAGE    what `nerkit measures` and `nerkit explain` print

and, where a task needs them,

    NAMED_FORMATS                           what it reads where --from says so, and does not recognise
    SHOWN, COUNTED, AVERAGED                fields whose rows are always printed; that are counted for the reports of other programs
                                            though no row shows them; that --macro averages over when no --by says
    RANKED                                  fields whose rows and macro average are always shown where there are several values
    ERRORS_OF_MEASURES                      errors takes the measures, too: what is wrong depends on them
    OBJECTS_ARE_TEXT                        read_objects takes what reading gives, too
    brought(options)                        measures that the options bring, by name
    composites(measures, options)           the formulas of measures that combine the counts of others
    stated(options)                         what its signature always says
    units(batches)                          what statistics draw where that is not the documents: its name, and the same batches filed
                                            under such units; None where it is (UNIT: the documents' own name, if not `document`)

A field `workers` of its options is the number of processes that it may use.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from nerkit.errors import UsageError, unknown

SCORERS = {  # task, as typed after `nerkit` -> module
    "spans": "nerkit.scorers.spans.scorer",
    "bio": "nerkit.scorers.bio.scorer",
    "noisy": "nerkit.scorers.noisy.scorer",
    "coref": "nerkit.scorers.coref.scorer",
    "mrp": "nerkit.scorers.mrp.scorer",
    "amr": "nerkit.scorers.amr.scorer",
    "ie": "nerkit.scorers.ie.scorer",
    "dep": "nerkit.scorers.dep.scorer",
}


@dataclass(frozen=True, slots=True)
class Description:
    """What `nerkit explain` says of a measure; *formula* and *edge_cases* are lines of text."""

    name: str
    definition: str
    formula: Sequence[str]
    source: str
    edge_cases: Sequence[str]
    differences: Sequence[str]
    groups: Sequence[str] = ()


def scorer(task: str) -> ModuleType:
    """The module of a task; UsageError for a name that is none."""
    if task not in SCORERS:
        raise unknown("task", task, SCORERS)
    return import_module(SCORERS[task])


def task_of(form: str) -> str:
    """The first task that reads this format; UsageError if none does."""
    for task in SCORERS:
        if form in scorer(task).FORMATS:
            return task
    raise UsageError(f"no task reads {form}")


def check_format(task: str, form: str) -> None:
    """UsageError for a format that the task does not read, not even when it is named."""
    known = (*scorer(task).FORMATS, *getattr(scorer(task), "NAMED_FORMATS", ()))
    if form not in known:
        raise UsageError(f"nerkit {task} does not read {form}; it reads {', '.join(known)}")
