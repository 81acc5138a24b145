"""Chunks in brackets."""

import io

from nerkit.io import Source
from nerkit.readers.tags import brackets
from nerkit.readers.tags.spelling import spelt


def read(text):
    return brackets.SHAPE.read([Source(io.BytesIO(text.encode()), "x.txt")])


def test_a_sentence_of_the_textbook():
    """Chunks become B and I, tokens outside O; a blank line is nothing."""
    tagged = read("[NP The morning flight] [PP from] [NP Denver ] has\n\n[NP We]\n")
    assert tagged.tokens() == ["The", "morning", "flight", "from", "Denver", "has", "We"]
    tags = [spelt(tagged.tags.value(i)) for i in range(len(tagged))]
    assert tags == ["B-NP", "I-NP", "I-NP", "B-PP", "B-NP", "O", "B-NP"]
    assert tagged.line.tolist() == [1, 3]
    assert tagged.place(2) == "x.txt:1"
