"""The longest common subsequence of two lists, 30 columns of its table at a time.

The table of lengths, L[i][j] of first[i:] and second[j:], is kept as its steps: L[i][j] is 1 more than
L[i][j + 1] or equal, so a row is an integer of one bit a place, the last place of the second list its lowest
bit. A row follows from the one below it by an addition and a few logical operations (Hyyrö 2004,
"Bit-parallel LCS-length computation revisited"), a digit of Python's integers at a time:

    first = b a, second = a b        L = 1 1 0     rows = 01   of  b a
                                         1 0 0            10   of    a
                                         0 0 0            00

For 10,000 values on both sides these rows are 12.5 MB.
"""

from collections.abc import Sequence


def common_subsequence(first: Sequence[int], second: Sequence[int]) -> list[tuple[int, int]]:
    """Places of a longest common subsequence, ascending.

    Of several it is the one that a walk from the beginning of both takes, which prefers a match to leaving
    out a value of *first*, and that to leaving out one of *second*.
    """
    left = len(second)  # values of the second list that are not gone by
    shared = set(first)
    bits: dict[int, int] = {}
    for place, value in enumerate(second):
        if value in shared:
            bits[value] = bits.get(value, 0) | 1 << (left - 1 - place)
    rows = _rows(first, bits, left)
    places, rest = [], (1 << left) - 1
    for place, value in enumerate(first):
        later = bits.get(value, 0) & rest
        if not later:
            continue
        # the next place matches, or without this value the subsequence is shorter: so it stands in it
        if later.bit_length() == left or rows[place] & rest > rows[place + 1] & rest:
            left = later.bit_length() - 1
            rest = (1 << left) - 1
            places.append((place, len(second) - 1 - left))
    return places


def _rows(first: Sequence[int], bits: dict[int, int], width: int) -> list[int]:
    """The rows of the table, one for each value of the first list, and an empty one."""
    full = (1 << width) - 1
    flat, row = full, 0  # where the row has no step, and where it has
    rows = [row]
    for value in reversed(first):
        if value in bits:
            matched = flat & bits[value]
            flat = ((flat + matched) | (flat - matched)) & full
            row = full ^ flat
        rows.append(row)
    rows.reverse()
    return rows
