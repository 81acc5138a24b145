"""Reads the most frequent form of logs with array operations: one turn per record, calls with a name and
flat arguments.

    {"id": "d0", "calls": [{"name": "now", "arguments": {}}]}       names   now  find
    {"id": "d1", "calls": [{"name": "find", "arguments": …}, …]}    begins  0 1 …

The calls are stored as columns. A `Call` is created only when a turn is accessed.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, overload

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.algorithms.scalars.json_texts import is_deep
from nerkit.readers.calls.alternatives import CONTAINERS
from nerkit.readers.calls.call import ARGUMENTS, ESCAPED, NAMES, Call
from nerkit.readers.calls.conversation import CALLS, TOOLS, TURNS

TOGETHER = 250  # records per block, so that the records fit in the cache
NAME, GIVEN = NAMES[0], ARGUMENTS[0]  # the keys of a call
SHAPES = {(NAME, GIVEN), (GIVEN, NAME)}  # the keys of a call in their order
OBJECTS, LISTS, TEXTS = {dict}, {list}, {str}
VALUES_OF = dict.values


class Conversation(list[Any]):
    """The list of turns of a document, with the tool schemas of its record in *tools*."""

    tools: Any = None


class PlainCalls(Sequence[Call]):
    """A sequence of calls, stored as a list of names and a list of arguments."""

    def __init__(self, names: Sequence[str], given: Sequence[Mapping[str, Any]]) -> None:
        self.names, self.given = names, given

    def __len__(self) -> int:
        return len(self.names)

    @overload
    def __getitem__(self, at: int) -> Call: ...

    @overload
    def __getitem__(self, at: slice) -> "PlainCalls": ...

    def __getitem__(self, at: int | slice) -> "Call | PlainCalls":
        if isinstance(at, slice):
            return PlainCalls(self.names[at], self.given[at])
        return Call(self.names[at], self.given[at])


class PlainTurns(Sequence[list[Call]]):
    """A sequence of turns. *borders* has the first call of each turn, followed by the number of calls."""

    def __init__(self, calls: PlainCalls, borders: IntArray) -> None:
        self.calls, self.borders = calls, borders

    def __len__(self) -> int:
        return len(self.borders) - 1

    @overload
    def __getitem__(self, at: int) -> list[Call]: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[list[Call]]: ...

    def __getitem__(self, at: int | slice) -> list[Call] | Sequence[list[Call]]:
        rows = range(len(self))[at]
        if isinstance(rows, int):
            return list(self.calls[int(self.borders[rows]) : int(self.borders[rows + 1])])
        if rows.step != 1:
            return [self[row] for row in rows]
        borders = self.borders[rows.start : rows.start + len(rows) + 1]
        return PlainTurns(self.calls[int(borders[0]) : int(borders[-1])], borders - borders[0])


class PlainConversations(Sequence[Conversation]):
    """A sequence of documents with one turn each."""

    def __init__(self, turns: PlainTurns) -> None:
        self.turns = turns

    def __len__(self) -> int:
        return len(self.turns)

    @overload
    def __getitem__(self, at: int) -> Conversation: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Conversation]: ...

    def __getitem__(self, at: int | slice) -> Conversation | Sequence[Conversation]:
        if isinstance(at, int):
            return Conversation([self.turns[at]])
        turns = self.turns[at]
        if isinstance(turns, PlainTurns):
            return PlainConversations(turns)
        return [Conversation([turn]) for turn in turns]


def read_plain(records: Sequence[Any], key: str | None) -> PlainConversations | None:
    """The conversations, if all records are plain. None if a record is not plain, or has readings under
    *key*.
    """
    names: list[str] = []
    given: list[Mapping[str, Any]] = []
    sizes: list[int] = []
    for first in range(0, len(records), TOGETHER):
        calls = _calls_of(records[first : first + TOGETHER])
        flat = None if calls is None else list(chain.from_iterable(calls))
        if calls is None or flat is None or not SHAPES.issuperset(map(tuple, flat)):
            return None
        named, told = list(map(itemgetter(NAME), flat)), list(map(itemgetter(GIVEN), flat))
        if not (TEXTS.issuperset(map(type, named)) and all(named) and OBJECTS.issuperset(map(type, told))):
            return None
        if not _are_plain(told, key) or ESCAPED in "\n".join({*named, *chain.from_iterable(told)}):
            return None
        names += named
        given += told
        sizes += map(len, calls)
    borders = np.cumsum([0, *sizes])
    return PlainConversations(PlainTurns(PlainCalls(names, given), borders))


def _calls_of(records: Sequence[Any]) -> list[Any] | None:
    """The lists of objects under the key `calls`, or the records if all records are lists of objects.

    None if a record has other turns or no turn.
    """
    calls = list(records)
    if not (LISTS.issuperset(map(type, records)) and any(records)):
        if not OBJECTS.issuperset(map(type, records)):
            return None
        for keys in set(map(tuple, records)):
            if CALLS not in keys or TURNS in keys or TOOLS in keys:
                return None
        calls = list(map(itemgetter(CALLS), records))
    plain = LISTS.issuperset(map(type, calls)) and OBJECTS.issuperset(map(type, chain.from_iterable(calls)))
    return calls if plain else None


def _are_plain(given: Sequence[Mapping[str, Any]], key: str | None) -> bool:
    """Whether arguments have no readings and are not nested too deeply."""
    if key is not None and any(key in names for names in set(map(tuple, given))):
        return False
    kinds = map(type, chain.from_iterable(map(VALUES_OF, given)))  # type: ignore[arg-type]
    return CONTAINERS.isdisjoint(kinds) or (key is None and not any(map(is_deep, given)))
