"""Bracketed trees as text, a sentence a line."""

from collections.abc import Callable, Iterator

from nerkit.algorithms.columns import NONE
from nerkit.corpora.binary_brackets import Child, children
from nerkit.corpora.brackets import Constituents

EMPTY = "(())"  # a sentence without a tree: a blank line would separate in some files


def lines(trees: Constituents, terminal: Callable[[int, int], str]) -> Iterator[str]:
    """The line of each sentence; *terminal* writes one, given its row and its place in the sentence."""
    labels = [escaped(value) for value in trees.label.values]
    label, begin = trees.label.codes.tolist(), trees.begin.tolist()
    for sentence, below in enumerate(children(trees)):
        parts: list[str] = []
        todo: list[Child | None] = [*reversed(below.get(NONE, []))]  # None closes a bracket
        while todo:
            child = todo.pop()
            if child is None:
                parts.append(")")
            elif child.terminal:
                parts.append(f" {terminal(child.row, child.row - begin[sentence])}")
            else:
                parts.append(f" ({labels[label[child.row]]}")
                todo += [None, *reversed(below.get(child.row, []))]
        yield f"{''.join(parts).lstrip() or EMPTY}\n"


def escaped(text: str) -> str:
    """A word or a label without brackets."""
    return text.replace("(", "-LRB-").replace(")", "-RRB-")
