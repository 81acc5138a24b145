"""Write bracketed trees as text, one sentence per line."""

from collections.abc import Iterator

from nerkit.algorithms.columns import NONE
from nerkit.corpora.binary_brackets import Child, children
from nerkit.corpora.brackets import Constituents

EMPTY = "(())"  # a sentence without a tree; a blank line would have another meaning in some files


def lines(trees: Constituents, *, numbered: bool = False) -> Iterator[str]:
    """The line of each sentence; with *numbered*, words have their 0-based numbers, as in `(NN 1=dog)`."""
    escaped_columns = (column.map(_escaped) for column in (trees.label, trees.tag, trees.word))
    labels, tags, words = ([of.values[code] for code in of.codes.tolist()] for of in escaped_columns)
    begin = trees.begin.tolist()
    for sentence, below in enumerate(children(trees)):
        parts: list[str] = []
        todo: list[Child | None] = [*reversed(below.get(NONE, []))]  # None closes a bracket
        while todo:
            child = todo.pop()
            if child is None:
                parts.append(")")
            elif child.terminal:
                row = child.row
                place = f"{row - begin[sentence]}=" if numbered else ""
                parts.append(f" ({tags[row]} {place}{words[row]})")
            else:
                parts.append(f" ({labels[child.row]}")
                todo += [None, *reversed(below.get(child.row, []))]
        yield f"{''.join(parts).lstrip() or EMPTY}\n"


def _escaped(text: str) -> str:
    """A word or a label with its brackets replaced by `-LRB-` and `-RRB-`."""
    return text.replace("(", "-LRB-").replace(")", "-RRB-")
