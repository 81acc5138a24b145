"""Tables of scores as a result, with the same counts of documents as `nerkit compare` computes from files.

    id,system,score        counts of bert    q1   p_num .5, p_den 1      value: the sum of p_num
    q1,bert,0.5                              q2   p_num 1,  p_den 1      over the sum of p_den, .75
    q2,bert,1

If there are columns `numerator` and `denominator`, they are p_num and p_den. So micro F1 is exact: 2 tp and 2
tp + fp + fn. A column `cluster` makes clusters the units of statistics. With a column `run` a system is a
group of runs. Rows that nerkit wrote have the four counts of each measure (`rows`).
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, Vocabulary
from nerkit.evaluation.inputs import Input, input_name, is_data
from nerkit.evaluation.object_text import json_text, table_text
from nerkit.evaluation.objects import plain
from nerkit.evaluation.options import EACH
from nerkit.evaluation.score_tables import columns, rows
from nerkit.evaluation.score_tables.collected import ERROR, Collected, Run, ScoreRequest
from nerkit.evaluation.stored.results import composites, lower_is_better
from nerkit.exceptions import InputError, UsageError, some
from nerkit.ground.patterns import regex
from nerkit.ground.warnings import Warned
from nerkit.io import Source, Sources, expand
from nerkit.readers.score_tables import DOUBTFUL, FORM, ROWS, TABLE, WORD, ScoreTable, kind_of, read
from nerkit.results.counts import ALL, NUMBERS, Counts, Part
from nerkit.results.result import Result
from nerkit.results.rows import Scoring
from nerkit.results.scores import Composite
from nerkit.results.signature import signature
from nerkit.scorers import SCORERS, task_named
from nerkit.scorers.measure import over_parts

SCORES = "scores"  # the name of the task if the table is of no task of nerkit
NUMBERED = regex(r"[1-9]\d{0,5}+\Z", re.ASCII)  # names of sentences without ids
ERROR_WORDS = "wer cer ter mer loss perplexity ppl nll brier mae mse rmse error errors distance toxicity"
ERRORS = frozenset(ERROR_WORDS.split())  # words in the names of scores of which lower values are better


def score_tables(systems: Mapping[str, Any], score: str | None = None) -> dict[str, list[ScoreTable]] | None:
    """Read the tables of scores in files and objects, by names of systems; None if no input is a table.

    If one of several inputs is a table, or *score* is given, all inputs must be tables. Raises InputError
    for an input that is not a table, and for a table that does not parse.
    """
    with ExitStack() as stack:
        opened = {name: _sources(target, name) for name, target in systems.items()}
        for source in (source for sources in opened.values() for source in sources):
            stack.callback(source.close)
        alone = score is not None or sum(map(len, opened.values())) == 1
        if not any(kind_of(sources[0].head, alone=alone) for sources in opened.values()):
            return None
        is_sure = score is not None or not alone
        return {name: [_table(one, is_sure=is_sure) for one in sources] for name, sources in opened.items()}


def _sources(target: Any, name: str) -> Sources:
    """Return the inputs of a system: its file or files, or its rows as the text of a file."""
    if not is_data(target):
        return expand(target)
    data = plain(target)
    return Sources([Source(table_text(data) or json_text(data, name), input_name(target, name))])


def _table(source: Source, *, is_sure: bool) -> ScoreTable:
    """Read the table of scores in a source.

    Raises InputError for other content, and for whole numbers that can also be labels unless *is_sure*.
    """
    kind = kind_of(source.head, alone=True)
    if kind is not None and (kind != DOUBTFUL or is_sure):
        return read(source, TABLE if kind == DOUBTFUL else kind)
    line = next((line for line in source.head.split("\n") if line.strip()), "")
    problem, remedy = "the file is not a table of scores, but other arguments are", FORM
    if kind == DOUBTFUL:
        problem = "whole numbers may be scores of systems or labels of annotators"
        remedy = (
            "write scores in lines of id, system, score; to measure how annotators agree, use nerkit agree"
        )
    raise InputError(problem, source=source.name, line=1, column=1, text=line, remedy=remedy)


def scores_result(
    systems: Mapping[str, Any], tables: Mapping[str, Sequence[ScoreTable]], choice: ScoreRequest
) -> Result:
    """Return the result of tables of scores; *systems* are the files or objects with the tables.

    Raises InputError for missing scores and for a cell without a number, UsageError if there are several
    scores and none is chosen.
    """
    every = [table for own in tables.values() for table in own]
    are_rows = {table.kind == ROWS for table in every}
    if len(are_rows) > 1:
        raise UsageError("give nerkit's own rows alone, or other tables of scores alone")
    found, collect = Collected(), rows.collect if True in are_rows else columns.collect
    told = []
    for name, own in tables.items():
        several = len(tables) > 1, len(own) > 1
        items = [item for table in own for item in collect(found, name, table, choice, several)]
        told.append(_told(Input("system", name, systems[name]), own, items))
    task = _task_of(list(found.rows))
    if found.rows:
        formulas, wide = _known(task, list(found.rows))
        rows.settle(found, choice, formulas, wide)
    warnings = found.complete(choice.missing)
    result = _result(found, choice, task)
    return replace(result, inputs=tuple(told), warnings=(*_unread(every), *warnings))


def _unread(tables: Sequence[ScoreTable]) -> list[Warned]:
    """Return the warnings about columns and rows without scores to compare."""
    found = []
    for table in tables:
        texts = [name for name, has_scores in table.columns.items() if not has_scores]
        if texts and table.kind == TABLE:
            found.append(Warned("columns-not-read", side=table.name, columns=some(texts)))
        found += rows.labels_left_out(table) if table.kind == ROWS else []
    return found


def _told(one: Input, tables: Sequence[ScoreTable], items: Sequence[str]) -> dict[str, Any]:
    """Return the record of an input in the result; *items* has the item of each score."""
    digest = tables[0].sha256 or None if len(tables) == 1 else None
    known = {"role": one.role, "name": one.name, "path": one.path, "sha256": digest}
    size = {"documents": len(set(items)), "items": len(items), "unit": "scores"}
    return known | {"format": tables[0].kind} | size


def _task_of(measures: Sequence[str]) -> str | None:
    """Return the first task that knows all of these measures; None without such a task."""
    names = SCORERS if measures else ()
    return next((name for name in names if all(map(task_named(name).is_known, measures))), None)


def _known(task: str | None, measures: Sequence[str]) -> tuple[dict[str, Composite], list[str]]:
    """Return the formulas over other measures, and the names of measures that need the whole corpus."""
    if task is None:
        return {}, []
    known = task_named(task)
    waiting = over_parts(known.resolve(measures))
    return composites(task, measures, {}), [one.name for one in waiting if one.name in measures]


def _result(found: Collected, choice: ScoreRequest, task: str | None) -> Result:
    """Return the result of the collected scores, with their counts."""
    measures = list(found.rows) or list(found.headlines)
    options: dict[str, Any] = {"beta": choice.beta} if found.rows and choice.beta != 1 else {}
    options |= {} if choice.missing == ERROR else {"missing": choice.missing}
    runs: dict[str, list[Run]] = {}
    for run in found.cells:
        runs.setdefault(run[0], []).append(run)
    several = any(len(own) > 1 for own in runs.values())
    names = {run: ":".join(run) if several else run[0] for own in runs.values() for run in own}
    lower = lower_is_better(task, measures) if task else ()
    if not found.rows:
        lower = tuple(name for name in measures if not ERRORS.isdisjoint(WORD.findall(name.lower())))
    said = f"lower values of {', '.join(lower)} are better"
    return Result(
        task=task or SCORES,
        signature=signature(task or SCORES, measures, options, choice.empty),
        measures=tuple(measures),
        counts={name: _counts(found, run) for run, name in names.items()},
        scoring=Scoring(beta=choice.beta, empty=choice.empty),
        options=options,
        composites=composites(task, measures, {}) if task else {},
        lower_is_better=lower,
        unit_name=found.unit,
        groups={name: tuple(names[run] for run in own) for name, own in runs.items()}
        if several and choice.runs != EACH
        else {},
        notes=(Warned("test", said=said),) if lower and not found.rows else (),
    )


def _counts(found: Collected, run: Run) -> Counts:
    """Return the counts of a run by document, by sentence, or by cluster."""
    units, parts = _units(found, run), []
    for measure, headline in found.headlines.items():
        own = found.cells[run].get(measure, {})
        codes = units.codes([found.clusters.get(item, item) for item in own])
        numbers = [cell.numbers for cell in own.values()]
        if not own:  # the measure has counts of the whole corpus only
            rows_of_all = [row for row in found.rows.get(measure, ()) if row[:2] == (run, "*")]
            codes, numbers = np.full(len(rows_of_all), NONE), [row[2].numbers for row in rows_of_all]
        table = np.array(numbers, float).reshape(-1, len(NUMBERS))
        parts.append(Part(measure, codes, [ALL], np.zeros(len(codes), np.int64), table, (), headline))
    return Counts.collect(list(units), (), parts)


def _units(found: Collected, run: Run) -> Vocabulary:
    """Return the units of a run, in table order. Sentences are numbered without gaps, because some may
    lack rows.
    """
    units, own = Vocabulary(), dict.fromkeys(item for cells in found.cells[run].values() for item in cells)
    if found.unit == rows.SENTENCE and all(map(NUMBERED.match, found.items)):
        units.codes([str(number) for number in range(1, max(map(int, found.items), default=0) + 1)])
    units.codes([found.clusters.get(item, item) for item in own])
    return units
