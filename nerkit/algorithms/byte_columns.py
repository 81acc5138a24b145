"""Columns of pieces of bytes: distinct ones told apart array at a time, and texts made as late as can be.

    data  b"du\\tDET\\nle\\tDET\\n"      start [3, 10]   end [6, 13]      codes [0, 0]   values ["DET"]

Pieces of about the same length are hashed together, so a long one makes no other much dearer.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.byte_spans import NEWLINE, WORD, Bytes, Spans, WordBytes, eight_bytes
from nerkit.algorithms.columns import BoolArray, Column, IntArray, LateColumn, Vocabulary

SIZES = (16, 32, 64)  # bytes up to which pieces are hashed together
LONG = 128  # bytes of a piece above which it is looked up by itself
FEW = 100  # pieces that are looked up one by one
SLOTS = 1 << 16  # of the table that finds distinct values
FACTOR = np.uint64(0x9E3779B97F4A7C15)  # odd and irregular, so that products spread over the high bits
Words = list[NDArray[np.uint64]]  # the first eight bytes of each piece, the next eight, …


class ByteColumn(LateColumn):
    """A column of pieces of bytes, which are told apart and decoded when values or codes are asked for.

    Until then `words` holds the pieces, so that two columns are compared without a text being made.
    """

    def __init__(self, blocks: Sequence[Spans]) -> None:
        super().__init__(lambda: joined_blocks(blocks))
        self.__dict__["words"] = WordBytes(blocks)

    @property
    def words(self) -> WordBytes:
        """The pieces."""
        words: WordBytes = self.__dict__["words"]
        return words


def words_of(column: Column) -> WordBytes | None:
    """The pieces of a column that has no texts yet, None for any other one."""
    return column.words if isinstance(column, ByteColumn) else None


def equal_columns(left: Column, right: Column) -> bool:
    """Whether two columns are known to have the same texts without one being made."""
    words = words_of(left)
    return words is not None and words == words_of(right)


def equal_rows(left: Column, left_rows: IntArray, right: Column, right_rows: IntArray) -> BoolArray | None:
    """Whether rows of two columns that have no texts yet have the same bytes, row by row; both ascend.

    None where one has texts, or a piece is long.
    """
    words, others = words_of(left), words_of(right)
    if words is None or others is None or not (words.are_short and others.are_short):
        return None
    return words.equal(left_rows, others, right_rows)


def some_rows(column: Column, rows: IntArray) -> Column:
    """The column of a few rows, ascending; no text is made of the others."""
    words = words_of(column)
    return column.take(rows) if words is None else joined_blocks(words.part(rows))


def joined_blocks(blocks: Sequence[Spans]) -> Column:
    """The column of the pieces of all blocks behind each other."""
    vocabulary = Vocabulary()
    codes = [vocabulary.recoded(column_of(*block)) for block in blocks]
    return Column(list(vocabulary), np.concatenate([np.empty(0, np.int64), *codes]))


def column_of(data: Bytes, start: IntArray, end: IntArray) -> Column:
    """Pieces of bytes as texts, each distinct one decoded once."""
    firsts, codes = distinct_pieces(data, start, end)
    return Column(_texts(data, start[firsts], end[firsts]), codes)


def _texts(data: Bytes, start: IntArray, end: IntArray) -> list[str]:
    """Pieces of bytes as texts: decoded as one that is split again, unless a piece has a newline itself."""
    length = end - start
    ends = np.cumsum(length + 1)  # of each piece and the newline behind it, in the text of all
    places = np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(end + 1 - ends, length + 1)
    places[ends - 1] = 0  # whatever stands there becomes the newline
    joined = data[places]
    joined[ends - 1] = NEWLINE
    texts = str(joined.data, "utf-8").split("\n")[:-1]
    if len(texts) == len(start):
        return texts
    bounds = zip(start.tolist(), end.tolist(), strict=True)
    return [str(data.data[begin:until], "utf-8") for begin, until in bounds]


def distinct_pieces(data: Bytes, start: IntArray, end: IntArray) -> tuple[IntArray, IntArray]:
    """The first of some pieces of bytes with each distinct value, and for every piece the place of its value
    among those.

    Those of more than LONG bytes are looked up one by one, as all would take as much room as the longest.
    FEW pieces are looked up so, too: this takes less time than the calls of numpy.
    """
    length = end - start
    limits = [size for size in SIZES if size < LONG] + [LONG]
    least = len(limits) if len(start) <= FEW else 0
    sizes = sum((length > limit for limit in limits), np.full(len(length), least, np.int8))
    owner = np.empty(len(start), np.int64)
    for size in np.flatnonzero(np.bincount(sizes)).tolist():
        find = _owners if size < len(limits) else _owners_of_long
        rows = np.flatnonzero(sizes == size)
        if len(rows) == len(start):
            owner = find(data, start, end)
        else:
            owner[rows] = rows[find(data, start[rows], end[rows])]
    is_first = owner == np.arange(len(owner))
    place = np.cumsum(is_first) - 1
    return np.flatnonzero(is_first), place[owner]


def _owners(data: Bytes, start: IntArray, end: IntArray) -> IntArray:
    """The first piece that is equal to each.

    Pieces are hashed into a table and compared with the one that owns their slot; those that differ from it
    go another round with another hash, so the result is exact.
    """
    words, length = _words(data, start, end), end - start
    owner = np.empty(len(start), np.int64)
    repeats = _repeats(words, length)  # of lines behind each other, as those of a document
    rows, turn = np.flatnonzero(~repeats), 0
    while len(rows):
        slot = _slots([word[rows] for word in words], length[rows], turn)
        table = np.empty(SLOTS, np.int64)
        table[slot[::-1]] = rows[::-1]  # the first row of each slot stays
        candidate = table[slot]
        same = np.equal(length[rows], length[candidate])
        for word in words:
            same &= word[rows] == word[candidate]
        owner[rows[same]] = candidate[same]
        rows, turn = rows[~same], turn + 1
    if repeats.any():
        leaders = np.flatnonzero(~repeats)
        owner = owner[leaders[np.cumsum(~repeats) - 1]]
    return owner


def _owners_of_long(data: Bytes, start: IntArray, end: IntArray) -> IntArray:
    """The same of pieces that are looked up one by one."""
    first_of: dict[bytes, int] = {}
    bounds = enumerate(zip(start.tolist(), end.tolist(), strict=True))
    owners = [first_of.setdefault(data[begin:until].tobytes(), row) for row, (begin, until) in bounds]
    return np.array(owners, np.int64)


def _words(data: Bytes, start: IntArray, end: IntArray) -> Words:
    """The bytes of each piece as integers of eight bytes, zeros behind its end."""
    longest = int((end - start).max(initial=1))
    return eight_bytes(data, start, end, (longest + WORD - 1) // WORD)


def _repeats(words: Words, length: IntArray) -> BoolArray:
    """The pieces that are equal to the one before; none unless every other one is."""
    repeats = np.append(False, length[1:] == length[:-1])[: len(length)]
    for word in words:
        repeats[1:] &= word[1:] == word[:-1]
        if 2 * np.count_nonzero(repeats) < len(length):
            return np.zeros(len(length), bool)
    return repeats


def _slots(words: Words, length: IntArray, turn: int) -> NDArray[np.uint64]:
    """A slot for each piece; another one at another turn."""
    mixed = length.astype(np.uint64) + np.uint64(turn)
    for word in words:
        mixed = (mixed ^ word) * FACTOR
        mixed ^= mixed >> np.uint64(29)
    return (mixed * FACTOR) >> np.uint64(48)
