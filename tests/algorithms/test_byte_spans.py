"""Words as spans of bytes: what they are equal to, and what they make."""

import pickle

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.byte_spans import LONG, WordBytes

WORDS = st.lists(
    st.one_of(st.text("ab é", max_size=20), st.just("x" * (LONG + 1)), st.just("long-enough-for-two")),
    max_size=8,
)
CUTS = st.lists(st.integers(0, 8), max_size=3).map(sorted)


def held(words, cuts, between):
    """The words in blocks that end at *cuts*, with something *between* them."""
    blocks = []
    for first, last in zip([0, *cuts], [*cuts, len(words)], strict=True):
        own = [word.encode() for word in words[first:last]]
        data = b"".join(word + between for word in own)
        size = np.array([len(word) for word in own], np.int64)
        start = np.cumsum(size + len(between)) - size - len(between)
        blocks.append((np.frombuffer(data + b"\n", np.uint8), start, start + size))
    return WordBytes(blocks)


@given(WORDS, CUTS, CUTS, st.sampled_from([b" O\n", b"\tX"]))
def test_the_same_words_are_equal_however_they_are_stored(words, cuts, others, between):
    """Neither the blocks nor what stands between words matters; `bytes` has a newline behind each."""
    left, right = held(words, cuts, between), held(words, others, b" B-PER\n")
    assert left == right
    assert bytes(left) == "".join(f"{word}\n" for word in words).encode() == bytes(right)
    assert len(left) == len(bytes(left))
    assert left == bytes(right)
    assert pickle.loads(pickle.dumps(left)) == bytes(left)


def test_equal_texts_share_their_bytes():
    """One of them stays in memory; a text that is another one keeps its own."""
    one, same, other = (
        held(["ab", "é"], [], b" O\n"),
        held(["ab", "é"], [1], b" X\n"),
        held(["ab"], [], b" O"),
    )
    assert one == same
    assert one != other
    assert same.blocks is one.blocks
    assert other.blocks is not one.blocks
    assert bytes(same) == "ab\né\n".encode()


@given(WORDS, WORDS, CUTS, CUTS)
def test_words_are_equal_exactly_if_their_bytes_are(words, others, cuts, also):
    """A word more, another letter or another border between words is a difference."""
    left, right = held(words, cuts, b" O"), held(others, also, b" O")
    assert (left == right) is ([*words] == [*others])
    assert (left == right) is (bytes(left) == bytes(right))


@given(WORDS, CUTS)
def test_characters_are_counted_in_bytes(words, cuts):
    """Every word has as many as Python says; the bytes that words hold are found, and their places."""
    text = held(words, cuts, b" ")
    assert text.characters.tolist() == [len(word) for word in words]
    assert text.lengths.tolist() == [len(word.encode()) for word in words]
    assert text.holding(b" \xc3").tolist() == [" " in word or "é" in word for word in words]


@given(WORDS, CUTS, st.data())
def test_a_part_has_some_of_the_words(words, cuts, data):
    """Those of ascending rows, in their order."""
    rows = sorted(data.draw(st.sets(st.integers(0, len(words) - 1)))) if words else []
    part = WordBytes(held(words, cuts, b" ").part(np.array(rows, np.int64)))
    assert bytes(part).decode().split("\n")[:-1] == [words[row] for row in rows]
