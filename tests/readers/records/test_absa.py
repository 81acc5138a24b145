"""Tuples of aspects."""

import pytest

from nerkit import readers
from nerkit.errors import InputError
from nerkit.io import expand


def read(write, text, name="in.txt"):
    return readers.reader("absa").read(expand(str(write(name, text))))


def test_lists_and_tuples_of_python(write):
    """Texts, or numbers of tokens; the third part is the polarity."""
    corpus = read(write, "a b####[['a', 'b', 'pos', 'c']]\n\nstiff####[([1, 2], [4], 'POS')]\nx####[]\n")
    assert [body["tuples"] for body in corpus.values] == [
        [{"type": "pos", "parts": ["a", "b", "pos", "c"]}],
        [{"type": "POS", "parts": [[1, 2], [4], "POS"]}],
        [],
    ]
    assert (corpus.documents, corpus.named) == (["1", "2", "3"], False)


def test_files_of_a_folder_are_their_names(write):
    """Several lines of one are numbered."""
    write("f/a.txt", "x####[]\n")
    corpus = readers.reader("absa").read(expand(str(write("f/b.txt", "x####[]\ny####[]\n").parent)))
    assert corpus.documents == ["a", "b:1", "b:2"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hello", "1:1: no ####"),
        ("a####[('b',)]", "1:6: ('b',) has not three or four parts"),
        ("a####[__import__('os')]", "1:6: not a list of tuples"),
        ("a####{'b': 1}", "1:6: not a list of tuples"),
        ("a####[['b', 'c'", "1:6: not a list of tuples"),
        ("a####[['b', 1, 'c']]", "1:6: 1 is neither a text nor numbers of tokens"),
        ("a####[['b', 'c', [1]]]", "1:6: the polarity [1] is no text"),
    ],
)
def test_bad_input(write, line, message):
    """Nothing is executed; the caret is at the list."""
    with pytest.raises(InputError) as error:
        read(write, f"{line}\n")
    assert f"in.txt:{message}" in str(error.value)
