"""Calls in objects, in the forms of model interfaces and programs.

    {"function": {"name", "arguments"}}            OpenAI, ollama
    {"type": "function_call", "name", "arguments"} OpenAI Responses      {"type": "tool_use", "name", "input"}
    {"functionCall": {"name", "args"}}             Gemini                {"toolUse": {"name", "input"}}
    {"method": "tools/call", "params": {…}}        MCP                   {"name", "args"}    LangChain
    {"f": "{"x": 1}"}                            answers of BFCL, with the tool as key

Arguments can be an object or its text.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from nerkit.corpora.corpus import CLEAN
from nerkit.readers.calls.call import ARGUMENTS, NAMES, Call, broken, has_arguments, made, name_in, of_object
from nerkit.readers.values.tolerant_json import leaves

INNER = ("functionCall", "function_call", "toolUse", "tool_use", "function")  # keys around name and arguments
LISTS = ("tool_calls", "calls", "toolCalls", "function_calls", "functionCalls")  # keys of lists of calls
TYPES = ("tool_use", "function_call", "tool_call")  # of objects that are calls by themselves
METHOD = "tools/call"


def inner(value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The object with name and arguments inside an object whose keys make it a call; None for other
    objects.
    """
    for key in INNER:
        found = value.get(key)
        if found is not None and isinstance(found, Mapping):
            return found
    if value.get("method") == METHOD:
        params = value.get("params")
        return params if isinstance(params, Mapping) else {}
    return value if value.get("type") in TYPES and name_in(value) is not None else None


class HowRead(NamedTuple):
    """The status of the calls in a value, and the `id()` of each container that the text left open."""

    status: int = CLEAN
    unfinished: frozenset[int] = frozenset()


def call_in(value: Any, how: HowRead = HowRead()) -> Call:  # noqa: B008  (it is frozen)
    """The call that an element of a list of calls represents. Other elements give a broken call."""
    if not isinstance(value, Mapping):
        return broken()
    found = inner(value)
    if found is None and len(value) == 1 and name_in(value) is None:
        ((key, given),) = value.items()
        if isinstance(given, Mapping | str) and key not in (*ARGUMENTS, *NAMES):
            return made(key, given, how.status)
    return _of_object(value if found is None else found, how)


def calls_among(value: Any, how: HowRead = HowRead()) -> Iterator[Call]:  # noqa: B008  (it is frozen)
    """Yield the calls in a JSON value that may also contain other data.

    Calls are objects with name and arguments, objects whose keys make them calls, and elements of lists of
    both.
    """
    if isinstance(value, list):
        for one in value:
            if isinstance(one, Mapping):
                yield from calls_among(one, how)
    elif isinstance(value, Mapping):
        found = inner(value)
        if found is not None and (has_arguments(found) or value is not found):
            yield _of_object(found, how)
        elif has_arguments(value):
            yield _of_object(value, how)
        else:
            yield from (call_in(one, how) for one in listed_in(value) or ())


def listed_in(value: Mapping[str, Any]) -> list[Any] | None:
    """The list of calls under a known key; None without a known key."""
    return next((value[key] for key in LISTS if isinstance(value.get(key), list)), None)


def _of_object(value: Mapping[str, Any], how: HowRead) -> Call:
    """The call in an object. The call is broken if its text ended before the first leaf of the arguments."""
    call = of_object(value, how.status)
    if id(value) not in how.unfinished:
        return call
    given = next((value[key] for key in ARGUMENTS if key in value), None)
    known = given is not None and (id(given) not in how.unfinished or leaves(given))
    return call if known else broken(call.name)
