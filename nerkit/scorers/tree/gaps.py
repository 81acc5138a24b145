"""The stretches of words of discontinuous constituents.

    (VP (VB 2=wake) (NP 0=whom) (RP 3=up))      the words 0, 2 and 3: the stretches [0, 1) and [2, 4)

Leaving words out may close a gap. Equal stretches mean equal sets of words.
"""

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.algorithms.keys import expand
from nerkit.corpora.brackets import Constituents
from nerkit.exceptions import InputError, source_and_line
from nerkit.ground.limits import MOST_GAP_WORDS

Stretches = tuple[tuple[int, int], ...]


class Shapes(dict[Stretches, int]):
    """Codes for the stretches of constituents, from 1; constituents without gaps have code 0."""

    def __missing__(self, stretches: Stretches) -> int:
        code = self[stretches] = len(self) + 1
        return code

    @property
    def listed(self) -> list[Stretches]:
        """The stretches of each code; empty for code 0."""
        return [(), *self]


def terminals_of(trees: Constituents, rows: IntArray) -> tuple[IntArray, IntArray]:
    """Return the terminals of the constituents in these rows: (position in *rows*, terminal), ascending."""
    order, above = trees.by_above
    first = np.searchsorted(above, rows, "left")
    place, rank = expand(first, np.searchsorted(above, trees.behind[rows], "left"))
    row, terminal = rows[place], order[rank]
    order = np.lexsort((terminal, row))
    return row[order], terminal[order]


def shaped(
    trees: Constituents, start: IntArray, base: IntArray, shapes: Shapes
) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """Return the discontinuous constituents: rows, starts, ends, and the codes of their stretches.

    start   the position of the first word of each terminal, then the number of all words
    base    the position from which the stretches of each constituent are counted

    A constituent without words starts and ends at 0. Raises InputError if the discontinuous constituents of a
    sentence have too many words.
    """
    rows = np.flatnonzero(trees.discontinuous)
    _check(trees, rows)
    row, terminal = terminals_of(trees, rows)
    begin, end = start[terminal] - base[row], start[terminal + 1] - base[row]
    words = begin < end
    row, begin, end = row[words], begin[words], end[words]
    apart = np.append(True, (row[1:] != row[:-1]) | (begin[1:] != end[:-1]))[: len(row)]
    first = np.flatnonzero(apart)
    last = np.append(first[1:], len(row))[: len(first)] - 1
    stretches: dict[int, list[tuple[int, int]]] = {place: [] for place in rows.tolist()}
    for place, left, right in zip(
        row[first].tolist(), begin[first].tolist(), end[last].tolist(), strict=True
    ):
        stretches[place].append((left, right))
    spans = [(parts[0][0], parts[-1][1]) if parts else (0, 0) for parts in stretches.values()]
    codes = [shapes[tuple(parts)] if len(parts) > 1 else 0 for parts in stretches.values()]
    starts, ends = np.array(spans, np.int64).reshape(-1, 2).T
    return rows, starts, ends, np.array(codes, np.int64)


def _check(trees: Constituents, rows: IntArray) -> None:
    """Raise the InputError for a sentence if its discontinuous constituents, *rows*, have too many words."""
    words = np.bincount(trees.sentence[rows], trees.size[rows], trees.sentences)
    if (words > MOST_GAP_WORDS).any():
        source, line = source_and_line(trees.place(int(np.argmax(words > MOST_GAP_WORDS))))
        raise InputError(
            (
                f"the discontinuous constituents of the sentence have more than {MOST_GAP_WORDS:,} "
                "words in total"
            ),
            source=source,
            line=line,
            remedy="divide the sentence",
        )
