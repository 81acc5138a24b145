"""Gold that admits several calls, arguments or plans: the readings of each document that count.

Readings and matchings are chosen together, so that the document's F1 of a measure is largest. The solver of
nerkit json (`scorers.json.readings`) gets the turns of a document as one nested value. In this value a call
is an element that counts as a whole, or by the leaves of its arguments.

    calls       [[{"search": {"q": any of a, b}, MARK search: true}], []]     elements as wholes
    tools       [[{MARK search: true}], []]
      of sets   [[{"search": {"q": any of a, b}, MARK search: true}], []]     leaves; only marks count
    arguments   [[{"search": {"q": any of a, b}}], []]                        leaves
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count, islice, product
from typing import Any

from nerkit.corpora.json_paths import Kept
from nerkit.corpora.readings import Readings, chosen
from nerkit.exceptions import TooLargeError, UsageError
from nerkit.ground.limits import MOST_PLANS
from nerkit.readers.calls.call import Call
from nerkit.scorers.calls.options import Options
from nerkit.scorers.json.options import SET
from nerkit.scorers.json.readings.batch import has_readings
from nerkit.scorers.json.readings.choice import choose

CALLS, TOOLS, ARGUMENTS, TURNS = "calls", "tools", "arguments", "turns"  # the goals of a choice of readings
MARK = "\0call "  # before the name of a tool: the key of a leaf that every call has
PLAIN = frozenset((str, int, float, bool, type(None)))  # types of values without readings inside
BROKEN = "\0broken"
Bound = tuple[
    float, float
]  # `counts.BOUND`: 1 if readings are not proved best, and how much more could agree
PROVED: Bound = (0.0, 0.0)
Sides = tuple[Sequence[Any], Sequence[Any]]  # the turns of a document of gold and of the system
MARK_ALONE = {"*.*": "0"}  # the weights of leaves by path; arguments are below their tool
WHOLES = 2  # the elements of the arrays in the array of turns
INSIDE = Kept(labels=("[][]",))  # only calls are scored: an empty turn is not a leaf


def admits_several(turns: Any) -> bool:
    """Whether turns have readings, including readings inside arguments."""
    if turns is None or isinstance(turns, Call):
        return turns is not None and _is_open_call(turns)
    if isinstance(turns, Readings):
        return True
    return any(_is_open_call(one) if type(one) is Call else admits_several(one) for one in turns)


def _is_open_call(call: Call) -> bool:
    """Whether the arguments of a call have readings."""
    return not PLAIN.issuperset(map(type, call[1].values())) and has_readings(call[1])


def joined(turns: Sequence[Any]) -> Any:
    """All turns of a document as one turn, whose readings combine the readings of the turns.

    Raises UsageError for too many combinations.
    """
    plans = [turn.values if isinstance(turn, Readings) else [turn] for turn in turns]
    every = list(islice(product(*plans), MOST_PLANS + 1))
    if len(every) > MOST_PLANS:
        raise UsageError(f"a document has more than {MOST_PLANS:,} combinations of readings of its turns")
    flat = [
        joined(plan)
        if any(isinstance(turn, Readings) for turn in plan)
        else [call for turn in plan for call in turn or ()]
        for plan in every
    ]
    return Readings(flat) if len(flat) > 1 else flat[0]


class Chooser:
    """The choice of readings for one goal: CALLS, TOOLS, ARGUMENTS or TURNS."""

    def __init__(self, options: Options, goal: str) -> None:
        self.goal, self.serial = goal, count()
        # in sets, calls with equal arguments count once, and readings decide which arguments are equal
        self.of_sets = Chooser(options, CALLS) if goal == TOOLS and options.order == SET else None
        values = options.values_in(options.order, 2)  # all turns of a document as one value
        self.values = values if self.of_sets is None else replace(values, weight=MARK_ALONE)

    def documents(self, sides: Sequence[Sides]) -> list[tuple[list[Any], Bound]]:
        """The turns of gold with one reading of each value, and the bound of each document.

        Raises TooLargeError with the place of the document.
        """
        if self.goal != TURNS:
            return self._chosen(sides)
        places = [
            (at, turn)
            for at, (gold, _) in enumerate(sides)
            for turn in range(len(gold))
            if admits_several(gold[turn])
        ]
        apart = [
            ([sides[at][0][turn]], [sides[at][1][turn] if turn < len(sides[at][1]) else []])
            for at, turn in places
        ]
        try:
            found = self._chosen(apart)
        except TooLargeError as error:
            raise error.at(places[error.document][0]) from None
        turns, bounds = [list(gold) for gold, _ in sides], [PROVED] * len(sides)
        for (at, turn), (own, bound) in zip(places, found, strict=True):
            turns[at][turn] = own[0]
            bounds[at] = max(bounds[at][0], bound[0]), bounds[at][1] + bound[1]
        return list(zip(turns, bounds, strict=True))

    def _chosen(self, sides: Sequence[Sides]) -> list[tuple[list[Any], Bound]]:
        twins: dict[int, Readings] = {}
        gold, system = (
            [[self._value(turn, twins) for turn in one[side]] for one in sides] for side in (0, 1)
        )
        by_leaves = self.goal == ARGUMENTS or self.of_sets is not None
        best = choose(gold, system, self.values, INSIDE, None if by_leaves else WHOLES, judged=False)
        made = []
        for one, (turns, own) in zip(best, sides, strict=True):
            if self.of_sets is not None and not one.is_proved:
                made += self.of_sets.documents([(turns, own)])  # so that tools are not below calls
                continue
            picks = {id(each): one.picks.get(id(twins[id(each)]), 0) for each in _outer(turns)}
            taken = [self._taken(turn, picks, one.picks) for turn in turns]
            calls = [[call for call in turn or () if call is not None] for turn in taken]
            made.append((calls, (float(not one.is_proved), one.slack)))
        return made

    def _value(self, one: Any, twins: dict[int, Readings]) -> Any:
        """A turn or call as a nested value; *twins* maps ids of its readings to the readings in that
        value.
        """
        if one is None:
            return None
        if isinstance(one, Readings):
            twins[id(one)] = Readings([self._value(each, twins) for each in one.values])
            return twins[id(one)]
        return self._element(one) if isinstance(one, Call) else [self._value(each, twins) for each in one]

    def _element(self, call: Call) -> Any:
        mark = {BROKEN if call.name is None else f"{MARK}{call.name}": True}
        if self.goal == TOOLS and self.of_sets is None:
            return mark
        if call.is_broken and self.goal != TOOLS:
            return None if self.goal == ARGUMENTS else {BROKEN: next(self.serial)}  # no two are equal
        arguments = {BROKEN: next(self.serial)} if call.is_broken else call.arguments
        told = {str(call.name): arguments} if arguments else {}
        return (told or None) if self.goal == ARGUMENTS else {**told, **mark}

    def _taken(self, one: Any, picks: Mapping[int, int], inside: dict[int, int]) -> Any:
        """A turn or call with the chosen readings: *picks* for calls and turns, *inside* for arguments."""
        if isinstance(one, Readings):
            return self._taken(one.values[picks[id(one)]], picks, inside)
        if not isinstance(one, Call):
            return None if one is None else [self._taken(each, picks, inside) for each in one]
        if not has_readings(one.arguments):
            return one
        return one._replace(arguments=chosen(one.arguments, inside), admits=one.arguments)


def _outer(turns: Any) -> list[Readings]:
    """The readings of turns and calls, without readings inside arguments."""
    if turns is None or isinstance(turns, Call):
        return []
    own = [turns] if isinstance(turns, Readings) else []
    listed = turns.values if isinstance(turns, Readings) else turns
    return own + [each for one in listed for each in _outer(one)]
