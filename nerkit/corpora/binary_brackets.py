"""Converts bracketed trees to binary trees, and back.

    right   (S a b c d)   (S a (S|<b-c-d> b (S|<c-d> c d)))
    left                  (S (S|<a-b-c> (S|<a-b> a b) c) d)

A constituent of n > 2 children gets n - 2 nested constituents inside. As in NLTK, the label of an added
constituent names the original constituent and the children inside. The option *horizontal* limits the number
of named children. The option *vertical* appends the labels of constituents above to a label. With 1 and 1:
(S|<b>^<TOP> …) and (NP^<S> …). The way back removes the endings |<…> and ^<…> of labels.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, Vocabulary
from nerkit.corpora.brackets import Constituents
from nerkit.corpora.corpus import rows_of
from nerkit.exceptions import unknown

ADDED = re.compile(r"\|<[^<>]*>(?:\^<[^<>]*>)?\Z")
ABOVE = re.compile(r"\^<[^<>]*>\Z")  # suffix of a label that names the constituents above
ANGLES = str.maketrans("<>", "__")
LEFT, RIGHT = "left", "right"
SIDES = (LEFT, RIGHT)


class Child(NamedTuple):
    """A child of a constituent: its first terminal, whether it is a terminal, its row, and the terminal after
    its last one.
    """

    first: int
    terminal: bool
    row: int
    last: int


def children(trees: Constituents) -> Iterator[dict[int, list[Child]]]:
    """Constituent -> its children, ordered by first terminal, for one sentence. The key NONE has the
    outermost nodes.
    """
    parent, first, last = trees.parent.tolist(), trees.first.tolist(), trees.last.tolist()
    above, begin = trees.above.tolist(), trees.begin.tolist()
    borders = np.searchsorted(trees.sentence, np.arange(trees.sentences + 1)).tolist()
    for sentence in range(trees.sentences):
        found: dict[int, list[Child]] = {}
        for row in range(borders[sentence], borders[sentence + 1]):
            found.setdefault(parent[row], []).append(Child(first[row], False, row, last[row]))
        for row in range(begin[sentence], begin[sentence + 1]):
            found.setdefault(above[row], []).append(Child(row, True, row, row + 1))
        for listed in found.values():
            listed.sort()
        yield found


def plain(trees: Constituents) -> Constituents:
    """The trees without added constituents and without label suffixes."""
    inner = [ADDED.search(label) is not None for label in trees.label.values]
    plain_trees = without(trees, np.array([*inner, False], bool)[trees.label.codes])
    return replace(plain_trees, label=plain_trees.label.map(lambda label: ABOVE.sub("", label)))


def without(trees: Constituents, gone: BoolArray) -> Constituents:
    """The trees without the masked constituents. Their children move to the constituents above."""
    removed = np.zeros(len(trees), np.int64)  # number of removed constituents above each constituent
    target = np.append(np.where(gone, trees.parent, np.arange(len(trees))), NONE)
    for level in range(1, int(trees.level.max(initial=0)) + 1):
        rows = np.flatnonzero(trees.level == level)
        parent = trees.parent[rows]
        removed[rows] = removed[parent] + gone[parent]
        target[rows] = np.where(gone[rows], target[parent], rows)
    rows = np.flatnonzero(~gone)
    place = np.append(np.cumsum(~gone) - 1, NONE)
    return replace(
        trees,
        **rows_of(trees, rows, "sentence label first last at"),
        level=(trees.level - removed)[rows],
        above=place[target[trees.above]],
    )


def binary(
    trees: Constituents, side: str = RIGHT, *, horizontal: int | None = None, vertical: int = 0
) -> Constituents:
    """The trees with at most two children per constituent.

    Labels of added constituents name *horizontal* children (None: all children). All labels except the
    outermost name *vertical* constituents above. Raises UsageError for an unknown side.
    """
    if side not in SIDES:
        raise unknown("side", side, SIDES)
    labels, rows, above = Vocabulary(), list[tuple[int, ...]](), [NONE] * len(trees.above)
    for sentence, found in enumerate(children(trees)):
        # original children to join, the label and the labels above of the original constituent, level, parent
        todo: list[tuple[Sequence[Child], str, tuple[str, ...], int, int]] = [
            ([child], "", (), 0, NONE) for child in reversed(found.get(NONE, []))
        ]
        while todo:
            inside, name, over, level, parent = todo.pop()
            node, behind = inside[0], ""
            if len(inside) > 1:
                named = inside if horizontal is None else _next(inside, side, horizontal)
                held = ((trees.tag if each.terminal else trees.label, each.row) for each in named)
                behind = added([str(column.value(row)) for column, row in held])
                last, line = max(each.last for each in inside), rows[parent][4]
            elif node.terminal:
                above[node.row] = parent
                continue
            else:
                over = ((name, *over) if level else ())[:vertical]
                name, last, line = str(trees.label.value(node.row)), node.last, trees.at[node.row]
                inside = found.get(node.row, [])
            todo += [(part, name, over, level + 1, len(rows)) for part in reversed(_halves(inside, side))]
            rows.append((sentence, node.first, last, level, line, labels[f"{name}{behind}{history(over)}"]))
    columns = np.array(rows, np.int64).reshape(-1, 6).T
    made: dict[str, Any] = dict(zip(("sentence", "first", "last", "level", "at"), columns, strict=False))
    return replace(
        trees,
        **made,
        label=Column(list(labels), columns[5]),
        above=np.array(above, np.int64),
    )


def _next(group: Sequence[Child], side: str, count: int) -> Sequence[Child]:
    """The *count* children of an added constituent that are next to its sibling."""
    return group[:count] if side == RIGHT else group[max(len(group) - count, 0) :]


def _halves(inside: Sequence[Child], side: str) -> list[Sequence[Child]]:
    """The children of a binary constituent, each as a list of original children.

    Of more than two children, the first (or last) is one group and the rest the other group.
    """
    if len(inside) <= 2:
        return [[child] for child in inside]
    cut = 1 if side == RIGHT else len(inside) - 1
    return [inside[:cut], inside[cut:]]


def added(names: Sequence[str]) -> str:
    """The suffix of an added constituent's label, which names these children."""
    return f"|<{'-'.join(names).translate(ANGLES)}>"


def history(above: Sequence[str]) -> str:
    """The suffix of a label that names the constituents above, nearest first."""
    return f"^<{'-'.join(above).translate(ANGLES)}>" if above else ""
