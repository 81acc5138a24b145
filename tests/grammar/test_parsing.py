"""Counts, trees, the best and the k best parses against trying everything; and by hand."""

import math
from itertools import islice

import pytest
from grammar_strategies import SENTENCES, grammars
from growth import counting, exponent
from hypothesis import given
from hypothesis import strategies as st
from slow_cky import parses, probability

from nerkit.grammar import cnf, derivations, forest, notation
from nerkit.grammar.binary import binary
from nerkit.grammar.parsing import ParseOptions, Parser, SentenceLine

L1 = """
S -> NP VP | Aux NP VP | VP
NP -> Pronoun | Proper-Noun | Det Nominal
Nominal -> Noun | Nominal Noun | Nominal PP
VP -> Verb | Verb NP | Verb NP PP | Verb PP | VP PP
PP -> Preposition NP
Det -> that | this | the | a
Noun -> book | flight | meal | money
Verb -> book | include | prefer
Pronoun -> I | she | me
Proper-Noun -> Houston | NWA
Aux -> does
Preposition -> from | to | on | near | through
"""


def parsed(grammar, words, **asked):
    """What is found of a sentence."""
    words = words.split() if isinstance(words, str) else words
    return Parser(binary(grammar)).parse(SentenceLine(tuple(words)), ParseOptions(**asked))


@given(grammars(), SENTENCES)
def test_counts_and_trees_are_those_of_trying_everything(grammar, words):
    """Each tree once."""
    expected = sorted(tree for tree, _ in parses(grammar, words))
    found = parsed(grammar, words, trees=10**6)
    assert found.parses == len(expected)
    assert found.recognised == (len(expected) > 0)
    assert sorted(found.trees) == expected


@given(grammars(weighted=True), SENTENCES)
def test_the_best_are_those_of_trying_everything(grammar, words):
    """All of them in order, each with the product of its rules."""
    expected = sorted((probability(rules) for _, rules in parses(grammar, words)), reverse=True)
    found = parsed(grammar, words, best=True, k_best=10**6)
    chances = [one.probability for one in found.k_best or ()]
    assert chances == pytest.approx(expected, rel=1e-9)
    assert len({one.tree for one in found.k_best or ()}) == len(expected)
    if expected:
        assert found.best.probability == pytest.approx(expected[0], rel=1e-9)
        assert found.best.log2_probability == pytest.approx(math.log2(expected[0]), abs=1e-9)
        assert found.tied == (len(expected) > 1 and math.isclose(expected[0], expected[1], rel_tol=1e-11))


@given(grammars(weighted=True), SENTENCES)
def test_a_forest_that_is_not_stored_gives_the_same(grammar, words):
    """As for sentences with too many edges."""
    stored = parsed(grammar, words, best=True, k_best=5, trees=50)
    limit = forest.STORED
    forest.STORED = -1
    try:
        assert parsed(grammar, words, best=True, k_best=5, trees=50) == stored
    finally:
        forest.STORED = limit


@given(grammars(), SENTENCES)
def test_the_normal_form_has_the_same_sentences(grammar, words):
    """Its rules are A -> B C and A -> w, and it has no more parses than the grammar."""
    if all(rule.unit for rule in grammar.rules):
        return
    normal = cnf.normal_form(grammar)
    assert all(
        rule.lexical or (len(rule.right) == 2 and not any(one.word for one in rule.right))
        for rule in normal.rules
    )
    assert len({(rule.left, rule.right) for rule in normal.rules}) == len(normal.rules)
    if grammar.start in {rule.left for rule in normal.rules}:
        ours, theirs = parsed(normal, words).parses, parsed(grammar, words).parses
        assert (ours > 0) == (theirs > 0)
        assert ours <= theirs


@given(grammars(), st.data())
def test_a_grammar_is_read_as_it_is_written(grammar, data):
    """Names and words of any characters too."""
    text = st.text(st.characters(exclude_categories=["Cc", "Cs", "Z"]), min_size=1, max_size=3)
    names = {one: data.draw(text, one) for one in ("A", "a")}
    if any(notation.ARROW.search(name) for name in names.values()):
        return
    renamed = notation.parse("".join(notation.write(grammar)))
    assert (renamed.start, renamed.rules) == (grammar.start, tuple(_lined(grammar)))
    rule = f"S -> {notation.spelt(_symbol(names['A']))} {notation.spelt(_symbol(names['a'], word=True))}"
    (found,) = notation.parse(rule).rules
    assert found.right == (_symbol(names["A"]), _symbol(names["a"], word=True))


def _symbol(name, *, word=False):
    from nerkit.grammar.rules import Symbol

    return Symbol(name, word)


def _lined(grammar):
    """The rules with the lines on which they are written; nonterminals are in quotes nowhere."""
    from dataclasses import replace

    quoted = any(one.word for rule in grammar.rules for one in rule.right)
    lefts = {rule.left for rule in grammar.rules}
    for line, rule in enumerate(grammar.rules, 2):
        right = tuple(
            one._replace(word=one.word or (not quoted and one.name not in lefts)) for one in rule.right
        )
        yield replace(rule, right=right, line=line)


@given(grammars(), SENTENCES)
def test_numbers_of_readings_are_numbers_of_parses(grammar, words):
    """No reading has more than there are, and those of a coordination or a category together no more."""
    found = parsed(grammar, words, ambiguity=True)
    for one in found.ambiguity:
        assert all(0 < reading.parses <= found.parses for reading in one.readings)
        if one.kind == "category":
            assert sum(reading.parses for reading in one.readings) <= found.parses


def test_long_counts_are_exact():
    """Catalan numbers, beyond what 64 bits and what floats hold."""
    grammar = notation.parse("S -> S S | a")
    for size in (1, 2, 12, 34, 70):
        catalan = math.comb(2 * size - 2, size - 1) // size
        assert parsed(grammar, ["a"] * size).parses == catalan
    long = parsed(grammar, ["a"] * 130, trees=2)
    assert len(str(long.parses)) > 70
    assert len(set(long.trees)) == 2


def test_deep_trees_are_no_matter():
    """Nothing calls itself."""
    grammar = notation.parse("S -> a S [0.5] | a [0.5]")
    found = parsed(grammar, ["a"] * 1500, best=True, k_best=2, trees=1)
    assert found.parses == 1
    assert found.best.tree == found.trees[0] == found.k_best[0].tree
    assert found.best.tree.count("(S") == 1500
    assert found.best.probability == 0
    assert found.best.log2_probability == pytest.approx(-1500)


def test_circles_of_unit_rules():
    """No nonterminal twice in a chain; a rule to itself is in none."""
    grammar = notation.parse(
        "S -> A [0.5] | a [0.5]\nA -> S [0.25] | A [0.25] | 'a' [0.5]".replace("| a", "| 'a'")
    )
    found = parsed(grammar, "a", trees=9, best=True, k_best=9)
    assert found.trees == ("(S a)", "(S (A a))")
    assert [one.probability for one in found.k_best] == [0.5, 0.25]
    from nerkit.grammar.parsing import warnings_of

    (told, *_) = warnings_of(binary(grammar), [found], ParseOptions())
    assert told == (
        "unit rules form a cycle, S -> A -> S; nerkit counts only parses in which no "
        "nonterminal repeats in a chain"
    )


def test_too_many_chains_are_not_counted():
    """The best parse is found all the same."""
    names = [f"N{i}" for i in range(12)]
    rules = [f"{one} -> {other}" for one in names for other in names if one != other]
    grammar = notation.parse("\n".join(["%start N0", *rules, "N11 -> 'a'"]))
    found = parsed(grammar, "a", best=True)
    assert (found.parses, found.uncounted, found.best.tree) == (None, True, "(N0 (N11 a))")


def test_lazy_lists():
    """Two of more trees than anybody can write down."""
    from nerkit.grammar.chart import Chart, sentence_grammar
    from nerkit.grammar.derivations import Derivations
    from nerkit.grammar.forest import Forest

    grammar = binary(notation.parse("S -> S S [0.4] | 'a' [0.6]"))
    chart = Chart(sentence_grammar(grammar, [grammar.lexical["a"]] * 60))
    derivations = Derivations(Forest(grammar, chart), ["a"] * 60)
    assert derivations.number() > 10**30
    assert len({one.tree for one in islice(derivations.all(), 50)}) == 50
    assert len({one.tree for one in islice(derivations.ranked(), 50)}) == 50


def test_probability_zero():
    """A rule of probability 0 derives, but no best parse has it."""
    grammar = notation.parse("S -> A [0.0] | 'b' [1.0]\nA -> 'a' [1.0]")
    found = parsed(grammar, "a", best=True, k_best=3)
    assert (found.recognised, found.parses, found.best, found.k_best) == (True, 1, None, ())


def test_case():
    """Words in any case, and what is said of others."""
    grammar = binary(notation.parse(L1))
    sentence, asked = SentenceLine(("Book", "the", "Flight")), ParseOptions(trees=1)
    exact = Parser(grammar).parse(sentence, asked)
    assert (exact.recognised, exact.unknown) == (False, ("Book", "Flight"))
    assert exact.variants == {"Book": ["book"], "Flight": ["flight"]}
    folded = Parser(grammar, ignore_case=True).parse(sentence, asked)
    assert folded.trees == ("(S (VP (Verb Book) (NP (Det the) (Nominal (Noun Flight)))))",)


@given(grammars(weighted=True, most=7), SENTENCES)
def test_the_normal_form_keeps_the_probability_of_a_sentence(grammar, words):
    """Its probability is the sum over all derivations, those through circles included: by powers of the unit
    rules it is that of the normal form.
    """
    units = sum(rule.unit for rule in grammar.rules)
    totals = {
        left: sum(r.probability for r in grammar.rules if r.left == left) for left in grammar.nonterminals
    }
    if units > 1 or max(totals.values()) > 1 or all(rule.unit for rule in grammar.rules):
        return  # chains of one unit rule: no circles but to itself
    if any(rule.unit and rule.right[0].name == rule.left for rule in grammar.rules):
        return
    normal = cnf.normal_form(grammar)
    if grammar.start not in {rule.left for rule in normal.rules}:
        return
    expected = sum(probability(rules) for _, rules in parses(grammar, words))
    found = sum(probability(rules) for _, rules in parses(normal, words))
    assert found == pytest.approx(expected, rel=1e-9)


BOTH_WAYS = "S -> S S [0.5]\nS -> a [0.5]\n"  # as many parses as there are binary trees


def test_what_the_k_best_parses_look_at_grows_with_their_items_alone(monkeypatch):
    """Not with all items of the forest, which are as many as the square of the words."""
    sizes, asked = [20, 40, 80], []
    for size in sizes:
        amounts = counting(monkeypatch, forest.Forest, "ways", lambda *_: 1)
        found = parsed(notation.parse(BOTH_WAYS), ["a"] * size, count=False, k_best=3)
        monkeypatch.undo()
        assert len({one.tree for one in found.k_best}) == 3
        asked.append(sum(amounts))
    assert exponent(sizes, asked) < 1.3


@given(grammars(weighted=True), SENTENCES)
def test_the_weights_of_ranks_are_those_of_the_forest(grammar, words):
    """The best of each item is the number that the arrays have, to the last bit, chains of unit rules too."""
    parser = Parser(binary(grammar))
    line = SentenceLine(tuple(words))
    if any(not parser.lexical(word) for word in words) or not parser.chart(line).recognised:
        return
    packed = forest.Forest(parser.grammar, parser.chart(line))
    ranked, rank = derivations._Ranked(packed), 0
    while ranked.has(packed.root, rank):
        rank += 1
    for item, (taken, _, _) in ranked.lists.items():
        assert not taken or -taken[0][0] == packed.best[item]
