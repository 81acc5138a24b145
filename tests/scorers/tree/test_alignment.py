"""Sentences and words that are cut differently: the laws of --align, and what it excludes."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import recut, sentences, tagged_twice, text, trees

import nerkit
from nerkit.exceptions import InputError

SAME_WORDS = ("brackets", "unlabeled", "exact", "no-crossing")
LETTERS = ("ab", "c", "abc", "bca", "xyz", "can", "not", "cannot")


def evaluate(gold, system, **options):
    how = {"params": "none", "measures": "all", "align": True} | options
    return nerkit.evaluate(gold, system, task="tree", **how)


def counts(result):
    return {row.measure: (row.p_num, row.p_den, row.r_num, row.r_den) for row in result.rows}


@given(st.lists(tagged_twice(), min_size=1, max_size=5), st.sampled_from(["none", "collins", "new"]))
def test_it_changes_nothing_where_words_are_the_same(sides, params):
    """On equal words every number is the one without it, those that wrong tags exclude included."""
    gold, system = [text(g) for g, _ in sides], [text(s) for _, s in sides]
    ways = [evaluate(gold, system, params=params, align=align) for align in (True, False)]
    assert counts(ways[0]) == counts(ways[1])


@given(st.data(), st.lists(sentences(LETTERS), min_size=1, max_size=5))
def test_other_words_are_right(data, gold):
    """Gold with words cut otherwise scores 1 against itself."""
    gold = [[node for node in nodes if node.word is None] or [nodes[0]] for nodes in gold]
    system = [data.draw(recut(nodes)) for nodes in gold]
    found = evaluate([text(nodes) for nodes in gold], [text(nodes) for nodes in system])
    for name in SAME_WORDS:
        row = found[name]
        assert (row.p_num, row.r_num) == (row.p_den, row.r_den), name
    assert not any("excluded" in warning for warning in found.warnings)


@given(
    st.lists(
        st.lists(st.sampled_from(LETTERS), min_size=1, max_size=6).flatmap(trees), min_size=1, max_size=8
    ),
    st.data(),
)
def test_other_sentences_are_right(roots, data):
    """Gold with the same trees on other lines scores 1 against itself."""
    lines = []
    for _ in range(2):
        cuts = sorted(data.draw(st.sets(st.integers(1, len(roots) - 1)))) if len(roots) > 1 else []
        lines.append([text(roots[a:b]) for a, b in zip([0, *cuts], [*cuts, len(roots)], strict=True)])
    found = evaluate(*lines)
    for name in (*SAME_WORDS, "tagging"):
        row = found[name]
        assert (row.p_num, row.r_num) == (row.p_den, row.r_den), name


def test_a_worked_example():
    """Constituents are compared by characters, words by their spans; two sentences of gold are one of the
    system.
    """
    gold = ["(S (NP (PRP It)) (VP (MD can) (RB not)))", "(S (VP (VB Stop)))"]
    system = ["(TOP (S (NP (PRP It)) (VP (MD cannot))) (S (VP (VB Stop))))"]
    assert counts(evaluate(gold, system)) == {
        "brackets": (5, 6, 5, 5),
        "unlabeled": (5, 6, 5, 5),
        "tagging": (2, 3, 2, 4),
        "exact": (0, 1, 0, 1),
        "crossing": (0, 6, 0, 6),
        "no-crossing": (1, 1, 1, 1),
        "2-or-less-crossing": (1, 1, 1, 1),
        "avg-crossing": (0, 1, 0, 1),
    }


def test_punctuation_in_a_word():
    """Characters of words that only one side has are left out where either side leaves them out."""
    gold = ["(S (NP (DT the) (NN dog)) (. .))"]
    system = ["(S (NP (DT the) (NN dog.)))"]
    for options in ({}, {"punctuation": "gold"}):
        for sides in ((gold, system), (system, gold)):
            found = evaluate(*sides, params="collins", **options)
            if sides[0] is gold or not options:
                assert (found["brackets"].f1, found["exact"].f1) == (1, 1)


def test_brackets_and_quotes_are_written_in_several_ways():
    """-LRB- is (, `` and '' are "."""
    gold, system = ["(S (-LRB- -LRB-) (`` ``) (N a))"], ['(S (X -LRB-) (Y ") (N a))']
    assert evaluate(gold, system)["brackets"].f1 == 1


def test_texts_that_differ():
    """A sentence with other characters is excluded, one that the system lacks is skipped; the others are
    scored.
    """
    gold = ["(S (A one))", "(S (A two))", "(S (A three))", "(S (A four))"]
    system = ["(S (A one))", "(S (A too))", "(S (A four))"]
    found = evaluate(gold, system)
    assert counts(found)["brackets"] == (2, 2, 2, 2)
    assert found.warnings == (
        "nerkit excludes 1 sentence of 4, because the words differ: tree 2 has 'two', tree 2 'too'",
        "nerkit skips 1 sentence of 4, because the system has no words there: tree 3",
    )
    with pytest.raises(InputError, match="the words differ from the gold words"):
        evaluate(gold, system, mismatch="error")
    assert counts(evaluate(system, gold))["brackets"] == (2, 2, 2, 2)


def test_statistics_draw_sentences_of_gold():
    """There is one document, so units are sentences of gold; the report of EVALB has a line for each."""
    gold = ["(S (A one))", "(S (A two) (B (A too)))", "(S (A three))"]
    result = evaluate(gold, gold, measures=["evalb"]).confidence(resamples=20)
    assert "unit:sentence" in result.signature
    assert result.render("evalb").count("    0  100.00 100.00     ") == 3


def test_long_texts_without_anything_in_common_are_refused(monkeypatch):
    """Instead of hours of alignment: where the stretch begins."""
    monkeypatch.setattr("nerkit.scorers.tree.characters.CELLS", 1e6)
    gold = "(S " + "".join(f"(A a{i})" for i in range(6000)) + ")"
    system = "(S " + "(A xyz)" * 12_000 + ")"
    with pytest.raises(InputError, match="nerkit cannot align the text from here on, because"):
        nerkit.evaluate(io.StringIO(gold), io.StringIO(system), task="tree", align=True)
