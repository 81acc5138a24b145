"""The alignment that edlib 1.3.9 chooses among alignments of least cost, and that Nerval 0.3.3 scores.

The path goes back from the ends of both texts. With D[i][j] the distance of the first i gold and the first j
system characters, its last column is

    1. the last gold character against a gap, if D[i-1][j] + 1 = D[i][j],
    2. else the last system character against a gap, if D[i][j-1] + 1 = D[i][j],
    3. else the two characters together,

so that gaps come as far right as possible. For "three" and "there":

         t  h  e  r  e
      0  1  2  3  4  5        From the last corner, D = 2: above it stands 1, so the last e of gold is against
    t 1  0  1  2  3  4        a gap (rule 1). At that 1 neither the number above (2) nor that to the left (2)
    h 2  1  0  1  2  3        is 0, so e and e come together, then r and r (rule 3). At the 1 of "th" and
    r 3  2  1  1  1  2        "the" the number to the left is 0, so the e of the system is against a gap
    e 4  3  2  1  2  1        (rule 2). h and h, t and t follow:   t h - r e e
    e 5  4  3  2  2  2                                             t h e r e -

If the table of differences would take a mebibyte or more (about 1,830 characters on both sides), the system
text is split in two halves. The gold text is split at the first place with the least total cost. Its very
ends are used only if no other place costs as little. Each half is aligned by the same rule.

Neighbours in D differ by at most 1. So D is held as bit-vectors of its differences (Myers 1999, as Hyyrö 2003
writes it for global distance). Bit i of VP[j] says that D[i][j] = D[i-1][j] + 1, of VN[j] that it is one
less, of HP[j] that D[i][j] = D[i][j-1] + 1. A column of D, for one system character, comes from the column
before by a few operations on such integers. Here a column is one Python integer.

The table leaves out equal beginnings and most of equal ends. Equal beginnings come together by rule 3. D does
not fall along a diagonal. So if rules 1 and 2 do not apply to two characters of an equal end, they do not
apply to later characters either.
"""

import operator
from collections.abc import Iterator
from itertools import repeat, takewhile

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import IntArray

TABLE = 1 << 20  # with so many bytes of differences, the problem is split
WORD = 64  # bits
TAIL = 2  # characters of an equal end that the table has
MATCH, SUBSTITUTION, GOLD_ONLY, SYSTEM_ONLY = range(4)  # the kinds of columns of an alignment

Kinds = NDArray[np.uint8]


def paths(gold: str, system: str, cuts: IntArray) -> Kinds:
    """Return the alignments of the pieces between the cuts, shape (cuts, 2), one after another."""
    (i, j), *ends = cuts.tolist()
    parts = []
    for end_i, end_j in ends:
        parts.append(_path(gold[i:end_i], system[j:end_j]))
        i, j = end_i, end_j
    return np.frombuffer(b"".join(parts), np.uint8)


def _path(gold: str, system: str) -> bytes:
    """Return the columns of the alignment of one pair."""
    if gold == system:
        return bytes(len(gold))
    blocks = -(-len(gold) // WORD)
    if not gold or not system or 20 * blocks * len(system) + 8 * len(system) < TABLE:
        return _traced(gold, system)
    middle = len(system) // 2
    cost = _last_column(gold, system[:middle]) + _last_column(gold[::-1], system[middle:][::-1])[::-1]
    least = np.flatnonzero(cost == cost.min())
    inner = least[(least > 0) & (least < len(gold))]
    split = int(inner[0] if len(inner) else least[0])
    return _path(gold[:split], system[:middle]) + _path(gold[split:], system[middle:])


def _traced(gold: str, system: str) -> bytes:
    """Return the columns of the alignment of two different texts, from the table without equal ends."""
    begin = _alike(gold, system)
    gold, system = gold[begin:], system[begin:]
    if not gold or not system:
        return bytes(begin) + bytes([GOLD_ONLY]) * len(gold) + bytes([SYSTEM_ONLY]) * len(system)
    alike = _alike(gold[::-1], system[::-1])
    for end in (max(alike - TAIL, 0), 0):
        i = len(gold) - 1 - end
        table = [*_table(gold[: i + 1], system[: len(system) - end])]
        if not (table[-1][0] | table[-1][1]) >> i & 1:
            break
    back = bytearray(end)
    for (down, across, _), character in zip(table[::-1], system[len(table) - 1 :: -1], strict=False):
        while i >= 0 and down >> i & 1:
            i -= 1
            back.append(GOLD_ONLY)
        if i < 0 or across >> i & 1:
            back.append(SYSTEM_ONLY)
        else:
            back.append(MATCH if gold[i] == character else SUBSTITUTION)
            i -= 1
    return bytes(begin) + bytes([GOLD_ONLY]) * (i + 1) + back[::-1]


def _alike(gold: str, system: str) -> int:
    """Return the number of characters before the first difference."""
    return sum(takewhile(bool, map(operator.eq, gold, system)))


def _table(gold: str, system: str) -> Iterator[tuple[int, int, int]]:
    """Yield VP, HP and VN for each system character: the bits of +1 down, of +1 across, and of -1 down."""
    equal: dict[str, int] = {}
    for place, character in enumerate(gold):
        equal[character] = equal.get(character, 0) | 1 << place
    mask = (1 << len(gold)) - 1
    vp, vn = mask, 0
    for eq in map(equal.get, system, repeat(0)):
        d0 = ((((eq & vp) + vp) ^ vp) | eq | vn) & mask
        hp = vn | (mask ^ (d0 | vp))
        shifted = hp << 1 | 1
        vp = ((d0 & vp) << 1 | ~(d0 | shifted)) & mask
        vn = shifted & d0
        yield vp, hp, vn


def _last_column(gold: str, system: str) -> IntArray:
    """Return the distance of every beginning of *gold* to the whole of *system*, shape (len(gold) + 1,)."""
    vp = vn = 0
    for differences in _table(gold, system):
        vp, _, vn = differences
    rise, fall = (_bits(vector, len(gold)) for vector in (vp, vn))
    return np.concatenate([[len(system)], len(system) + np.cumsum(rise - fall)])


def _bits(vector: int, size: int) -> IntArray:
    packed = np.frombuffer(vector.to_bytes(-(-size // 8), "little"), np.uint8)
    return np.unpackbits(packed, count=size, bitorder="little").astype(np.int64)
