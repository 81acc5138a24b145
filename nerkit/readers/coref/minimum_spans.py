"""Find the minimum span of a mention in a constituency parse: its essential words.

This is MINA (Moosavi, Born, Poesio, Strube 2019) as CoVal computes it. The parse bits of a mention's words
form a tree, in which the words between two brackets are one leaf. Phrases of the kind of the mention (NP, NM,
QP, NX, or VP if the root is a VP) are searched breadth first. In a coordination, each phrase is searched
separately. The minimum span is the leaves at the smallest depth with a content word. A content word has
letters, digits or %, and is not tagged CC, DT or IN. Without such a leaf, it is the whole mention.

Difference from CoVal: in nerkit, two minimum spans are equal if they consist of equal words of the document.
CoVal compares texts; it compares whole mentions by their texts and their distance from the beginning.
"""

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from nerkit.corpora.mentions import Fragments, Mentions, Words
from nerkit.readers.coref.mention_table import Ranges, fragments, ranges_of

NOUN_PHRASES, VERB_PHRASES = ("NP", "NM", "QP", "NX"), ("VP",)
NO_CONTENT = ("CC", "DT", "IN")  # parts of speech
MARK = re.compile(r"(\()([^()*]*)|([*)])")
BRACKETS = ("-LRB-", "-RRB-")


class Word(NamedTuple):
    """A word of a mention: its position in the document, its form, its part of speech, and its parse bit."""

    position: int
    form: str
    pos: str
    bit: str


@dataclass(slots=True)
class Constituent:
    """A node of a parse tree: a phrase with a *tag*, or a leaf of *words*.

    A leaf can have children, because a mention can begin inside a phrase.
    """

    tag: str
    words: list[Word] = field(default_factory=list)
    children: list["Constituent"] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """The first two letters of the tag, such as NP."""
        return self.tag[:2]

    def has_content(self) -> bool:
        """Whether a leaf has a content word."""
        return any(
            (any(c.isalpha() or c.isdigit() for c in word.form) or word.form == "%")
            and word.form not in BRACKETS
            and word.pos not in NO_CONTENT
            for word in self.words
        )


def with_parses(mentions: Mentions, parses: list[tuple[str, str]]) -> Mentions:
    """The mentions with the parse of each word (part of speech, parse bit), and with minimum spans."""
    assert mentions.words is not None
    words = replace(mentions.words, parse=parses)
    return replace(mentions, words=words, minimum=minimum_spans(mentions, words))


def minimum_spans(mentions: Mentions, words: Words) -> Fragments:
    """The minimum span of each mention by the parses of *words*, which can come from the other side.

    Each mention must be one range, and the documents of *mentions* and *words* must correspond.
    """
    assert words.parse is not None
    assert words.form is not None
    begin = words.first[mentions.document]
    known: dict[tuple[int, int], Ranges] = {}  # range of words -> its minimum span
    rows = []
    for base, start, end in zip(
        begin.tolist(), mentions.span.start.tolist(), mentions.span.end.tolist(), strict=True
    ):
        key = (base + start, base + end)
        if key not in known:
            own = [Word(i - base, words.form[i], *words.parse[i]) for i in range(*key)]
            known[key] = ranges_of(minimum_span(own))
        rows.append(known[key])
    return fragments(rows)


def minimum_span(words: Sequence[Word]) -> set[int]:
    """The positions of the words in the minimum span of a mention that consists of *words*."""
    root = _tree(words)
    leaves = _of_root(root) if root else []
    return {word.position for leaf in leaves for word in leaf.words} or {word.position for word in words}


def _of_root(root: Constituent) -> list[Constituent]:
    """The leaves in the minimum span of a tree.

    They are the root or its child leaves with content. Otherwise they are the shallowest leaves below each
    child phrase of the searched kinds. Without such a phrase, they are the shallowest leaves below the root.
    """
    if root.words and root.has_content():
        return [root]
    own = [child for child in root.children if child.words and child.has_content()]
    if own:
        return own
    kinds = _kinds(root)
    phrases = [child for child in root.children if child.children and child.kind in kinds]
    if phrases:
        return [leaf for phrase in phrases for leaf in _shallowest(phrase, kinds)]
    return _shallowest(root, None)


def _kinds(root: Constituent) -> tuple[str, ...]:
    """The kinds of phrases in which the minimum span is searched."""
    below = [child.kind for child in root.children]
    named = root.kind in ("NP", "NM") or "NP" in below or "NM" in below
    return VERB_PHRASES if root.kind == "VP" or ("VP" in below and not named) else NOUN_PHRASES


def _shallowest(root: Constituent, kinds: tuple[str, ...] | None) -> list[Constituent]:
    """The leaves with content at the smallest depth below *root*, searched only in phrases of these *kinds*.

    If *kinds* is None, the first noun or verb phrase determines the kinds. Before this phrase is found, all
    phrases are searched, but their leaves are skipped.
    """
    leaves: list[Constituent] = []
    limit = float("inf")
    queue = deque([(root, 0)])
    while queue:
        node, depth = queue.popleft()
        if kinds is None and node.kind in ("NP", "NM", "VP"):
            kinds = VERB_PHRASES if node.kind == "VP" else NOUN_PHRASES
        if node.words and depth <= limit:
            if node.has_content():
                leaves.append(node)
                limit = depth
        elif depth < limit and (depth == 0 or kinds is None or node.kind in kinds):
            inside = kinds is not None and node.kind in kinds
            queue += [(child, depth + 1) for child in node.children if inside or not child.words]
    return leaves


def _tree(words: Sequence[Word]) -> Constituent | None:
    """The tree of a mention by the parse bits of its words; None if there are no bits.

    The words between two brackets are a leaf; punctuation before a phrase is left out. If no phrase is open,
    nodes after a leaf become its children. Closing brackets of phrases that began before the mention have no
    effect, and phrases that are open at the end of the mention are closed. Several roots get a common parent
    NP.
    """
    roots, stack, leaf = list[Constituent](), list[Constituent](), list[Word]()

    def add(node: Constituent, *, opens: bool) -> None:
        (stack[-1].children if stack else roots).append(node)
        stack.extend([node] * opens)

    def end_leaf() -> None:
        if leaf:
            add(Constituent(" ".join(word.form for word in leaf), [*leaf]), opens=not stack)
            leaf.clear()

    for word in words:
        for bracket, tag, mark in MARK.findall(word.bit):
            if bracket:
                if any(each.form.isalpha() or each.form.isdigit() for each in leaf):
                    end_leaf()
                leaf.clear()
                add(Constituent("".join(filter(str.isalpha, tag))), opens=True)
            elif mark == "*":
                leaf.append(word)
            else:
                end_leaf()
                del stack[-1:]
    end_leaf()
    return Constituent("NP", children=roots) if len(roots) > 1 else next(iter(roots), None)
