"""The errors in calls: a line for each lost call, and for each lost argument.

    call order          the same call, in another place (option order)
    argument missed     an argument that the system's call lacks
    argument spurious   an argument that gold lacks
    argument value      an argument with a wrong value
    call format         a broken call opposite a gold call
    call label          a call of another tool
    call missed, call spurious

nerkit aligns the calls of each unit so that the alignment shows the sizes M0 to M6 of `same_calls`. Equal
calls are paired first, and among them calls in order. Then follow calls that lack arguments, that invent
arguments, and that have a wrong value. Broken calls and all other calls come last. Each pair has a class of
LOSSES. Each class has as many pairs as the sizes require.

A call with wrong arguments has one line per wrong argument. Only the first line, with the worst class,
counts, so that the classes add up to the loss of the measure calls. Right arguments are listed as correct, so
that the whole call can be shown.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, Column, IntArray
from nerkit.algorithms.keys import groups
from nerkit.algorithms.scalars.numerals import decimal, numeral
from nerkit.corpora.corpus import Batch
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.corpora.json_paths import path_text
from nerkit.corpora.readings import Readings
from nerkit.ground.limits import MOST_LISTED_CALL_PAIRS
from nerkit.readers.calls.call import Call
from nerkit.results.errors import CORRECT, Errors, Items
from nerkit.scorers.calls.counting import ComparedCalls, ComparedGoal
from nerkit.scorers.calls.options import Options
from nerkit.scorers.calls.readings import CALLS
from nerkit.scorers.calls.same_calls import (
    BROKEN,
    INVENTED,
    LACKING,
    OTHER,
    SAME,
    WRONG,
    CallPairs,
    Matched,
    ToolGroups,
    in_turn,
    pairs_of,
    same_in_order,
    same_parameters,
)
from nerkit.scorers.calls.units import ComparedUnits
from nerkit.scorers.json.options import SEQUENCE
from nerkit.scorers.json.written_values import shown
from nerkit.scorers.task import Measure

KINDS = (  # in the order of LOSSES
    *(CORRECT, "call order", "argument missed", "argument spurious", "argument value"),
    *("call format", "call label", "call missed", "call spurious"),
)
KIND_OF = {SAME: 0, 0: 1, **{rank: rank for rank in range(2, 9)}}  # class of the alignment -> place in KINDS
OF_ARGUMENTS = (LACKING, INVENTED, WRONG)
MOVED = 0  # a pair of same calls that is not in order
MISSING, UNWANTED = 7, 8
STEPS = 4  # sets of pairs of equal names: SAME to WRONG
ARRAY_ORDER, AS_STRING, ABSENT_SENT = "array order", "number as string", "absent value sent"


class CallLine(NamedTuple):
    """A line about a pair of calls, or about one of their arguments.

    document   the number of the document
    kind       the class of the line, a place in KINDS
    tools      the tool on each side, None if a side has no call
    path       the place of the call or argument
    values     the call or argument on each side as text, None if a side has none
    note       a note about the line, or None
    turn       the 1-based number of the turn
    further    whether the line does not count, because an earlier line of the pair counts
    """

    document: int
    kind: int
    tools: tuple[str | None, str | None]
    path: str
    values: tuple[str | None, str | None]
    note: str | None
    turn: int
    further: bool = False


def find(batch: Batch[JsonDocuments], _: Sequence[Measure], options: Options) -> Errors:
    """The calls of all documents as errors, pair by pair, in the order of the files."""
    calls = ComparedCalls(batch, options)
    lines = list(_lines(calls.of(CALLS)))
    kinds = np.array([line.kind for line in lines], np.int64)
    items = _items(lines, 0, batch.gold), _items(lines, 1, batch.system)
    return Errors(
        batch.documents,
        np.array([line.document for line in lines], np.int64),
        KINDS,
        kinds,
        _rows(lines, 0),
        _rows(lines, 1),
        items,
        further=np.array([line.further for line in lines], bool),
    )


def _rows(lines: Sequence[CallLine], side: int) -> IntArray:
    """The line of each item of a side (0 for gold, 1 for the system); NONE for a line without an item on
    the side.
    """
    none = np.fromiter((line.tools[side] is None for line in lines), bool, len(lines))
    return np.where(none, NONE, np.arange(len(lines)))


def _lines(goal: ComparedGoal) -> Iterator[CallLine]:
    """The lines about all pairs of calls."""
    compared = goal.compared
    gold, system = compared.gold, compared.system
    found = aligned(compared, goal.matched)
    document = compared.units.document
    first = np.searchsorted(document, document)  # the first unit of the same document
    several = np.bincount(document, minlength=1)[document] > 1
    equal = same_parameters(compared, found.gold, found.system)
    for at, (ours, theirs, kind) in enumerate(
        zip(found.gold.tolist(), found.system.tolist(), found.kind.tolist(), strict=True)
    ):
        unit = int(gold.unit[ours] if ours != NONE else system.unit[theirs])
        turn = unit - int(first[unit])
        sides = (
            None if ours == NONE else gold.calls[ours],
            None if theirs == NONE else system.calls[theirs],
        )
        name = next((call.name for call in sides if call is not None and call.name), "?")
        place = int(gold.place[ours] if ours != NONE else system.place[theirs])
        steps: list[Any] = [*(["turns", turn] if several[unit] else []), name, place]
        line = CallLine(
            int(document[unit]),
            KIND_OF[kind],
            (_tool(sides[0]), _tool(sides[1])),
            path_text(steps),
            (_shown(sides[0]), _shown(sides[1])),
            None,
            turn + 1,
        )
        if kind in OF_ARGUMENTS and sides[0] is not None and sides[1] is not None:
            yield from _of_arguments(line, (sides[0], sides[1]), steps, equal[at])
        else:
            yield line


def _tool(call: Call | None) -> str | None:
    return None if call is None else call.name or "?"


def _shown(call: Call | None) -> str | None:
    """A call as it may be written: `search(q="cats")`."""
    if call is None:
        return None
    if call.is_broken:
        return f"{call.name or '?'}(…)"
    return f"{call.name}({', '.join(f'{name}={_value(one)}' for name, one in call.arguments.items())})"


def _value(value: Any) -> str:
    """A value as JSON, with readings separated by bars."""
    if isinstance(value, Readings):
        return " | ".join(_value(one) for one in value.values or [None])
    return shown(value)


def _of_arguments(
    line: CallLine, calls: tuple[Call, Call], steps: list[Any], equal: frozenset[str]
) -> Iterator[CallLine]:
    """A line for each argument: wrong arguments first, from the worst class to the mildest."""
    names = list(
        dict.fromkeys(name for call in calls for name, one in call.arguments.items() if one is not None)
    )
    values = {name: (_argument(calls[0], name), _argument(calls[1], name)) for name in names}
    kinds = {name: 0 if name in equal else _kind(*values[name]) for name in names}
    lost = sorted((name for name in names if kinds[name]), key=lambda name: -kinds[name])
    for name in (*lost, *(name for name in names if not kinds[name])):
        yield line._replace(
            kind=kinds[name],
            path=path_text([*steps, name]),
            values=values[name],
            note=_note(*(call.arguments.get(name) for call in calls)) if kinds[name] else None,
            further=name != lost[0],
        )


def _kind(gold: str | None, system: str | None) -> int:
    """The class of a wrong argument, as a place in KINDS."""
    if gold is None:
        return INVENTED
    return LACKING if system is None else WRONG


def _argument(call: Call, name: str) -> str | None:
    value = call.arguments.get(name)
    if value is None:
        return None
    return _value(value) + (" (default)" if name in call.filled else "")


def _note(gold: Any, system: Any) -> str | None:
    """A note if a known trap explains a wrong argument, otherwise None."""
    if gold is None and system in ("", [], {}):
        return ABSENT_SENT
    if isinstance(gold, list) and isinstance(system, list):
        return ARRAY_ORDER if sorted(map(shown, gold)) == sorted(map(shown, system)) else None
    for text, number in ((gold, system), (system, gold)):
        is_number = isinstance(number, int | float | Decimal) and not isinstance(number, bool)
        if isinstance(text, str) and is_number and numeral(text) == decimal(number):
            return AS_STRING
    return None


def _items(lines: Sequence[CallLine], side: int, corpus: JsonDocuments) -> Items:
    """The items of a side, one per line."""
    label = Column.of([line.tools[side] for line in lines])

    def place(row: int) -> tuple[str, int] | None:
        at = corpus.at[lines[row].document] if corpus.at else None
        return (at.source, at.line) if at else None

    size = np.array([float(not line.further) for line in lines])
    more = {
        "turn": lambda row: lines[row].turn,
        "path": lambda row: lines[row].path,
        "value": lambda row: lines[row].values[side] or "",
    }
    return Items(
        label,
        text=lambda row: lines[row].values[side],
        around=lambda row: lines[row].note,
        place=place,
        more=more,
        size=size,
    )


class CallAlignment(NamedTuple):
    """Pairs of calls and their classes.

    gold, system   the calls of each pair, NONE for a call without a partner
    kind           the class of each pair: SAME, MOVED, LACKING … OTHER, MISSING or UNWANTED
    """

    gold: IntArray
    system: IntArray
    kind: IntArray


def aligned(compared: ComparedUnits, matched: Matched) -> CallAlignment:
    """The alignment of all units, in the order of units and of gold's calls."""
    gold, system = compared.gold, compared.system
    tools = ToolGroups(gold, system)
    free = np.ones(len(gold), bool), np.ones(len(system), bool)
    rows: list[tuple[IntArray, IntArray, IntArray]] = []

    def take(ours: IntArray, theirs: IntArray, kinds: IntArray) -> None:
        rows.append((ours, theirs, kinds))
        free[0][ours] = free[1][theirs] = False

    for pairs in pairs_of(compared, tools, np.ones(len(tools), bool), MOST_LISTED_CALL_PAIRS):
        chosen = _chosen(compared, tools, pairs)
        take(pairs.gold[chosen], pairs.system[chosen], _kinds(compared, pairs, chosen, matched))
    none = np.full(len(gold), NONE), np.full(len(system), NONE)
    for kind, name, other in (  # broken calls by their name, nameless calls, then any calls
        (BROKEN, gold.name, np.where(system.broken, system.name, NONE)),
        (BROKEN, none[0], system.name),
        (OTHER, *none),
    ):
        ours, theirs = map(np.flatnonzero, free)
        i, j = in_turn((gold.unit[ours], system.unit[theirs]), (name[ours], other[theirs]))
        take(ours[i], theirs[j], np.full(len(i), kind))
    ours, theirs = map(np.flatnonzero, free)
    rows.append((ours, np.full(len(ours), NONE), np.full(len(ours), MISSING)))
    rows.append((np.full(len(theirs), NONE), theirs, np.full(len(theirs), UNWANTED)))
    ours, theirs, kinds = (np.concatenate(column) for column in zip(*rows, strict=True))
    unit = np.where(ours == NONE, np.append(system.unit, NONE)[theirs], np.append(gold.unit, NONE)[ours])
    order = np.lexsort((theirs, np.where(ours == NONE, len(gold), ours), unit))
    return CallAlignment(ours[order], theirs[order], kinds[order])


def _chosen(compared: ComparedUnits, tools: ToolGroups, pairs: CallPairs) -> IntArray:
    """The pairs of calls with equal names that are taken, as places in *pairs*."""
    fixed = same_in_order(compared, pairs) if compared.options.order == SEQUENCE else np.zeros(0, np.int64)
    free = np.ones(len(pairs.gold), bool)
    for side, taken in ((pairs.gold, pairs.gold[fixed]), (pairs.system, pairs.system[fixed])):
        free &= ~np.isin(side, taken)
    rows = np.flatnonzero(free)
    most = int(np.minimum(tools.sizes(tools.gold), tools.sizes(tools.system)).max(initial=0)) + 1
    weight = np.ones(len(rows))  # one pair of a better rank outweighs all worse pairs
    for step, rank in enumerate((INVENTED, LACKING, SAME), 1):
        weight += (pairs.rank[rows] <= rank) * float(most**step)
    weight += pairs.alike[rows] / most
    best = rows[best_matching(pairs.gold[rows], pairs.system[rows], weight)]
    return np.concatenate([fixed, best])


def _kinds(compared: ComparedUnits, pairs: CallPairs, chosen: IntArray, matched: Matched) -> IntArray:
    """The class of each pair of equal names; each class has as many pairs per unit as the sizes require."""
    kind = pairs.rank[chosen].copy()
    unit = compared.gold.unit[pairs.gold[chosen]]
    in_order = np.zeros(len(compared), np.int64)
    for group in groups(unit):
        at = int(unit[group[0]])
        sizes = matched.sizes[at]
        in_order[at] = sizes[0]
        ranked = group[np.argsort(kind[group], kind="stable")]
        wanted = np.repeat((MOVED, LACKING, INVENTED, WRONG), np.diff(sizes[: STEPS + 1]))
        kind[ranked] = np.concatenate([np.full(sizes[0], SAME), wanted])
    return kind
