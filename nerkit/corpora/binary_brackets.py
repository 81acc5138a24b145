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
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, Vocabulary
from nerkit.corpora.brackets import Constituents
from nerkit.exceptions import unknown

ADDED = re.compile(r"\|<[^<>]*>(?:\^<[^<>]*>)?\Z")
ABOVE = re.compile(r"\^<[^<>]*>\Z")  # suffix of a label that names the constituents above
ANGLES = str.maketrans("<>", "__")
LEFT, RIGHT = "left", "right"
SIDES = (LEFT, RIGHT)


class Child(NamedTuple):
    """A child of a constituent: its first terminal, whether the child is a terminal, and its row."""

    first: int
    terminal: bool
    row: int


def children(trees: Constituents) -> Iterator[dict[int, list[Child]]]:
    """Constituent -> its children, ordered by first terminal, for one sentence. The key NONE has the
    outermost nodes.
    """
    parent, first = trees.parent.tolist(), trees.first.tolist()
    above, begin = trees.above.tolist(), trees.begin.tolist()
    borders = np.searchsorted(trees.sentence, np.arange(trees.sentences + 1)).tolist()
    for sentence in range(trees.sentences):
        found: dict[int, list[Child]] = {}
        for row in range(borders[sentence], borders[sentence + 1]):
            found.setdefault(parent[row], []).append(Child(first[row], terminal=False, row=row))
        for row in range(begin[sentence], begin[sentence + 1]):
            found.setdefault(above[row], []).append(Child(row, terminal=True, row=row))
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
        sentence=trees.sentence[rows],
        label=trees.label.take(rows),
        first=trees.first[rows],
        last=trees.last[rows],
        level=(trees.level - removed)[rows],
        at=trees.at[rows],
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
    made = _Binary(trees, side, horizontal, vertical)
    for sentence, found in enumerate(children(trees)):
        made.add(sentence, found)
    columns = np.array(made.rows, np.int64).reshape(-1, 5).T
    return replace(
        trees,
        sentence=columns[0],
        label=Column(list(made.labels), np.array(made.codes, np.int64)),
        first=columns[1],
        last=columns[2],
        level=columns[3],
        at=columns[4],
        above=np.array(made.above, np.int64),
    )


def added(names: Sequence[str]) -> str:
    """The suffix of an added constituent's label, which names these children."""
    return f"|<{'-'.join(names).translate(ANGLES)}>"


def history(above: Sequence[str]) -> str:
    """The suffix of a label that names the constituents above, nearest first."""
    return f"^<{'-'.join(above).translate(ANGLES)}>" if above else ""


class _Label(NamedTuple):
    """A label, with the labels of the constituents above it, nearest first."""

    name: str
    above: tuple[str, ...]

    def below(self, name: str, count: int) -> "_Label":
        """The label of a child called *name*, with at most *count* constituents above."""
        ancestors = (self.name, *self.above) if self is not NOTHING else ()
        return _Label(name, ancestors[:count])

    def text(self, behind: str = "") -> str:
        """The label with its suffixes; *behind* comes directly after the name."""
        return f"{self.name}{behind}{history(self.above)}"


NOTHING = _Label("", ())


@dataclass
class _Binary:
    """Binary trees under construction.

    rows    sentence, first, last, level and line of each constituent
    codes   the code of each constituent's label
    """

    trees: Constituents
    side: str
    horizontal: int | None
    vertical: int
    rows: list[tuple[int, int, int, int, int]] = field(default_factory=list)
    codes: list[int] = field(default_factory=list)
    labels: Vocabulary = field(default_factory=Vocabulary)
    above: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.above = [NONE] * len(self.trees.above)
        self.last = self.trees.last.tolist()
        self.line = self.trees.at.tolist()

    def add(self, sentence: int, found: dict[int, list[Child]]) -> None:
        """Add the binary constituents of a sentence, given the children of each constituent."""
        todo: list[tuple[Sequence[Child], _Label, int, int]] = [
            ([child], NOTHING, 0, NONE) for child in reversed(found.get(NONE, []))
        ]
        while todo:
            group, base, level, parent = todo.pop()
            node = group[0]
            if len(group) == 1 and node.terminal:
                self.above[node.row] = parent
                continue
            if len(group) == 1:
                base = base.below(str(self.trees.label.value(node.row)), self.vertical)
                label, span, line = base.text(), (node.first, self.last[node.row]), self.line[node.row]
                inside: Sequence[Child] = found.get(node.row, [])
            else:
                label = base.text(added(list(map(self._name, self._remembered(group)))))
                span, line = (group[0].first, max(map(self._end, group))), self.rows[parent][4]
                inside = group
            here = len(self.rows)
            self.rows.append((sentence, *span, level, line))
            self.codes.append(self.labels[label])
            todo += [(part, base, level + 1, here) for part in reversed(self._halves(inside))]

    def _remembered(self, group: Sequence[Child]) -> Sequence[Child]:
        """The children that an added label names: the children next to its sibling."""
        if self.horizontal is None:
            return group
        return (
            group[: self.horizontal] if self.side == RIGHT else group[max(len(group) - self.horizontal, 0) :]
        )

    def _halves(self, inside: Sequence[Child]) -> list[Sequence[Child]]:
        """The children of a binary constituent, each as a list of original children.

        Of more than two children, the first (or last) is one group and the rest the other group.
        """
        if len(inside) <= 2:
            return [[child] for child in inside]
        if self.side == RIGHT:
            return [inside[:1], inside[1:]]
        return [inside[:-1], inside[-1:]]

    def _name(self, child: Child) -> str:
        column = self.trees.tag if child.terminal else self.trees.label
        return str(column.value(child.row))

    def _end(self, child: Child) -> int:
        return child.row + 1 if child.terminal else int(self.last[child.row])
