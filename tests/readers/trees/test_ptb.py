"""Penn Treebank brackets: what is read, how trees stand on lines, and what is refused."""

import io

import numpy as np
import pytest
import slow_tree
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.columns import NONE
from nerkit.io import Source
from nerkit.readers.trees import ptb

TREE = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
SPREAD = "( (S \n    (NP (DT the) (NN dog) )\n    (VP (VBZ barks) )\n    (. .) ))\n"


def read(*texts):
    return ptb.read([Source(io.BytesIO(text.encode()), f"{i}.mrg") for i, text in enumerate(texts)])


def listed(corpus):
    """Constituents as (sentence, label, first, last, level), terminals counted within their sentence."""
    labels = [corpus.label.value(row) for row in range(len(corpus))]
    begin = corpus.begin[corpus.sentence]
    rows = zip(corpus.sentence, labels, corpus.first - begin, corpus.last - begin, corpus.level, strict=True)
    return [(int(s), label, int(a), int(b), int(level)) for s, label, a, b, level in rows]


def test_columns():
    """Constituents are columns, terminals stand apart with word, tag and the constituent above them."""
    found = read(TREE)
    assert listed(found) == [(0, "S", 0, 3, 0), (0, "NP", 0, 2, 1), (0, "VP", 2, 3, 1)]
    assert found.words([0, 1, 2]) == ["the", "dog", "barks"]
    assert [found.tag.value(i) for i in range(3)] == ["DT", "NN", "VBZ"]
    assert (found.above.tolist(), found.parent.tolist()) == ([1, 1, 2], [NONE, 0, 0])


@pytest.mark.parametrize(
    ("text", "constituents", "terminals"),
    [
        ("( (S (A b)))", [("", 0, 1), ("S", 0, 1)], [("A", "b")]),
        ("((S (A b)))", [("", 0, 1), ("S", 0, 1)], [("A", "b")]),
        ("(P this) (Q is)", [], [("P", "this"), ("Q", "is")]),
        ("(S (NN ) (NP))", [("S", 0, 1), ("NP", 1, 1)], [("NN", "")]),
        ("(S (NN dog ) ( the))", [("S", 0, 2)], [("NN", "dog"), ("", "the")]),
        ("(())", [("", 0, 0), ("", 0, 0)], []),
        ("(S(A b)(C d))", [("S", 0, 2)], [("A", "b"), ("C", "d")]),
        ("(S (A 1\u00a0000))", [("S", 0, 1)], [("A", "1\u00a0000")]),
    ],
)
def test_dialects(text, constituents, terminals):
    """Empty labels and words, several roots, blanks or none; spaces beyond ASCII belong to words."""
    found = read(text)
    assert [(label, a, b) for _, label, a, b, _ in listed(found)] == constituents
    tags = [found.tag.value(i) for i in range(len(found.above))]
    assert list(zip(tags, found.words(range(len(tags))), strict=True)) == terminals


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"{TREE}\n{TREE}", [1, 2]),
        (f"{TREE}\n\n{TREE}\n{TREE}\n", [1, 2, 3, 4]),
        (f"{TREE}\n\n{TREE}\n\n{TREE}\n", [1, 3, 5]),
        (f"{TREE}\n\n\n{TREE}\n", [1, 2, 3, 4]),
        (f"(P a) (Q b)\n{TREE}\n", [1, 2]),
        (SPREAD + SPREAD, [1, 5]),
        ("\n\n" + SPREAD + "\n\n" + SPREAD, [3, 9]),
        ("(S\n  (NP (DT the) (NN dog))\n  (VP (VBZ barks))\n  (. .))\n", [1]),
        ("(S\n(A b))(S\n(A b))\n", [1, 2]),
        (f"  {TREE}\r\n  {TREE}\r\n", [1, 2]),
        ("", []),
        ("\n \n", []),
    ],
)
def test_lines(text, lines):
    """One tree a line where most lines are whole trees, a blank one empty unless every second line is; else
    trees run across lines.
    """
    assert read(text).line.tolist() == lines


def test_several_inputs():
    """Trees of several files are named by file and number."""
    found = read(f"{TREE}\n{TREE}", TREE)
    assert (found.documents, found.named) == (["0.mrg#1", "0.mrg#2", "1.mrg#1"], True)
    assert [found.place(i) for i in range(3)] == ["0.mrg:1", "0.mrg:2", "1.mrg:1"]


def test_lines_of_constituents():
    """The line of the opening bracket of each constituent."""
    assert read(SPREAD + SPREAD).at.tolist() == [1, 1, 2, 3, 5, 5, 6, 7]


def test_sentences_are_taken_with_their_trees():
    """Any sentences in any order keep their constituents, terminals and places."""
    found = read("(S (A b))\n\n(X (Y (B c)) (C d))\n(D e)\n")
    some = found.take(np.array([2, 0, 3]))
    assert listed(some) == [(0, "X", 0, 2, 0), (0, "Y", 0, 1, 1), (1, "S", 0, 1, 0)]
    assert (some.words(range(4)), some.above.tolist()) == (["c", "d", "b", "e"], [1, 0, 2, NONE])
    assert (some.begin.tolist(), [some.place(i) for i in range(3)]) == (
        [0, 2, 3, 4],
        ["0.mrg:3", "0.mrg:1", "0.mrg:4"],
    )


WORDS = st.text("ab-=|'.,ä\u3000", max_size=4)
NODES = st.recursive(
    st.builds(slow_tree.Node, WORDS, WORDS),
    lambda inner: st.builds(slow_tree.Node, WORDS, st.none(), st.lists(inner, min_size=1, max_size=4)),
    max_leaves=12,
)


@given(st.lists(st.lists(NODES, min_size=1, max_size=3), min_size=1, max_size=4), st.booleans())
def test_what_was_written_is_read(sentences, across):
    """Constituents and terminals of any trees, on lines of their own or across lines."""
    if across:
        sentences = [[slow_tree.Node("", None, roots)] for roots in sentences]
    text = "\n".join(" ".join(map(str, roots)) for roots in sentences)
    found = read(text.replace(" (", "\n (").replace("((", "(\n (") if across else text)
    for roots in sentences:
        slow_tree.number(roots)
    assert listed(found) == [
        (i, *row) for i, roots in enumerate(sentences) for row in slow_tree.constituents(roots)
    ]
    above = [None if row == NONE else found.label.value(row) for row in found.above.tolist()]
    tags = [found.tag.value(i) for i in range(len(above))]
    assert list(zip(tags, found.words(range(len(tags))), above, strict=True)) == [
        row for roots in sentences for row in slow_tree.terminals(roots)
    ]


def test_depth_and_length():
    """A tree of 100,000 levels and a sentence of 100,000 words."""
    deep = read("(X " * 100_000 + "(A b)" + ")" * 100_000)
    assert (int(deep.level.max()), int(deep.above[0])) == (99_999, 99_999)
    assert read("(S " + "(A b)" * 100_000 + ")").lengths.tolist() == [100_000]
