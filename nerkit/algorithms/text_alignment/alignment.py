"""Character alignment: the fewest insertions, deletions and substitutions that turn one text into another.

The texts are written one above the other with gaps, so that both have the same number of columns. A column
holds equal characters (MATCH), different characters (SUBSTITUTION), or a character of one text (GOLD_ONLY,
SYSTEM_ONLY). Two words:

    align("three", "there")                 align_gap_first("three", "there")
    gold      t h - r e e                   t h - r e e
    system    t h e r - e                   t h e r e -
    columns   0 0 3 0 2 0                   0 0 3 0 0 2

Both alignments cost 2, the number of columns that are not 0. The system has an `e` before the `r`, and lacks
an `e` behind it. They differ in which `e` of gold the system lacks. `alignment.gold`, the column of each gold
character, is 0 1 3 4 5 in both. `alignment.system` is 0 1 2 3 5 in the first and 0 1 2 3 4 in the second.

Among alignments of equal cost,

    align             chooses as python-Levenshtein does
    align_gap_first   chooses as edlib does, which Nerval uses (`gap_first`)

The time of both grows with the product of the lengths. If the longer text has more than EXACT characters,
both texts are cut at stretches that occur once in each (`anchors`). They are aligned exactly between the
cuts. This takes linear time, and the cost is rarely above the minimum. If more than EVEN characters on both
sides have no such stretch, because the texts are unrelated, they are cut evenly (`even_cuts`). With *exact*
nothing is cut.
"""

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import IntArray
from nerkit.algorithms.text_alignment import anchors, gap_first
from nerkit.algorithms.text_alignment.few_edits import GOLD_ONLY as GOLD_ONLY
from nerkit.algorithms.text_alignment.few_edits import MATCH as MATCH
from nerkit.algorithms.text_alignment.few_edits import SUBSTITUTION as SUBSTITUTION
from nerkit.algorithms.text_alignment.few_edits import SYSTEM_ONLY as SYSTEM_ONLY
from nerkit.ground.records import record

KINDS = {"replace": SUBSTITUTION, "delete": GOLD_ONLY, "insert": SYSTEM_ONLY}  # edits of python-Levenshtein
EXACT = 16_000  # alignment is exact if the longer text has at most so many characters
EVEN = 32_000  # pieces without an anchor are aligned exactly up to so many characters on both sides
WORDS = 4  # words of an anchor between sequences of words
GAP = 150  # the fewest characters between cuts, so that calls of python-Levenshtein are worth their cost


@record(frozen=True)
class Alignment:
    """Two texts as columns, each MATCH, SUBSTITUTION, GOLD_ONLY or SYSTEM_ONLY; shape (columns,), uint8.

    *even_cuts* is the number of cuts without an anchor, between texts that have nothing in common.
    """

    columns: NDArray[np.uint8]
    even_cuts: int = 0

    @property
    def cost(self) -> int:
        """The number of edits."""
        return int(np.count_nonzero(self.columns))

    @property
    def gold(self) -> IntArray:
        """The column of each gold character."""
        return np.flatnonzero(self.columns != SYSTEM_ONLY)

    @property
    def system(self) -> IntArray:
        """The column of each system character."""
        return np.flatnonzero(self.columns != GOLD_ONLY)

    def drawn(self, gold: str, system: str, gap: str = "-") -> tuple[str, str]:
        """Return both texts with one character per column, and *gap* if only the other text has a
        character.
        """
        size = len(self.columns)
        return _spread(gold, self.gold, size, gap), _spread(system, self.system, size, gap)


def align(gold: str, system: str, *, exact: bool = False) -> Alignment:
    """Align two texts as python-Levenshtein does; texts of more than EXACT characters are cut first."""
    if gold == system:
        return Alignment(np.zeros(len(gold), np.uint8))
    if exact or not is_long(gold, system):
        pieces, even_cuts = np.array([[0, 0], [len(gold), len(system)]]), 0
    else:
        pieces, even_cuts = _pieces(anchors.codes(gold), anchors.codes(system), GAP)
    return Alignment(_from_edits(_edits(gold, system, pieces), len(system)), even_cuts)


def align_gap_first(gold: str, system: str, *, exact: bool = False) -> Alignment:
    """Align two texts as edlib does; texts of more than EXACT characters are cut first."""
    gold_codes, system_codes = anchors.codes(gold), anchors.codes(system)
    if exact or not is_long(gold, system):
        return Alignment(gap_first.path(gold_codes, system_codes))
    pieces, even_cuts = _pieces(gold_codes, system_codes, 1)
    return Alignment(gap_first.paths(gold_codes, system_codes, pieces), even_cuts)


def _pieces(gold: anchors.Codes, system: anchors.Codes, gap: int) -> tuple[IntArray, int]:
    """Return the places where long texts are cut, and the number of cuts without an anchor."""
    at_anchors = anchors.cuts(gold, system, gap)
    pieces = anchors.evenly(at_anchors, EVEN)
    return pieces, len(pieces) - len(at_anchors)


def is_long(gold: str, system: str) -> bool:
    """Return whether two texts are cut before they are aligned."""
    return max(len(gold), len(system)) > EXACT and min(len(gold), len(system)) > 0


def edit_distance(gold: IntArray, system: IntArray) -> int:
    """Return the fewest edits between two sequences of integers below 0x110000. Long ones are cut, as in
    `align`.
    """
    from nerkit.algorithms.edits import distance

    left, right = gold.astype(np.uint32), system.astype(np.uint32)
    pieces = np.array([[0, 0], [len(left), len(right)]])
    if max(len(left), len(right)) > EXACT and min(len(left), len(right)) > 0:
        pieces = anchors.cuts(left, right, GAP, WORDS)
    corners = zip(pieces[:-1].tolist(), pieces[1:].tolist(), strict=True)
    return sum(distance(anchors.text(left[i:k]), anchors.text(right[j:m])) for (i, j), (k, m) in corners)


def text_distance(gold: str, system: str, most: int, *, exact: bool = False) -> int:
    """Return the fewest edits between two texts, or a number above *most*. Long texts are cut, as in
    `align`.
    """
    from nerkit.algorithms.edits import distance

    if exact or not is_long(gold, system):
        return distance(gold, system, score_cutoff=most)
    pieces, _ = _pieces(anchors.codes(gold), anchors.codes(system), GAP)
    corners = zip(pieces[:-1].tolist(), pieces[1:].tolist(), strict=True)
    return sum(distance(gold[i:k], system[j:m]) for (i, j), (k, m) in corners)


def _edits(gold: str, system: str, pieces: IntArray) -> tuple[IntArray, IntArray]:
    """Return all edits of the pieces between the cuts: their kinds, and their places in the system text."""
    from nerkit.algorithms.edits import editops

    kinds: list[int] = []
    system_at: list[int] = []
    (i, j), *ends = pieces.tolist()
    for end_i, end_j in ends:
        left, right = gold[i:end_i], system[j:end_j]
        if left != right:
            edits = editops(left, right)
            kinds += [KINDS[name] for name, _, _ in edits]
            system_at += [j + at_j for _, _, at_j in edits]
        i, j = end_i, end_j
    return np.array(kinds, np.int64), np.array(system_at, np.int64)


def _from_edits(edits: tuple[IntArray, IntArray], system_length: int) -> NDArray[np.uint8]:
    """Return the columns of the alignment with these edits.

    Every column is a system character or a deleted gold character. So the column of an edit is its place in
    the system text plus the number of deletions before it.
    """
    kinds, system_at = edits
    deleted = kinds == GOLD_ONLY
    before = np.cumsum(deleted) - deleted
    columns = np.zeros(system_length + int(deleted.sum()), np.uint8)
    columns[system_at + before] = kinds
    return columns


def _spread(text: str, at: IntArray, columns: int, gap: str) -> str:
    spread = np.full(columns, ord(gap), np.uint32)
    spread[at] = anchors.codes(text)
    return anchors.text(spread)
