"""Columns of a page's table, which its script unpacks."""

import json
from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from nerkit.views.report.table import DIGITS, _shortest


def unpacked(form):
    """The column of a form, as the script reads it."""
    if isinstance(form, list):
        return form
    if "packed" in form:
        width, digits = form["width"], [DIGITS.index(digit) for digit in form["packed"]]
        numbers = []
        for at in range(0, len(digits), width):
            number = 0
            for digit in digits[at : at + width]:
                number = number * len(DIGITS) + digit
            numbers.append(None if number == 0 else number - 1 + form["lowest"])
        return numbers
    runs = form.get("runs", form.get("steps"))
    values = [value for value, number in zip(runs[::2], runs[1::2], strict=True) for _ in range(number)]
    return values if "runs" in form else list(accumulate(values))


@given(st.lists(st.none() | st.integers(-3, 10**5), max_size=30) | st.lists(st.sampled_from(["a", "b"])))
def test_a_column_is_read_as_it_was(column):
    assert unpacked(json.loads(json.dumps(_shortest(column)))) == column


def test_digits_need_no_escapes():
    assert len(set(DIGITS)) == 87
    assert json.dumps(DIGITS) == f'"{DIGITS}"'
    assert not set(DIGITS) & set("<>&`")


def test_consecutive_keys_take_no_room():
    assert _shortest(list(range(1, 1000))) == {"steps": [1, 999]}
