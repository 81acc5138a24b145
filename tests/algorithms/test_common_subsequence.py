"""A longest common subsequence, compared with the table of all lengths."""

from hypothesis import given
from hypothesis import strategies as st
from slow_subsequence import walk

from nerkit.algorithms.common_subsequence import common_subsequence, earliest_subsequence

LISTS = st.one_of(*(st.lists(st.integers(0, most), max_size=70) for most in (1, 2, 5, 30)))


@given(LISTS, LISTS)
def test_it_is_the_one_of_the_table(first, second):
    """Of several longest ones, the same as a walk through the table of all lengths takes."""
    assert common_subsequence(first, second) == walk(first, second)


def test_by_hand():
    """A match comes before leaving out of the first list, and that before leaving out of the second."""
    assert common_subsequence([1, 2], [2, 1]) == [(1, 0)]
    assert common_subsequence([1, 2, 1], [1, 1]) == [(0, 0), (2, 1)]
    assert common_subsequence([], [1]) == common_subsequence([1], []) == common_subsequence([1], [2]) == []


def test_long_lists():
    """Twenty thousand values on each side, of which all but the first of one stand on the other."""
    values = [place % 13 for place in range(20_000)]
    assert common_subsequence(values, values[1:]) == [(i, i - 1) for i in range(1, 20_000)]


@given(LISTS, LISTS)
def test_the_earliest_one_is_that_of_a_walk_from_the_end(first, second):
    """It leaves out values of the second list, then of the first, while none is lost; then it matches."""
    table = {}
    for i in range(len(first) + 1):
        for j in range(len(second) + 1):
            same = i and j and first[i - 1] == second[j - 1]
            others = table.get((i - 1, j), 0), table.get((i, j - 1), 0)
            table[i, j] = max(*others, (table.get((i - 1, j - 1), 0) + 1) if same else 0)
    places, i, j = [], len(first), len(second)
    while i and j:
        if table[i, j] == table[i, j - 1]:
            j -= 1
        elif table[i, j] == table[i - 1, j]:
            i -= 1
        else:
            i, j = i - 1, j - 1
            places.append((i, j))
    assert earliest_subsequence(first, second) == places[::-1]
