"""The matchings that `calls` is the best of, for certificates."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import numpy as np

from nerkit.algorithms.nested_assignment import Cell, best_of, matrix, summed
from nerkit.corpora.corpus import Batch
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.corpora.readings import Readings, chosen
from nerkit.errors import UsageError
from nerkit.readers.calls.call import Call
from nerkit.results.instances import Instance, of_cells
from nerkit.scorers.calls.counting import ComparedCalls
from nerkit.scorers.calls.options import Options
from nerkit.scorers.calls.same_calls import SAME, ToolGroups, pairs_of
from nerkit.scorers.calls.units import ComparedUnits, Turn, TurnUnits
from nerkit.scorers.json.options import SEQUENCE, SET
from nerkit.scorers.json.readings.batch import has_readings

Place = list[Call]  # of a plan: the calls of which one is called for


def instances(batch: Batch[JsonDocuments], _: str, options: Options) -> Iterator[Instance]:
    """The instance of every document: the sum over its turns of a matrix of calls, 1 where two are the same
    in any reading of their arguments; of a turn with several plans the best of their matrices.

    Raises UsageError for calls in their order, for sets of calls with readings, and for plans of several
    sizes, as the best F1 is no best matching there.
    """
    if options.order == SEQUENCE:
        raise UsageError("certificate=… is of matchings without order, and here calls are in sequence")
    compared = ComparedCalls(batch, options)
    if options.order == SET and compared.several:
        raise UsageError("certificate=… is of sets of calls without readings, and gold has some")
    turns: list[list[list[int]]] = []  # of each document and turn: the numbers of its plans
    plans: list[list[Place]] = []
    systems: list[Turn] = []
    for gold, system in zip(*compared.sides, strict=True):
        turns.append([])
        for ours, theirs in zip_longest(gold, system, fillvalue=()):
            own = _plans(ours)
            if len(set(map(len, own))) > 1:
                raise UsageError("certificate=… is of plans of one size, and here are several")
            turns[-1].append(list(range(len(plans), len(plans) + len(own))))
            plans += own
            systems += [list(theirs)] * len(own)
    cells = _matrices(plans, systems, options)
    for document, numbers in zip(batch.documents, turns, strict=True):
        yield of_cells(document, summed([best_of([cells[at] for at in own]) for own in numbers]))


def _plans(turn: Any) -> list[list[Place]]:
    """The plans of a turn of gold."""
    if isinstance(turn, Readings):
        return [plan for value in turn.values for plan in _plans(value)]
    return [[_place(one) for one in turn or ()]]


def _place(one: Any) -> Place:
    """The calls of which one is called for. Raises UsageError where none may be."""
    if isinstance(one, Readings):
        return [call for value in one.values for call in _place(value)]
    if not isinstance(one, Call):
        raise UsageError("certificate=… is of plans of one size, and here a call may be left out")
    is_open = has_readings(one.arguments)
    return [one._replace(arguments=chosen(one.arguments, {}), admits=one.arguments) if is_open else one]


def _matrices(plans: list[list[Place]], systems: list[Turn], options: Options) -> list[Cell]:
    """The matrix of each plan: a row for each place, a column for each call of the system."""
    gold: list[Turn] = [[call for place in plan for call in place] for plan in plans]
    compared = ComparedUnits(TurnUnits(np.arange(len(plans)), gold, systems), options)
    row, sizes = compared.gold.place, np.bincount(compared.gold.unit, minlength=len(plans))
    if options.order != SET:  # in a set equal calls are one
        row = np.array([at for plan in plans for at, place in enumerate(plan) for _ in place], np.int64)
        sizes = np.array([len(plan) for plan in plans], np.int64)
    tools = ToolGroups(compared.gold, compared.system)
    pairs = pairs_of(compared, tools, np.ones(len(tools), bool))
    same = pairs.rank == SAME
    ours, theirs = pairs.gold[same], pairs.system[same]
    columns = compared.gold.unit[ours], row[ours], compared.system.place[theirs]
    cells: dict[int, dict[tuple[int, int], Cell]] = defaultdict(dict)
    for unit, i, j in zip(*(column.tolist() for column in columns), strict=True):
        cells[unit][i, j] = 1
    widths = np.bincount(compared.system.unit, minlength=len(plans)).tolist()
    of_plans = zip(sizes.tolist(), widths, strict=True)
    return [matrix(rows, width, cells[unit]) for unit, (rows, width) in enumerate(of_plans)]
