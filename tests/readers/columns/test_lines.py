"""Cells of columns as positions: equal to what splitting gives."""

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.digits import are_decimals
from nerkit.readers.columns.lines import BLANK, TAB, Lines

WORDS = st.text("abé語", min_size=1, max_size=20)
ROWS = st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=30)


@given(ROWS, st.sampled_from([BLANK, TAB]))
def test_cells_and_distinct_values(rows, delimiter):
    """Every cell is the bytes between its separators, and codes of distinct values give the cells back."""
    text = "\n".join(chr(delimiter).join(row) for row in rows)
    lines = Lines.of(text, delimiter)
    assert lines.width.tolist() == [3] * len(rows)
    every = np.arange(len(rows))
    for column in range(3):
        start, end = lines.cells(every, column)
        cells = [lines.data[s:e].tobytes().decode() for s, e in zip(start, end, strict=True)]
        assert cells == [row[column] for row in rows]
        first, codes = lines.distinct(start, end)
        assert [cells[first[code]] for code in codes] == cells
        assert len({cells[i] for i in first}) == len(first)
    assert lines.copied(*lines.cells(every, 0)) == "".join(f"{row[0]}\n" for row in rows).encode()


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
