"""Groups of runs: a name for a pattern of files, each of which may be a whole system, as of another seed.

Each file is a run of its own where it pairs with all of gold: it has the ids that gold has, or, where one of
the two has none, as many sentences. Where one of them does not, all are parts of one system.
"""

import glob
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from nerkit.corpora.corpus import Corpus
from nerkit.errors import plural
from nerkit.evaluation.inputs import Input, Inputs, check_number, is_data, read_all
from nerkit.evaluation.options import MEAN
from nerkit.evaluation.request import Request
from nerkit.ground.warnings import Note
from nerkit.io import expand
from nerkit.scorers.task import Task


class ReadRuns(NamedTuple):
    """Gold and the systems as they were read, each run a system.

    groups   name of a group -> names of its runs, where these are to be averaged
    notes    what the files of patterns were taken for
    """

    inputs: list[Input]
    read: Inputs
    groups: dict[str, tuple[str, ...]]
    notes: list[str]


def read_runs(inputs: Sequence[Input], request: Request) -> ReadRuns:
    """Gold and the systems. Raises what reading them raises."""
    patterns = {one.name: runs_of(one) for one in inputs[1:]}
    split = [inputs[0], *(each for one in inputs[1:] for each in patterns[one.name] or [one])]
    check_number(split[1:])
    read = read_all(split, request)
    corpora = dict(zip((each.name for each in split), read.corpora, strict=True))
    result = ReadRuns([inputs[0]], read._replace(corpora=read.corpora[:1]), {}, [])
    for one in inputs[1:]:
        runs = patterns[one.name]
        if runs:  # whose files were read one by one
            result.read.warnings.extend(expand(one.target).warnings)
        apart = [run for run in runs if not _pairs(read.task, read.corpora[0], corpora[run.name])]
        if apart:  # the files are parts of one system
            again = read_all([one], replace(request, task=read.task.name))
            result.inputs.append(one)
            result.read.corpora.append(again.corpora[0])
            number = plural(len(runs), "file")
            text = f"{one.name}: {number} as one system, as {apart[0].target} does not pair with all of gold"
            result.notes.append(Note(text))
            continue
        result.inputs.extend(runs or [one])
        result.read.corpora.extend(corpora[each.name] for each in runs or [one])
        if runs:
            shown = "their means are shown" if request.runs == MEAN else "each by itself"
            number = f"{len(runs):,} runs"
            result.notes.append(Note(f"{one.name}: {number}, each paired with all of gold; {shown}"))
        if runs and request.runs == MEAN:
            result.groups[one.name] = tuple(run.name for run in runs)
    return result


def runs_of(one: Input) -> list[Input]:
    """The files of a pattern that has a name, as inputs of their own; none of anything else, and of a single
    file.
    """
    path = one.target
    if not isinstance(path, str) or path == one.name or is_data(path) or "\n" in path:
        return []
    if os.path.exists(path) or not glob.has_magic(path):
        return []
    files = [source.name for source in expand(path)]
    bases = [os.path.basename(file) for file in files]
    if len(files) == 1:
        return []
    names = bases if len(set(bases)) == len(bases) else files
    return [Input(one.role, f"{one.name}/{name}", file) for name, file in zip(names, files, strict=True)]


def _pairs(task: Task, gold: Corpus, run: Corpus) -> bool:
    """Whether a run pairs with all of gold."""
    if gold.named and run.named:
        return sorted(gold.documents) == sorted(run.documents)
    return task.rows.sentences(gold) == task.rows.sentences(run)
