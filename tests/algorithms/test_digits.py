"""Whole numbers that are read from bytes are those of Python."""

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.columns import NONE
from nerkit.algorithms.digits import whole_numbers

PIECES = st.one_of(st.text("0123456789", max_size=10), st.text("0123456789:/-.é ", max_size=9))


@given(st.lists(PIECES))
def test_pieces_of_one_to_eight_digits_are_numbers(texts):
    """All others are none."""
    coded = [text.encode() for text in texts]
    end = np.cumsum(np.array([len(text) + 1 for text in coded], np.int64)) - 1
    start = end - np.array([len(text) for text in coded], np.int64)
    numbers = whole_numbers(np.frombuffer(b"\t".join(coded) + b"\n", np.uint8), start, end)
    assert numbers.tolist() == [int(t) if re.fullmatch("[0-9]{1,8}", t) else NONE for t in texts]
