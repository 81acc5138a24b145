"""One side of tagged tokens: the chunks of its sentences are those of the whole."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.corpora.corpus import Batch
from nerkit.corpora.schemes import SCHEMES
from nerkit.corpora.selection import Selection
from nerkit.scorers.bio.scorer import units
from nerkit.scorers.bio.sides import TaggedSide

TAGS = st.sampled_from(["O", "O", "B-PER", "I-PER", "I-LOC", "E-LOC", "S-LOC"])
SENTENCES = st.lists(st.lists(TAGS, min_size=1, max_size=6), min_size=1, max_size=6)
SELECTIONS = (Selection(), Selection(labels=("LOC",)), Selection(names={"LOC": "PER"}))


def in_one_document(sentences, selection=SELECTIONS[0]):
    """The side of sentences that no document parts."""
    tagged = nerkit.read(sentences)
    tagged = replace(tagged.in_documents(["1"], np.zeros(len(tagged.documents), np.int64)), named=False)
    return TaggedSide(tagged, SCHEMES["IOB2"], selection)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("selection", SELECTIONS)
@given(sentences=SENTENCES)
def test_chunks_of_sentences_are_those_that_are_read_in_each(strict, selection, sentences):
    """Whether they are filed anew from those of the whole, or read from the tags of the sentences."""
    side = in_one_document(sentences, selection)
    name, batches = units({"a": Batch(side.documents, side, side)})
    cut = batches["a"].gold
    assert (name, cut.documents) == ("sentence", [str(i + 1) for i in range(len(sentences))])
    filed, decoded = (one.chunks(strict=strict) for one in (cut, replace(cut, whole=None)))
    for column in ("document", "start", "end", "line"):
        assert np.array_equal(getattr(filed, column), getattr(decoded, column))
    types = [[one.fields["type"].value(row) for row in range(len(one))] for one in (filed, decoded)]
    assert types[0] == types[1]
    assert (filed.documents, filed.named) == (decoded.documents, decoded.named)
    assert filed.origins == decoded.origins


def test_a_side_that_stays_as_it_is_is_the_same():
    """So that its chunks are made once for all systems; in other documents it is another one."""
    side = in_one_document([["B-PER", "O"]])
    assert side.in_documents(["1"], np.arange(1)) is side
    assert side.in_documents(["other"], np.arange(1)) is not side
