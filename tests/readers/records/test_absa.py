"""Tuples of aspects."""

import json

import pytest

from nerkit import readers
from nerkit.exceptions import InputError
from nerkit.io import expand
from nerkit.readers.cuts import way_of
from nerkit.readers.sample import Sample, recognises


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


QUAD = {"type": "pos", "parts": ["a", "b", "pos", "c"]}


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ({"quads": [["a", "b", "pos", "c"]]}, [QUAD]),
        ({"Output": [{"Sentiment": "pos", "term": "a", "Category": "b", "opinion_term": "c"}]}, [QUAD]),
        ({"labels": [{"aspect": None, "opinion": "c", "polarity": "POS", "from": 3}]},
         [{"type": "POS", "parts": ["NULL", "c", "POS"]}]),
        ({"label": "positive", "triplets": [{"category": "b", "target": "a", "sentiment": "neg"}]},
         [{"type": "neg", "parts": ["b", "a", "neg"]}]),
        ({"triplets": [[[0, 1], [4], "NEU"]]}, [{"type": "NEU", "parts": [[0, 1], [4], "NEU"]}]),
        ({"tuples": []}, []),
    ],
)  # fmt: skip
def test_json(write, held, expected):
    """Lists in the order of the lines, or objects whose names say it; names in any case, null is NULL."""
    line = json.dumps({"Text": "a b", **held})
    assert recognises("absa", Sample(line))
    corpus = read(write, f"{line}\n")
    assert corpus.values == [{"text": "a b", "tuples": expected}]
    assert (corpus.documents, corpus.named) == (["1"], False)


def test_ids_and_lists_of_json(write):
    """A list of sentences is read, too; ids pair, and lines are cut."""
    one, two = ({"ID": name, "sentence": "a", "quads": []} for name in "ab")
    corpus = read(write, json.dumps([one, two], indent=1))
    assert (corpus.documents, corpus.named) == (["a", "b"], True)
    for head in (json.dumps(one).encode(), b"x####[]\n"):
        assert way_of(readers.reader("absa").cut, head) is not None


UNREAD = {"type": "", "parts": ["", "", "", ""], "unread": True}


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("b is great because a is c", [("a", "b", "positive", "c")]),
        ("b is ok because It is c", [("NULL", "b", "neutral", "c")]),
        ("b is bad because a is c [SSEP] d is great because e is f",
         [("a", "b", "negative", "c"), ("e", "d", "positive", "f")]),
        ("b is great because a is c[SSEP]", [("a", "b", "positive", "c"), None]),
        ("b is superb because a is c", [None]),
        ("b is great because a is what is c", [None]),
        ("b is great because a", [None]),
        ("b is great because a is c because d", [None]),
        ("", []),
    ],
)  # fmt: skip
def test_paraphrases(write, target, expected):
    """A piece that does not come apart in one way is counted; a blank line is a sentence without tuples."""
    tuples = [UNREAD if each is None else {"type": each[2], "parts": list(each)} for each in expected]
    known = "x is ok because y is z"
    assert recognises("absa", Sample(f"{known}\n{target}\n"))
    plain = read(write, f"{known}\n{target}\n{known}\n")
    assert [body["tuples"] for body in plain.values][1:2] == [tuples]
    behind = read(write, f"a b####{known}\na####{known}\na b####{target}\nc####[['a', 'b', 'pos', 'c']]\n")
    assert behind.values[2:] == [{"text": "a b", "tuples": tuples}, {"text": "c", "tuples": [QUAD]}]
    unread = expected.count(None)
    warnings = ["1 generated tuple that nerkit cannot decode (agrees with nothing)"] * unread
    assert [warning.partition(": ")[2] for warning in behind.warnings] == warnings


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hello", "1:1: no ####"),
        ("a####[('b',)]", "1:6: ('b',) must have three or four parts"),
        ("a####[__import__('os')]", "1:6: not a list of tuples"),
        ("a####{'b': 1}", "1:6: not a list of tuples"),
        ("a####[['b', 'c'", "1:6: not a list of tuples"),
        ("a####[['b', 1, 'c']]", "1:6: 1 is neither a text nor numbers of tokens"),
        ("a####[['b', 'c', [1]]]", "1:6: the polarity [1] is not a text"),
        ("a####{[]: 1}", "1:6: not a list of tuples"),
        ("a####[{'b': {[]}}]", "1:6: not a list of tuples"),
        ("a####" + "[" * 5000, "1:6: not a list of tuples"),
        ("a####" + "-" * 5000 + "1", "1:6: not a list of tuples"),
        ("a####['\\ud800', {**{}}]", "1:6: not a list of tuples"),
        (f"a####[('b', 0x{'f' * 5000})]", "1:6: the value is too large to show must have three"),
        (f"a####[('b', 0x{'f' * 5000}, 'c')]", "1:6: the value is too large to show is neither a text"),
        (f"a####[([0x{'f' * 5000}], [0], 'c')]", "1:6: the value is too large to show is neither a text"),
        (
            "a####[([9223372036854775808], [0], 'c')]",
            "1:6: [9223372036854775808] is neither a text nor numbers",
        ),
        ("a####[('b', 1e999, 'c')]", "1:6: inf is neither a text nor numbers of tokens"),
        ("a####[('b', b'c', 2j)]", "1:6: b'c' is neither a text nor numbers of tokens"),
        ("a####[1, {2}]", "1:6: 1 must have three or four parts"),
    ],
)
def test_bad_input(write, line, message):
    """Nothing is executed; the caret is at the list."""
    with pytest.raises(InputError) as error:
        read(write, f"{line}\n")
    assert f"in.txt:{message}" in str(error.value)


def test_warnings_of_python_about_a_literal_are_not_ours(write, recwarn):
    """What Python thinks of numbers and escapes."""
    read(write, "a####[('b', '\\d', 'c')]\n")
    with pytest.raises(InputError):
        read(write, "a####[1if 1else 2]\n")
    assert not recwarn.list
