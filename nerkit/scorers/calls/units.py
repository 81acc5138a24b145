"""The turns of a batch, side by side, and their calls as columns.

    gold    turn 0: search(q=cats) now()     unit 0: search(q=cats) now() | now()
    system  turn 0: now()  turn 1: now()     unit 1:                      | now()

A unit is a turn of a document. In rows by tool, a unit is the calls of one tool in a turn. The solver of
nerkit json compares the arguments of a unit as the nested value `[{tool: arguments}, …]`. It also gives every
call and every parameter a form: an integer, equal if the values are equal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, chain, islice, pairwise, zip_longest
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray, Vocabulary
from nerkit.algorithms.keys import combine, first_of_each
from nerkit.corpora.corpus import UNREADABLE
from nerkit.corpora.json_paths import ITEM, Kept
from nerkit.readers.calls.call import Call
from nerkit.scorers.calls.options import Options
from nerkit.scorers.calls.readings import Bound
from nerkit.scorers.json.nodes import CHOICE, ValueNodes
from nerkit.scorers.json.options import SET
from nerkit.scorers.json.readings.choice import Choosing
from nerkit.scorers.json.readings.expansion import Expansion, variants
from nerkit.scorers.json.rows import Rows

Turn = Sequence[Call]
INSIDE = Kept(labels=("[]",))  # only calls are scored: an empty turn is not a leaf
NAME, GIVEN, STATUS = map(itemgetter, range(3))  # the first fields of a call
MOST_FORMS = 1_000  # values of a parameter that are each compared by their forms
ELEMENT, PARAMETER = 1, 3  # depths of a call in the list of its turn, and of a parameter in the call


@dataclass(frozen=True)
class TurnUnits:
    """The units of paired documents.

    document       the document of each unit
    gold, system   the calls of each unit
    tool           the tool of each unit if units are by tool, otherwise None
    bounds         unit -> `counts.BOUND`, for the first unit of each document whose readings were chosen
    """

    document: IntArray
    gold: Sequence[Turn]
    system: Sequence[Turn]
    tool: tuple[str, ...] | None = None
    bounds: Mapping[int, Bound] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        gold: Sequence[Sequence[Turn]],
        system: Sequence[Sequence[Turn]],
        bounds: Mapping[int, Bound] = MappingProxyType({}),
    ) -> "TurnUnits":
        """The turns of documents as units. Turn k is opposite turn k; a turn that one side lacks is empty.

        bounds   document -> its bound
        """
        sizes = [max(map(len, sides)) for sides in zip(gold, system, strict=True)]
        units = [
            pair for sides in zip(gold, system, strict=True) for pair in zip_longest(*sides, fillvalue=())
        ]
        first = [0, *accumulate(sizes)]
        of_units = {first[at]: bound for at, bound in bounds.items() if sizes[at]}
        document = np.repeat(np.arange(len(sizes)), sizes)
        return cls(document, [one for one, _ in units], [one for _, one in units], bounds=of_units)

    def joined(self, others: "TurnUnits") -> "TurnUnits":
        """Return these units by tool, followed by other units by tool."""
        return TurnUnits(
            np.concatenate([self.document, others.document]),
            [*self.gold, *others.gold],
            [*self.system, *others.system],
            (*(self.tool or ()), *(others.tool or ())),
            {**self.bounds, **{len(self) + unit: bound for unit, bound in others.bounds.items()}},
        )

    def by_tool(self) -> "TurnUnits":
        """Return one unit for each tool in each unit. Calls without a name belong to no unit."""
        document: list[int] = []
        sides: tuple[list[Turn], list[Turn]] = ([], [])
        tools: list[str] = []
        for at, calls in zip(self.document.tolist(), zip(self.gold, self.system, strict=True), strict=True):
            named = dict.fromkeys(call.name for side in calls for call in side if call.name is not None)
            for name in named:
                document.append(at)
                tools.append(name)
                for made, side in zip(sides, calls, strict=True):
                    made.append([call for call in side if call.name == name])
        return TurnUnits(np.array(document, np.int64), *sides, tuple(tools))

    def __len__(self) -> int:
        return len(self.gold)


@dataclass
class Side:
    """The calls of one side of units.

    calls      all calls, unit by unit, in their order
    unit       the unit of each call
    place      the position of each call in its unit
    name       the code of each call's tool, NONE if the call has no name
    broken     whether each call cannot be read and therefore agrees with nothing
    form       the form of each call's arguments, NONE for a call without arguments
    """

    calls: Sequence[Call]
    unit: IntArray
    place: IntArray
    name: IntArray
    broken: BoolArray
    form: IntArray

    def __len__(self) -> int:
        return len(self.calls)

    @cached_property
    def told(self) -> IntArray:
        """The numbers of the calls that have arguments."""
        return np.flatnonzero(np.fromiter(map(bool, map(GIVEN, self.calls)), bool, len(self)))

    @property
    def elements(self) -> "ElementCalls":
        """The calls with arguments, as elements of the lists of their turns."""
        return ElementCalls(self.unit[self.told], self.told, np.ones(len(self.told), np.int64))

    def take(self, keep: BoolArray) -> "Side":
        """The calls under the mask *keep*, with new positions without gaps."""
        rows = np.flatnonzero(keep)
        unit = self.unit[rows]
        place = np.arange(len(rows)) - np.searchsorted(unit, unit)
        calls = [self.calls[row] for row in rows.tolist()]
        return Side(calls, unit, place, self.name[rows], self.broken[rows], self.form[rows])


@dataclass(frozen=True)
class Parameters:
    """The parameters of calls that are not absent, as columns.

    If gold admits several values for a parameter, each value is a row.

    call       the call of each parameter
    path       the path of each parameter
    form       the form of its value
    node       the node of its value
    always     whether every value of the parameter has content
    unclear    whether the value can agree with a value that has another form
    """

    call: IntArray
    path: IntArray
    form: IntArray
    node: IntArray
    always: BoolArray
    unclear: BoolArray

    def __len__(self) -> int:
        return len(self.call)

    def take(self, some: IntArray | BoolArray) -> "Parameters":
        """The parameters at some places, given as a mask or numbers."""
        call, path, form, node = (one[some] for one in (self.call, self.path, self.form, self.node))
        return Parameters(call, path, form, node, self.always[some], self.unclear[some])


class ElementCalls(NamedTuple):
    """The elements of turns as columns.

    unit, call    the unit of each element, ascending, and its call
    values        the number of elements that hold the values of one parameter of the call
    """

    unit: IntArray
    call: IntArray
    values: IntArray

    def places(self, nodes: ValueNodes, elements: IntArray) -> IntArray:
        """The places in these columns of nodes that are elements."""
        places: IntArray = np.searchsorted(self.unit, nodes.document[elements]) + nodes.place[elements]
        return places


class ParameterRows(NamedTuple):
    """The rows in which parameters are compared, and the elements of gold's and of the system's turns."""

    rows: Rows
    sides: tuple[ElementCalls, ElementCalls]

    def parameters(self, *, of_system: bool) -> Parameters:
        """The parameters of a side's calls."""
        rows, nodes, side = self.rows, self.rows.nodes, self.sides[of_system]
        level = level_of(nodes, PARAMETER)
        some = level.start + np.flatnonzero((nodes.system[level] == of_system) & rows.says[level])
        place, path = side.places(nodes, nodes.parent[nodes.parent[some]]), nodes.path[some]
        call, unclear = side.call[place], rows.graded_below[path]
        always = np.ones(len(some), bool)
        if (side.values > 1).any():
            _, number, known = np.unique(combine(call, path), return_inverse=True, return_counts=True)
            always = known[number] == side.values[place]
        choices = (nodes.kind == CHOICE).astype(np.int64)
        if not of_system and choices.any():
            unclear = unclear | (nodes.sums_up(choices)[some] > 0)
            always &= Choosing(rows).fewest[some] > 0
        found = Parameters(call, path, rows.form[some], some, always, unclear)
        return found.take(first_of_each(combine(call, path, found.form))) if len(found) else found


class ComparedUnits:
    """Units with their calls as columns, and the rows in which their arguments are compared.

    Under `order="set"` equal calls of a side count once.
    """

    def __init__(self, units: TurnUnits, options: Options) -> None:
        self.units, self.options = units, options
        names = Vocabulary()
        sides = _side(units.gold, names), _side(units.system, names)
        self.names = list(names)
        self._compare(*sides)
        if options.order == SET:
            self._count_once()

    def __len__(self) -> int:
        return len(self.units)

    def _compare(self, gold: Side, system: Side) -> None:
        """Make the rows of the arguments of all calls, and set the forms of the calls."""
        self.gold, self.system = gold, system
        self.rows = Rows((self._told(gold), self._told(system)), self.options.values, INSIDE)
        level = level_of(self.rows.nodes, ELEMENT)
        for of_system, side in enumerate((gold, system)):
            rows = level.start + np.flatnonzero(self.rows.nodes.system[level] == bool(of_system))
            side.form[:] = NONE
            side.form[side.told[side.elements.places(self.rows.nodes, rows)]] = self.rows.form[rows]

    def _told(self, side: Side) -> list[Sequence[Any]]:
        """The arguments of a side's calls as `{tool: arguments}`, unit by unit, without calls that have
        no arguments.
        """
        calls = map(side.calls.__getitem__, side.told.tolist())
        told = [{str(call.name): call.arguments} for call in calls]
        return _by_unit(side.unit[side.told], told, len(self))

    def _count_once(self) -> None:
        """Keep only the first of equal calls of a side in a unit."""
        sides = []
        for side in (self.gold, self.system):
            keep = np.ones(len(side), bool)
            if len(side):
                turn = np.where(side.broken, side.place, NONE)  # a broken call equals no other call
                keep[:] = False
                keep[first_of_each(combine(side.unit, side.name, side.form, turn))] = True
            sides.append(side.take(keep))
        turns = (_by_unit(side.unit, side.calls, len(self.units)) for side in sides)
        self.units = replace(self.units, gold=next(turns), system=next(turns))
        self._compare(*sides)

    @cached_property
    def parameters(self) -> tuple[Parameters, Parameters]:
        """The parameters of gold's calls, in all readings, and of the system's calls."""
        compared = self.parameter_rows
        return compared.parameters(of_system=False), compared.parameters(of_system=True)

    @cached_property
    def parameter_rows(self) -> ParameterRows:
        """The rows of parameters. Calls with several readings have one element for each value of a
        parameter.
        """
        elements = self.gold.elements, self.system.elements
        if not self.admits.any():
            return ParameterRows(self.rows, elements)
        expansion = Expansion(self.options.values, INSIDE, bags=False)
        every = [  # call, parameters, how many values one of them has
            (at, given, count)
            for at, call in enumerate(self.gold.calls)
            for given, count in _apart(call, expansion)
            if given
        ]
        calls = np.array([at for at, _, _ in every], np.int64)
        gold = ElementCalls(self.gold.unit[calls], calls, np.array([one[2] for one in every], np.int64))
        tools = [str(self.gold.calls[at].name) for at, _, _ in every]
        told = [{tool: given} for tool, (_, given, _) in zip(tools, every, strict=True)]
        values = _by_unit(gold.unit, told, len(self.units)), self._told(self.system)
        return ParameterRows(Rows(values, self.options.values, INSIDE), (gold, elements[1]))

    @cached_property
    def admits(self) -> BoolArray:
        """Whether the arguments of each gold call have several readings, shape (calls,)."""
        return np.fromiter((call.admits is not None for call in self.gold.calls), bool, len(self.gold))

    @cached_property
    def is_unclear(self) -> bool:
        """Whether a gold parameter can agree with a value that has another form."""
        return bool(self.parameters[0].unclear.any())

    @cached_property
    def has_grades(self) -> bool:
        """Whether different leaves can agree."""
        return bool(self.rows.graded_below.any())


def _apart(call: Call, expansion: Expansion) -> Iterator[tuple[Mapping[str, Any], int]]:
    """Yield the arguments of a call and 1.

    If gold admits several readings, yield each value of each parameter, and the parameter's number of values.
    """
    if call.admits is None:
        yield call.arguments, 1
        return
    for name, value in call.admits.items():
        values = [one for one, _ in islice(variants(value), MOST_FORMS + 1)]
        values = values if len(values) <= MOST_FORMS else [value]
        steps = ITEM, str(call.name), name
        yield from (({name: expansion.value(one, steps)}, len(values)) for one in values)


def level_of(nodes: ValueNodes, depth: int) -> slice:
    """Return the nodes of a depth, an empty slice if no node is so deep."""
    levels = nodes.levels()
    return levels[depth] if depth < len(levels) else slice(0, 0)


def _side(turns: Sequence[Turn], names: Vocabulary) -> Side:
    """The calls of a side as columns, without forms."""
    calls = list(chain.from_iterable(turns))
    named = list(map(NAME, calls))
    sizes = np.fromiter(map(len, turns), np.int64, len(turns))
    broken = np.fromiter(map(STATUS, calls), np.int64, len(calls)) == UNREADABLE
    unit, known = np.repeat(np.arange(len(turns)), sizes), len(calls)
    place = np.arange(known) - (np.cumsum(sizes) - sizes)[unit]
    code = {None: NONE} | {one: names[one] for one in dict.fromkeys(named) if one is not None}
    name = np.fromiter(map(code.__getitem__, named), np.int64, known)
    return Side(calls, unit, place, name, broken, np.full(known, NONE))


def _by_unit(unit: IntArray, values: Sequence[Any], count: int) -> list[Sequence[Any]]:
    """The values of each unit, as one list per unit."""
    borders = np.searchsorted(unit, np.arange(count + 1)).tolist()
    return [values[a:b] for a, b in pairwise(borders)]
