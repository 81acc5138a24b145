"""How files are cut: what is counted in a block."""

from hypothesis import given
from hypothesis import strategies as st

from nerkit.evaluation.cutting import _number_of


@given(st.lists(st.sampled_from([b"\n", b"\n\n", b"\n\n\n", b"a", b"b "])), st.sampled_from([b"\n", b"\n\n"]))
def test_newlines_are_counted_as_bytes_count_them(pieces, literal):
    """Without overlaps: three in a row are one pair."""
    block = b"".join(pieces)
    assert _number_of(literal, block) == block.count(literal)
