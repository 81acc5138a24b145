"""Whole numbers from pieces of bytes with decimal digits, as arrays.

    bytes  b"00001709"     pairs of digits  0 0 17 9     groups of four  0 1709     number  1709

A piece becomes eight bytes, with zeros before its first digit. Three multiplications turn the bytes of all
pieces into pairs of digits, the pairs into groups of four, and the groups into numbers.
"""

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.byte_spans import MASKS, ONES, TOPS, WORD, Bytes, eight_before
from nerkit.algorithms.columns import NONE, IntArray

ZEROS, POINTS, HIGH, SIX, THREES = (np.uint64(byte) * ONES for byte in (0x30, 0x2E, 0xF0, 0x06, 0x33))
FOUR, SEVEN, ONE = np.uint64(4), np.uint64(7), np.uint64(1)
TOO_LONG = WORD + 1
# Masks by length of a piece: its bytes at the end of a word, and the zeros before them. Other lengths: 0
KEPT = np.array([0, *(~MASKS[WORD - length] for length in range(1, TOO_LONG)), 0], np.uint64)
FILLED = np.array([0, *(ZEROS & MASKS[WORD - length] for length in range(1, TOO_LONG)), 0], np.uint64)
STEPS = [  # joining two halves: mask of the halves, 10, 100 or 10,000 times the first plus the second, shift
    (np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(10 << 8 | 1), np.uint64(8)),
    (np.uint64(0x00FF00FF00FF00FF), np.uint64(100 << 16 | 1), np.uint64(16)),
    (np.uint64(0x0000FFFF0000FFFF), np.uint64(10_000 << 32 | 1), np.uint64(32)),
]


def whole_numbers(data: Bytes, start: IntArray, end: IntArray) -> IntArray:
    """Return the number of each piece of one to eight digits, shape (pieces,), NONE for any other piece."""
    word = _filled(data, start, end)
    other = ~_are_digits(word)
    for mask, factor, bits in STEPS:
        word &= mask
        word *= factor
        word >>= bits
    numbers: IntArray = word.view(np.int64)
    numbers[other] = NONE
    return numbers


def are_decimals(data: Bytes, start: IntArray, end: IntArray) -> bool:
    """Return whether there are pieces, all with 1 to 8 digits, or with 1 to 7 digits and a point."""
    word = _filled(data, start, end)
    other = word ^ POINTS
    point = ~(((other & ~TOPS) + ~TOPS) | other) & TOPS  # the top bit of every byte that is a point
    alone = (point != 0) & (end - start == 1)
    several = point & (point - ONE)  # these bits without the lowest
    word ^= (point >> SEVEN) * np.uint64(ord(".") ^ ord("0"))
    return bool(len(word) and _are_digits(word).all() and not several.any() and not alone.any())


def _filled(data: Bytes, start: IntArray, end: IntArray) -> NDArray[np.uint64]:
    """Return the eight bytes of each piece, padded with zeros in front; no digits for empty and longer
    pieces.
    """
    length = np.minimum((end - start).view(np.uint64), np.uint64(TOO_LONG)).view(np.int64)
    word = eight_before(data, end)
    word &= KEPT[length]
    word |= FILLED[length]
    return word


def _are_digits(word: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return whether all bytes are digits: 0x30 to 0x39, whose high half is 3 and stays 3 if 6 is added."""
    carried = word + SIX
    carried &= HIGH
    carried >>= FOUR
    carried |= word & HIGH
    digits: NDArray[np.bool_] = carried == THREES
    return digits
