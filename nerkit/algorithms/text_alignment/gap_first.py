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
before by a few operations on such integers. `path` has a column in one Python integer. `paths` aligns many
short pairs. `few_edits` aligns pairs with few edits together, and `path` aligns each other pair.
"""

from collections.abc import Iterator

import numpy as np

from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.algorithms.text_alignment.few_edits import (
    GOLD_ONLY,
    MATCH,
    SUBSTITUTION,
    SYSTEM_ONLY,
    Codes,
    Kinds,
    few_edits,
)

TABLE = 1 << 20  # with so many bytes of differences, the problem is split
WORD = 64  # bits
PIECES = 4096  # pieces that are aligned together
FEW = 32  # up to so many edits, `few_edits` aligns a piece


def path(gold: Codes, system: Codes) -> Kinds:
    """Return the columns of the alignment of one pair, shape (columns,)."""
    if not len(gold) or not len(system):
        kind = GOLD_ONLY if len(gold) else SYSTEM_ONLY
        return np.full(len(gold) + len(system), kind, np.uint8)
    if _fits(np.array([[len(gold), len(system)]])).all():
        return _traced(gold, system)
    middle = len(system) // 2
    cost = _last_column(gold, system[:middle]) + _last_column(gold[::-1], system[middle:][::-1])[::-1]
    least = np.flatnonzero(cost == cost.min())
    inner = least[(least > 0) & (least < len(gold))]
    split = int(inner[0] if len(inner) else least[0])
    halves = path(gold[:split], system[:middle]), path(gold[split:], system[middle:])
    return np.concatenate(halves)


def paths(gold: Codes, system: Codes, cuts: IntArray) -> Kinds:
    """Return the alignments of the pieces between the cuts, shape (cuts, 2), one after another."""
    parts = [np.zeros(0, np.uint8)]
    for first in range(0, len(cuts) - 1, PIECES):
        parts += _parts(gold, system, cuts[first : first + PIECES + 1])
    return np.concatenate(parts)


def _parts(gold: Codes, system: Codes, cuts: IntArray) -> list[Kinds]:
    """Return the alignments of pieces, one after another: neighbours with few edits as one array."""
    lengths = np.diff(cuts, axis=0)
    edits = few_edits(gold, system, cuts, FEW)
    columns, ends = edits.columns(lengths[:, 1])
    parts, first = list[Kinds](), 0
    for row in np.flatnonzero((edits.cost < 0) | ~_fits(lengths)).tolist():
        (i, j), (end_i, end_j) = cuts[row], cuts[row + 1]
        parts += [columns[first : int(ends[row - 1]) if row else 0], path(gold[i:end_i], system[j:end_j])]
        first = int(ends[row])
    return [*parts, columns[first:]]


def _fits(lengths: IntArray) -> BoolArray:
    """Return whether the tables of differences of texts of these lengths are below TABLE, shape (pairs,)."""
    gold, system = lengths.T
    blocks = -(-gold // WORD)
    below: BoolArray = 20 * blocks * system + 8 * system < TABLE
    return below


def _traced(gold: Codes, system: Codes) -> Kinds:
    """Return the alignment of one pair, from the whole table."""
    rows, columns = list[int](), list[int]()
    for vertical, horizontal, _ in _table(gold, system):
        rows.append(vertical)
        columns.append(horizontal)
    i, j, back = len(gold), len(system), bytearray()
    left, right = gold.tolist(), system.tolist()
    while i and j:
        if rows[j - 1] >> (i - 1) & 1:
            i -= 1
            back.append(GOLD_ONLY)
        elif columns[j - 1] >> (i - 1) & 1:
            j -= 1
            back.append(SYSTEM_ONLY)
        else:
            i, j = i - 1, j - 1
            back.append(MATCH if left[i] == right[j] else SUBSTITUTION)
    beginning = bytes([GOLD_ONLY]) * i + bytes([SYSTEM_ONLY]) * j  # i or j is 0
    return np.frombuffer(beginning + bytes(back[::-1]), np.uint8)


def _table(gold: Codes, system: Codes) -> Iterator[tuple[int, int, int]]:
    """Yield VP, HP and VN for each system character: the bits of +1 down, of +1 across, and of -1 down."""
    equal = {
        code: int.from_bytes(np.packbits(gold == code, bitorder="little").tobytes(), "little")
        for code in set(gold.tolist())
    }
    mask = (1 << len(gold)) - 1
    vp, vn = mask, 0
    for code in system.tolist():
        eq = equal.get(code, 0)
        d0 = ((((eq & vp) + vp) ^ vp) | eq | vn) & mask
        hp = vn | (mask ^ (d0 | vp))
        hn = d0 & vp
        shifted = (hp << 1 | 1) & mask
        vp = (hn << 1) & mask | (mask ^ (d0 | shifted))
        vn = shifted & d0
        yield vp, hp, vn


def _last_column(gold: Codes, system: Codes) -> IntArray:
    """Return the distance of every beginning of *gold* to the whole of *system*, shape (len(gold) + 1,)."""
    vp, vn = (1 << len(gold)) - 1, 0
    for differences in _table(gold, system):
        vp, _, vn = differences
    rise, fall = (_bits(vector, len(gold)) for vector in (vp, vn))
    return np.concatenate([[len(system)], len(system) + np.cumsum(rise - fall)])


def _bits(vector: int, size: int) -> IntArray:
    packed = np.frombuffer(vector.to_bytes(-(-size // 8), "little"), np.uint8)
    return np.unpackbits(packed, count=size, bitorder="little").astype(np.int64)
