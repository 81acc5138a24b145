"""Places where two long sequences certainly correspond, at which they are cut and aligned piece by piece.

An anchor is a stretch of WIDTH elements that occurs exactly once in each sequence. With a width of 4,

    gold      the cat sat on the mat            " cat", "sat ", " mat" and others are anchors; "the " is not,
    system    teh cat sat under the mat         because gold has it twice

nerkit takes the longest chain of anchors that ascends in both sequences. If two anchors are in opposite
order, one is left out. The sequences are cut in the middle of each anchor of the chain, unless pieces become
shorter than a gap. Long pieces are cut again, by anchors that occur once within the piece and may be shorter.

Stretches are compared by 64-bit hashes. Of the stretches of full width, about every eighth is used: its hash
begins with zeros, on both sides alike. Time and memory are linear, except for a sort and the chain.
"""

from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import IntArray
from nerkit.algorithms.keys import expand

Codes = NDArray[np.uint32]

WIDTH = 16  # elements of an anchor
LONG = 4_000  # longer pieces are cut again, by anchors of half the width if necessary
SPARSE = 1_000  # a long piece has too few anchors if it has fewer than one per so many elements
SAMPLE = 3  # leading bits of a hash; in every eighth stretch they are 0
BASE = 0x9E3779B97F4A7C15  # base of the polynomial hash: odd, with well-mixed bits
MASK = (1 << 64) - 1
LAST = 0x110000  # the number of code points


def codes(text: str) -> Codes:
    """Return the code points of a text, including lone surrogates, shape (characters,)."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def text(codes: Codes) -> str:
    """Return the text of code points. Numbers above the last code point begin at 0 again."""
    return (codes % LAST).astype(np.uint32).tobytes().decode("utf-32-le", "surrogatepass")


def cuts(gold: Codes, system: Codes, gap: int, width: int = WIDTH) -> IntArray:
    """Return ascending places (in the gold side, in system) to cut, shape (cuts, 2), from (0, 0) to both
    lengths.

    They are in the middle of anchors of *width* elements, and at least *gap* elements apart on both sides.
    """
    ends = np.array([[len(gold), len(system)]], np.int64)
    middles = np.concatenate([_chain(gold, system, width, SAMPLE if width == WIDTH else 0), ends])
    pieces, first = [np.zeros((1, 2), np.int64)], np.zeros(2, np.int64)
    for last in _spaced(middles, gap):
        if (last - first).max() > LONG:
            inner = _within(gold[first[0] : last[0]], system[first[1] : last[1]], width)
            pieces.append(_spaced(np.concatenate([inner + first, last[None]]), gap, tuple(first)))
        else:
            pieces.append(last[None])
        first = last
    return np.concatenate(pieces)


def evenly(places: IntArray, size: int) -> IntArray:
    """Return the places with further places, so that no piece has more than about size × size cells.

    A piece without anchors is cut into equal shares of both sequences, so the places are guesses. All pieces
    together have at most *size* cells per element, so that they are aligned in linear time. A short sequence
    opposite a long sequence is not cut.
    """
    lengths = np.diff(places, axis=0)
    parts = np.ceil(np.sqrt(lengths.prod(axis=1).astype(float)) / size).astype(np.int64).clip(1)
    if (parts == 1).all():
        return places
    row, part = expand(np.zeros_like(parts), parts)
    between = places[row] + lengths[row] * part[:, None] // parts[row][:, None]
    return np.concatenate([between, places[-1:]])


def _within(gold: Codes, system: Codes, width: int) -> IntArray:
    """Return the middles of the anchors of a long piece.

    If there are too few anchors of this width, anchors of half the width are taken, if they are enough. A few
    of these may be equal by chance.
    """
    middles = _chain(gold, system, width, 0)
    enough = max(len(gold), len(system)) // SPARSE
    if len(middles) >= enough:
        return middles
    of_half_width = _chain(gold, system, width // 2, 0)
    return of_half_width if len(of_half_width) >= enough else middles


def _spaced(places: IntArray, gap: int, first: tuple[int, ...] = (0, 0)) -> IntArray:
    """Return the places that are at least *gap* from the place before and from the last place, which
    stays.
    """
    spaced, (i, j) = [], first
    end_i, end_j = places[-1].tolist()
    last_i, last_j = end_i - gap, end_j - gap
    for at_i, at_j in places[:-1].tolist():
        if at_i - i >= gap and at_j - j >= gap and at_i <= last_i and at_j <= last_j:
            spaced.append((at_i, at_j))
            i, j = at_i, at_j
    return np.array([*spaced, (end_i, end_j)], np.int64)


def _chain(gold: Codes, system: Codes, width: int, sample: int) -> IntArray:
    """Return the middles of the anchors in the longest chain, shape (anchors, 2)."""
    if min(len(gold), len(system)) < width:
        return np.zeros((0, 2), np.int64)
    gold_keys, gold_at = _unique_stretches(gold, width, sample)
    system_keys, system_at = _unique_stretches(system, width, sample)
    j = np.searchsorted(system_keys, gold_keys)
    common = np.append(system_keys, np.uint64(0))[j] == gold_keys
    common &= j < len(system_keys)
    order = np.argsort(gold_at[common])
    pairs = np.stack([gold_at[common][order], system_at[j[common]][order]], axis=1)
    return pairs[_longest_ascending(pairs[:, 1])] + width // 2


def _unique_stretches(sequence: Codes, width: int, sample: int) -> tuple[NDArray[np.uint64], IntArray]:
    """Return the hashes of stretches that occur once, ascending, and the places where the stretches begin."""
    key, size, factor = sequence.astype(np.uint64) + np.uint64(1), 1, BASE
    while size < width:  # two neighbouring stretches make one of twice the size
        key = key[:-size] * np.uint64(factor) + key[size:]
        size, factor = 2 * size, factor * factor & MASK
    key *= np.uint64(BASE)  # the high bits of a product depend on all bits
    at = np.flatnonzero(key >> np.uint64(64 - sample) == 0) if sample else np.arange(len(key))
    order = np.argsort(key[at])
    ranked = key[at][order]
    different = np.ones(len(ranked) + 1, bool)
    different[1:-1] = ranked[1:] != ranked[:-1]
    once = different[1:] & different[:-1]
    return ranked[once], at[order][once]


def _longest_ascending(values: IntArray) -> IntArray:
    """Return the places of a longest strictly ascending subsequence."""
    if (values[1:] > values[:-1]).all():
        return np.arange(len(values))
    tails: list[int] = []  # the smallest value that ends a subsequence of each length
    at: list[int] = []  # its place
    before: list[int] = []  # for each value: the place before it in the longest subsequence that ends in it
    for place, value in enumerate(values.tolist()):
        length = len(tails) if not tails or value > tails[-1] else bisect_left(tails, value)
        if length == len(tails):
            tails.append(value)
            at.append(place)
        else:
            tails[length], at[length] = value, place
        before.append(at[length - 1] if length else -1)
    backwards, place = [], at[-1]
    while place >= 0:
        backwards.append(place)
        place = before[place]
    return np.array(backwards[::-1], np.int64)
