"""Bracketed trees as nodes that can be changed, read one sentence at a time."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.corpora.binary_brackets import children
from nerkit.corpora.brackets import Constituents
from nerkit.exceptions import InputError, source_and_line

EMPTY = "-NONE-"  # the tag of empty words: traces, empty complementisers


@dataclass
class Leaf:
    """A word with its tag, and its place among the words of the sentence (NONE for an empty word)."""

    word: str
    tag: str
    place: int
    head: bool = False


@dataclass
class Phrase:
    """A constituent: its label as written, its children, and whether it is the head of its parent."""

    label: str
    children: "list[Phrase | Leaf]" = field(default_factory=list)
    head: bool = False


@dataclass(frozen=True)
class PhraseTree:
    """A sentence: its words without traces, their tags, and the tree of phrases.

    *root* is the constituent of the whole sentence. It has an empty label if the sentence has no single top
    constituent.
    """

    words: list[str]
    tags: list[str]
    root: Phrase
    line: int
    source: str


def phrase_trees(trees: Constituents) -> Iterator[PhraseTree]:
    """The sentences of a corpus as trees. Raises InputError for a discontinuous constituent (its words are
    not adjacent).
    """
    for row in np.flatnonzero(trees.discontinuous)[:1].tolist():
        source, line = source_and_line(trees.place(int(trees.sentence[row])))
        problem = f"the discontinuous constituent {trees.label.value(row)} cannot become a chunk"
        remedy = "resolve the discontinuous constituents first, because a chunk is an unbroken run of words"
        raise InputError(problem, source=source, line=line, remedy=remedy)
    lines = trees.line.tolist()
    for sentence, below in enumerate(children(trees)):
        words: list[str] = []
        tags: list[str] = []
        nodes: dict[int, Phrase] = {NONE: Phrase("")}
        for row in (child.row for listed in below.values() for child in listed if not child.terminal):
            nodes[row] = Phrase(str(trees.label.value(row)))
        leaves: dict[int, Leaf] = {}
        begin, end = int(trees.begin[sentence]), int(trees.begin[sentence + 1])
        for row in range(begin, end):
            word, tag = str(trees.word.value(row)), str(trees.tag.value(row))
            pronounced = tag != EMPTY
            leaves[row] = Leaf(word, tag, len(words) if pronounced else NONE)
            if pronounced:
                words.append(word)
                tags.append(tag)
        for row, listed in below.items():
            nodes[row].children = [leaves[one.row] if one.terminal else nodes[one.row] for one in listed]
        root = nodes[NONE]
        # remove outer brackets that have no label and one child, as in `( (S …))`
        while root.label == "" and len(root.children) == 1 and isinstance(root.children[0], Phrase):
            root = root.children[0]
        yield PhraseTree(words, tags, root, lines[sentence], trees.place(sentence))
