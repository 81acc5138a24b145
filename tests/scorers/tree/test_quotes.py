"""Quotes that are taken for possessives or nouns, so that one side leaves them out: EVALB's repair."""

import pytest

import nerkit

PARAMS = "DELETE_LABEL ``\nDELETE_LABEL ''\n" + "".join(
    f"QUOTE_LABEL {tag}\n" for tag in ("``", "''", "POS", "NN")
)


@pytest.fixture
def evaluate(tmp_path):
    path = tmp_path / "x.prm"
    path.write_text(PARAMS)

    def score(gold, system, **options):
        found = nerkit.evaluate([gold], [system], task="tree", params=str(path), measures="all", **options)
        return {row.measure: (row.p_num, row.p_den, row.r_den) for row in found.rows}

    return score


def test_put_back(evaluate):
    """A quote that one side leaves out is a word where the other side has one at the same place; brackets
    take it in.
    """
    gold = "(S (NP (N a) ('' ')) (VP (V b)))"
    found = evaluate(gold, "(S (NP (N a) (POS ')) (VP (V b)))")
    assert (found["brackets"], found["tagging"]) == ((3, 3, 3), (2, 3, 3))
    found = evaluate(gold, "(S (NP (N a)) (VP (POS ') (V b)))")
    assert found["brackets"] == (1, 3, 3)
    assert evaluate("(S (NP (N a) (POS ')) (VP (V b)))", gold)["brackets"] == (3, 3, 3)


@pytest.mark.parametrize(
    "system",
    [
        "(S (NP (N a) (JJ ')) (VP (V b)))",
        "(S (NP (N a) (POS x)) (VP (V b)))",
        "(S (NP (POS ') (N a)) (VP (V b)))",
    ],
)
def test_not_put_back(evaluate, system):
    """Other tags, other words and other places are no candidates, so the sentence is excluded."""
    assert evaluate("(S (NP (N a) ('' ')) (VP (V b)))", system)["exact"] == (0, 0, 0)


def test_only_where_numbers_differ(evaluate):
    """Two that make up for each other are left as they are, and then words differ."""
    gold, system = "(S ('' ') (N a) (POS '))", "(S (POS ') (N a) ('' '))"
    assert evaluate(gold, system)["exact"] == (0, 0, 0)
    assert evaluate(gold, system, punctuation="gold")["exact"] == (1, 1, 1)


def test_several(evaluate):
    """Each in its turn, places moving on with every one that is put back; the first of several that follow
    each other is put back for each of them, as EVALB does."""
    gold = "(S (A ('' ') (N a)) (B ('' ') (N b)))"
    system = "(S (A (NN ') (N a)) (B (NN ') (N b)))"
    assert evaluate(gold, system)["brackets"] == (3, 3, 3)
    gold = "(S (A ('' ')) (B ('' ')) (N b))"
    system = "(S (A (NN ')) (B (NN ')) (N b))"
    assert evaluate(gold, system)["brackets"] == (1, 3, 2)
