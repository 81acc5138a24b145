"""Enhanced dependencies: the edges of the column DEPS, and how many of them two sides share.

A cell like `4:nsubj|2:conj:and>nsubj` has two edges.

An edge is a head and a path of labels; where empty nodes were collapsed, `>` separates the labels of a path.
Edges from empty nodes (`1.1:nsubj`) are passed over, as empty nodes are. An edge of an aligned word agrees
with an edge of its partner under two conditions. The heads are aligned, or both are the root; and the paths
are equal (EULAS: each label without its subtype).
"""

import re

import numpy as np

from nerkit.algorithms.columns import IntArray, Vocabulary
from nerkit.algorithms.keys import combine, expand
from nerkit.corpora.trees import ROOT, Dependencies
from nerkit.ground.patterns import regex
from nerkit.ground.records import record

EDGE = regex(r"([0-9]{1,9})(\.[0-9]+)?:(.*)", re.DOTALL)
NOTHING = ("_", "")
FORM = "DEPS must be _, or edges head:label joined by |; a head is a word of the sentence, 0 or an empty node"


@record(frozen=True)
class EnhancedEdges:
    """The edges of one side: the word, the row of its head (ROOT for the root), and the path as a code into
    *paths*.
    """

    word: IntArray
    head: IntArray
    path: IntArray
    paths: list[str]


def edges(side: Dependencies, *, subtypes: bool) -> EnhancedEdges:
    """Return the edges of all words.

    Raises InputError for a cell that cannot be read, or a head outside the sentence.
    """
    column = side.columns["deps"]
    paths = Vocabulary()
    flat: list[tuple[int, int]] = []
    # each distinct cell is read once; the edges of cell k are those from border k to border k + 1
    present, codes = np.unique(column.codes, return_inverse=True)
    borders = [0]
    for code in present.tolist():
        cell = column.values[code]
        for text in () if cell in NOTHING else cell.split("|"):
            match = EDGE.match(text)
            if not match:
                row = int(np.argmax(column.codes == code))
                raise side.error(row, f"{text!r} is not an edge of an enhanced graph", FORM, cell)
            if not match[2]:
                flat.append((int(match[1]), paths[match[3] if subtypes else _plain(match[3])]))
        borders.append(len(flat))
    edge = np.array(flat, np.int64).reshape(-1, 2)  # head and path of each
    border = np.array(borders, np.int64)
    word, place = expand(border[:-1][codes], border[1:][codes])
    number = edge[place, 0]
    sentence = side.sentence[word]
    outside = np.flatnonzero(number > (side.last - side.first)[sentence])
    if len(outside):
        row = int(word[outside[0]])
        problem = f"the head {number[outside[0]]} of an enhanced edge is not in the sentence"
        raise side.error(row, problem, FORM, column.value(row))
    head = np.where(number > 0, side.first[sentence] + number - 1, ROOT)
    return EnhancedEdges(word, head, edge[place, 1], list(paths))


def agreeing(
    gold: EnhancedEdges, system: EnhancedEdges, of_system: IntArray, *, product: bool
) -> tuple[IntArray, IntArray]:
    """Return gold words, and the number of their edges that agree with an edge of the system.

    A word may occur several times.

    of_system   the gold word of each system row and, as the last entry, of ROOT
    product     whether each edge counts with every equal edge, as in udtools, or with at most one edge
    """
    paths = Vocabulary({path: code for code, path in enumerate(gold.paths)})
    path = paths.codes(system.paths)[system.path]
    word, head = of_system[system.word], of_system[system.head]
    in_gold = (word >= 0) & (head >= ROOT)
    split = len(gold.word)
    key = combine(
        np.concatenate([gold.word, word[in_gold]]),
        np.concatenate([gold.head, head[in_gold]]),
        np.concatenate([gold.path, path[in_gold]]),
    )
    keys, place = np.unique(key, return_inverse=True)
    number_in_gold = np.bincount(place[:split], minlength=len(keys))
    number_in_system = np.bincount(place[split:], minlength=len(keys))
    words = np.zeros(len(keys), np.int64)
    words[place[:split]] = gold.word
    if product:
        return words, number_in_gold * number_in_system
    return words, np.minimum(number_in_gold, number_in_system)


def _plain(path: str) -> str:
    """Return a path of labels without subtypes."""
    return ">".join(label.partition(":")[0] for label in path.split(">"))
