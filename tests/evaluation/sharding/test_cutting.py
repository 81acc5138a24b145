"""How files are cut: what is counted in a block."""

import re

from hypothesis import given
from hypothesis import strategies as st

from nerkit.evaluation.sharding.cutting import _ends_of, _number_of


@given(st.lists(st.sampled_from([b"\n", b"\n\n", b"\n\n\n", b"a", b"b "])), st.sampled_from([b"\n", b"\n\n"]))
def test_newlines_are_counted_as_bytes_count_them(pieces, literal):
    """Without overlaps: three in a row are one pair."""
    block = b"".join(pieces)
    assert _number_of(literal, block) == block.count(literal)


@given(st.lists(st.sampled_from([b"\n", b"\n\n", b"a"]), max_size=12), st.sampled_from([b"\n", b"\n\n"]))
def test_ends_of_newlines_are_those_of_the_pattern(pieces, literal):
    """Where they cannot overlap; else nothing is said."""
    block = b"".join(pieces)
    ends = _ends_of(literal, block)
    assert (ends is None) == (literal == b"\n\n" and b"\n\n\n" in block)
    if ends is not None:
        assert ends.tolist() == [match.end() for match in re.finditer(literal, block)]
