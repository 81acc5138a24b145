"""Documents of sentences: where they begin, what they are called."""

import io

import numpy as np

from nerkit.io import Source
from nerkit.readers.columns.documents import SentenceDocuments


def source(name):
    return Source(io.BytesIO(b"x"), name)


def first(*lines):
    return np.array(lines, np.int64)


def test_without_marks_an_input_is_one_document():
    """It goes on from text to text, and has no id where it is alone."""
    documents = SentenceDocuments()
    with documents.source(source("d/a"), 0, alone=True):
        assert documents.open(first(0, 3)).tolist() == [0, 0]
        assert documents.open(first(1)).tolist() == [0]
    assert (documents.ids, documents.named, documents.names) == ([None], False, ["1"])


def test_marks_begin_documents():
    """What stands before the first is a document without id; a document may be without sentences."""
    documents = SentenceDocuments()
    with documents.source(source("a"), 0, alone=True):
        assert documents.open(first(0, 5, 9), [(4, "x"), (7, None), (8, "y")]).tolist() == [0, 1, 3]
        assert documents.open(first(0, 2), [(1, "z")]).tolist() == [3, 4]
    assert documents.ids == [None, "x", None, "y", "z"]
    assert documents.names == ["1", "2", "3", "4", "5"]


def test_all_have_ids():
    """These are the names then."""
    documents = SentenceDocuments()
    with documents.source(source("a"), 0, alone=True):
        assert documents.open(first(1, 4), [(0, "x"), (3, "y")]).tolist() == [0, 1]
    assert (documents.named, documents.names) == (True, ["x", "y"])


def test_a_mark_without_sentences_begins_the_next():
    """Sentences of the next text belong to it."""
    documents = SentenceDocuments()
    with documents.source(source("a"), 0, alone=True):
        assert documents.open(first(), [(0, "x")]).tolist() == []
        assert documents.open(first(3)).tolist() == [0]
    assert documents.ids == ["x"]


def test_of_several_inputs_documents_are_called_by_their_files():
    """With their numbers where a file has several; a file without sentences is a document too."""
    documents, lengths = SentenceDocuments(), []
    for name, rows, marks in (
        ("d/a", 0, [(0, "x")]),
        ("d/b", 3, []),
        ("d/c", 5, [(2, None), (4, "y"), (6, None)]),
        ("d/e", 9, None),
    ):
        with documents.source(source(name), rows, alone=False):
            if marks is not None:
                documents.open(first(1, 5), marks)
        lengths.append(len(documents.ids))
    assert documents.names == ["x", "b", "c#1", "c#2", "y", "c#4", "e"]
    assert lengths == [1, 2, 6, 7]
    assert [(each.name, each.first_row) for each in documents.origins] == [
        *(("d/a", 0), ("d/b", 3), ("d/c", 5), ("d/e", 9))
    ]
