"""Calls between the tags and tokens of chat templates.

    <tool_call>{"name", "arguments"}</tool_call>            Hermes, Qwen 2.5 and 3; a list has several calls
    <tool_call><function=f><parameter=x>1</parameter>…      Qwen3-coder
    <function=f>{"x": 1}</function>                         Llama 3
    <|python_tag|>{"name", "parameters"}; {…}               Llama 3
    [TOOL_CALLS][{"name", "arguments"}]                     Mistral; later [TOOL_CALLS]f[ARGS]{"x": 1}

A tag inside a string of a value is text. A tag whose content is not a call is a broken call. nerkit ignores
prose around tags. The last closing tag may be missing.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from nerkit.algorithms.scalars.json_texts import is_deep
from nerkit.corpora.corpus import CLEAN, REPAIRED
from nerkit.ground.patterns import regex
from nerkit.readers.calls import python_calls
from nerkit.readers.calls.call import Call, broken, made, name_in, typed
from nerkit.readers.calls.structured import HowRead, call_in, calls_among, inner, listed_in
from nerkit.readers.values import model_text
from nerkit.readers.values.tolerant_json import (
    KnownFailures,
    ParsedValue,
    TolerantParse,
    TooDeepError,
    leaves,
)

Types = Callable[[str, str], frozenset[str]]  # (tool, parameter) -> the types of its schema

TAG = regex(r"<tool_call>|\[TOOL_CALLS\]|<\|python_tag\|>|<function=")
FUNCTION = "<function="
BLANK = regex(r"\s*+")
BETWEEN = regex(r"[\s;,]*+")
NAMED = regex(r"\s*+([^\s\[\]{}\"'<>|]++)\s*+(?:\[CALL_ID\][^\[\]{}]*+)?(?:\[ARGS\])?\s*+")
WRITTEN_NAME = regex(r"""["'](?:name|tool|tool_name|function|functionName)["']\s*+:\s*+["']([^"'\\]++)["']""")
WRITTEN_ARGUMENTS = regex(r"""["'](?:arguments|args|parameters|input)["']\s*+:""")
PARAMETER = regex(r"\s*+<parameter=([^>\n]*+)>")
PARAMETER_END, FUNCTION_END = "</parameter>", "</function>"


class _Read(NamedTuple):
    calls: list[Call]
    end: int


class _Tag(NamedTuple):
    """A tag in a text: its mark, its start and end, and for `<function=name>` the place of `>`."""

    mark: str
    start: int
    end: int
    name_end: int


class _TaggedText:
    """A text and its tags. Each mark is searched once from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.known = text, KnownFailures(text)
        self.next = self.known.next
        self.tags = [tag for found in TAG.finditer(text) if (tag := self._tag(found[0], found.start()))]
        self.starts = [tag.start for tag in self.tags]

    def _tag(self, mark: str, start: int) -> _Tag | None:
        """The tag at a place; None for a `<function=` without `>` on its line."""
        end = start + len(mark)
        if mark != FUNCTION:
            return _Tag(mark, start, end, end)
        closing = self.next.find(">", end)
        if closing >= self.next.find("\n", end):  # also if the text has neither mark
            return None
        return _Tag(mark, start, closing + 1, closing)

    def tag(self, at: int) -> _Tag | None:
        """The next tag from a place on."""
        place = bisect_left(self.starts, at)
        return self.tags[place] if place < len(self.tags) else None

    def next_tag(self, at: int) -> int:
        """The place of the next tag; the length of the text if no tag follows."""
        tag = self.tag(at)
        return len(self.text) if tag is None else tag.start

    def behind(self, at: int, closing: str) -> int:
        """The place after the closing tag, if the closing tag comes before the next opening tag; otherwise
        *at*.
        """
        end = self.next.find(closing, at)
        return end + len(closing) if end < len(self.text) and end <= self.next_tag(at) else at

    def blank(self, at: int) -> int:
        """The place of the next character that is not blank."""
        return BLANK.match(self.text, at).end()  # type: ignore[union-attr]

    def value(self, at: int) -> tuple[TolerantParse, ParsedValue] | None:
        """The parse of the JSON value at a place, and its result; None without a value, or for a value
        nested too deeply.
        """
        parse = TolerantParse(self.text, at, self.known)
        try:
            parsed = parse.value()
        except TooDeepError:
            return None
        if parsed is None:
            self.known.learn(parse, ended=False)
            return None
        return parse, parsed


def calls_in(text: str, types: Types) -> list[Call] | None:
    """The calls in a text between tags, in order; None if the text has no tag."""
    if TAG.search(text) is None:
        return None
    tagged = _TaggedText(text)
    first = tagged.tag(0)
    if first is None or _inside_value(tagged, first.start):
        return None
    calls: list[Call] = []
    at = 0
    while tag := tagged.tag(at):
        if tag.mark == FUNCTION:
            read: _Read | None = _function(
                tagged, tag.end, text[tag.start + len(FUNCTION) : tag.name_end], types
            )
        else:
            read = READ[tag.mark](tagged, tag.end)
        if read is None:  # a tag around other tags
            at = tag.end
            continue
        calls += read.calls
        at = max(read.end, tag.end)
    return calls


def written_call(text: str) -> list[Call]:
    """A broken call in a list, for a text that is not JSON but has the keys of a call; otherwise an empty
    list.
    """
    name = WRITTEN_NAME.search(text)
    return [broken(name[1])] if name and WRITTEN_ARGUMENTS.search(text, name.end()) else []


def how_read(parse: TolerantParse, parsed: ParsedValue, least: int = CLEAN) -> HowRead:
    """The status and the open containers of a value parsed with the tolerant grammar."""
    unfinished = (id(container) for container, _ in parse.stack) if parsed.truncated else ()
    return HowRead(REPAIRED if parsed.repaired else least, frozenset(unfinished))


def _value(tagged: _TaggedText, at: int) -> _Read | None:
    """The calls in the JSON value at a place, and the end of the value; None if it has no calls."""
    found = tagged.value(at)
    if found is None:
        return None
    parse, parsed = found
    value, how = parsed.value, how_read(parse, parsed)
    if isinstance(value, Mapping):
        alone = inner(value) is not None or name_in(value) is not None
        listed = [value] if alone else listed_in(value) or [value]
    else:
        listed = value
    return _Read([call_in(one, how) for one in listed], parsed.end)


def _inside_value(tagged: _TaggedText, place: int) -> bool:
    """Whether a place is inside a JSON value that contains calls."""
    at, known = 0, tagged.known
    while (start := model_text.START.search(tagged.text, at, place)) is not None:
        at = start.end()
        if start.start() in known.openings:
            continue
        parse = TolerantParse(tagged.text, start.start(), known)
        try:
            parsed = parse.value()
        except TooDeepError:
            return False
        if parsed is None:
            known.learn(parse, ended=False)
        elif parsed.truncated:  # then the open containers inside are truncated, too
            known.openings.update(opening for _, opening in parse.stack)
        elif parsed.end > place:
            return next(calls_among(parsed.value), None) is not None
        else:
            at = parsed.end
    return False


def _hermes(tagged: _TaggedText, at: int) -> _Read | None:
    begin = tagged.blank(at)
    if tagged.text.startswith(FUNCTION, begin):
        return None
    read = _several(tagged, begin)
    if read.calls:
        return _Read(read.calls, tagged.behind(read.end, "</tool_call>"))
    return _unread(tagged, at, "</tool_call>")


def _several(tagged: _TaggedText, at: int) -> _Read:
    """The calls in consecutive values from a place on, and the end of the last value."""
    calls: list[Call] = []
    text = tagged.text
    while text[at : at + 1] in ("{", "["):
        found = _value(tagged, at)
        if found is None:
            break
        calls += found.calls
        at = found.end
        following = BETWEEN.match(text, at).end()  # type: ignore[union-attr]
        if text[following : following + 1] != "{":
            return _Read(calls or [], at)
        at = following
    return _Read(calls, at)


def _unread(tagged: _TaggedText, at: int, closing: str) -> _Read:
    """A broken call that ends at its closing tag, at the next tag, or at the end of the text."""
    end = min(tagged.next.find(closing, at), tagged.next_tag(at))
    name = WRITTEN_NAME.search(tagged.text, at, end)
    return _Read([broken(name[1] if name else None)], tagged.behind(end, closing))


def _python_tag(tagged: _TaggedText, at: int) -> _Read:
    begin = tagged.blank(at)
    read = _several(tagged, begin)
    if read.calls:
        return read
    end = tagged.next.find("<|", begin)
    calls = python_calls.calls_of(tagged.text[begin:end])
    return _Read(calls, end) if calls else _unread(tagged, at, "<|")


def _mistral(tagged: _TaggedText, at: int) -> _Read:
    text, begin = tagged.text, tagged.blank(at)
    if text.startswith("[", begin):
        return _value(tagged, begin) or _unread(tagged, at, "[TOOL_CALLS]")
    calls: list[Call] = []
    while (named := NAMED.match(text, at)) is not None and not (
        calls and text[named.end() : named.end() + 1] != "{"
    ):
        if text[named.end() : named.end() + 1] != "{":
            return _Read([broken(named[1])], named.end())
        given = _arguments(tagged, named.end(), named[1])
        if given is None:
            return _Read([*calls, broken(named[1])], tagged.next_tag(named.end()))
        calls.append(given[0])
        at = given[1]
    return _Read(calls, at) if calls else _unread(tagged, at, "[TOOL_CALLS]")


def _arguments(tagged: _TaggedText, at: int, name: str) -> tuple[Call, int] | None:
    """The call of the tool *name* with the arguments at a place, and their end; None without arguments."""
    found = tagged.value(at)
    if found is None:
        return None
    _, parsed = found
    if parsed.truncated and not leaves(parsed.value):
        return broken(name), parsed.end
    return made(name, parsed.value, REPAIRED if parsed.repaired else CLEAN), parsed.end


def _function(tagged: _TaggedText, at: int, name: str, types: Types) -> _Read:
    """The call of `<function=name>`, whose arguments are JSON or one tag per parameter."""
    name = name.strip()
    begin = tagged.blank(at)
    if tagged.text.startswith("{", begin):
        given = _arguments(tagged, begin, name)
        if given is not None:
            return _Read([given[0]], tagged.behind(given[1], FUNCTION_END))
    if tagged.text.startswith(FUNCTION_END, begin) and name:
        return _Read([Call(name, {})], begin + len(FUNCTION_END))
    return _parameters(tagged, at, name, types)


def _parameters(tagged: _TaggedText, at: int, name: str, types: Types) -> _Read:
    """The call whose parameters have tags. A parameter without its closing tag is left out."""
    arguments: dict[str, Any] = {}
    status, text = CLEAN, tagged.text
    while (tag := PARAMETER.match(text, at)) is not None:
        end = tagged.next.find(PARAMETER_END, tag.end())
        if end == len(text):
            at, status = len(text), REPAIRED
            break
        key = tag[1].strip()
        arguments[key] = typed(_trimmed(text[tag.end() : end]), types(name, key))
        at = end + len(PARAMETER_END)
    end = min(tagged.next.find(FUNCTION_END, at), tagged.next_tag(at))
    stray = text[at:end].strip()
    whole = bool(name) and bool(arguments) and not (stray and not stray.startswith("</"))
    call = Call(name, arguments, status) if whole and not is_deep(arguments) else broken(name or None)
    return _Read([call], tagged.behind(at, FUNCTION_END))


def _trimmed(text: str) -> str:
    """The text of a parameter, without one line break at each end."""
    text = text.removeprefix("\r\n") if text.startswith("\r\n") else text.removeprefix("\n")
    return text.removesuffix("\r\n") if text.endswith("\r\n") else text.removesuffix("\n")


READ: dict[str, Callable[[_TaggedText, int], _Read | None]] = {
    "<tool_call>": _hermes,
    "[TOOL_CALLS]": _mistral,
    "<|python_tag|>": _python_tag,
}
