"""Columns of bytes: equal to those of the texts, whether or not a text has been made."""

import pickle

import numpy as np
import pytest
from growth import counting
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms import byte_columns
from nerkit.algorithms.byte_columns import (
    ByteColumn,
    column_of,
    distinct_pieces,
    equal_columns,
    equal_rows,
    some_rows,
    words_of,
)
from nerkit.algorithms.byte_spans import LONG
from nerkit.algorithms.columns import Column

TEXTS = st.lists(
    st.sampled_from(["", "a", "é", "is larger than eight bytes", "is larger than eight bytez", "語" * 9])
)


def pieces(texts):
    """The data, starts and ends of pieces with a tab between them."""
    coded = [text.encode() for text in texts]
    size = np.array([len(text) for text in coded], np.int64)
    start = np.cumsum(size + 1) - size - 1
    return np.frombuffer(b"\t".join(coded) + b"\n", np.uint8), start, start + size


def late(texts, cut):
    """The column of texts in two blocks, none of which has been made."""
    return ByteColumn([pieces(texts[:cut]), pieces(texts[cut:])])


def test_distinct_values_survive_collisions(monkeypatch):
    """Values that share a slot of the hash table are still told apart."""
    monkeypatch.setattr(byte_columns, "FEW", 0)
    monkeypatch.setattr(byte_columns, "_slots", lambda words, length, turn: np.zeros(len(length), np.uint64))
    first, codes = distinct_pieces(*pieces(["x", "y", "x", "z", "y"]))
    assert first.tolist() == [0, 1, 3]
    assert codes.tolist() == [0, 1, 0, 2, 1]


@given(st.lists(st.sampled_from(["a", "b" * 7, "b" * 9, "c" * 30, "c" * 31, "d" * 30]), max_size=12))
def test_long_values_are_looked_up_by_themselves(names):
    """So that none takes as much room as the longest; they are told apart as short ones are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(byte_columns, "LONG", 8)
        patch.setattr(byte_columns, "FEW", 0)
        words = counting(
            patch, byte_columns, "_words", lambda data, start, end: int((end - start).max(initial=0))
        )
        first, codes = distinct_pieces(*pieces([*names, "z"]))
    assert [[*names, "z"][first[code]] for code in codes] == [*names, "z"]
    assert len(first) == len({*names, "z"})
    assert max(words) <= 8


@given(
    st.lists(
        st.sampled_from(["a", "", "é", "is larger than eight bytes", "is larger than eight bytez", "x" * 130])
    ),
    st.sampled_from([0, byte_columns.FEW]),
)
def test_distinct_pieces_are_those_of_a_dictionary(texts, few):
    """Each value has the place of its first piece, whether or not it is repeated right behind itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(byte_columns, "FEW", few)
        firsts, codes = distinct_pieces(*pieces(texts))
    order = list(dict.fromkeys(texts))
    assert [order[code] for code in codes.tolist()] == texts
    assert [texts[i] for i in firsts.tolist()] == order
    assert column_of(*pieces(texts)).values == order


@given(TEXTS, st.integers(0, 5))
def test_a_late_column_is_that_of_its_texts(texts, cut):
    """Its values stand in the order of their appearance in all blocks; pickled it is a plain column."""
    expected = Column.of(texts)
    for column in (late(texts, cut), pickle.loads(pickle.dumps(late(texts, cut)))):
        assert column.values == expected.values
        assert column.codes.tolist() == expected.codes.tolist()
        assert words_of(column) is None  # once a text is made


@given(TEXTS, TEXTS, st.integers(0, 5), st.data())
def test_rows_are_compared_without_a_text(left, right, cut, data):
    """Rows and columns are equal exactly if their texts are; a few rows are made without the others."""
    columns = late(left, cut), late(right, cut + 1)
    count = min(len(left), len(right))
    rows, others = (
        np.array(sorted(data.draw(st.permutations(range(len(texts))))[:count]), np.int64)
        for texts in (left, right)
    )
    equal = [left[i] == right[j] for i, j in zip(rows, others, strict=True)]
    assert equal_rows(columns[0], rows, columns[1], others).tolist() == equal
    assert equal_columns(*columns) is (left == right)
    few = some_rows(columns[0], rows)
    assert [few.value(i) for i in range(count)] == [left[i] for i in rows]
    assert all(words_of(column) is not None for column in columns)


def test_long_texts_are_not_compared_eight_bytes_at_a_time():
    """A column with one is compared by its codes."""
    texts, every = ["x" * (LONG + 1)], np.arange(1)
    assert equal_rows(late(texts, 0), every, late(texts, 0), every) is None
    assert equal_rows(late(["x"], 0), every, Column.of(["x"]), every) is None
