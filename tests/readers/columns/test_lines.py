"""Cells of columns as positions: equal to what splitting gives."""

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.digits import are_decimals
from nerkit.readers.columns.lines import BLANK, TAB, Lines


@given(st.lists(st.text("0123456789.-e ", min_size=1, max_size=9), min_size=1, max_size=6))
def test_plain_decimals_are_numbers(cells):
    """Cells are plain decimals exactly if each is one to eight digits with at most one point among them."""
    lines = Lines.of("\n".join(f"x\t{cell}" for cell in cells), TAB, whole=True)
    plain = re.compile(r"(?=.{1,8}\Z)(?:[0-9]+\.?[0-9]*|\.[0-9]+)\Z")
    found = are_decimals(lines.data, *lines.cells(np.arange(len(cells)), 1))
    assert found is all(plain.match(cell) is not None for cell in cells)
    assert not found or all(float(cell) >= 0 for cell in cells)


@given(st.lists(st.text(" \tab#é", max_size=6), min_size=1, max_size=6), st.sampled_from([BLANK, TAB]))
def test_lines_are_given_as_they_were_written(texts, delimiter):
    """Blanks that separate nothing are kept where a line is asked for."""
    lines = Lines.of("\n".join(texts), delimiter)
    assert lines.written(list(range(len(texts)))) == texts
