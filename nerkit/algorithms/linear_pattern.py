r"""Matches of a regular expression in time linear in the text, for expressions that users write.

`re` tries alternatives one after the other. On `(a*)*b`, every further `a` doubles its time. Here the
expression is a program, and an instruction that failed at a place of the text is never tried there again:

    (a*)*b   0 split 1 4     'aaa'   instruction 2 fails at place 3, whichever way led there,
             1 split 2 0             so there are at most 5 x 4 steps
             2 char a
             3 jump 1
             4 char b
             5 match

Alternatives are tried in the order of `re`, so that matches and groups are as in `re`. An
expression whose state is more than an instruction and a place is refused: references to groups, and
conditions on groups. Source: Spencer's and Thompson's program, with a memory of failures as in RE2's BitState
(Cox 2010).
"""

import re
from collections.abc import Iterator
from math import inf
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

from nerkit.algorithms.linear_program import Compiler, Groups, PatternSearch
from nerkit.exceptions import UsageError

FEW_WAYS = 100_000  # up to so many ways, `re` does the work, ten times faster
FEW_TURNS = 20  # more turns of a repetition count as endless ways
DEEPEST = 100  # the deepest nesting of groups
REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)


class LinearPattern:
    """A regular expression in the syntax of Python's `re`, for texts.

    Raises `re.error` for wrong syntax, and UsageError for an expression that is too large or refers to
    groups.
    """

    def __init__(self, pattern: str) -> None:
        if _depth(pattern) > DEEPEST:
            raise UsageError(f"the regular expression has more than {DEEPEST} nested groups")
        try:
            tree = _parser.parse(pattern)
        except (RecursionError, OverflowError):
            raise UsageError("the regular expression repeats too often or is nested too deeply") from None
        self.flags: int = tree.state.flags
        self.groups: int = tree.state.groups
        compiler = Compiler(self.flags)
        self.program = compiler.whole(tree)
        self._whole = compiler.to_the_end(self.program)
        self._tree, self._quick, self._own = tree, re.compile(pattern), dict[int, bool]()

    def search(self, text: str) -> bool:
        """Return whether the expression matches somewhere in a text."""
        return next(self.finditer(text), None) is not None

    def fullmatch(self, text: str) -> bool:
        """Return whether the expression matches a text from beginning to end."""
        if self._is_quick(len(text)):
            return self._quick.fullmatch(text) is not None
        return PatternSearch(text).match(self._whole, 0, 2 * self.groups) is not None

    def finditer(self, text: str) -> Iterator[Groups]:
        """Yield the groups of every match, the whole match first, as `re.finditer` finds them.

        If `re` has few ways through the expression, `re` does the work.
        """
        if self._is_quick(len(text)):
            for match in self._quick.finditer(text):
                yield tuple(end for span in match.regs for end in span)
            return
        search = PatternSearch(text)
        start, after_empty = 0, False
        while start <= len(text):
            groups = search.match(self.program, start, 2 * self.groups, after_empty)
            if groups is None:
                start, after_empty = start + 1, False
                continue
            yield groups
            after_empty = groups[1] == start
            start = groups[1]

    def _is_quick(self, length: int) -> bool:
        if length not in self._own:
            self._own[length] = (length + 1) * _ways(self._tree, length) <= FEW_WAYS
        return self._own[length]


def _ways(tree: Any, length: int) -> float:
    """Return an upper bound on the ways through an expression that `re` may try from one place of a text."""
    ways = 1.0
    for op, argument in tree:
        if op in REPEATS:
            least, most, inner = argument
            turns, choices = min(float(most), max(length, least)), _ways(inner, length)
            if choices > 1 and turns > 1:
                ways *= min(choices**turns, inf) if turns < FEW_TURNS else inf
            else:
                ways *= (turns - least + 1) * choices
        elif op is codes.BRANCH:
            ways *= sum(_ways(inner, length) for inner in argument[1])
        elif op in (codes.SUBPATTERN, codes.ASSERT, codes.ASSERT_NOT):
            ways *= _ways(argument[-1], length)
        elif op is codes.ATOMIC_GROUP:
            ways *= _ways(argument, length)
    return ways


def _depth(pattern: str) -> int:
    """Return the depth of nested groups. Brackets in classes and after backslashes count, too."""
    depth = deepest = 0
    for letter in pattern:
        depth += (letter == "(") - (letter == ")")
        deepest = max(deepest, depth)
    return deepest
