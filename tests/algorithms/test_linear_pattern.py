"""Regular expressions in linear time: `re` itself is the slow twin."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nerkit.algorithms import linear_pattern
from nerkit.algorithms.linear_pattern import LinearPattern
from nerkit.algorithms.linear_program import LARGEST, PatternSearch
from nerkit.exceptions import UsageError

ATOMS = st.sampled_from(["a", "b", ".", "[ab]", "[^a]", "\\w", "$", "^", "\\b", "()"])
TREES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda pair: f"(?:{pair[0]}|{pair[1]})"),
        inner.map(lambda one: f"({one})"),
        inner.map(lambda one: f"(?={one})"),
        inner.map(lambda one: f"(?!{one})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,3}", "*?", "+?", "??", "*+"])).map(
            lambda pair: f"(?:{pair[0]}){pair[1]}"
        ),
    ),
    max_leaves=6,
)


@pytest.fixture(autouse=True)
def no_quick_way(monkeypatch):
    """`re` does none of the work."""
    monkeypatch.setattr(linear_pattern, "FEW_WAYS", 0)


def spans(pattern, text):
    return [match.span() for match in re.finditer(pattern, text)]


@given(TREES, st.text("ab\n", max_size=8))
@example("(?:a*)*", "aab")
@example("(?:|a)+", "aa")
@example("a*?", "aa")
def test_matches_are_those_of_re(pattern, text):
    """Where each match begins and ends, empty ones too."""
    assert [groups[:2] for groups in LinearPattern(pattern).finditer(text)] == spans(pattern, text)
    assert LinearPattern(pattern).fullmatch(text) == (re.fullmatch(pattern, text) is not None)


@given(TREES, TREES, TREES, st.text("ab", max_size=8))
def test_groups_are_those_of_re(before, inner, after, text):
    """What each of three groups behind one another takes of a match."""
    plain = [part.replace("(", "(?:").replace("(?:?", "(?") for part in (before, inner, after)]
    pattern = "({})({})({})".format(*plain)
    expected = [
        tuple(end for group in range(4) for end in match.span(group)) for match in re.finditer(pattern, text)
    ]
    assert list(LinearPattern(pattern).finditer(text)) == expected


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(a*)*b", "a" * 20_000),
        ("((a+)+)+$", "a" * 5_000 + "!"),
        ("a?" * 26 + "b", "a" * 30),
        ("(a|a)*(?=c)", "a" * 5_000),
        ("(x+x+)+y", "x" * 5_000),
    ],
)
def test_what_explodes_in_re_takes_steps_in_proportion(pattern, text):
    """An instruction is carried out at most a few times at a place."""
    searched = LinearPattern(pattern)
    run = PatternSearch(text)
    run.match(searched.program, 0, 2 * searched.groups)
    assert run.steps <= 3 * len(searched.program) * (len(text) + 1)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(" * 101 + "a" + ")" * 101, "more than 100 nested groups"),
        ("(a)\\1", "refers to its groups"),
        ("(?<=a)b", "looks back"),
        ("(?:a{1000}){1000}", f"more than {LARGEST:,} instructions"),
    ],
)
def test_what_nothing_bounds_is_refused(pattern, message):
    """Before any text is looked at."""
    with pytest.raises(UsageError, match=message):
        LinearPattern(pattern)


def test_classes_and_flags():
    """Ranges, categories, what is not in a class, letters of either case, and lines."""
    for pattern, text in (
        (r"(?i)^stra.e$", "STRAße"),
        (r"[^\W\d_]+", "a1_é b"),
        (r"(?m)^\d{2,3}$", "1\n22\n333\n4444"),
        (r"(?s)a.b", "a\nb"),
        (r"(?i:A)b", "ab AB"),
        (r"\A[a-f]+\Z", "abcdef"),
    ):
        assert [one[:2] for one in LinearPattern(pattern).finditer(text)] == spans(pattern, text)


@given(TREES, st.text("ab", max_size=8))
def test_re_does_what_has_few_ways(pattern, text):
    """With the same matches."""
    slow = [groups[:2] for groups in LinearPattern(pattern).finditer(text)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linear_pattern, "FEW_WAYS", 10**9)
        assert [groups[:2] for groups in LinearPattern(pattern).finditer(text)] == slow


@pytest.mark.parametrize(
    "pattern", ["(a*)*b", "((a+)+)+$", "a?" * 26 + "b", "(a|a)*c", "(?:a*b*){30}c", "a*a*a*a*b"]
)
def test_re_does_nothing_that_may_explode(pattern, monkeypatch):
    """What has many ways is never given to it."""
    monkeypatch.setattr(linear_pattern, "FEW_WAYS", 100_000)
    assert not LinearPattern(pattern)._is_quick(30)
    assert LinearPattern("a?b*c+")._is_quick(30)
