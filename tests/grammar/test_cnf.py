"""The normal form by hand: names, order, shared beginnings, probabilities."""

import pytest

from nerkit.exceptions import NerkitError
from nerkit.grammar import cnf, notation
from nerkit.grammar.binary import binary
from nerkit.grammar.parsing import ParseOptions, Parser, SentenceLine


def lines(text):
    """The rules of the normal form."""
    return [notation.line(rule) for rule in cnf.normal_form(notation.parse(text)).rules]


def test_words_in_longer_rules():
    """The lecture's example."""
    assert lines("INF_VP -> 'to' VP\nVP -> 'go'") == ["INF_VP -> TO VP", "TO -> 'to'", "VP -> 'go'"]


def test_names_do_not_collide():
    """With nonterminals, with other words, with each other."""
    assert lines("S -> 'to' TO 'To' ',' | X1\nTO -> 'x'\nX1 -> 'y'")[:6] == [
        *("S -> X3 _", "TO_1 -> 'to'", "TO_2 -> 'To'", "_ -> ','", "X2 -> TO_1 TO", "X3 -> X2 TO_2")
    ]


def test_equal_beginnings_share_a_symbol():
    """X1 in the order in which it is needed."""
    assert lines("S -> A B A | A B B\nA -> 'a'\nB -> 'b'") == [
        *("S -> X1 A", "X1 -> A B", "S -> X1 B", "A -> 'a'", "B -> 'b'")
    ]


def test_unit_rules_reach_through_others():
    """Right sides that are not units come up; two ways to one rule are one rule."""
    assert lines("S -> A | B\nA -> C | 'x'\nB -> 'x'\nC -> 'z' 'z'") == [
        *("S -> 'x'", "S -> Z Z", "Z -> 'z'", "A -> Z Z", "A -> 'x'", "B -> 'x'", "C -> Z Z")
    ]


def test_probabilities():
    """Of chains they are multiplied, of several ways to one rule added."""
    text = "S -> A [0.5] | B [0.5]\nA -> 'x' [0.4] | 'y' [0.6]\nB -> 'x' [1.0]"
    normal = cnf.normal_form(notation.parse(text))
    chances = {notation.right_side(one): one.probability for one in normal.rules if one.left == "S"}
    assert chances == pytest.approx({"'x'": 0.7, "'y'": 0.3})
    assert normal.sums() == pytest.approx({"S": 1, "A": 1, "B": 1})


def test_circles_have_the_probability_of_all_their_rounds():
    """S -> A -> S -> … -> 'a': 0.5 / (1 - 0.25) through all rounds."""
    normal = cnf.normal_form(notation.parse("S -> A [0.5] | 'b' [0.5]\nA -> S [0.5] | 'a' [0.5]"))
    assert normal.sums() == pytest.approx({"S": 1, "A": 1})
    chances = {notation.right_side(one): one.probability for one in normal.rules if one.left == "S"}
    assert chances == pytest.approx({"'a'": 0.25 / 0.75, "'b'": 0.5 / 0.75})


def test_what_derives_nothing():
    """No words at all, or a circle without an end."""
    with pytest.raises(NerkitError, match="no rule derives a word or two symbols"):
        cnf.normal_form(notation.parse("%start S\nS -> A\nA -> S"))
    with pytest.raises(NerkitError, match="unit rules of probability 1 form a cycle that no sentence leaves"):
        cnf.normal_form(notation.parse("S -> A [1.0]\nA -> S [1.0]\nB -> 'b' [1.0]"))


def test_a_start_that_only_derives_itself_has_no_rule_in_normal_form():
    """Sentences have no parse then; words of other rules are known."""
    grammar = notation.parse("S -> S\nA -> a\n")
    found = Parser(binary(cnf.normal_form(grammar))).parse(SentenceLine(("a",)), ParseOptions())
    assert (found.recognised, found.parses, found.unknown) == (False, 0, ())
