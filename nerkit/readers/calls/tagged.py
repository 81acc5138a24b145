"""Calls between the tags and tokens that chat templates teach.

    <tool_call>{"name", "arguments"}</tool_call>            Hermes, Qwen 2.5 and 3; a list is several
    <tool_call><function=f><parameter=x>1</parameter>…      Qwen3-coder
    <function=f>{"x": 1}</function>                         Llama 3
    <|python_tag|>{"name", "parameters"}; {…}               Llama 3
    [TOOL_CALLS][{"name", "arguments"}]                     Mistral; later [TOOL_CALLS]f[ARGS]{"x": 1}

A tag inside a string of a value is text. What stands in a tag and is no call is a broken one; prose around
tags is nothing. The last closing tag may lack.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from nerkit.algorithms.scalars.json_texts import is_deep
from nerkit.corpora.corpus import CLEAN, REPAIRED
from nerkit.ground.patterns import regex
from nerkit.readers.calls import python_calls
from nerkit.readers.calls.call import Call, broken, made, name_in, typed
from nerkit.readers.calls.structured import HowRead, call_in, calls_among, inner, listed_in
from nerkit.readers.values.tolerant_json import ParsedValue, TolerantParse, TooDeepError, leaves

Types = Callable[[str, str], frozenset[str]]  # (tool, parameter) -> the types of its schema

TAG = regex(r"<tool_call>|\[TOOL_CALLS\]|<\|python_tag\|>|<function=([^>\n]*+)>")
BLANK = regex(r"\s*+")
START = regex(r"[{\[]")
BETWEEN = regex(r"[\s;,]*+")
NAMED = regex(r"\s*+([^\s\[\]{}\"'<>|]++)\s*+(?:\[CALL_ID\][^\[\]{}]*+)?(?:\[ARGS\])?\s*+")
WRITTEN_NAME = regex(r"""["'](?:name|tool|tool_name|function|functionName)["']\s*+:\s*+["']([^"'\\]++)["']""")
WRITTEN_ARGUMENTS = regex(r"""["'](?:arguments|args|parameters|input)["']\s*+:""")
PARAMETER = regex(r"\s*+<parameter=([^>\n]*+)>")
PARAMETER_END, FUNCTION_END = "</parameter>", "</function>"


class _Read(NamedTuple):
    calls: list[Call]
    end: int


def calls_in(text: str, types: Types) -> list[Call] | None:
    """The calls between tags of a text, in their order; None where it has no tag."""
    first = TAG.search(text)
    if first is None or _inside_value(text, first.start()):
        return None
    calls: list[Call] = []
    at = 0
    while tag := TAG.search(text, at):
        read = (
            _function(text, tag.end(), tag[1], types) if tag[1] is not None else READ[tag[0]](text, tag.end())
        )
        if read is None:  # a tag around other tags
            at = tag.end()
            continue
        calls += read.calls
        at = max(read.end, tag.end())
    return calls


def written_call(text: str) -> list[Call]:
    """The broken call of a text that is no JSON, and has the keys of one; none where it has not."""
    name = WRITTEN_NAME.search(text)
    return [broken(name[1])] if name and WRITTEN_ARGUMENTS.search(text, name.end()) else []


def how_read(parse: TolerantParse, parsed: ParsedValue, least: int = CLEAN) -> HowRead:
    """How a value was read by the tolerant grammar."""
    unfinished = (id(container) for container, _ in parse.stack) if parsed.truncated else ()
    return HowRead(REPAIRED if parsed.repaired else least, frozenset(unfinished))


def _value(text: str, at: int) -> _Read | None:
    """The calls that the JSON value at a place lists, and where it ends; None where none is."""
    parse = TolerantParse(text, at)
    try:
        parsed = parse.value()
    except TooDeepError:
        return None
    if parsed is None:
        return None
    value, how = parsed.value, how_read(parse, parsed)
    if isinstance(value, Mapping):
        alone = inner(value) is not None or name_in(value) is not None
        listed = [value] if alone else listed_in(value) or [value]
    else:
        listed = value
    return _Read([call_in(one, how) for one in listed], parsed.end)


def _inside_value(text: str, place: int) -> bool:
    """Whether a place is inside of a JSON value that is a call."""
    at = 0
    while (start := START.search(text, at, place)) is not None:
        try:
            parsed = TolerantParse(text, start.start()).value()
        except TooDeepError:
            return False
        if parsed is None or parsed.truncated:
            at = start.end()
        elif parsed.end > place:
            return next(calls_among(parsed.value), None) is not None
        else:
            at = parsed.end
    return False


def _hermes(text: str, at: int) -> _Read | None:
    begin = BLANK.match(text, at).end()  # type: ignore[union-attr]
    if text.startswith("<function=", begin):
        return None
    read = _several(text, begin)
    if read.calls:
        return _Read(read.calls, _behind(text, read.end, "</tool_call>"))
    return _unread(text, at, "</tool_call>")


def _several(text: str, at: int) -> _Read:
    """The calls of the values that stand at a place, one behind the other."""
    calls: list[Call] = []
    while text[at : at + 1] in ("{", "["):
        found = _value(text, at)
        if found is None:
            break
        calls += found.calls
        at = found.end
        following = BETWEEN.match(text, at).end()  # type: ignore[union-attr]
        if text[following : following + 1] != "{":
            return _Read(calls or [], at)
        at = following
    return _Read(calls, at)


def _unread(text: str, at: int, closing: str) -> _Read:
    """A broken call that ends at its closing tag, the next tag or the end of the text."""
    ends = [end for end in (text.find(closing, at), _next_tag(text, at)) if end >= 0]
    end = min(ends, default=len(text))
    name = WRITTEN_NAME.search(text, at, end)
    return _Read([broken(name[1] if name else None)], _behind(text, end, closing))


def _next_tag(text: str, at: int) -> int:
    tag = TAG.search(text, at)
    return tag.start() if tag else -1


def _behind(text: str, at: int, closing: str) -> int:
    """The place behind a closing tag, if it comes before the next opening one."""
    end, following = text.find(closing, at), _next_tag(text, at)
    return end + len(closing) if end >= 0 and not 0 <= following < end else at


def _python_tag(text: str, at: int) -> _Read:
    begin = BLANK.match(text, at).end()  # type: ignore[union-attr]
    read = _several(text, begin)
    if read.calls:
        return read
    end = next((end for end in (text.find("<|", begin),) if end >= 0), len(text))
    calls = python_calls.calls_of(text[begin:end])
    return _Read(calls, end) if calls else _unread(text, at, "<|")


def _mistral(text: str, at: int) -> _Read:
    begin = BLANK.match(text, at).end()  # type: ignore[union-attr]
    if text.startswith("[", begin):
        return _value(text, begin) or _unread(text, at, "[TOOL_CALLS]")
    calls: list[Call] = []
    while (named := NAMED.match(text, at)) is not None and not (
        calls and text[named.end() : named.end() + 1] != "{"
    ):
        if text[named.end() : named.end() + 1] != "{":
            return _Read([broken(named[1])], named.end())
        given = _arguments(text, named.end(), named[1])
        if given is None:
            end = _next_tag(text, named.end())
            return _Read([*calls, broken(named[1])], end if end >= 0 else len(text))
        calls.append(given[0])
        at = given[1]
    return _Read(calls, at) if calls else _unread(text, at, "[TOOL_CALLS]")


def _arguments(text: str, at: int, name: str) -> tuple[Call, int] | None:
    """The call with the arguments that stand at a place, and where they end; None where none do."""
    try:
        parsed = TolerantParse(text, at).value()
    except TooDeepError:
        return None
    if parsed is None:
        return None
    if parsed.truncated and not leaves(parsed.value):
        return broken(name), parsed.end
    return made(name, parsed.value, REPAIRED if parsed.repaired else CLEAN), parsed.end


def _function(text: str, at: int, name: str, types: Types) -> _Read:
    """The call of `<function=name>`: JSON, or a tag for each parameter."""
    name = name.strip()
    begin = BLANK.match(text, at).end()  # type: ignore[union-attr]
    if text.startswith("{", begin):
        given = _arguments(text, begin, name)
        if given is not None:
            return _Read([given[0]], _behind(text, given[1], FUNCTION_END))
    if text.startswith(FUNCTION_END, begin) and name:
        return _Read([Call(name, {})], begin + len(FUNCTION_END))
    return _parameters(text, at, name, types)


def _parameters(text: str, at: int, name: str, types: Types) -> _Read:
    """The call whose parameters have tags; one that is not closed is left out."""
    arguments: dict[str, Any] = {}
    status = CLEAN
    while (tag := PARAMETER.match(text, at)) is not None:
        end = text.find(PARAMETER_END, tag.end())
        if end < 0:
            at, status = len(text), REPAIRED
            break
        key = tag[1].strip()
        arguments[key] = typed(_trimmed(text[tag.end() : end]), types(name, key))
        at = end + len(PARAMETER_END)
    ends = [end for end in (text.find(FUNCTION_END, at), _next_tag(text, at)) if end >= 0]
    end = min(ends, default=len(text))
    stray = text[at:end].strip()
    whole = bool(name) and bool(arguments) and not (stray and not stray.startswith("</"))
    call = Call(name, arguments, status) if whole and not is_deep(arguments) else broken(name or None)
    return _Read([call], _behind(text, at, FUNCTION_END))


def _trimmed(text: str) -> str:
    """The text of a parameter without one line break at each end."""
    text = text.removeprefix("\r\n") if text.startswith("\r\n") else text.removeprefix("\n")
    return text.removesuffix("\r\n") if text.endswith("\r\n") else text.removesuffix("\n")


READ: dict[str, Callable[[str, int], _Read | None]] = {
    "<tool_call>": _hermes,
    "[TOOL_CALLS]": _mistral,
    "<|python_tag|>": _python_tag,
}
