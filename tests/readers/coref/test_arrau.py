"""ARRAU's markables."""

import gzip
import io

import pytest

from nerkit import io as nio
from nerkit import readers
from nerkit.exceptions import InputError

TEXT = """TOKEN\tMARKABLE\tMIN\tCOREF
The\tB-markable_12=set_3@B-markable_4=set_1\tword_2@word_1..word_2\told@new
queen\tI-markable_12=set_3@I-markable_4=set_1\tword_2@word_1..word_2\told@new
of\tI-markable_4=set_1\tword_1..word_2\tnew
cats\tI-markable_4=set_1@B-markable_5=set_3\tword_1..word_2@\tnew@old
it\tB-markable_6=set_9\tword_5\tnon_referring

rains\tI-markable_6=set_9\tword_5\tnon_referring
"""


def read(target):
    return readers.reader("arrau").read(
        nio.expand(io.StringIO(target) if isinstance(target, str) else target)
    )


def rows(mentions):
    """(start, end, entity, line) of every mention."""
    columns = (mentions.span.start, mentions.span.end, mentions.entity, mentions.line)
    return [
        (start, end, mentions.entities[entity], line)
        for start, end, entity, line in zip(*(c.tolist() for c in columns), strict=True)
    ]


def test_markables():
    """They reach from B to the last I; the smallest span is that of MIN, or the whole.

    Non-referring ones are none.
    """
    mentions = read(TEXT)
    assert rows(mentions) == [(0, 2, "set_3", 2), (0, 4, "set_1", 2), (3, 4, "set_3", 5)]
    assert (mentions.minimum.start.tolist(), mentions.minimum.end.tolist()) == ([1, 0, 3], [2, 2, 4])
    assert mentions.words.form == ["The", "queen", "of", "cats", "it", "rains"]
    assert mentions.words.line.tolist() == [2, 3, 4, 5, 6, 8]
    assert mentions.warnings == ("<stream>: 1 markable left out as non-referring",)
    assert mentions.sentence is None
    assert not mentions.named


def test_fewer_columns_and_gaps():
    """Without four columns there are no smallest spans; a gap is bridged and counted."""
    mentions = read("a\tB-markable_1=set_1\nb\tB-markable_2=set_2\told\nc\tI-markable_1=set_1\t\told\n")
    assert rows(mentions) == [(0, 3, "set_1", 1), (1, 2, "set_2", 2)]
    assert mentions.minimum is None
    assert mentions.warnings == ("<stream>: 1 markable with a gap, read from its first word to its last",)


def test_folders_and_files(write):
    """The files of a folder are documents of their names; others than .CONLL are counted.

    CRLF, marks and gzip are nothing.
    """
    write("f/d1.CONLL", TEXT.replace("\n", "\r\n"))
    write("f/d2.CONLL.gz", gzip.compress(("\ufeff" + TEXT).encode()))
    path = write("f/README", "x\n")
    mentions = read(path.parent)
    assert mentions.documents == ["d1", "d2"]
    assert mentions.document.tolist() == [0, 0, 0, 1, 1, 1]
    assert rows(mentions)[:3] == rows(mentions)[3:] == rows(read(TEXT))
    assert len(mentions.entities) == 4
    assert "1 file not read, because its name does not end in .CONLL" in mentions.warnings[0]
    write("g/a", TEXT)
    assert read(write("g/b", TEXT).parent).documents == ["a", "b"]


@pytest.mark.parametrize("span", ["word_2", "word_1..word_2", "word_0", "word_1..word_0"])
def test_a_smallest_span_elsewhere(span):
    """It is within the markable."""
    text = f"a\tB-markable_1=s\t{span}\told\nb\n"
    with pytest.raises(InputError) as error:
        read(text)
    assert (
        error.value.problem == "the smallest span of a markable that begins here is not inside the markable"
    )
    assert (error.value.line, error.value.column, error.value.text) == (
        1,
        18,
        text.split("\n", maxsplit=1)[0],
    )
