"""Whole numbers that pieces of bytes write in decimal digits, all of them at once.

    bytes  b"00001709"     pairs of digits  0 0 17 9     groups of four  0 1709     number  1709

The eight bytes of a piece, zeros put before its first digit, are made into pairs of digits, these into
groups of four, and these into the number: three multiplications for all pieces.
"""

import numpy as np

from nerkit.algorithms.byte_spans import WORD, Bytes, eight_bytes
from nerkit.algorithms.columns import NONE, IntArray

ALL = np.uint64(2**64 - 1)
ZEROS, HIGH, SIX, THREES = (np.uint64(byte * 0x0101010101010101) for byte in (0x30, 0xF0, 0x06, 0x33))
STEPS = [  # which halves are put together: where they are, ten times the first and the second, how far down
    (np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(10 << 8 | 1), np.uint64(8)),
    (np.uint64(0x00FF00FF00FF00FF), np.uint64(100 << 16 | 1), np.uint64(16)),
    (np.uint64(0x0000FFFF0000FFFF), np.uint64(10_000 << 32 | 1), np.uint64(32)),
]


def whole_numbers(data: Bytes, start: IntArray, end: IntArray) -> IntArray:
    """The number that each piece of one to eight digits writes, NONE for any other piece."""
    length = end - start
    (word,) = eight_bytes(data, start, end)
    absent = (WORD * (WORD - np.clip(length, 1, WORD))).astype(np.uint64)  # bits without digits
    word = (word << absent) | (ZEROS & ~(ALL << absent))
    # every byte is 0x30 to 0x39: its high half is 3, and stays 3 when six is added to the low one
    is_number = ((word & HIGH) | (((word + SIX) & HIGH) >> np.uint64(4))) == THREES
    is_number &= (length > 0) & (length <= WORD)
    for mask, factor, bits in STEPS:
        word = ((word & mask) * factor) >> bits
    numbers: IntArray = np.where(is_number, word.astype(np.int64), NONE)
    return numbers
