"""Columns of pieces of bytes. Equal pieces get equal codes, and texts are made as late as possible.

    data  b"du\\tDET\\nle\\tDET\\n"      start [3, 10]   end [6, 13]      codes [0, 0]   values ["DET"]

Pieces of about the same length are hashed together, so that a long piece does not slow down short pieces.
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
    """A column of pieces of bytes. Values and codes are made when they are read.

    Until then `words` holds the pieces, so that two columns are compared without decoding a text.
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
    """Return the pieces of a column without texts; None for other columns."""
    return column.words if isinstance(column, ByteColumn) else None


def equal_columns(left: Column, right: Column) -> bool:
    """Return whether two columns are known to have equal texts without decoding them."""
    words = words_of(left)
    return words is not None and words == words_of(right)


def equal_rows(left: Column, left_rows: IntArray, right: Column, right_rows: IntArray) -> BoolArray | None:
    """Return whether rows of two columns without texts have equal bytes, shape (rows,); both lists of rows
    ascend.

    Return None if a column has texts, or if a piece is long.
    """
    words, others = words_of(left), words_of(right)
    if words is None or others is None or not (words.are_short and others.are_short):
        return None
    return words.equal(left_rows, others, right_rows)


def some_rows(column: Column, rows: IntArray) -> Column:
    """Return the column of some rows, ascending. No text is made for other rows."""
    words = words_of(column)
    return column.take(rows) if words is None else joined_blocks(words.part(rows))


def joined_blocks(blocks: Sequence[Spans]) -> Column:
    """Return the pieces of all blocks, one block after the other, as one column."""
    vocabulary = Vocabulary()
    codes = [vocabulary.recoded(column_of(*block)) for block in blocks]
    return Column(list(vocabulary), np.concatenate([np.empty(0, np.int64), *codes]))


def column_of(data: Bytes, start: IntArray, end: IntArray) -> Column:
    """Return pieces of bytes as a column of texts. Each distinct piece is decoded once."""
    firsts, codes = distinct_pieces(data, start, end)
    return Column(_texts(data, start[firsts], end[firsts]), codes)


def _texts(data: Bytes, start: IntArray, end: IntArray) -> list[str]:
    """Return pieces of bytes as texts.

    The pieces are joined by newlines, decoded in one call and split again, unless a piece contains a newline.
    """
    length = end - start
    ends = np.cumsum(length + 1)  # the end of each piece and its newline in the joined text
    places = np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(end + 1 - ends, length + 1)
    places[ends - 1] = 0  # any byte: a newline overwrites it
    joined = data[places]
    joined[ends - 1] = NEWLINE
    texts = str(joined.data, "utf-8").split("\n")[:-1]
    if len(texts) == len(start):
        return texts
    bounds = zip(start.tolist(), end.tolist(), strict=True)
    return [str(data.data[begin:until], "utf-8") for begin, until in bounds]


def distinct_pieces(data: Bytes, start: IntArray, end: IntArray) -> tuple[IntArray, IntArray]:
    """Return the first piece of each distinct value, and for every piece the place of its value in that list.

    Texts of more than LONG bytes are looked up one by one, because all would take as much room as the
    longest. FEW pieces are looked up so, too: this takes less time than the calls of numpy.
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
    """Return for each piece the first equal piece, exactly.

    Pieces are hashed into a table and compared with the piece that owns their slot. Pieces that differ from
    their owner are hashed again with another hash.
    """
    words, length = _words(data, start, end), end - start
    owner = np.empty(len(start), np.int64)
    repeats = _repeats(words, length)  # lines of one document often repeat a value
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
    """Return for each piece the first equal piece, by looking up each piece."""
    first_of: dict[bytes, int] = {}
    bounds = enumerate(zip(start.tolist(), end.tolist(), strict=True))
    owners = [first_of.setdefault(data[begin:until].tobytes(), row) for row, (begin, until) in bounds]
    return np.array(owners, np.int64)


def _words(data: Bytes, start: IntArray, end: IntArray) -> Words:
    """Return the bytes of each piece as integers of eight bytes, padded with zeros."""
    longest = int((end - start).max(initial=1))
    return eight_bytes(data, start, end, (longest + WORD - 1) // WORD)


def _repeats(words: Words, length: IntArray) -> BoolArray:
    """Return a mask of the pieces that equal the piece before them; all False unless at least half do."""
    repeats = np.append(False, length[1:] == length[:-1])[: len(length)]
    for word in words:
        repeats[1:] &= word[1:] == word[:-1]
        if 2 * np.count_nonzero(repeats) < len(length):
            return np.zeros(len(length), bool)
    return repeats


def _slots(words: Words, length: IntArray, turn: int) -> NDArray[np.uint64]:
    """Return a slot for each piece, which depends on the number of the *turn*."""
    mixed = length.astype(np.uint64) + np.uint64(turn)
    for word in words:
        mixed = (mixed ^ word) * FACTOR
        mixed ^= mixed >> np.uint64(29)
    return (mixed * FACTOR) >> np.uint64(48)
