"""Discontinuous constituents: sets of words, against sets written out."""

import io

import numpy as np
import pytest
import slow_tree
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import WORDS, trees

import nerkit
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.trees import discbracket
from nerkit.scorers.tree import crossing, gaps
from nerkit.scorers.tree.gaps import terminals_of

RULES = {"deleted": ("TOP", "-NONE-", ",", "."), "labels": [], "words": [], "labeled": True}
PARAMS = "DELETE_LABEL TOP\nDELETE_LABEL -NONE-\nDELETE_LABEL ,\nDELETE_LABEL .\n"


@st.composite
def shuffled(draw, words):
    """A tree whose words stand in another order: leaves with their places."""
    tree = draw(trees(words))
    order = draw(st.permutations(range(len(words))))
    return tree, order


def written(tree, order):
    """The tree as discbracket: the leaf at place i of the tree is the word `order[i]` of the sentence."""
    leaves = iter(order)

    def text(node):
        if node.word is not None:
            return f"({node.label} {next(leaves)}={node.word})"
        return f"({node.label} {' '.join(map(text, node.children))})"

    return text(tree)


def sets(tree, order, rules):
    """(label, words) of each bracket that counts, words as places in the sentence among those that are not
    left out.
    """
    leaves = slow_tree.leaves([tree])
    kept = [
        place
        for leaf, place in sorted(zip(leaves, order, strict=True), key=lambda pair: pair[1])
        if leaf.label not in rules["deleted"]
    ]
    rank = {place: i for i, place in enumerate(kept)}
    place = {id(leaf): rank.get(at) for leaf, at in zip(leaves, order, strict=True)}

    def collect(node):
        if node.word is not None:
            return []
        own = frozenset(place[id(leaf)] for leaf in slow_tree.leaves([node]) if place[id(leaf)] is not None)
        label = slow_tree.cut(node.label)
        first = [(label, own)] if own and label not in rules["deleted"] else []
        return first + [found for child in node.children for found in collect(child)]

    return collect(tree)


@st.composite
def sides(draw):
    words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=7))
    order = draw(st.permutations(range(len(words))))
    places = [words[i] for i in np.argsort(order)]  # the sentence
    other = draw(st.permutations(range(len(words))))
    return (draw(trees([places[i] for i in order])), order), (draw(trees([places[i] for i in other])), other)


@given(st.lists(sides(), min_size=1, max_size=3))
def test_against_sets(tmp_path_factory, pairs):
    """Matched and crossing brackets are those of the sets of words; leaving words out closes gaps."""
    path = tmp_path_factory.mktemp("params") / "x.prm"
    path.write_text(PARAMS)
    texts = [[written(*pair[i]) for pair in pairs] for i in (0, 1)]
    found = nerkit.evaluate(
        *texts, task="tree", params=str(path), punctuation="gold", measures="all", by="document"
    )
    rows = {(row.measure, row.document): row for row in found.rows}
    for i, (gold, system) in enumerate(pairs, 1):
        tags = dict(zip(gold[1], [leaf.label for leaf in slow_tree.leaves([gold[0]])], strict=True))
        own = dict(zip(system[1], [leaf.label for leaf in slow_tree.leaves([system[0]])], strict=True))
        for leaf, at in zip(slow_tree.leaves([system[0]]), system[1], strict=True):
            trace = "-NONE-" in (own[at], tags[at])
            leaf.label = leaf.label if trace else tags[at]
        if any((tags[at] == "-NONE-") != (own[at] == "-NONE-") for at in tags):
            continue  # traces go by their own tags, so the words may differ
        left, right = sets(*gold, RULES), sets(*system, RULES)
        if not any(tag not in RULES["deleted"] for tag in tags.values()):
            continue
        rest = list(right)
        matched = sum(item in rest and (rest.remove(item) or True) for item in left)
        crossing = sum(any(w & v and w - v and v - w for _, v in left) for _, w in right)
        row = rows["brackets", str(i)]
        assert (row.p_num, row.p_den, row.r_den) == (matched, len(right), len(left))
        assert rows["crossing", str(i)].p_num == crossing


def evaluate(gold, system, **options):
    return nerkit.evaluate(
        [gold], [system], task="tree", **{"params": "none", "measures": ["brackets"]} | options
    )


@pytest.mark.parametrize(("params", "gaps"), [("none", 1), ("proper", 0)])
def test_punctuation_closes_gaps(params, gaps):
    """What only lacks a comma is no longer discontinuous when commas are left out."""
    tree = "(S (X (A 0=a) (A 2=b)) (, 1=,))"
    rows = {row.label: row.r_den for row in evaluate(tree, tree, params=params, by=["discontinuous"]).rows}
    assert (rows.get("discontinuous=yes", 0), rows["*"]) == (gaps, 2)


def test_discontinuous_ones_alone(tmp_path):
    """DISC_ONLY counts these brackets, and sentences that have one on either side."""
    path = tmp_path / "x.prm"
    path.write_text("DISC_ONLY 1\n")
    plain = "(S (A 0=a) (A 1=b) (A 2=c))"
    gap = "(S (X (A 0=a) (A 2=c)) (A 1=b))"
    found = nerkit.evaluate(
        [plain, gap, plain], [plain, gap, gap], task="tree", params=str(path), measures="all"
    )
    assert {row.measure: (row.p_num, row.p_den, row.r_den) for row in found.rows}["brackets"] == (1, 2, 1)
    assert {row.measure: (row.p_num, row.p_den, row.r_den) for row in found.rows}["exact"] == (1, 2, 2)


def test_proper_takes_the_tags_of_gold():
    """Under disco-dop's parameters gold's tags leave punctuation out, unless it is said otherwise."""
    gold, system = "(S (A 0=a) ($, 1=--) (A 2=b))", "(S (A 0=a) (A 1=--) (A 2=b))"
    found = evaluate(gold, system, params="proper")
    assert found.f1 == 1
    assert "punctuation:gold" in found.signature
    assert evaluate(gold, system, params="proper", punctuation="own")["brackets"].r_den == 0


@given(st.lists(shuffled(WORDS[:6]), min_size=1, max_size=3))
def test_rows_and_terminals_of_constituents(drawn):
    """What is inside a constituent, by walking up from each terminal and each row."""
    text = "\n".join(written(*one) for one in drawn)
    trees = discbracket.read([Source(io.BytesIO(text.encode()), "f")])
    rows = range(len(trees))
    up = [-1 if above == -1 else int(above) for above in trees.parent]

    def chain(row):
        while row != -1:
            yield row
            row = up[row]

    inside = [[other for other in rows if row in chain(other)] for row in rows]
    assert trees.behind.tolist() == [max(own) + 1 for own in inside]
    row, terminal = terminals_of(trees, np.arange(len(trees)))
    expected = [(own, place) for own in rows for place, at in enumerate(trees.above) if own in chain(int(at))]
    assert list(zip(row.tolist(), terminal.tolist(), strict=True)) == expected


STRETCHES = st.lists(st.integers(0, 9), min_size=1, max_size=6, unique=True).map(
    lambda words: tuple((at, at + 1) for at in sorted(words))
)


@given(st.sets(STRETCHES, max_size=5), st.sets(STRETCHES, max_size=5))
def test_crossing_by_words_is_crossing_by_bits(gold, system):
    """Two ways to the same brackets."""

    def crosses(one, other):
        a, b = ({at for at, _ in words} for words in (one, other))
        return a & b and a - b and b - a

    expected = {words for words in system if any(crosses(words, other) for other in gold)}
    assert crossing._crossing(gold, system, str) == crossing._by_words(gold, system) == expected


def test_too_much_in_gaps_is_an_error(monkeypatch):
    """Words of constituents with gaps, and pairs that may cross: the sentence is told."""
    many = "(S" + "".join(f" (X (A {at}=a) (A {39 - at}=b))" for at in range(20)) + ")"
    monkeypatch.setattr(crossing, "FEW", 9)
    assert nerkit.evaluate([many], [many], task="tree", measures="crossing").value == 0
    monkeypatch.setattr(crossing, "MOST_CROSSINGS", 9)
    with pytest.raises(InputError, match="more than 9 pairs of constituents with gaps that may cross"):
        nerkit.evaluate([many], [many], task="tree", measures="crossing")
    monkeypatch.setattr(gaps, "MOST_GAP_WORDS", 37)
    with pytest.raises(InputError, match="have more than 37 words in total"):
        nerkit.evaluate([many], [many], task="tree", measures="brackets")
