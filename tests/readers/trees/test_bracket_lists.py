"""Bracketed trees in memory: what is taken for one, and what is refused."""

import pytest

import nerkit
from nerkit.exceptions import InputError

GOLD, SYSTEM = "(S (NP (N dog)) (VP (V barks)))", "(S (NP (N dog)) (X (V barks)))"


class Tree(list):
    """What nltk.Tree is: a list with a label."""

    def __init__(self, label, children):
        super().__init__(children)
        self._label = label

    def label(self):
        return self._label


def test_lists_mappings_and_texts():
    """A list of texts, a mapping from id to text, the text of a file; blank ones are sentences without a
    tree.
    """
    assert nerkit.evaluate([GOLD, GOLD], [GOLD, SYSTEM]).f1 == pytest.approx(5 / 6)
    several = nerkit.evaluate({"a": GOLD, "b": GOLD}, {"b": SYSTEM, "a": GOLD}, by="document")
    assert (several["brackets", "*", "a"].f1, several["brackets", "*", "b"].f1) == (1, pytest.approx(2 / 3))
    assert nerkit.evaluate(f"{GOLD}\n{GOLD}\n", f"{GOLD}\n{SYSTEM}\n").f1 == pytest.approx(5 / 6)
    assert nerkit.evaluate(GOLD, SYSTEM).task == "tree"
    assert nerkit.evaluate([GOLD, ""], [GOLD, GOLD], measures="exact")["exact"].r_den == 1
    assert nerkit.evaluate(["", GOLD, "", GOLD], ["", GOLD, "", GOLD]).value == 1


def test_objects_like_those_of_nltk():
    """Labels, and words as leaves; brackets in words are written otherwise."""
    tree = Tree("S", [Tree("NP", [Tree("N", ["d(o)g"])]), Tree("VP", [Tree("V", ["barks"])])])
    text = "(S (NP (N d-LRB-o-RRB-g)) (VP (V barks)))"
    assert nerkit.evaluate([tree], [text], measures=["exact", "tagging"]).value == 1


def test_discontinuous_ones():
    """Texts whose words have numbers."""
    tree = "(S (X (A 0=a) (A 2=b)) (B 1=c))"
    assert (
        nerkit.evaluate([tree], [tree], params="none", by=["discontinuous"])[
            "brackets", "discontinuous=yes"
        ].r_den
        == 1
    )


def test_a_scorer_takes_trees_as_they_come():
    """One sentence at a time."""
    scorer = nerkit.Scorer("tree", measures=["exact"])
    scorer.add(GOLD, GOLD)
    scorer.add(GOLD, SYSTEM)
    assert scorer.result().value == 0.5


@pytest.mark.parametrize(
    ("trees", "said"),
    [
        ([Tree("S", [Tree("N", ["two words"])])], "'two words' contains a blank"),
        ([Tree("S", [Tree("N", [3, 4])])], "two words are in one pair of brackets"),
        ([GOLD, 5], "int is not a tree"),
        ([GOLD, "(S (A b)"], "tree '2':1:1: unbalanced"),
        ([GOLD, "S"], "tree '2':1:1: the word is outside of all brackets"),
        ([[]], "gold: tree '1': list is not a tree"),
        ("x.mrg", "x.mrg: no such file or directory"),
    ],
)
def test_bad_input(trees, said):
    """The tree, and what is wrong with it."""
    with pytest.raises(InputError) as error:
        nerkit.evaluate(trees, trees, task="tree")
    assert said in str(error.value)


@pytest.mark.parametrize("given", [[], {}, Tree("S", [])])
def test_no_trees(given):
    """Nothing to score: all counts are 0, and warnings say that nothing was there."""
    result = nerkit.evaluate(given, given, task="tree")
    row = result["brackets"]
    assert (row.p_num, row.p_den, row.r_den, row.f1) == (0, 0, 0, 0)
    assert result.warnings == ("gold: the file has no items", "system: the file has no items")
