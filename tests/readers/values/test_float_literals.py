"""Whether floats write the numbers of a text again."""

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.readers.values import float_literals
from nerkit.readers.values.float_literals import as_written


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ('{"a": 1.5, "b": [-0.25, 12, 100]}', True),
        ("[1.0]", True),
        ("[10, 20, 100.0]", True),
        ("[1.50]", False),
        ("[0.10]", False),
        ("[1e3]", False),
        ("[1.5E+3]", False),
        ("[-2e5]", False),
        ("[0.00001]", False),
        ("[0.1234567890123456]", False),
        ("[12345678901234.5]", True),
        ('{"id": "ab3e8f"}', True),
        ("", True),
    ],
)
def test_literals(text, same):
    assert as_written(text) is same


@given(st.lists(st.decimals(-(10**9), 10**9, places=6).map(str) | st.integers().map(str), min_size=1))
def test_where_it_says_so_every_float_writes_its_literal(literals):
    """Also where a block ends within a number."""
    text = "[" + ", ".join(literals) + "]"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(float_literals, "BLOCK", 7)
        cut = as_written(text)
    assert cut is as_written(text)
    if cut:
        assert all(repr(float(one)) == one for one in literals if "." in one)
        exact = json.loads(text, parse_float=Decimal)
        assert [Decimal(repr(one)) for one in json.loads(text)] == exact
