"""Trees made binary and back, and constituents left out."""

import io

import numpy as np
import pytest
import slow_tree
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import sentences, text

from nerkit.corpora.binary_brackets import SIDES, binary, plain, without
from nerkit.exceptions import UsageError
from nerkit.io import Source
from nerkit.readers.trees import discbracket, ptb
from nerkit.writers import discbracket as discbracket_writer
from nerkit.writers import ptb as ptb_writer

FLAT = "(S (A a) (B b) (C c) (D d))"


def read(text):
    return ptb.read([Source(io.BytesIO(text.encode()), "x.mrg")])


def written(trees):
    return "".join(ptb_writer.write(trees))


@pytest.mark.parametrize(
    ("side", "text"),
    [
        ("right", "(S (A a) (S|<B-C-D> (B b) (S|<C-D> (C c) (D d))))\n"),
        ("left", "(S (S|<A-B-C> (S|<A-B> (A a) (B b)) (C c)) (D d))\n"),
    ],
)
def test_a_worked_example(side, text):
    """Added constituents are named after the one above and after what they hold."""
    assert written(binary(read(FLAT), side)) == text


@given(st.lists(sentences(), min_size=1, max_size=4), st.sampled_from(SIDES))
def test_there_and_back(trees, side):
    """At most two children each, and the same trees again."""
    corpus = read("\n".join(map(text, trees)))
    made = binary(corpus, side)
    children = np.bincount(made.parent[made.parent >= 0], minlength=len(made))
    children += np.bincount(made.above[made.above >= 0], minlength=len(made))
    assert children.max(initial=0) <= 2
    assert written(plain(made)) == written(corpus)


def test_discontinuous_trees():
    """Children stand in the order of their first words."""
    line = "(S (X (A 0=a) (B 2=b) (C 4=c)) (D 1=d) (E 3=e))\n"
    corpus = discbracket.read([Source(io.BytesIO(line.encode()), "x.dbr")])
    made = "".join(discbracket_writer.write(binary(corpus)))
    assert made == "(S (X (A 0=a) (X|<B-C> (B 2=b) (C 4=c))) (S|<D-E> (D 1=d) (E 3=e)))\n"
    assert "".join(discbracket_writer.write(plain(binary(corpus)))) == line


@given(sentences(), st.data())
def test_leaving_constituents_out(nodes, data):
    """What they hold hangs below the one above, or below none."""
    corpus = read(text(nodes))
    gone = data.draw(st.lists(st.booleans(), min_size=len(corpus), max_size=len(corpus)))
    slow_tree.number(nodes)
    marks = iter(gone)

    def spliced(listed):
        found = []
        for node in listed:
            if node.word is not None:
                found.append(node)
                continue
            mark, below = next(marks), spliced(node.children)
            found += below if mark else [slow_tree.Node(node.label, None, below)]
        return found

    left = without(corpus, np.array(gone, bool))
    assert written(left) == (text(spliced(nodes)) or "(())") + "\n"


def test_sides():
    """Only two."""
    with pytest.raises(UsageError, match="unknown side 'middle'"):
        binary(read(FLAT), "middle")
