"""Calls written in Python, which is read and never run.

    [f(x=1), m.g(y='a')]    f(x=1)    f(x=1); g(y='a')    ["f(x=1)", "g(y='a')"]

Calls are in a list, or have commas, semicolons or ends of lines between them; each may be a string. Values
are literals; tuples are lists. A call with a positional or a computed value is broken, as is one that is no
Python. A text that ends too early is cut behind its last whole value.

Markdown writes an underscore with a backslash before it. A name never has a backslash, so where one stands in
a name, nerkit takes out the escapes of the whole text.
"""

import ast
from collections.abc import Iterator
from typing import Any

from nerkit.algorithms.scalars import numerals
from nerkit.corpora.corpus import CLEAN, REPAIRED
from nerkit.ground.patterns import regex
from nerkit.readers import python_text
from nerkit.readers.calls.call import Call, broken

LONGEST = 1_000_000  # characters of a text that is read as Python
DEEPEST = 100  # containers inside one another
DOTTED = r"[^\W\d]\w*+(?:\.[^\W\d]\w*+)*+"
BEGIN = regex(rf"\s*+\[?\s*+({DOTTED})\s*+\(\s*+(?:[^\W\d]\w*+\s*+=(?!=)|\)|\*\*)")
LISTED = regex(rf"\[\s*+{DOTTED}\s*+\(")
FENCE = regex(r"```[^\n`]*+\n")
BETWEEN = regex(r"[ \t]*+[;,\n]\s*+")  # calls
ESCAPED = regex(r"(?<!\\)\\([_*\[\](){}.#+!<>|~=`-])")  # by Markdown
ESCAPED_NAME = regex(
    r"""(?<![\w\\])[^\W\d]\w*+(?:\\_\w*+)++(?:[\w.]|\\[_.])*+\s*+(?:\\?\(|\\?=|"\s*+[:,}])"""
)
CLOSERS = {"(": ")", "[": "]", "{": "}"}
TRIES = 20  # ends of a fence that are tried


class _ComputedError(Exception):
    """A value is no literal."""


def calls_of(text: str, status: int = CLEAN) -> list[Call] | None:
    """The calls that a whole text is; None where it is no call or list of calls."""
    if len(text) > LONGEST or "(" not in text:
        return None
    source = text.strip()
    try:
        trees = python_text.statements(source)
    except ValueError:
        return None
    calls = list[Call]()
    for tree in trees:
        for one in tree.elts if isinstance(tree, ast.List | ast.Tuple) else [tree]:
            written = one.value if isinstance(one, ast.Constant) else None
            if isinstance(one, ast.Call) and _name(one.func):
                calls.append(_call(one, source, status))
            elif isinstance(written, str) and (inside := calls_of(written, status)):
                calls += inside
            else:
                return None
    return calls or None


def unescaped(text: str) -> str | None:
    """A text without the escapes of Markdown; None where no name in it has one."""
    return ESCAPED.sub(r"\1", text) if ESCAPED_NAME.search(text) else None


def damaged(text: str) -> list[Call]:
    """The calls in a text that begins like one and is no Python: cut at its end, or else a broken one."""
    begin = BEGIN.match(text)
    if begin is None or len(text) > LONGEST:
        return []
    end = _end(text, 0)
    following = BETWEEN.match(text, end) if end else None
    if following and BEGIN.match(text, following.end()) and (first := calls_of(text[:end], REPAIRED)):
        rest = text[following.end() :]
        return [*first, *(calls_of(rest, REPAIRED) or damaged(rest))]
    whole = _closed(text.strip())
    calls = calls_of(whole, REPAIRED) if whole is not None else None
    if not calls:
        return [broken(begin[1])]
    last = calls[-1]
    return [*calls[:-1], last if last.arguments else broken(last.name)]


def enclosed(text: str) -> Iterator[Call]:
    """The calls in fences, and in lists of calls inside prose."""
    at, found = 0, False
    while fence := FENCE.search(text, at):
        at, end = fence.end(), fence.end()
        for _ in range(TRIES):
            end = text.find("```", end)
            if end < 0:
                break
            if calls := calls_of(text[fence.end() : end]):
                yield from calls
                at, found = end + 3, True
                break
            end += 3
    if found:
        return
    at = 0
    while begin := LISTED.search(text, at):
        last = _end(text, begin.start())
        calls = calls_of(text[begin.start() : last]) if last else None
        at = last if calls and last else begin.end()
        yield from calls or ()


def _name(function: ast.expr) -> str | None:
    """The dotted name of what is called; None for what has none."""
    parts: list[str] = []
    while isinstance(function, ast.Attribute):
        parts.append(function.attr)
        function = function.value
    return ".".join([function.id, *reversed(parts)]) if isinstance(function, ast.Name) else None


def _call(call: ast.Call, source: str, status: int) -> Call:
    name = _name(call.func)
    try:
        arguments = {_key(one): _value(one.value, source, 0) for one in call.keywords}
    except (_ComputedError, ValueError):  # also a number whose exponent is too large for any
        return broken(name)
    return broken(name) if call.args else Call(name, arguments, status)


def _key(keyword: ast.keyword) -> str:
    if keyword.arg is None:
        raise _ComputedError
    return keyword.arg


def _value(node: ast.expr, source: str, depth: int) -> Any:
    """The value of a literal, with decimals as they are written. Raises _ComputedError for all else."""
    if depth > DEEPEST:
        raise _ComputedError
    if isinstance(node, ast.List | ast.Tuple):
        return [_value(one, source, depth + 1) for one in node.elts]
    if isinstance(node, ast.Dict):
        return {
            _dict_key(key): _value(one, source, depth + 1)
            for key, one in zip(node.keys, node.values, strict=True)
        }
    sign = 1
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        sign = -1 if isinstance(node.op, ast.USub) else 1
        node = node.operand
        if not isinstance(node, ast.Constant) or type(node.value) not in (int, float):
            raise _ComputedError
    if not isinstance(node, ast.Constant):
        raise _ComputedError
    value = node.value
    if isinstance(value, float):
        written = (ast.get_source_segment(source, node) or repr(value)).replace("_", "")
        number = numerals.exactly(written)
        return number if sign > 0 else number.copy_negate()
    if isinstance(value, bool | str) or value is None:
        return value
    if isinstance(value, int):
        return sign * value
    raise _ComputedError


def _dict_key(key: ast.expr | None) -> str:
    """The key of a member, as JSON writes it."""
    if not isinstance(key, ast.Constant):
        raise _ComputedError
    if isinstance(key.value, str):
        return key.value
    named = {True: "true", False: "false", None: "null"}
    if isinstance(key.value, bool) or key.value is None:
        return named[key.value]
    if isinstance(key.value, int | float):
        return str(key.value)
    raise _ComputedError


def _open_at_end(text: str) -> tuple[list[str], list[tuple[int, int]], bool]:
    """The brackets that are open at the end of a text; the places of commas and opening brackets outside of
    strings, each with the number of brackets open before it; and whether a string is open.
    """
    stack: list[str] = []
    cuts: list[tuple[int, int]] = []
    at = 0
    while at < len(text):
        mark = text[at]
        if mark in "\"'":
            end = _string_end(text, at)
            if end is None:
                return stack, cuts, True
            at = end
            continue
        if mark in CLOSERS:
            stack.append(mark)
            cuts.append((at + 1, len(stack)))
        elif mark in ")]}":
            if not stack or CLOSERS[stack.pop()] != mark:
                return [], [], False
            if not stack:
                return stack, [(at + 1, 0)], False
        elif mark == ",":
            cuts.append((at, len(stack)))
        at += 1
    return stack, cuts, False


def _string_end(text: str, at: int) -> int | None:
    """The place behind the string that begins at a place; None where it has no end."""
    quote = text[at] * 3 if text.startswith(text[at] * 3, at) else text[at]
    end = at + len(quote)
    while end < len(text):
        if text[end] == "\\":
            end += 2
        elif text.startswith(quote, end):
            return end + len(quote)
        else:
            end += 1
    return None


def _end(text: str, at: int) -> int | None:
    """The place behind the brackets that open at a place; None where they do not close."""
    stack, cuts, in_string = _open_at_end(text[at:])
    return at + cuts[0][0] if not stack and not in_string and cuts and cuts[0][1] == 0 else None


def _closed(text: str) -> str | None:
    """A text that ends too early, cut behind its last whole value and closed; None for one that is whole."""
    stack, cuts, in_string = _open_at_end(text)
    if not stack:
        return None
    closing = "".join(CLOSERS[mark] for mark in reversed(stack))
    if not in_string and text[-1] in "\"')]}":
        return text + closing
    at, depth = cuts[-1]
    return text[:at] + "".join(CLOSERS[mark] for mark in reversed(stack[:depth]))
