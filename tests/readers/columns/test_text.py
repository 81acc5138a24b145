"""Whole sentences of an input: where they are cut, which documents begin in them, how they complain."""

import hashlib
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.ground.streams import ByteRange
from nerkit.io import Source
from nerkit.readers.columns.text import BEGIN_DOCUMENT, ColumnText, whole_sentences

LINES = st.lists(st.sampled_from(["1\ta", "# c", "", "", " "]), max_size=14)


def source(text):
    return Source(io.BytesIO(text.encode()), "a.txt")


@given(LINES, st.sampled_from([1, 2, 5, 9, 1000]), st.sampled_from([1, 4, 1000]))
def test_texts_are_the_input_cut_at_blank_lines(lines, most, block):
    """Put together again they are the input; each knows its first line, the last one that the input ends."""
    text = "\n".join(lines)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nerkit.io.BLOCK", block)
        patch.setattr("nerkit.io.HEAD", block)
        texts = list(whole_sentences(source(text), most))
    if not text.strip():
        assert texts == []
        return
    # the newline that ends an input begins no line
    assert "\n".join(each.text for each in texts) == text.removesuffix("\n")
    assert [each.ends for each in texts] == [False] * (len(texts) - 1) + [True]
    number = 1
    for each in texts:
        assert (each.source, each.number) == ("a.txt", number)
        assert each.lines == each.text.split("\n")
        number += len(each.lines)
    assert all(each.text.endswith("\n") for each in texts[:-1])


def test_a_blank_input_is_read():
    """Its digest is known, though no sentence is in it."""
    blank = source("\n \n")
    assert list(whole_sentences(blank)) == []
    assert blank.sha256 == hashlib.sha256(b"\n \n").hexdigest()


def test_a_later_part_of_a_file_knows_its_lines(tmp_path):
    """Its first line is not line 1."""
    path = tmp_path / "a.txt"
    path.write_text("1\ta\n\n1\tb\n")
    part = Source(ByteRange(str(path), 5, 9, line=3), "a.txt")
    assert [each.number for each in whole_sentences(part)] == [3]


def test_marks():
    """Lines of their own that begin documents, with ids or without; other comments are none."""
    text = ColumnText("a", 1, "# newdoc id = x y \n# text\n#newdoc\n# newdocs\n# newdoc id =\n1\n")
    assert text.marks([0, 1, 2, 3, 4]) == [(0, "x y"), (2, None), (4, None)]
    assert text.marks([1, 2]) == [(2, None)]
    begun = ColumnText("a", 1, "#begin document (a/b); part 000 \n#begin documents\n# begin document\n")
    assert begun.marks([0, 1, 2], BEGIN_DOCUMENT) == [(0, "(a/b); part 000"), (2, None)]
