"""Made-up bracketed trees for Hypothesis, and their text."""

from hypothesis import strategies as st
from slow_tree import Node, leaves

LABELS = ("NP", "VP", "S", "NP-SBJ", "PP=2", "ADVP", "PRT", "QP", "TOP", "X|Y", "-NONE-", "")
TAGS = ("DT", "NN", "-NONE-", ",", ".", "POS", "''")
WORDS = ("a", "an", "the", "dog", ",", "'")


@st.composite
def trees(draw, words, labels=LABELS, tags=TAGS):
    """A tree over these words: cut anywhere, with unary chains."""
    if len(words) == 1 and draw(st.booleans()):
        return Node(draw(st.sampled_from(tags)), words[0])
    cuts = sorted(draw(st.sets(st.integers(1, len(words) - 1), max_size=3))) if len(words) > 1 else []
    if len(words) > 3 and not cuts:
        cuts = [len(words) // 2]
    parts = [words[a:b] for a, b in zip([0, *cuts], [*cuts, len(words)], strict=True)]
    if len(words) == 1:
        below = [Node(draw(st.sampled_from(tags)), words[0])]
    else:
        below = [draw(trees(part, labels, tags)) for part in parts]
    return Node(draw(st.sampled_from(labels)), None, below)


def sentences(alphabet=WORDS):
    """A forest: one tree or two."""
    words = st.lists(st.sampled_from(alphabet), min_size=1, max_size=8)
    return st.lists(words.flatmap(trees), min_size=1, max_size=2)


@st.composite
def pairs(draw):
    """A sentence of gold and one of the system, mostly over the same words."""
    words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8))
    others = (
        words if draw(st.integers(0, 4)) else draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8))
    )
    return [draw(trees(words))], [draw(trees(others))]


def lists_of_pairs(*, least, most):
    """Sentences of gold and a system, whose words do not say that they stand in another order."""
    return st.lists(pairs(), min_size=least, max_size=most).filter(_are_in_order)


def _are_in_order(sides):
    """Whether no sentence of the system has the words of another one of gold, except where its own has."""
    ours, theirs = (["".join(tokens(side[place])) for side in sides] for place in (0, 1))
    return all(one == own or one not in ours for one, own in zip(theirs, ours, strict=True))


@st.composite
def tagged_twice(draw):
    """Two sentences over the same words, whose trees and tags differ."""
    words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8))
    tags = tuple(tag for tag in TAGS if tag != "-NONE-")
    return [draw(trees(words, LABELS, tags))], [draw(trees(words, LABELS, tags))]


@st.composite
def recut(draw, nodes):
    """The same trees with other words: each cut into two, or joined with the one before it, below the same
    constituents.
    """
    found = []
    for node in nodes:
        if node.word is None:
            found.append(Node(node.label, None, draw(recut(node.children))))
        elif len(node.word) > 1 and draw(st.booleans()):
            place = draw(st.integers(1, len(node.word) - 1))
            found += [Node("X", node.word[:place]), Node("Y", node.word[place:])]
        elif found and found[-1].word is not None and draw(st.booleans()):
            found[-1] = Node("Z", found[-1].word + node.word)
        else:
            found.append(Node(node.label, node.word))
    return found


def text(nodes):
    """A sentence as it is written."""
    return " ".join(map(str, nodes))


def tokens(nodes):
    """The words of a sentence."""
    return [leaf.word for leaf in leaves(nodes)]
