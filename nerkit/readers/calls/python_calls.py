"""Calls written in Python. nerkit parses the text and never runs it.

    [f(x=1), m.g(y='a')]    f(x=1)    f(x=1); g(y='a')    ["f(x=1)", "g(y='a')"]

Calls are in a list, or are separated by commas, semicolons or line ends. Each call may be a string. Values
are literals; tuples become lists. A call with a positional or computed value is broken, and so is text that
is not valid Python. If a text ends too early, nerkit cuts it behind its last complete value.

Markdown writes an underscore with a backslash before it. A name never contains a backslash. If one occurs in
a name, nerkit removes the escapes from the whole text.
"""

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple

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
ESCAPED_NAMES = regex(r"(?:[\w.]|\\[_.])++")  # dotted names with or without escapes
ESCAPED_NAME = regex(r"(?<![\w\\])[^\W\d]\w*+\\_")  # the beginning of an escaped name
BEHIND_NAME = regex(r"""\s*+(?:\\?\(|\\?=|"\s*+[:,}])""")
CLOSERS = {"(": ")", "[": "]", "{": "}"}
TRIES = 20  # possible ends of a fence to try
MOST_TRIED = 5_000_000  # characters that failed tries may read; the text after them is not searched
AGAIN, AT_ONCE = 200, 50_000  # bounds on repeated reading of one text: times, characters
TRIED = 100  # the smallest cost of a try
MARKS = regex(r"""[\[({})\],"']""")
STRINGS = {
    quote: regex(rf"(?s:[^{quote[0]}\\]++|\\.|{quote[0]}(?!{quote[1:]}))*+{quote}")
    for quote in ("'", '"', "'''", '"""')
}  # quote -> the rest of a string


class _ComputedError(Exception):
    """Raised for a value that is not a literal."""


def calls_of(text: str, status: int = CLEAN) -> list[Call] | None:
    """The calls, if the whole text is a call or a list of calls; otherwise None."""
    if len(text) > LONGEST or "(" not in text:
        return None
    try:
        return _calls(text.strip(), status) or None
    except ValueError:
        return None


def _calls(source: str, status: int) -> list[Call]:
    """The calls in a text; empty for other Python. Raises ValueError for text that is not Python."""
    try:
        trees = python_text.statements(source)
    except python_text.NotExpressionError:
        return []
    calls = list[Call]()
    for tree in trees:
        for one in tree.elts if isinstance(tree, ast.List | ast.Tuple) else [tree]:
            written = one.value if isinstance(one, ast.Constant) else None
            if isinstance(one, ast.Call) and _name(one.func):
                calls.append(_call(one, source, status))
            elif isinstance(written, str) and (inside := calls_of(written, status)):
                calls += inside
            else:
                return []
    return calls


def unescaped(text: str) -> str | None:
    """A text without the escapes of Markdown; None if no name contains an escape."""
    if "\\_" not in text:
        return None
    names = (
        one
        for one in ESCAPED_NAMES.finditer(text)
        if BEHIND_NAME.match(text, one.end()) and ESCAPED_NAME.search(text, one.start(), one.end())
    )
    return ESCAPED.sub(r"\1", text) if next(names, None) else None


def damaged(text: str) -> list[Call]:
    """The calls in a text that begins like a call but is not Python.

    If the text is cut off, its complete calls; otherwise one broken call.
    """
    begin = BEGIN.match(text)
    if begin is None or len(text) > LONGEST:
        return []
    calls = list[Call]()
    at, is_tried, tries = 0, True, TRIES
    while behind := _behind_first(text, at):
        first, following = behind
        if not (head := calls_of(text[at:first], REPAIRED)):
            break
        calls += head
        at, tries = following, tries - 1
        is_tried = tries >= 0  # otherwise the calls are parsed one by one
        if is_tried and (rest := calls_of(text[at:], REPAIRED)):
            return calls + rest
    if not is_tried and (rest := calls_of(text[at:], REPAIRED)):
        return calls + rest
    return calls + _cut(text[at:])


def _behind_first(text: str, at: int) -> tuple[int, int] | None:
    """The end of the call or list at a place, and the beginning of the next call or list; None if nothing
    follows.
    """
    brackets = _brackets(text, at)
    following = BETWEEN.match(text, brackets.end) if brackets.are_closed else None
    if following is None or not BEGIN.match(text, following.end()):
        return None
    return brackets.end, following.end()


def _cut(text: str) -> list[Call]:
    """The complete calls of a text that is cut off; one broken call if no call is complete."""
    begin, whole = BEGIN.match(text), _closed(text.strip())
    calls = calls_of(whole, REPAIRED) if whole is not None else None
    if not calls:
        return [broken(begin[1] if begin else None)]
    last = calls[-1]
    return [*calls[:-1], last if last.arguments else broken(last.name)]


def enclosed(text: str) -> Iterator[Call]:
    """The calls in fences, and in lists of calls inside prose. MOST_TRIED bounds the search."""
    left = min(AGAIN * len(text) + AT_ONCE, MOST_TRIED)
    at, found = 0, False
    while left > 0 and (fence := FENCE.search(text, at)):
        calls, at, tried = _in_fence(text, fence.end())
        left -= tried
        found |= bool(calls)
        yield from calls
    if found:
        return
    at, failed = 0, set[int]()  # brackets that do not close
    while left > 0 and (begin := LISTED.search(text, at)):
        at = begin.end()
        if begin.start() in failed:
            continue
        brackets = _brackets(text, begin.start())
        if not brackets.are_closed:
            failed.update(brackets.open)
        elif calls := calls_of(text[begin.start() : brackets.end]) or []:
            at = brackets.end
            yield from calls
            continue
        left -= max(brackets.end - begin.start(), TRIED)


def _in_fence(text: str, begin: int) -> tuple[list[Call], int, int]:
    """The calls in the fence at a place, the place after the fence, and the number of characters parsed in
    vain.
    """
    end = tried = 0
    for _ in range(TRIES):
        end = text.find("```", end or begin)
        if end < 0 or end - begin > LONGEST:
            break
        try:
            calls = _calls(text[begin:end].strip(), CLEAN) if "(" in text[begin:end] else None
        except ValueError:
            calls = None  # with further lines the text may be Python
        if calls:
            return calls, end + 3, tried
        tried += max(end - begin, TRIED)
        if calls is not None:  # further lines would not make the text calls
            break
        end += 3
    return [], begin, tried


def _name(function: ast.expr) -> str | None:
    """The dotted name of a called function; None if the function is not a name."""
    parts: list[str] = []
    while isinstance(function, ast.Attribute):
        parts.append(function.attr)
        function = function.value
    return ".".join([function.id, *reversed(parts)]) if isinstance(function, ast.Name) else None


def _call(call: ast.Call, source: str, status: int) -> Call:
    name = _name(call.func)
    try:
        arguments = {_key(one): _value(one.value, source, 0) for one in call.keywords}
    except (_ComputedError, ValueError):  # also for a number whose exponent is too large
        return broken(name)
    return broken(name) if call.args else Call(name, arguments, status)


def _key(keyword: ast.keyword) -> str:
    if keyword.arg is None:
        raise _ComputedError
    return keyword.arg


def _value(node: ast.expr, source: str, depth: int) -> Any:
    """The value of a literal, decimals with their digits as written. Raises _ComputedError for other
    expressions.
    """
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
    """The key of a dict member as text, in the notation of JSON."""
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


class _OpenBrackets(NamedTuple):
    """The brackets of a text from a place on.

    The search ends when all brackets that open there are closed, or at an unmatched closing bracket.

    open       the places of brackets that are not closed
    cuts       the places of commas and opening brackets outside strings, each with the number of brackets
               open before it. If all brackets are closed, also the place after the last bracket. Empty if
               a bracket does not match
    end        the place where the search ended
    in_string  whether the text ends inside a string
    """

    open: list[int]
    cuts: list[tuple[int, int]]
    end: int
    in_string: bool = False

    @property
    def are_closed(self) -> bool:
        """Whether the brackets that open at the place are all closed."""
        return not self.open and not self.in_string and bool(self.cuts) and self.cuts[0][1] == 0


def _brackets(text: str, at: int = 0) -> _OpenBrackets:
    stack: list[int] = []
    cuts: list[tuple[int, int]] = []
    while found := MARKS.search(text, at):
        mark, at = found[0], found.end()
        if mark in "\"'":
            quote = mark * 3 if text.startswith(mark * 2, at) else mark
            string = STRINGS[quote].match(text, found.start() + len(quote))
            if string is None:
                return _OpenBrackets(stack, cuts, len(text), in_string=True)
            at = string.end()
        elif mark in CLOSERS:
            stack.append(found.start())
            cuts.append((at, len(stack)))
        elif mark == ",":
            cuts.append((found.start(), len(stack)))
        elif not stack or CLOSERS[text[stack[-1]]] != mark:
            return _OpenBrackets(stack, [], at)
        else:
            stack.pop()
            if not stack:
                return _OpenBrackets(stack, [(at, 0)], at)
    return _OpenBrackets(stack, cuts, len(text))


def _closed(text: str) -> str | None:
    """A text that ends too early, cut behind its last complete value, with closing brackets added; None
    for complete text.
    """
    open_, cuts, _, in_string = _brackets(text)
    if not open_ or not cuts:
        return None
    closing = [CLOSERS[text[place]] for place in open_]
    if not in_string and text[-1] in "\"')]}":
        return text + "".join(reversed(closing))
    at, depth = cuts[-1]
    return text[:at] + "".join(reversed(closing[:depth]))
