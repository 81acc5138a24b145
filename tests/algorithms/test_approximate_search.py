"""Approximate search, against an obvious twin that looks at every window."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms import approximate_search
from nerkit.algorithms.approximate_search import locate

WORK = 10**9


def distance(one, other):
    """Levenshtein's distance by its definition."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        row, above = [i], row
        for j, b in enumerate(other, 1):
            row.append(min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b)))
    return row[-1]


def slow(text, strings, threshold):
    """Every window of the text is looked at for every string, step by step."""
    windows = [(i, j) for i in range(len(text)) for j in range(i + 1, len(text) + 1)]
    used, chosen = [], [None] * len(strings)

    def words(window):
        return not any(0 < at < len(text) and text[at - 1 : at + 1].isalnum() for at in window)

    def overlaps(window):
        return any(window[0] < end and start < window[1] for start, end in used)

    steps = [
        lambda s, w: text[slice(*w)] == s and words(w) and not overlaps(w),
        lambda s, w: text[slice(*w)] == s and words(w) and w not in used,
        lambda s, w: text[slice(*w)] == s and not overlaps(w),
        lambda s, w: not overlaps(w) and distance(s, text[slice(*w)]) / len(s) <= threshold,
    ]
    for number, step in enumerate(steps):
        for place in sorted(range(len(strings)), key=lambda p: -len(strings[p])):
            s = strings[place]
            if chosen[place] is None and s:
                fitting = [w for w in windows if step(s, w)]
                if number == 3:
                    fitting.sort(key=lambda w: (distance(s, text[slice(*w)]), not words(w), w))
                if fitting:
                    chosen[place] = fitting[0]
                    used.append(fitting[0])
    return chosen


@given(
    st.text("ab ", max_size=14),
    st.lists(st.text("abc ", max_size=5), max_size=4),
    st.sampled_from([0, 0.2, 0.3, 0.5, 1, 2]),
)
def test_the_same_windows_as_by_looking_at_all(text, strings, threshold):
    """Bit vectors, cursors and bounds change nothing."""
    assert locate(text, strings, threshold, WORK).windows == slow(text, strings, threshold)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(approximate_search, "MANY", 0)  # places are looked up all at once
        assert locate(text, strings, threshold, WORK).windows == slow(text, strings, threshold)


TEXT = "The University of Oxford is in Oxford, where J. R. R. Tolkien\nlived."


@pytest.mark.parametrize(
    ("strings", "starts"),
    [
        (["Oxford"], ["Oxford"]),
        (["Oxford", "Oxford", "Oxford"], [18, 31, None]),
        (["Oxford", "University of Oxford"], [31, 4]),
        (["Oxford", "University of Oxford", "Oxford"], [31, 4, 18]),
        (["Oxfrd"], [18]),
        (["Oxxxxd", ""], [None, None]),
        (["J. R. R. Tolkien lived", "Tolkein"], [45, None]),
        (["Tolkein"], [54]),
        (["xfor"], [19]),
    ],
)
def test_examples(strings, starts):
    """Exact before approximate, free before nested, words before parts of words, each occurrence once."""
    windows = locate(TEXT, strings, 0.3, WORK).windows
    expected = [18 if at == "Oxford" else at for at in starts]
    assert [window and window[0] for window in windows] == expected


def test_a_window_is_whole_words_where_distances_are_equal():
    """`Tolki` is as near to `Tolkein` as `Tolkien` is."""
    assert locate("by Tolkien.", ["Tolkein"], 0.3, WORK).windows == [(3, 10)]


def test_the_threshold_is_inclusive():
    """3 of 10 characters are within 0.3."""
    assert locate("abcdefg---", ["abcdefghij"], 0.3, WORK).windows == [(0, 7)]
    assert locate("abcdef----", ["abcdefghij"], 0.3, WORK).windows == [None]


def test_nothing_to_find_and_nowhere():
    """Empty texts and lists are no special case."""
    assert locate("", ["a"], 1, WORK).windows == [None]
    assert locate("a", [], 1, WORK).windows == []
