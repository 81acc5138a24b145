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

from collections.abc import Iterable, Sequence


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
    rows = _rows(reversed(first), bits, left)[::-1]
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


def earliest_subsequence(first: Sequence[int], second: Sequence[int]) -> list[tuple[int, int]]:
    """Places of a longest common subsequence, ascending.

    Of several it is the one that a walk from the end of both takes, which prefers to leave out a value of
    *second*, then one of *first*, to a match.

    >>> earliest_subsequence([1, 1], [1, 2, 1, 1])
    [(0, 0), (1, 2)]
    """
    bits: dict[int, int] = dict.fromkeys(set(first) & set(second), 0)
    for place, value in enumerate(second):
        if value in bits:
            bits[value] |= 1 << place
    rows = _rows(first, bits, len(second))  # bit j of row i: whether second[j] makes it longer, of first[:i]
    places, at, rest = [], len(first), (1 << len(second)) - 1
    while last := (rows[at] & rest).bit_length():
        while rows[at - 1] >> last - 1 & 1:
            at -= 1
        at -= 1
        places.append((at, last - 1))
        rest = (1 << last - 1) - 1
    places.reverse()
    return places


def _rows(values: Iterable[int], bits: dict[int, int], width: int) -> list[int]:
    """An empty row, and those of the table after each of the values."""
    full = (1 << width) - 1
    flat, row = full, 0  # where the row has no step, and where it has
    rows = [row]
    for value in values:
        if value in bits:
            matched = flat & bits[value]
            flat = ((flat + matched) | (flat - matched)) & full
            row = full ^ flat
        rows.append(row)
    return rows
