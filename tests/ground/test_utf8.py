"""Bytes that are told to be UTF-8 without decoding are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.ground import utf8
from nerkit.ground.utf8 import FOUR, RARE, is_surely_utf8

NEAR = st.sampled_from(
    [0x00, 0x41, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xC3, 0xDF, 0xE1, 0xE2, 0xEF, 0xF0]
)


def decodes(data):
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@given(st.lists(NEAR, max_size=8).map(bytes), st.sampled_from([1, 2, 3, 100]))
def test_what_is_surely_utf8_decodes(data, step):
    """What does not is never told to be, and only rare characters are left in doubt."""
    doubtful = any(byte in RARE or byte >= FOUR for byte in data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(utf8, "STEP", step)
        assert is_surely_utf8(data) is (decodes(data) and not doubtful)


@given(st.text(max_size=20))
def test_text_is_surely_utf8_unless_it_has_rare_characters(text):
    """Characters of every length."""
    data = text.encode("utf-8", "surrogatepass")
    doubtful = any(byte in RARE or byte >= FOUR for byte in data)
    assert is_surely_utf8(data) is (not doubtful)
