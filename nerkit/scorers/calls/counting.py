"""Count rows of each measure, made from the turns of both sides."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.corpora.json_paths import path_text
from nerkit.exceptions import TooLargeError
from nerkit.ground.records import record
from nerkit.readers.calls.call import calls_in, mapped
from nerkit.results.counts import ALL, BOUND, Headline, Label, Part, numbers_of
from nerkit.scorers.calls import measures as names
from nerkit.scorers.calls.options import FILL, JOIN, Options
from nerkit.scorers.calls.readings import (
    ARGUMENTS,
    CALLS,
    TOOLS,
    TURNS,
    Bound,
    Chooser,
    Sides,
    admits_several,
    joined,
)
from nerkit.scorers.calls.same_calls import LOSSES, Matched, equal_names, matched, names_in_order
from nerkit.scorers.calls.units import ComparedUnits, TurnUnits
from nerkit.scorers.json.counting import OF_GOLD, OF_SYSTEM, A, cells, of_statuses, shares
from nerkit.scorers.json.leaf_outcomes import Outcomes
from nerkit.scorers.json.matching import Matching
from nerkit.scorers.json.options import SEQUENCE
from nerkit.scorers.json.readings.batch import in_readings
from nerkit.scorers.measure import Fields, Measure

if TYPE_CHECKING:
    from nerkit.scorers.calls.tool_schemas import Tools

OF_TURNS = Headline(lacks=("path", "label"))  # no rows by path or by tool
OF_CALLS = Headline(lacks=("path",), sparse=("label",))
OF_LEAVES = Headline(sparse=("label", "path"))


@dataclass(frozen=True)
class ComparedCalls:
    """The conversations of a batch. Each comparison runs when a measure first needs it."""

    batch: Batch[JsonDocuments]
    options: Options

    @cached_property
    def sides(self) -> tuple[list[Any], list[Any]]:
        """The turns of gold and of the system as their tools receive them, one list per document."""
        gold, system = (
            self._received([value or [] for value in side.values])
            for side in (self.batch.gold, self.batch.system)
        )
        if self.options.turns == JOIN:
            gold, system = ([[joined(turns)] if turns else [] for turns in side] for side in (gold, system))
        return self._judged(gold, system) if self.options.checker else (gold, system)

    def _judged(self, gold: list[Any], system: list[Any]) -> tuple[list[Any], list[Any]]:
        """The turns of both sides, with the verdicts of the checker written into gold."""
        from nerkit.scorers.calls.bfcl import followed

        judged = [followed(*document) for document in zip(gold, system, self.tools, strict=True)]
        return [ours for ours, _ in judged], [theirs for _, theirs in judged]

    def _received(self, side: list[Any]) -> list[Any]:
        """The turns of a side with defaults filled in and values converted to the types of the schemas."""
        options = self.options
        fill = options.defaults == FILL
        if not any(self.tools) or not (fill or options.coerce):
            return side
        from nerkit.scorers.calls.tool_schemas import Receiving

        receiving = Receiving(options.nothing, fill=fill, coerce=options.coerce)
        return [
            turns if tools is None else mapped(turns, partial(receiving.call, tools=tools))
            for turns, tools in zip(side, self.tools, strict=True)
        ]

    @cached_property
    def tools(self) -> "list[Tools | None]":
        """The tool schemas of every document; None for a document without schemas."""
        return [tools_of(value, self.options) for value in self.batch.gold.values]

    @cached_property
    def several(self) -> list[int]:
        """The numbers of the documents whose gold has several readings."""
        return [at for at, turns in enumerate(self.sides[0]) if admits_several(turns)]

    def of(self, goal: str, *, by_tool: bool = False) -> "ComparedGoal":
        """The turns with the readings that are best for a goal; with *by_tool* one unit per turn and tool."""
        if not self.several or (goal == TURNS and self._is_turn_by_turn):
            goal = CALLS
        key = goal, by_tool
        if key not in self._goals:
            self._goals[key] = ComparedGoal(ComparedUnits(self._units(*key), self.options))
        return self._goals[key]

    @cached_property
    def _is_turn_by_turn(self) -> bool:
        """Whether every document with several readings has at most one turn, so that a choice per turn is
        per document.
        """
        return all(len(side[at]) <= 1 for side in self.sides for at in self.several)

    @cached_property
    def _goals(self) -> "dict[tuple[str, bool], ComparedGoal]":
        return {}

    def _units(self, goal: str, by_tool: bool) -> TurnUnits:
        gold, system = self.sides
        gold = list(gold)
        chooser = Chooser(self.options, goal)
        bounds: dict[int, Bound] = {}
        if by_tool:
            return self._by_tool(chooser)
        sides = [(gold[at], system[at]) for at in self.several]
        for at, found in zip(self.several, _chosen(chooser, self.several, sides), strict=True):
            gold[at], bounds[at] = found
        return TurnUnits.of(gold, system, bounds)

    def _by_tool(self, chooser: Chooser) -> TurnUnits:
        """The calls of each tool in each turn. Documents with several readings are first cut to one tool."""
        gold, system = self.sides
        apart = set(self.several)
        ours, theirs = (
            [[] if at in apart else turns for at, turns in enumerate(side)] for side in self.sides
        )
        units = TurnUnits.of(ours, theirs).by_tool()
        tools = [
            (at, name)
            for at in self.several
            for name in sorted({call.name for side in self.sides for call in calls_in(side[at]) if call.name})
        ]
        sides = [(only(gold[at], name), only(system[at], name)) for at, name in tools]
        found = _chosen(chooser, [at for at, _ in tools], sides)
        bounds = {at: bound for at, (_, bound) in enumerate(found)}
        cut = TurnUnits.of([one for one, _ in found], [theirs for _, theirs in sides], bounds)
        each = list(map(tools.__getitem__, cut.document.tolist()))
        document = np.array([at for at, _ in each], np.int64)
        return units.joined(replace(cut, document=document, tool=tuple(name for _, name in each)))


class ComparedGoal:
    """Units with the readings that are best for one goal; each comparison runs at the first access."""

    def __init__(self, units: ComparedUnits) -> None:
        self.compared = units

    @cached_property
    def matched(self) -> Matched:
        """The sizes of the largest matchings of each unit."""
        return matched(self.compared)

    @cached_property
    def outcomes(self) -> Outcomes:
        """The outcomes of the leaves of arguments."""
        rows = self.compared.rows
        try:
            return Outcomes(rows, Matching(rows))
        except TooLargeError as error:  # its document is the number of a unit
            raise error.at(int(self.compared.units.document[error.document])) from None


def _chosen(
    chooser: Chooser, documents: Sequence[int], sides: Sequence[Sides]
) -> list[tuple[list[Any], Bound]]:
    """Gold's turns with the readings that *chooser* takes, and their bounds.

    Raises TooLargeError with the number of the document.
    """
    try:
        return chooser.documents(sides)
    except TooLargeError as error:
        raise error.at(documents[error.document]) from None


def only(turns: Any, name: str) -> Any:
    """Turns with only the calls of one tool; a reading that is a call of another tool becomes None."""
    return mapped(turns, lambda call: call if call.name == name else None)


def tools_of(conversation: Any, options: Options) -> "Tools | None":
    """The schemas of a gold document: from its record if this has tools, otherwise from the options; None
    without any.
    """
    own = getattr(conversation, "tools", None)
    tools = options.known_tools
    if own:
        from nerkit.scorers.calls.tool_schemas import of_objects

        tools = of_objects(own)
    return tools.underscored if tools is not None and options.underscores else tools


class UnitCells:
    """The cells of units: one per document, or one per document and tool if units are by tool."""

    def __init__(self, units: TurnUnits, documents: int) -> None:
        self.units = units
        self.document: IntArray = np.arange(documents)
        self.label = np.zeros(documents, np.int64)
        self.labels: list[Label] = [ALL]
        self.cell = units.document
        if units.tool is not None:
            tools, code = np.unique(np.array(units.tool, object), return_inverse=True)
            self.cell, (self.document, self.label, self.labels) = cells(
                units.document, code, tools.tolist(), "label"
            )

    def sums(self, numbers: FloatArray | IntArray) -> FloatArray:
        """The sum of the numbers of all units of each cell, shape (cells, columns)."""
        size = len(self.document)
        return np.stack([np.bincount(self.cell, column, size) for column in numbers.T], axis=1)

    def part(self, name: str, numbers: FloatArray, extras: tuple[str, ...], headline: Headline) -> Part:
        """The count rows of a measure."""
        return Part(name, self.document, self.labels, self.label, numbers, extras, headline)

    def bounds(self) -> FloatArray:
        """The bounds (`counts.BOUND`) of each cell, shape (cells, 2)."""
        bounds = np.zeros((len(self.units), len(BOUND)))
        for unit, bound in self.units.bounds.items():
            bounds[unit] = bound
        return self.sums(bounds)

    def bounded(
        self, name: str, numbers: FloatArray, extras: tuple[str, ...], headline: Headline, options: Options
    ) -> Part:
        """The count rows of a measure, with bounds if gold can have several readings."""
        if in_readings(options):
            numbers = np.concatenate([numbers[:, :4], self.bounds(), numbers[:, 4:]], axis=1)
            extras = (*BOUND, *extras)
        return self.part(name, numbers, extras, headline)


Count = Callable[[ComparedCalls, str, bool], list[Part]]  # (documents, name, whether by tool) -> rows


@record(frozen=True)
class OfCalls:
    """A measure of calls.

    count     function (documents, measure name, whether by tool) -> count rows
    by_tool   whether the measure has rows by tool
    by_path   function (documents, measure name) -> rows by path; None if the measure has no such rows
    """

    count: Count
    by_tool: bool = False
    by_path: Callable[[ComparedCalls, str], list[Part]] | None = None

    def __call__(self, calls: ComparedCalls, name: str, fields: Fields) -> list[Part]:
        """The count rows by document, by document and label, or by document and path."""
        if fields == ("path",):
            return [] if self.by_path is None else self.by_path(calls, name)
        if fields == ("label",):
            return self.count(calls, name, True) if self.by_tool else []
        return self.count(calls, name, False)


def _cut(calls: ComparedCalls, goal: ComparedGoal) -> UnitCells:
    return UnitCells(goal.compared.units, len(calls.batch.documents))


def _calls(calls: ComparedCalls, name: str, by_tool: bool) -> list[Part]:
    goal = calls.of(CALLS, by_tool=by_tool)
    matched, cut = goal.matched, _cut(calls, goal)
    numbers = numbers_of(matched.sizes[:, 0], matched.system, matched.gold)
    rows = cut.sums(np.concatenate([numbers, matched.lost()], axis=1))
    return [cut.bounded(name, rows, LOSSES, OF_CALLS, calls.options)]


def _tools(calls: ComparedCalls, name: str, by_tool: bool) -> list[Part]:
    goal = calls.of(TOOLS, by_tool=by_tool)
    gold, system, count = goal.compared.gold, goal.compared.system, len(goal.compared)
    if calls.options.order == SEQUENCE:
        right = names_in_order(gold, system, count)
    else:
        right = equal_names(gold, system, count)
    own, other = (np.bincount(side.unit, minlength=count) for side in (gold, system))
    cut = _cut(calls, goal)
    return [cut.bounded(name, cut.sums(numbers_of(right, other, own)), (), OF_CALLS, calls.options)]


def _arguments(calls: ComparedCalls, name: str, by_tool: bool) -> list[Part]:
    goal = calls.of(ARGUMENTS, by_tool=by_tool)
    outcomes, cut = goal.outcomes, _cut(calls, goal)
    numbers = outcomes.numbers(outcomes.document, len(goal.compared))
    rows = cut.sums(numbers_of(numbers[:, A], numbers[:, OF_SYSTEM], numbers[:, OF_GOLD]))
    return [cut.bounded(name, rows, (), OF_LEAVES, calls.options)]


def _by_path(calls: ComparedCalls, name: str) -> list[Part]:
    """The counts of leaves by path; a path begins with the name of the tool."""
    goal = calls.of(ARGUMENTS)
    outcomes = goal.outcomes
    texts = [path_text(steps[1:]) for steps in goal.compared.rows.paths.steps]
    document = goal.compared.units.document[outcomes.document]
    cell, (documents, label, labels) = cells(document, outcomes.path, texts)
    numbers = outcomes.numbers(cell, len(documents))
    rows = numbers_of(numbers[:, A], numbers[:, OF_SYSTEM], numbers[:, OF_GOLD])
    extras: tuple[str, ...] = ()
    if in_readings(calls.options):
        rows = np.concatenate([rows, _cut(calls, goal).bounds()[documents]], axis=1)
        extras = BOUND
    return [Part(name, documents, labels, label, rows, extras, OF_LEAVES)]


def _exact(calls: ComparedCalls, name: str, _: bool) -> list[Part]:
    goal = calls.of(TURNS)
    cut = _cut(calls, goal)
    return [cut.part(name, cut.sums(shares(goal.matched.exact)), (), OF_TURNS)]


def _trajectory(calls: ComparedCalls, name: str, _: bool) -> list[Part]:
    goal = calls.of(TURNS)
    cut = _cut(calls, goal)
    wrong = cut.sums((~goal.matched.exact)[:, None].astype(float))[:, 0]
    return [cut.part(name, shares(wrong == 0), (), OF_TURNS)]


def _irrelevance(calls: ComparedCalls, name: str, _: bool) -> list[Part]:
    goal = calls.of(TURNS)
    units, cut = goal.compared.units, _cut(calls, goal)
    called = [bool(calls_in(turn)) for turns in calls.sides[0] for turn in turns]
    silent = np.ones(len(units), bool)
    place = np.arange(len(units)) - np.searchsorted(units.document, units.document)
    known = np.fromiter(map(len, calls.sides[0]), np.int64, len(calls.batch.documents))
    silent[place < known[units.document]] = ~np.array(called, bool)
    right = silent & np.fromiter((not turn for turn in units.system), bool, len(units))
    return [cut.part(name, cut.sums(numbers_of(right, silent, silent)), (), OF_TURNS)]


def _format(calls: ComparedCalls, name: str, _: bool) -> list[Part]:
    return [of_statuses(name, calls.batch.system.status)]


def _schema(calls: ComparedCalls, name: str, by_tool: bool) -> list[Part]:
    from nerkit.scorers.calls.tool_schemas import valid_calls

    goal = calls.of(CALLS, by_tool=by_tool)
    system, count, cut = goal.compared.system, len(goal.compared), _cut(calls, goal)
    tools = [calls.tools[at] for at in goal.compared.units.document[system.unit].tolist()]
    right = np.bincount(system.unit, valid_calls(tools, system.calls), count)
    own = np.bincount(system.unit, minlength=count)
    return [cut.part(name, cut.sums(numbers_of(right, own, own)), (), OF_CALLS)]


COUNTED = {
    names.CALLS: OfCalls(_calls, by_tool=True),
    names.EXACT: OfCalls(_exact),
    names.FORMAT: OfCalls(_format),
    names.TOOLS: OfCalls(_tools, by_tool=True),
    names.ARGUMENTS: OfCalls(_arguments, by_tool=True, by_path=_by_path),
    names.TRAJECTORY: OfCalls(_trajectory),
    names.IRRELEVANCE: OfCalls(_irrelevance),
    names.SCHEMA: OfCalls(_schema, by_tool=True),
}


def computed(measures: Sequence[Measure]) -> tuple[Measure, ...]:
    """The measures, each with the function that counts it."""
    return tuple(replace(one, compute=COUNTED[one.name]) for one in measures)
