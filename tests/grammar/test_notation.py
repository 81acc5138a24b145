"""Grammars as text: what is read, what is refused and where, what is told."""

import pytest

from nerkit.exceptions import InputError, UsageError
from nerkit.grammar import notation
from nerkit.grammar.rules import GrammarRule, Symbol

SHARED = "without a probability; these rules of a left side share the rest of 1 equally"


def rules(text):
    """Left side, right side with words in quotes, and probability of each rule."""
    return [(one.left, notation.right_side(one), one.probability) for one in notation.parse(text).rules]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("S -> NP VP\nNP -> 'she'", [("S", "NP VP", None), ("NP", "'she'", None)]),
        ("S -> she VP\nVP → runs", [("S", "'she' VP", None), ("VP", "'runs'", None)]),
        ("S ::= 'a'|\"b\" | 'c'", [("S", "'a'", None), ("S", "'b'", None), ("S", "'c'", None)]),
        ("S --> 'a' [1e-5] | 'b' [.99999]", [("S", "'a'", 1e-5), ("S", "'b'", 0.99999)]),
        ("S->NP\nNP -> 'x'  # why not", [("S", "NP", None), ("NP", "'x'", None)]),
        ("# c\n\nS -> 'a'\n  | 'b'", [("S", "'a'", None), ("S", "'b'", None)]),
        ("S -> PRP$ -NONE- , NP^<S> NP|<DT-NN> 'x'", [("S", "PRP$ -NONE- , NP^<S> NP\\|<DT-NN> 'x'", None)]),
        ("S -> 'it\\'s' '\\\\' '1\\/2' \"'s\"", [("S", "\"it's\" '\\\\' '1\\/2' \"'s\"", None)]),
        (r"S -> \# \| \'\' 'x'", [("S", r"\# \| \'\' 'x'", None)]),
        ("S -> 'a' [0.5] | 'b'", [("S", "'a'", 0.5), ("S", "'b'", 0.5)]),
        ("S -> 'a' [0.25] | 'b' [0.5] | 'a' [0.25]", [("S", "'a'", 0.5), ("S", "'b'", 0.5)]),
    ],
)
def test_notations(text, expected):
    """NLTK's and the textbooks'."""
    assert rules(text) == expected


def test_start():
    """Named, or the first left side."""
    assert notation.parse("S -> 'a'").start == "S"
    assert notation.parse("%start NP # here\nS -> 'a'\nNP -> 'b'").start == "NP"
    assert notation.starting(notation.parse("S -> 'a'\nNP -> 'b'"), "NP").start == "NP"
    with pytest.raises(UsageError, match="unknown start symbol 'NPP'; did you mean 'NP'"):
        notation.starting(notation.parse("S -> 'a'\nNP -> 'b'"), "NPP")


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("S -> 'a'\nNP Det N", "x:2:1", "the rule has no arrow"),
        ("S -> 'a'\n  -> N", "x:2:3", "the rule has no left side"),
        ("A B -> 'a'", "x:1:3", "the left side is not one nonterminal"),
        ("'a' -> 'a'", "x:1:1", "the left side is not one nonterminal"),
        ("S -> 'a'\nNP ->", "x:2:6", "the right side of NP is empty"),
        ("S -> 'a' | | 'b'", "x:1:12", "the right side of S is empty"),
        ("S -> 'a' |", "x:1:11", "the right side of S is empty"),
        ("S -> [1.0]", "x:1:6", "the right side of S is empty"),
        ("S -> # nothing", "x:1:5", "the right side of S is empty"),
        ("S -> ''", "x:1:6", "the word is empty or has a blank"),
        ("S -> 'a b'", "x:1:6", "the word is empty or has a blank"),
        ("S -> 'a", "x:1:6", "the quote is not closed"),
        ("S -> 'a' [half]", "x:1:10", "'half' is not a number"),
        ("S -> 'a' [0.5", "x:1:10", "the bracket of the probability is not closed"),
        ("S -> 'a' [1.5]", "x:1:10", "the probability is 1.5"),
        ("S -> 'a' [nan]", "x:1:10", "the probability is nan"),
        ("S -> [0.5] 'a'", "x:1:12", "the probability must be at the end of its alternative"),
        ("%start", "x:1:7", "%start must name one nonterminal"),
        ("%start S NP\nS -> 'a'", "x:1:9", "%start must name one nonterminal"),
        ("%start S\n%start S\nS -> 'a'", "x:2:1", "the file gives %start twice"),
        ("%start X\nS -> 'a'", "x:1:8", "the start symbol X has no rules"),
        ("# nothing\n", "x", "no rules"),
    ],
)
def test_what_is_refused(text, place, problem):
    """With its place, the line and what to do."""
    with pytest.raises(InputError) as caught:
        notation.parse(text, "x")
    assert (caught.value.place, caught.value.problem) == (place, problem)
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("S -> 'a' [0.5] | 'b' [0.4]", "x: probabilities that do not sum to 1: S 0.9"),
        ("S -> A [1.0]\nA -> 'b' [0.75] | 'c' [0.75]", "x: probabilities that do not sum to 1: A 1.5"),
        ("S -> NP 'a'", "x: 1 nonterminal without rules derives nothing: NP"),
        ("S -> 'a' | 'b'\nS -> 'a'", "x: 1 rule given again (line 2); nerkit counts a rule once"),
        (
            "S -> 'a' [0.5] | 'a' [0.5]",
            "x: 1 rule given again (line 1); nerkit counts a rule once; its probabilities are added",
        ),
        ("S -> 'a' [0.5] | 'b' | 'c'", f"x: 2 rules {SHARED}"),
    ],
)
def test_what_is_told(text, warning):
    """The grammar is read all the same."""
    assert notation.parse(text, "x").warnings == (warning,)


def test_small_deviations_are_no_matter():
    """Files print a few digits."""
    assert notation.parse("S -> 'a' [0.33333] | 'b' [0.33333] | 'c' [0.33333]").warnings == ()


@pytest.mark.parametrize("name", ["", "a b", "a\tb"])
def test_what_cannot_be_written(name):
    """Names with blanks."""
    with pytest.raises(UsageError, match="a grammar cannot hold the name"):
        notation.line(GrammarRule("S", (Symbol(name, word=True),)))
