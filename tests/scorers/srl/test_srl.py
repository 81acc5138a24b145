"""Semantic roles of spans: hand-worked tables, the oracle of `srl`, and a slow twin of srl-eval.pl."""

import pytest
import slow_srl
from hypothesis import given
from hypothesis import strategies as st
from oracles.__main__ import compared, equal

import nerkit
from nerkit.exceptions import InputError, UsageError

LABELS = ("A0", "A1", "C-A0", "C-A1", "C-C-A1", "R-A0", "V", "C-V")


def numbers(gold, system, *measures, **options):
    """(measure, label) -> right, of the system, of gold."""
    rows = nerkit.evaluate(gold, system, task="srl", measures=list(measures) or None, **options).rows
    return {(row.measure, row.label): (row.p_num, row.p_den, row.r_den) for row in rows}


@st.composite
def brackets(draw, size, depth=0, begin=0):
    """Phrases that nest properly, in the order in which they open."""
    phrases, at = [], begin
    while at < size:
        if draw(st.booleans()):
            last = draw(st.integers(at, min(size - 1, at + 2)))
            phrases.append((draw(st.sampled_from(LABELS)), at, last))
            if depth < 2 and draw(st.integers(0, 3)) == 0:
                phrases += draw(brackets(last + 1, depth + 1, at))
            at = last
        at += 1
    return phrases


@st.composite
def sides(draw):
    """Sizes of sentences, and both sides; the system often has gold's arguments."""
    sizes = draw(st.lists(st.integers(1, 6), min_size=1, max_size=3))
    gold, system = [], []
    for size in sizes:
        own, others = [], []
        own += [
            (word, draw(st.sampled_from(("go", "run"))), draw(brackets(size)))
            for word in range(size)
            if draw(st.integers(0, 2)) == 0
        ]
        known = {predicate[0]: predicate for predicate in own}
        for word in range(size):
            if word in known and draw(st.booleans()):
                others.append(known[word])
            elif draw(st.integers(0, 4)) == 0:
                others.append((word, "go", draw(brackets(size))))
        gold.append(own)
        system.append(others)
    return sizes, gold, system


@given(sides())
def test_against_the_oracle(case):
    """Arguments, arguments without labels, and propositions."""
    sizes, gold, system = case
    rows = compared("srl", *(slow_srl.props(side, sizes) for side in (gold, system)))
    assert [one for one in rows if not equal(*one[1:])] == []


@given(sides())
def test_official_against_slow_twin(case):
    """`srl-conll05` has every reading of srl-eval.pl: pieces, twins, predicates that are not looked at."""
    sizes, gold, system = case
    texts = [slow_srl.props(side, sizes) for side in (gold, system)]
    counts, whole = slow_srl.official(gold, system)
    got = numbers(*texts, "srl-conll05")
    every = sum(map(len, gold))
    assert got["srl-conll05", "*"] == counts
    assert got["srl-conll05/propositions", "*"] == (whole, every, every)


def test_predicates_of_the_system():
    """Arguments of a predicate that gold lacks, or calls otherwise, are spurious; srl-eval.pl skips them."""
    gold = "- (A0*)\nsee (V*)\nrun (A1*)\n\n".replace("run", "-")
    system = "- (A0*) *\nsee (V*) (A0*)\nrun (A1*) (V*)\n\n"
    got = numbers(gold, system, "srl", "srl-conll05")
    assert (got["srl", "*"], got["srl-conll05", "*"]) == ((2, 3, 2), (2, 2, 2))
    assert (got["srl/propositions", "*"], got["srl-conll05/propositions", "*"]) == ((1, 2, 1), (1, 1, 1))
    result = nerkit.evaluate(gold, gold.replace("see", "saw"), task="srl", measures=["srl", "srl-conll05"])
    assert [(row.p_num, row.p_den, row.r_den) for row in result.rows[::3]] == [(0, 2, 2), (0, 0, 2)]
    assert result.warnings == (
        (
            "1 predicate of the same word has another name: the gold predicate counts as "
            "missed, the system predicate as spurious"
        ),
        "system: srl is zero though both sides have items (gold 2, the system 2); nerkit errors lists them",
    )


def test_continuations():
    """C-A1 continues the last A1; alone it is an A1; the same words in other pieces are wrong."""
    whole, parts = "go (V*)\n- (A1*\n- *)\n\n", "go (V*)\n- (A1*)\n- (C-A1*)\n\n"
    assert numbers(parts, parts)["srl", "*"] == (1, 1, 1)
    assert numbers(whole, parts)["srl", "*"] == (0, 1, 1)
    assert numbers("go (V*)\n- (A1*)\n\n", "go (V*)\n- (C-A1*)\n\n")["srl", "*"] == (1, 1, 1)


def test_labels_take_their_continuations_along():
    """`labels` and `label_map` mean arguments, not phrases."""
    gold = "go (V*)\n- (A1*)\n- (C-A1*)\n- (A0*)\n\n"
    assert numbers(gold, gold, labels=["A1"])["srl", "*"] == (1, 1, 1)
    other = gold.replace("A1", "B1")
    assert numbers(gold, other, label_map={"A1": "B1"})["srl", "*"] == (2, 2, 2)


def test_cut_by_predicate_and_sentence():
    """A row by predicate has the arguments of predicates of that name; sentences have numbers."""
    gold = "say (V*) *\n- (A1*) *\nrun * (V*)\n- * (A0*)\n\nrun (V*)\n- (A0*)\n\n"
    system = gold.replace("- (A1*) *", "- (A0*) *")
    got = numbers(gold, system, "srl", by=["predicate", "sentence"])
    assert (got["srl", "predicate=run"], got["srl", "predicate=say"]) == ((2, 2, 2), (0, 1, 1))
    assert (got["srl", "sentence=1"], got["srl", "sentence=2"]) == ((1, 2, 2), (1, 1, 1))
    assert numbers(gold, system, "srl", only=["predicate=say"])["srl", "*"] == (0, 1, 1)


def test_twice_the_same_argument():
    """An argument counts once, with a warning."""
    text = "go (V*)\n- (A0(A0*))\n\n"
    result = nerkit.evaluate(text, text, task="srl")
    assert result.rows[0].p_den == 1
    assert "2 arguments given twice, counted once" in result.warnings


def test_many_pieces():
    """An argument of a thousand pieces is one argument."""
    text = "go (V*)\n- (A0*)\n" + "- (C-A0*)\n" * 1_000 + "\n"
    assert numbers(text, text)["srl", "*"] == (1, 1, 1)
    assert numbers(text, text.removesuffix("(C-A0*)\n\n") + "*\n\n")["srl", "*"] == (0, 1, 1)


@pytest.mark.parametrize(
    ("gold", "system", "problem"),
    [
        ("go (V*)\n\ngo (V*)\n\n", "go (V*)\n\n", "1 sentence where gold has 2"),
        ("go (V*)\n\n", "go (V*)\n\ngo (V*)\n\n", "2 sentences where gold has 1"),
        ("go (V*)\n- *\n\n", "go (V*)\n\n", "a sentence of 1 word where gold has 2"),
    ],
)
def test_sides_of_other_sentences(gold, system, problem):
    """Sentences and words correspond by their order, so that another number is an error."""
    with pytest.raises(InputError, match=problem):
        nerkit.evaluate(gold, system, task="srl")


def test_what_files_do_not_hold():
    """Measures of heads are refused where files have spans, and the other way round."""
    spans = "go (V*)\n- (A0*)\n\n"
    heads = "1\tgo\tgo\tgo\tV\tV\t_\t_\t0\t0\tR\tR\tY\tgo.01\tA0\n\n"
    for text, measure in ((spans, "srl-dep"), (spans, "LAS"), (spans, "primesrl"), (heads, "srl")):
        with pytest.raises(UsageError):
            nerkit.evaluate(text, text, task="srl", measures=[measure])
    with pytest.raises(UsageError, match="one side has spans of words"):
        nerkit.evaluate(spans, heads, task="srl", measures=["srl"])


def test_all_is_what_the_files_hold():
    """Of files with spans `all` is the measures of spans: none of heads, none of trees."""
    gold = [{"words": ["he", "ran"], "predicates": [{"word": 1, "name": "run", "arguments": [("A0", 0, 1)]}]}]
    names = nerkit.evaluate(gold, gold, task="srl", measures="all").measures
    assert names[0] == "srl"
    assert "srl-conll05/propositions" in names
    assert not {"srl-dep", "LAS"} & set(names)
