"""Text of other people can steer neither a terminal nor a build server."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.exceptions import InputError
from nerkit.ground.plain_text import OTHERS, character_width, inert, message, visible, width

HARMFUL = "\x1b\x9b\u202e\u2066\u2028\ud800"


@given(st.text())
def test_visible_text_has_no_control_character(text):
    """Nor one of direction; what is none of these stays as it is."""
    shown = visible(text)
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in shown)
    assert not any(unicodedata.bidirectional(c) in ("RLO", "LRO", "RLI", "LRI", "FSI", "PDI") for c in shown)
    if text.isprintable() and "##" not in text:
        assert shown == text


def test_codes():
    """As Python writes them."""
    assert visible("a\x1b[31m\u202eb\n\t\x85") == r"a\x1b[31m\u202eb\n\t\x85"
    assert visible("a\nb\t", "\n\t") == "a\nb\t"


@given(
    st.lists(st.sampled_from(["::", ":", "##", "[", "error", "]", " ", "\u3000", "\n", "vso", "x"])).map(
        "".join
    )
)
def test_no_line_is_a_command(text):
    """As GitHub's runner reads lines: blanks before `::` are skipped, `##[` counts anywhere."""
    for line in message(text).split("\n"):
        assert not line.strip().startswith("::")
        assert not re.search(r"##\w*\[", line)


def test_what_is_no_command_stays():
    """Names of measures, and headings."""
    assert inert("sets::span+type ## a [b] #[x]") == "sets::span+type ## a [b] #[x]"


@pytest.mark.parametrize("character", HARMFUL)
def test_a_caret_stays_under_its_column(character):
    """A code is wider than the character it stands for."""
    error = InputError("wrong", source="f", line=1, column=4, text=f"a{character}\tX")
    _, line, caret = str(error).split("\n")
    assert line.index("X") == caret.index("^")
    assert line == f"  a{visible(character)}\tX"


def test_a_command_is_as_wide_as_it_is_shown():
    """Columns of a table and carets are laid out when the bracket is its code already."""
    assert visible("##[warning]x ##vso[y] # [z]") == r"##\x5bwarning]x ##vso\x5by] # [z]"
    error = InputError("wrong", source="f", line=1, column=5, text="##[ X")
    _, line, caret = str(error).split("\n")
    assert line.index("X") == caret.index("^")


def test_a_file_name_is_visible():
    """It begins the message."""
    assert str(InputError("wrong", source="a\x1b\n::error::x")) == r"a\x1b\n::error::x: wrong"


def test_characters_that_are_not_looked_up_take_one_column():
    """Of all of Unicode: controls apart, whose width nobody asks for, what is called narrow is so."""
    narrow = [chr(code) for code in range(128, 0x110000) if not re.match(OTHERS, chr(code))]
    assert len(narrow) > 1000
    assert {character_width(character) for character in narrow} == {1}
    assert width("a → b … é") == 9
