"""Cells of columns as positions: equal to what splitting gives."""

import re

import numpy as np
import pytest
from growth import counting
from hypothesis import given
from hypothesis import strategies as st

from nerkit.readers.columns import lines as columns
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


def test_distinct_values_survive_collisions(monkeypatch):
    """Values that share a slot of the hash table are still told apart."""
    monkeypatch.setattr(columns, "_slots", lambda words, length, turn: np.zeros(len(length), np.uint64))
    lines = Lines.of("\n".join(f"a {name}" for name in ("x", "y", "x", "z", "y")), BLANK)
    first, codes = lines.distinct(*lines.cells(np.arange(5), 1))
    assert first.tolist() == [0, 1, 3]
    assert codes.tolist() == [0, 1, 0, 2, 1]


@given(st.lists(st.sampled_from(["a", "b" * 7, "b" * 9, "c" * 30, "c" * 31, "d" * 30]), max_size=12))
def test_long_values_are_looked_up_by_themselves(names):
    """So that none takes as much room as the longest; they are told apart as short ones are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "LONG", 8)
        words = counting(patch, columns, "_words", lambda data, start, end: int((end - start).max(initial=0)))
        lines = Lines.of("\n".join(f"a {name}" for name in [*names, "z"]), BLANK)
        first, codes = lines.distinct(*lines.cells(np.arange(len(names) + 1), 1))
    assert [[*names, "z"][first[code]] for code in codes] == [*names, "z"]
    assert len(first) == len({*names, "z"})
    assert max(words) <= 8


@given(st.lists(st.text("0123456789.-e ", min_size=1, max_size=9), min_size=1, max_size=6))
def test_plain_decimals_are_numbers(cells):
    """Cells are plain decimals exactly if each is one to eight digits with at most one point among them."""
    lines = Lines.of("\n".join(f"x\t{cell}" for cell in cells), TAB, whole=True)
    plain = re.compile(r"(?=.{1,8}\Z)(?:[0-9]+\.?[0-9]*|\.[0-9]+)\Z")
    found = lines.are_decimals(*lines.cells(np.arange(len(cells)), 1))
    assert found is all(plain.match(cell) is not None for cell in cells)
    assert not found or all(float(cell) >= 0 for cell in cells)


@given(st.lists(st.text(" \tab#é", max_size=6), min_size=1, max_size=6), st.sampled_from([BLANK, TAB]))
def test_lines_are_given_as_they_were_written(texts, delimiter):
    """Blanks that separate nothing are kept where a line is asked for."""
    lines = Lines.of("\n".join(texts), delimiter)
    assert lines.written(list(range(len(texts)))) == texts


@given(
    st.lists(st.sampled_from(["a", "é", "of more than eight bytes", "of more than eight bytez", "x" * 130]))
)
def test_distinct_pieces_are_those_of_a_dictionary(cells):
    """Each value has the place of its first cell, whether or not it is repeated right behind itself."""
    lines = Lines.of("\n".join(f"{cell}\tO" for cell in cells) or "a\tO", TAB, whole=True)
    firsts, codes = lines.distinct(*lines.cells(np.arange(len(lines.start)), 0))
    order = list(dict.fromkeys(cells or ["a"]))
    assert [order[code] for code in codes.tolist()] == (cells or ["a"])
    assert [(cells or ["a"])[i] for i in firsts.tolist()] == order
