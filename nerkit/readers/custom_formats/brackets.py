r"""Bracket formats: trees whose nodes and leaves are found by regular expressions.

    node = '\( (?P<nuc>Root|Nucleus|Satellite) \((?:span|leaf) (?P<span>\d+(?: \d+)?)\)'
    leaf = '\(text _!(?P<text>.*?)_!\)'
    views, units        `tree_views`

`node` matches the beginning of a node. Its groups are the fields of the node; `span` has the first and the
last unit, 1-based. `leaf` matches the whole content of a leaf.

A blank in an expression matches any white space. A node ends at the bracket that closes its first bracket.
Every tree is a document. Expressions cannot contain references to groups or nested repetitions.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

from nerkit.io import Source
from nerkit.readers.custom_formats import ReadDocument, TableFormat, tree_views
from nerkit.readers.custom_formats.tree_views import TreeNode
from nerkit.readers.xml_text import TextPlace

KEYS = {"node": "text", "leaf": "text", **tree_views.KEYS}
DEEPEST = 2_000  # nodes inside one another
REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)
SPACE = re.compile(r"\s*")


def described(form: TableFormat) -> TableFormat:
    """The bracket format in a table. Raises InputError for an invalid table."""
    patterns = [_pattern(form, key) for key in ("node", "leaf")]
    if "span" not in patterns[0].groupindex:
        form.fail("the expression of a node has no group span", "node")
    tree_views.check(form)

    def read(source: Source) -> Iterator[ReadDocument]:
        for root in _BracketTrees(source, patterns[0], patterns[1]).trees():
            item = tree_views.document(root, form.table)
            yield item._replace(fields=form.finish(item.fields))

    return form._replace(read=read)


def _pattern(form: TableFormat, key: str) -> re.Pattern[str]:
    """The expression at a key. Raises InputError for an invalid expression, and for one that could be
    slow.
    """
    text = form.table[key]
    try:
        tree = _parser.parse(text.replace(" ", r"\s+"))
        pattern = re.compile(text.replace(" ", r"\s+"), re.DOTALL)
    except (re.error, RecursionError, OverflowError) as error:
        form.fail(f"not a regular expression: {error}", key)
    if not _is_flat(tree, inside=False):
        problem = "the regular expression refers to groups, or nests repetitions"
        form.fail(problem, key)
    return pattern


def _is_flat(tree: Any, *, inside: bool) -> bool:
    """Whether an expression has no references and no nested repetitions. `?` does not count as a
    repetition.
    """
    for code, value in tree:
        if code in (codes.GROUPREF, codes.GROUPREF_EXISTS, codes.ASSERT, codes.ASSERT_NOT):
            return False
        repeats = code in REPEATS and value[1] > 1
        if repeats and inside:
            return False
        parts = value if isinstance(value, tuple | list) else (value,)
        for part in parts:
            below = [part] if isinstance(part, _parser.SubPattern) else part if isinstance(part, list) else []
            for one in below:
                if isinstance(one, _parser.SubPattern) and not _is_flat(one, inside=inside or repeats):
                    return False
    return True


class _BracketTrees:
    def __init__(self, source: Source, node: re.Pattern[str], leaf: re.Pattern[str]) -> None:
        self.name, self.text, self.node, self.leaf = source.name, source.text(), node, leaf
        self.lines = self.text.split("\n")
        self.begins = [0]
        for line in self.lines:
            self.begins.append(self.begins[-1] + len(line) + 1)

    def trees(self) -> Iterator[TreeNode]:
        """Yield the root of each tree. Raises InputError (file, line, column)."""
        open_: list[TreeNode] = []
        at = self._skip(0)
        while at < len(self.text):
            if begun := self.node.match(self.text, at):
                node = self._begun(begun)
                if open_:
                    open_[-1].children.append(node)
                open_.append(node)
                if len(open_) > DEEPEST:
                    raise self._place(at).error(f"more than {DEEPEST:,} nested nodes")
                at = self._skip(begun.end())
            elif open_ and (leaf := self.leaf.match(self.text, at)):
                open_[-1].text = leaf.groupdict().get("text", "")
                at = self._skip(leaf.end())
            elif open_ and self.text[at] == ")":
                node = open_.pop()
                at = self._skip(at + 1)
                if not open_:
                    yield node
            else:
                raise self._place(at).error("this is neither a node, nor a leaf, nor the end of a node")
        if open_:
            raise open_[-1].place.error("the node is never closed")

    def _skip(self, at: int) -> int:
        blank = SPACE.match(self.text, at)
        return blank.end() if blank else at

    def _place(self, at: int) -> TextPlace:
        line = bisect_right(self.begins, at) - 1
        return TextPlace(self.name, line + 1, at - self.begins[line] + 1, self.lines[line])

    def _begun(self, begun: re.Match[str]) -> TreeNode:
        fields = {name: value for name, value in begun.groupdict().items() if value is not None}
        place = self._place(begun.start())
        numbers = fields.pop("span").split()
        if len(numbers) > 2 or not all(number.isdecimal() for number in numbers):
            raise place.error(f"{' '.join(numbers)!r} is not a span; write one or two numbers of units")
        first, last = int(numbers[0]), int(numbers[-1])
        if not 0 < first <= last:
            raise place.error(f"the span from {first} to {last} has no unit")
        return TreeNode(first - 1, last, fields, place)
