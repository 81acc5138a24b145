"""The first lines of inputs are those that reading line by line gives."""

import io
from unittest import mock

from hypothesis import given
from hypothesis import strategies as st

from nerkit.ground import streams


@given(
    st.lists(st.sampled_from([b"\n", b"a", b"\r\n", b"xyz" * 5, streams.BOM]), max_size=40).map(b"".join),
    st.integers(1, 8),
    st.integers(1, 60),
    st.data(),
)
def test_the_first_lines_are_those_read_one_by_one(text, first, first_bytes, data):
    most = data.draw(st.integers(1, first_bytes))
    lines, count, file = [], 0, io.BytesIO(text)
    while len(lines) < first and count < most and (line := file.readline(first_bytes)):
        lines.append(line)
        count += len(line)
    expected = b"".join(lines).removeprefix(streams.BOM).replace(b"\r\n", b"\n").removesuffix(b"\n")
    with (
        mock.patch.object(streams, "FIRST", first),
        mock.patch.object(streams, "FIRST_BYTES", first_bytes),
        mock.patch.object(streams, "BUFFER", 16),
    ):
        assert streams.lines_at_beginning(io.BytesIO(text), most) == expected
