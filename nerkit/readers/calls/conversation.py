"""Conversations: the turns of a record, and the calls of the assistant in each turn.

    {"calls": [CALL…]}  {"turns": [[CALL…]…]}    one turn, several turns
    {"messages": […]}                            every message of a user begins a turn
    {"choices": […]}  {"content": […]}  text …   the answer of a model: one turn

nerkit ignores results of tools and system messages. A refusal, an error and a missing response are a turn
without calls. Both sides can have every shape. In gold an unknown shape is an error.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from nerkit.algorithms.scalars.json_texts import is_deep
from nerkit.corpora.corpus import CLEAN
from nerkit.corpora.json_paths import PathPattern
from nerkit.corpora.readings import Readings
from nerkit.readers.calls import python_calls, texts
from nerkit.readers.calls.alternatives import (
    CONTAINERS,
    CallError,
    Path,
    is_bfcl,
    of_arguments,
    of_bfcl,
    readings_in,
)
from nerkit.readers.calls.call import (
    ARGUMENTS,
    ESCAPED,
    NAMES,
    Call,
    Turn,
    Turns,
    broken,
    has_arguments,
    name_in,
)
from nerkit.readers.calls.structured import INNER, LISTS, METHOD, call_in, inner
from nerkit.readers.calls.tagged import Types
from nerkit.readers.json_text import TOO_DEEP
from nerkit.readers.values.records import OF_BOTH, OF_GOLD, OF_SYSTEM, VALUE

TURNS, CALLS, TOOLS = "turns", "calls", "tools"
MESSAGES = ("messages", "contents", "conversation")
ASSISTANT, USER = ("assistant", "model", "ai"), ("user", "human")
ROLES = (*ASSISTANT, *USER, "system", "developer", "tool", "function")
RESULTS = ("tool_result", "functionResponse", "function_response", "toolResult")  # of tools, sent as a user
FIRST = ("choices", "candidates")  # alternatives, of which the first counts
BFCL_GOLD, BFCL = "ground_truth", "result"
AROUND = ("body", "message", "content", "parts", "text", "delta")  # keys on the path to a model's answer
ANSWERS = (*OF_GOLD, *OF_SYSTEM, *(key for key in OF_BOTH if key != BFCL), VALUE)
RESERVED = frozenset((*NAMES, *ARGUMENTS))  # keys of calls, which are not names of tools
NAME, GIVEN = NAMES[0], ARGUMENTS[0]  # the usual keys of a call
SHOWN = 20  # characters of prose that a message quotes


class Conversation(list[Any]):
    """The list of turns of a document, with the tool schemas of its record in *tools*."""

    tools: Any = None


class SideReading(NamedTuple):
    """The settings for reading a side.

    any_key   the key of readings (only for gold)
    most      the strongest repair that is accepted, a code into STATUSES
    exact     whether values that are not calls are errors
    types     function (tool, parameter) -> the types of a parameter
    any_paths the paths of arrays that list readings
    empty     whether a gold argument of BFCL may have an empty list of possible answers
    """

    any_key: str | None
    most: int
    exact: bool
    types: Types = texts.untyped
    any_paths: tuple[PathPattern, ...] = ()
    empty: bool = False


class TurnReader:
    """Reads the turns of the records of a side."""

    def __init__(self, how: SideReading) -> None:
        self.how = how

    def turns(self, value: Any) -> Turns | None:
        """The turns of a record; None if its shape is unknown. Raises CallError for gold that is not a
        valid call.
        """
        return [[]] if value is None else self._found(value, ())

    def text(self, text: str, path: Path = ()) -> Turn:
        """The calls in a text."""
        calls = texts.calls_in(text, self.how.types)
        if self.how.exact:
            if any(call.status != CLEAN for call in calls):
                raise CallError("gold must hold calls that nerkit can read without repair", path)
            return [self._admitted(call, path) for call in calls]
        return [broken(call.name) if call.status > self.how.most else call for call in calls]

    def _found(self, value: Any, path: Path) -> Turns | None:
        if isinstance(value, str):
            turn = self.text(value, path)
            if self.how.exact and not turn and "".join(value.split()) not in ("[]", ""):
                raise CallError(f'gold must hold calls; "{_brief(value)}" is prose', path)
            return [turn]
        if isinstance(value, Mapping):
            return self._in_object(value, path)
        if isinstance(value, Sequence) and not isinstance(value, bytes):
            return self._in_list(value, path)
        return None

    def _in_object(self, value: Mapping[str, Any], path: Path) -> Turns | None:
        """The turns in an object; None if the object has no known key."""
        if isinstance(value.get(TURNS), list):
            return [self._turn(one, (*path, TURNS, place)) for place, one in enumerate(value[TURNS])]
        if CALLS in value:
            return [self._turn(value[CALLS], (*path, CALLS))]
        listed = any(key in value for key in (*LISTS, *INNER)) or value.get("method") == METHOD
        if listed or role_of(value) in ASSISTANT:
            return [self._message(value, path)]
        return self._in_record(value, path)

    def _in_record(self, value: Mapping[str, Any], path: Path) -> Turns | None:
        """The turns in a record that has an answer or messages, or is a call itself; None for other
        records.
        """
        answered = self._answered(value, path)
        told = next((key for key in MESSAGES if are_messages(value.get(key))), None)
        if told is not None and not (answered and any(answered)):
            spoken = [one for one in value[told] if role_of(one) in ASSISTANT]
            if spoken or answered is None:
                return self._conversation(value[told], (*path, told))
        if answered is not None:
            return answered
        if inner(value) is not None or has_arguments(value):
            return [[self._call(value, 1, path)]]
        if value.get("refusal") or value.get("error") or "response" in value:
            return [[]]
        written = [key for key, inside in value.items() if _are_written(inside)]
        return [self._listed(value[written[0]], (*path, written[0]))] if len(written) == 1 else None

    def _answered(self, value: Mapping[str, Any], path: Path) -> Turns | None:
        """The turns under the known keys of answers; None if the object has no such key."""
        for key in (BFCL_GOLD, BFCL):
            if key in value and isinstance(value[key], list | str):
                return self._bfcl(value[key], (*path, key))
        for key in FIRST:
            if isinstance(value.get(key), list):
                first = value[key][:1]
                return self._found(first[0], (*path, key, 0)) if first else [[]]
        for key in (*ANSWERS, *AROUND):
            if key in value:
                inside = value[key]
                if inside is None:
                    return [[]]
                if not self.how.exact and isinstance(inside, str):
                    return [self.text(inside)]
                if (found := self._found(inside, (*path, key))) is not None:
                    return found
        return None

    def _in_list(self, value: Sequence[Any], path: Path) -> Turns:
        """The turns in a list of messages, turns, calls or parts of one answer."""
        if are_messages(value):
            return self._conversation(value, path)
        if value and all(isinstance(one, list | tuple) for one in value):
            return [self._turn(one, (*path, place)) for place, one in enumerate(value)]
        return [self._parts(value, path)]

    def _conversation(self, messages: Sequence[Any], path: Path) -> Turns:
        turns: list[Turn] = [[]]
        users = 0
        for place, message in enumerate(messages):
            if not isinstance(message, Mapping):
                continue
            if role_of(message) in USER and not _is_result(message):
                users += 1
                if users > 1:
                    turns.append([])
            elif role_of(message) in ASSISTANT:
                turns[-1].extend(self._message(message, (*path, place)))
        return turns

    def _message(self, message: Mapping[str, Any], path: Path) -> Turn:
        """The calls of one message: its list of calls, otherwise the calls in its content."""
        if message.get("refusal"):
            return []
        for key in LISTS:
            if isinstance(message.get(key), list) and message[key]:
                return self._listed(message[key], (*path, key))
        if inner(message) is not None:
            return [self._call(message, 1, path)]
        for key in ("content", "parts", "output"):
            inside = message.get(key)
            if isinstance(inside, str | list):
                here = *path, key
                return self.text(inside, here) if isinstance(inside, str) else self._parts(inside, here)
            if isinstance(inside, Mapping):
                return self._message(inside, (*path, key))
        return []

    def _parts(self, parts: Sequence[Any], path: Path) -> Turn:
        """The calls among the parts of an answer. If no part is a call, the calls in the texts of the
        parts.
        """
        calls: Turn = []
        written: list[str] = []
        for place, part in enumerate(parts):
            if isinstance(part, str):
                written.append(part)
            elif isinstance(part, Mapping):
                admitted = readings_in(part, self.how.any_key, (*path, place))
                if admitted is not None or inner(part) is not None or has_arguments(part):
                    calls.append(self._call(part, place + 1, (*path, place)))
                elif isinstance(part.get("text"), str):
                    written.append(part["text"])
                elif isinstance(part.get("content"), list):
                    calls += self._parts(part["content"], (*path, place, "content"))
                elif name_in(part) is not None and "type" not in part:  # a call without arguments
                    calls.append(self._call(part, place + 1, (*path, place)))
        if calls or not written:
            return calls
        if len(written) > 1 and any(map(python_calls.calls_of, written)):
            return [call for one in written for call in self.text(one, path)]
        return self.text("".join(written), path)

    def _bfcl(self, value: list[Any] | str, path: Path) -> Turns | None:
        """The turns of a BFCL record (gold or answer)."""
        if isinstance(value, str):
            return self._found(value, path) if self.how.exact else [self.text(value)]
        if value and all(isinstance(one, list) for one in value):
            return [
                [call for turn in self._steps(one, (*path, place)) for call in turn]
                for place, one in enumerate(value)
            ]
        if self.how.exact and value and is_bfcl(value):
            return [[of_bfcl(one, (*path, place), empty=self.how.empty) for place, one in enumerate(value)]]
        if any(isinstance(one, str) for one in value):
            return [[call for turn in self._steps(value, path) for call in turn]]
        if value and not all(isinstance(one, Mapping) and len(one) == 1 for one in value):
            return self._in_list(value, path)
        return [self._listed(value, path)]

    def _steps(self, steps: Sequence[Any], path: Path) -> Iterator[Turn]:
        """The calls of one turn, from its steps: texts, or lists of calls."""
        for place, step in enumerate(steps):
            if isinstance(step, str):
                yield self.text(step, (*path, place))
            elif isinstance(step, list):
                yield from self._steps(step, (*path, place))
            else:
                yield [self._call(step, place + 1, (*path, place))]

    def _turn(self, value: Any, path: Path) -> Turn | Readings:
        """One turn in nerkit's own lines: a list of calls, or the readings of a list."""
        plain = self._plain(value)
        if plain is not None:
            return plain
        admitted = readings_in(value, self.how.any_key, path)
        if admitted is not None:
            key = str(self.how.any_key)
            return Readings([self._turn(one, (*path, key, place)) for place, one in enumerate(admitted)])
        if value is None or isinstance(value, str):
            return self.text(value or "", path)
        if not isinstance(value, list | tuple):
            if self.how.exact and not isinstance(value, Mapping):
                raise CallError("a turn must be a list of calls", path)
            return [self._call(value, 1, path)]
        if self.how.exact and value and is_bfcl(value) and not any(map(_is_own_call, value)):
            return [of_bfcl(one, (*path, place), empty=self.how.empty) for place, one in enumerate(value)]
        return self._listed(value, path)

    def _plain(self, calls: Any) -> Turn | None:
        """The calls of a list of objects with only a name and arguments, the most frequent form.

        None for other lists, and for gold arguments that may have several readings.
        """
        if type(calls) is not list:
            return None
        made: Turn = []
        key = self.how.any_key
        for one in calls:
            if type(one) is not dict or len(one) != 2:
                return None
            name, given = one.get(NAME), one.get(GIVEN)
            if type(name) is not str or not name or type(given) is not dict:
                return None
            if (key is not None and key in given) or ESCAPED in "\n".join((name, *given)):
                return None
            if not CONTAINERS.isdisjoint(map(type, given.values())) and (key is not None or is_deep(given)):
                return None
            made.append(Call(name, given))
        return made

    def _listed(self, calls: Sequence[Any], path: Path) -> Turn:
        """The calls of a list whose elements are objects, or texts with any number of calls."""
        turn: Turn = []
        for place, one in enumerate(calls):
            here = *path, place
            told = self.text(one, here) if isinstance(one, str) else []
            turn += told or [self._call(one, place + 1, here)]
        return turn

    def _call(self, value: Any, number: int, path: Path) -> Any:
        """A call, or its readings. Raises CallError if a gold value is not a call."""
        if not self.how.exact:
            call = call_in(value)
            return broken(call.name) if call.status > self.how.most else call
        admitted = readings_in(value, self.how.any_key, path)
        if admitted is not None:
            readings: list[Any] = []
            for place, one in enumerate(admitted):
                made = None if one is None else self._call(one, number, (*path, str(self.how.any_key), place))
                readings.extend(made.values if isinstance(made, Readings) else [made])
            return Readings(readings)
        if isinstance(value, str):
            turn = self.text(value, path)
            if len(turn) == 1:
                return turn[0]
            raise CallError(f'gold must hold calls; "{_brief(value)}" is prose', path)
        call = call_in(value)
        if call.name is None:
            raise CallError(f'call {number} has no name (a string under "name")', path)
        if call.status != CLEAN:
            here = _to_arguments(value, path)
            what = TOO_DEEP if is_deep(value) else "not a JSON object"
            raise CallError(f"arguments of {call.name} are {what}", here)
        return self._admitted(call, _to_arguments(value, path))

    def _admitted(self, call: Call, path: Path) -> Call | Readings:
        if call.name is None or self.how.any_key is None:
            return call
        return of_arguments(call.name, call.arguments, self.how.any_key, path)


def _to_arguments(value: Any, path: Path) -> Path:
    """The path to the arguments of a call, given the path to the call."""
    for keys in ((*INNER, "params"), ARGUMENTS):
        key = next((key for key in keys if isinstance(value, Mapping) and key in value), None)
        if key is not None and (keys is ARGUMENTS or isinstance(value[key], Mapping)):
            path, value = (*path, key), value[key]
    return path


def _are_written(value: Any) -> bool:
    """Whether a value is a list of texts that contain calls and nothing else."""
    written = isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)
    return written and all(map(python_calls.calls_of, value))


def _is_own_call(value: Mapping[str, Any]) -> bool:
    return inner(value) is not None or name_in(value) is not None or not RESERVED.isdisjoint(value)


def _brief(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def role_of(message: Any) -> str:
    """The role of a message; empty if it has no role."""
    if not isinstance(message, Mapping):
        return ""
    role = message.get("role", message.get("type"))
    return role if isinstance(role, str) and role in ROLES else ""


def are_messages(value: Any) -> bool:
    """Whether a value is a list of messages with roles."""
    return isinstance(value, list) and bool(value) and all(map(role_of, value))


def _is_result(message: Mapping[str, Any]) -> bool:
    """Whether a user message contains only results of tools."""
    inside = next((message[key] for key in ("content", "parts") if key in message), None)
    return (
        isinstance(inside, list)
        and bool(inside)
        and all(
            isinstance(one, Mapping) and (one.get("type") in RESULTS or any(key in one for key in RESULTS))
            for one in inside
        )
    )
