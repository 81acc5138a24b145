"""The longest common subsequence of two lists, 30 columns of its table at a time.

L[i][j] is the length for first[i:] and second[j:]. The table is kept as its steps: L[i][j] is L[i][j + 1] or
1 more. Therefore a row is an integer with one bit per place. The lowest bit is the last place of the second
list. A row follows from the row below it by an addition and a few logical operations (Hyyrö 2004,
"Bit-parallel LCS-length computation revisited"):

    first = b a, second = a b        L = 1 1 0     rows = 01   for  b a
                                         1 0 0            10   for    a
                                         0 0 0            00

For 10,000 values on both sides the rows take 12.5 MB.
"""

from collections.abc import Iterable, Sequence


def common_subsequence(first: Sequence[int], second: Sequence[int]) -> list[tuple[int, int]]:
    """Return the places of the longest common subsequence that starts first, ascending.

    Among several, a walk from the beginning of both lists chooses. The walk prefers a
    match, then skips a value of *first*, then a value of *second*.
    """
    left = len(second)  # the number of values in the rest of the second list
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
        # take a match at the next place, and a value without which the subsequence would be shorter
        if later.bit_length() == left or rows[place] & rest > rows[place + 1] & rest:
            left = later.bit_length() - 1
            rest = (1 << left) - 1
            places.append((place, len(second) - 1 - left))
    return places


def earliest_subsequence(first: Sequence[int], second: Sequence[int]) -> list[tuple[int, int]]:
    """Return the places of the longest common subsequence that ends first, ascending.

    Among several, a walk from the end of both lists chooses. The walk prefers to skip a
    value of *second*, then a value of *first*, then takes a match.

    >>> earliest_subsequence([1, 1], [1, 2, 1, 1])
    [(0, 0), (1, 2)]
    """
    bits: dict[int, int] = dict.fromkeys(set(first) & set(second), 0)
    for place, value in enumerate(second):
        if value in bits:
            bits[value] |= 1 << place
    rows = _rows(first, bits, len(second))  # bit j of row i: the length for first[:i] grows at second[j]
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
    """Return an empty row, and the row of the table after each of the values."""
    full = (1 << width) - 1
    flat, row = full, 0  # bits of places without a step, and with a step
    rows = [row]
    for value in values:
        if value in bits:
            matched = flat & bits[value]
            flat = ((flat + matched) | (flat - matched)) & full
            row = full ^ flat
        rows.append(row)
    return rows
