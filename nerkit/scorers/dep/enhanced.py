"""Enhanced dependencies: the edges of the column DEPS, `4:nsubj|2:conj:and>nsubj`, and how many of two sides agree.

An edge is a head and a path of labels; where empty nodes were collapsed, `>` separates the labels of a path. Edges from empty nodes
(`1.1:nsubj`) are passed over, as empty nodes are. An edge of an aligned word agrees with one of its partner if the heads are aligned, or
both are the root, and the paths are equal (EULAS: each label of them without subtype).
"""

import re
from dataclasses import dataclass

import numpy as np

from nerkit.algorithms.columns import IntArray, Vocabulary
from nerkit.algorithms.keys import combine, expand
from nerkit.corpora.trees import ROOT, Dependencies

EDGE = re.compile(r"([0-9]{1,9})(\.[0-9]+)?:(.*)", re.DOTALL)
NOTHING = ("_", "")
FORM = "DEPS is _, or edges head:label joined by |, whose heads are words of the sentence, 0 or empty nodes"


@dataclass(frozen=True)
class Edges:
    """The edges of one side: the word, the row of its head (ROOT for the root), and the path as a code of *paths*."""

    word: IntArray
    head: IntArray
    path: IntArray
    paths: list[str]


def edges(side: Dependencies, *, subtypes: bool) -> Edges:
    """The edges of all words. Raises InputError for a cell that cannot be read, or a head outside the sentence."""
    column = side.columns["deps"]
    paths = Vocabulary()
    flat: list[tuple[int, int]] = []
    present, codes = np.unique(column.codes, return_inverse=True)
    first = [0]
    for code in present.tolist():
        cell = column.values[code]
        for edge in () if cell in NOTHING else cell.split("|"):
            found = EDGE.match(edge)
            if not found:
                row = int(np.argmax(column.codes == code))
                raise side.error(row, f"{edge!r} is no edge of an enhanced graph", FORM, cell)
            if not found[2]:
                flat.append((int(found[1]), paths[found[3] if subtypes else _plain(found[3])]))
        first.append(len(flat))
    both = np.array(flat, np.int64).reshape(-1, 2)
    begin = np.array(first, np.int64)
    word, place = expand(begin[:-1][codes], begin[1:][codes])
    number = both[place, 0]
    sentence = side.sentence[word]
    outside = np.flatnonzero(number > (side.last - side.first)[sentence])
    if len(outside):
        row = int(word[outside[0]])
        problem = f"the head {number[outside[0]]} of an enhanced edge is not in the sentence"
        raise side.error(row, problem, FORM, column.value(row))
    head = np.where(number > 0, side.first[sentence] + number - 1, ROOT)
    return Edges(word, head, both[place, 1], list(paths))


def agreeing(gold: Edges, system: Edges, of_system: IntArray, *, product: bool) -> tuple[IntArray, IntArray]:
    """Gold words and how many of their edges agree with one of the system; a word may be listed several times.

    of_system   the gold word of each row of the system, and of ROOT as an index; other values than rows and ROOT are nothing's
    product     every edge is counted with every equal one, as udtools does; else each with one at most
    """
    paths = Vocabulary({path: code for code, path in enumerate(gold.paths)})
    path = paths.codes(system.paths)[system.path] if len(system.path) else system.path
    word, head = of_system[system.word], of_system[system.head]
    known = (word >= 0) & (head >= ROOT)
    split = len(gold.word)
    key = combine(
        np.concatenate([gold.word, word[known]]),
        np.concatenate([gold.head, head[known]]),
        np.concatenate([gold.path, path[known]]),
    )
    keys, place = np.unique(key, return_inverse=True)
    ours = np.bincount(place[:split], minlength=len(keys))
    theirs = np.bincount(place[split:], minlength=len(keys))
    words = np.zeros(len(keys), np.int64)
    words[place[:split]] = gold.word
    shared = ours * theirs if product else np.minimum(ours, theirs)
    return words, shared


def _plain(path: str) -> str:
    """A path of labels without subtypes."""
    return ">".join(label.partition(":")[0] for label in path.split(">"))
