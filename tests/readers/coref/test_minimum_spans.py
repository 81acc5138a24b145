"""Minimum spans in parses, each worked by hand from the rule."""

import io
from itertools import pairwise

import pytest

from nerkit import io as nio
from nerkit import readers
from nerkit.readers.coref.minimum_spans import Word, minimum_span, minimum_spans

PHRASES = [  # (words as form/part of speech/bit, the words of the minimum span)
    ("queen/NN/(NP*)", "queen"),
    ("the/DT/(NP* queen/NN/*)", "the queen"),  # a flat phrase is one leaf
    ("the/DT/(NP(NP* queen/NN/*) of/IN/(PP* all/DT/(NP* cats/NNS/*)))", "the queen"),
    ("the/DT/(NP(NP* queen/NN/*) in/IN/(PP* red/NN/(NP*)))", "the queen"),
    ("cats/NNS/(NP(NP*) ,/,/* dogs/NNS/(NP*) and/CC/* some/DT/(NP* mice/NNS/*))", "cats dogs some mice"),
    ("cats/NNS/(NP* and/CC/* dogs/NNS/*)", "cats and dogs"),
    ("they/PRP/(NP* all/DT/(ADVP*) left/VBD/*)", "they left"),
    ("liked/VBD/(VP* it/PRP/(NP*) much/RB/(ADVP*))", "liked"),
    ("has/VBZ/(VP* gone/VBN/(VP* home/NN/(NP*)))", "has"),
    ("it/PRP/(S(NP*) rained/VBD/(VP*))", "it"),
    ("it/PRP/(TOP(S(NP(NP*) rained/VBD/(ADJP*))))", "it"),
    ("the/DT/(NP*) cat/NN/*", "cat"),  # two roots: a phrase, and a leaf that has content
    ("former/JJ/* queen/NN/*", "former queen"),  # a mention inside a phrase
    ("red/JJ/* cat/NN/* of/IN/(PP* mine/PRP/(NP*))", "red cat"),
    ("a/DT/-", "a"),  # no parse
    ("%/NN/(NP*)", "%"),
    ("-LRB-/-LRB-/(NP*)", "-LRB-"),
    ("the/DT/(NP*)", "the"),  # no content at all: the whole mention
]


def words_of(text):
    return [Word(i, *each.split("/")) for i, each in enumerate(text.split())]


@pytest.mark.parametrize(("text", "expected"), PHRASES, ids=[text for text, _ in PHRASES])
def test_phrases(text, expected):
    """The leaves with content at the smallest depth, in phrases of the kind of the mention."""
    words = words_of(text)
    assert " ".join(words[i].form for i in sorted(minimum_span(words))) == expected


CONLL = """#begin document (d); part 000
d 0 0 The DT (TOP(S(NP(NP* - - - - * (1
d 0 1 queen NN *) - - - - * -
d 0 2 of IN (PP* - - - - * -
d 0 3 cats NNS (NP*))) - - - - * 1)|(2)
d 0 4 left VBD (VP*))) - - - - * -

d 0 0 The DT (TOP(NP* - - - - * (1
d 0 1 queen NN *)) - - - - * 1)
#end document
"""


def ranges(fragments):
    first, start, end = (column.tolist() for column in fragments)
    return [list(zip(start[a:b], end[a:b], strict=True)) for a, b in pairwise(first)]


def read(text, **how):
    return readers.reader("conll-coref").read(nio.expand(io.StringIO(text)), **how)


def test_minimum_spans_of_a_file():
    """They are read when asked for, and those of one side can be taken from the parses of the other."""
    assert read(CONLL).minimum is None
    assert read(CONLL).words.parse is None
    mentions = read(CONLL, minimum=True)
    assert ranges(mentions.minimum) == [[(3, 4)], [(0, 2)], [(5, 7)]]
    assert mentions.words.parse[0] == ("DT", "(TOP(S(NP(NP*")
    bare = "".join(
        line
        if line.startswith("#") or not line.strip()
        else "\t".join(line.split()[i] for i in (3, -1)) + "\n"
        for line in CONLL.splitlines(keepends=True)
    )
    system = read(bare, minimum=True)
    assert system.minimum is None
    assert ranges(minimum_spans(system, mentions.words)) == [[(3, 4)], [(0, 2)], [(5, 7)]]
    moved = mentions.in_documents(["x", "(d); part 000"], mentions.document[:1] + 1)
    assert moved.words.parse == mentions.words.parse
    assert ranges(minimum_spans(moved, moved.words)) == [[(3, 4)], [(0, 2)], [(5, 7)]]


def test_brackets_in_the_text_and_many_roots():
    """What closes before the mention is passed over.

    A mention of several phrases is searched as a noun phrase.
    """
    assert minimum_span(words_of("cat/NN/*)) and/CC/* dog/NN/(NP*)")) == {0}
    assert minimum_span(words_of("a/DT/(NP* cat/NN/*) ,/,/* some/DT/(NP* dogs/NNS/*)")) == {0, 1, 3, 4}
