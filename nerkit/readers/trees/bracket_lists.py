"""Bracketed trees in memory, as a notebook or a training loop has them.

trees   a list of trees, or a mapping from id to tree
tree    a text, "(S (NP (DT the) (NN dog)) …)", or an object with `label()` that holds such objects and
        words, as `nltk.Tree`

Each tree of a list is a sentence; a text may hold several roots, and a blank text is a sentence without a
tree. Brackets in words of objects become -LRB- and -RRB-.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from nerkit.corpora.brackets import Constituents
from nerkit.exceptions import InputError
from nerkit.readers.register import NUMBERED_WORDS
from nerkit.readers.spans.in_memory import documents_of
from nerkit.readers.trees import discbracket
from nerkit.readers.trees.bracketing import LINES, TreeText, scan
from nerkit.readers.trees.constituent_table import ConstituentTable

FORM = 'give trees as a list of texts, ["(S (NP (DT the) (NN dog)))"], or of objects like nltk.Tree'


def read(given: Any, name: str = "<memory>") -> Constituents:
    """The trees of a collection. Raises InputError for a value that is not a tree."""
    if isinstance(given, Constituents):
        return given
    ids, trees, named = documents_of(given, list)
    texts = [_text(tree, f"{name}: tree {ids[i]!r}") for i, tree in enumerate(trees)]
    table = ConstituentTable()
    numbers = discbracket.NumberedWords(table.vocabulary)
    indexed = NUMBERED_WORDS.match("\n".join(texts[:1] if texts[:1] != [""] else texts))
    for id_, text in zip(ids, texts, strict=True):
        piece = TreeText(f"{name}: tree {id_!r}", 1, text.encode(), LINES)
        nodes = scan(piece, table.vocabulary)
        table.add(discbracket.ordered(piece, nodes, numbers) if indexed else nodes)
    made = table.finished()
    none = np.zeros_like
    return replace(made, documents=ids, named=named, line=none(made.line), at=none(made.at))


def _is_tree(given: Any) -> bool:
    return callable(getattr(given, "label", None))


def _text(tree: Any, place: str) -> str:
    """A tree as bracketed text on one line."""
    if isinstance(tree, str):
        return " ".join(tree.split())
    if not _is_tree(tree):
        raise InputError(f"{type(tree).__name__} is not a tree", source=place, remedy=FORM)
    parts: list[str] = []
    todo: list[Any] = [tree]
    while todo:
        node = todo.pop()
        if node is None:
            parts.append(")")
        elif _is_tree(node):
            parts.append(f"({_word(node.label(), place)}")
            todo += [None, *reversed(list(node))]
        else:
            parts.append(_word(node, place))
    return " ".join(parts)


def _word(given: Any, place: str) -> str:
    """A word or label with its brackets escaped, for bracketed text."""
    text = str(given)
    if any(letter in text for letter in " \t\n\r\f\v"):
        raise InputError(f"{text!r} contains a blank", source=place, remedy=FORM)
    return text.replace("(", "-LRB-").replace(")", "-RRB-")
