"""Formulas over long documents: their memory, their limits, and the best matching of sequences."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algebra import any_of, edit, levels, match_sequences, match_sets, overlap, record, same, sequences
from nerkit.exceptions import UsageError


def peak(run):
    """The result of a function, and the MB that it took."""
    tracemalloc.start()
    try:
        return run(), tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("values", [1, 2, 6_000])
def test_sequences_of_equalities_take_little_memory(values):
    """Six thousand elements on both sides, of one value, of two, and of as many."""
    gold = [at * at % values for at in range(6_000)]
    score, memory = peak(lambda: match_sequences(same, normalize="f1").score([gold], [gold]))
    assert score == 1
    assert memory < 40  # all pairs of one value would be 4 GB


def test_sequences_take_little_memory():
    """Only the way back through the table of best matchings is kept, two bits for each pair."""
    steps = [{"do": {at}, "with": at} for at in range(3_000)]
    inner = record({"do": match_sets(same), "with": same})
    score, memory = peak(lambda: match_sequences(inner, normalize="f1").score([steps], [steps[1:]]))
    assert score == pytest.approx(2 * 2_999 / 5_999)
    assert memory < 60


def test_readings_of_equalities_take_little_memory():
    """Gold with 300 readings of each of two fields, against 300 items that are equal in the first."""
    readings = tuple(f"a{at}" for at in range(300))
    gold = [{"x": (*readings, at), "y": (*readings, -at)} for at in range(300)]
    system = [{"x": "a0", "y": f"a{at}"} for at in range(300)]
    metric = match_sets(record(x=any_of(same), y=any_of(same)), normalize="f1")
    score, memory = peak(lambda: metric.score([gold], [system]))
    assert score == 1
    assert memory < 100


def test_equal_readings_are_one():
    """However often gold lists a reading, it is compared once."""
    metric = match_sets(record(x=any_of(same), n=same), "N:N")
    gold = [{"x": ("a",) * 1_000, "n": 0} for _ in range(100)]
    system = [{"x": "a", "n": 0}]
    score, memory = peak(lambda: metric.score([gold], [system]))
    assert score == 1
    assert memory < 40


MANY = {
    "N:1 sequence": (match_sequences(same, "N:1"), [1] * 5, [1] * 5),
    "multiset": (match_sets(same, "N:N", duplicates="multiset"), [1] * 5, [1] * 5),
    "edits": (match_sets(edit()), ["a", "b", "c", "d", "e"], ["v", "w", "x", "y", "z"]),
    "overlap": (match_sets(overlap()), [[0, 9 + at] for at in range(5)], [[1, 8 + at] for at in range(5)]),
    "readings": (match_sets(any_of(edit())), [("a", "b"), ("c", "d"), ("e", "f", "g")], ["x", "y", "z"]),
    "readings at pairs": (
        match_sets(record(t=match_sets(same), v=any_of(edit()))),
        [{"t": [1], "v": tuple("abcdef")}, {"t": [1], "v": tuple("ghijkl")}],
        [{"t": [1], "v": "x"}, {"t": [1], "v": "y"}],
    ),
}


@pytest.mark.parametrize("name", MANY)
def test_pairs_of_a_document_have_a_limit(name, monkeypatch):
    """Of each by itself; the error names the first document with more."""
    metric, gold, system = MANY[name]
    few = [gold[:1]] * 30, [system[:1]] * 30
    monkeypatch.setattr(levels, "MOST_FORMULA_PAIRS", 20)
    assert metric.score(*few) >= 0
    with pytest.raises(UsageError, match=r"^gold\[30\]: more than .* pairs of values.*; divide the document"):
        metric.score([*few[0], gold, gold], [*few[1], system, system])


def test_pairs_of_own_scores_have_a_limit(monkeypatch):
    """Those of a collection with itself, of which all count; the error names its document."""
    metric = match_sets(match_sets(edit(), "N:N"), normalize="f1")
    monkeypatch.setattr(levels, "MOST_FORMULA_PAIRS", 20)
    with pytest.raises(UsageError, match=r"^gold\[1\]: more than"):
        metric.score([[["a"]], [["b"]]], [[["a"]], [["c"], [*"vwxyz"]]])


def test_the_product_of_lengths_has_a_limit(monkeypatch):
    """Of elements that are equal or not, and of others."""
    monkeypatch.setattr(sequences, "MOST_ORDERED", 20)
    for inner, gold in ((same, [1, 2, 3, 4, 5]), (edit(), ["a", "b", "c", "d", "e"])):
        metric = match_sequences(inner)
        assert metric.score([gold[:4]], [gold]) == 4
        with pytest.raises(
            UsageError, match=r"^gold\[1\]: the sequences have 5 and 5 elements; their product"
        ):
            metric.score([gold[:1], gold], [gold[:1], gold])
    with pytest.raises(UsageError, match="the sequences have 5 and 5 elements"):
        sequences.best_in_order(np.arange(5), np.arange(5), np.ones(5), "1:1")


def at_once(weight, constraint):
    """The best matching by the whole table, the docstring of `sequences` written out."""
    rows, columns = weight.shape
    scores, taken = np.zeros((rows + 1, columns + 1)), np.zeros(weight.shape, bool)
    for i in range(1, rows + 1):
        for j in range(1, columns + 1):
            w = weight[i - 1, j - 1]
            above, before = scores[i - 1, j], scores[i, j - 1]
            if constraint == "1:1":
                scores[i, j] = max(above, before, scores[i - 1, j - 1] + w)
            elif constraint == "N:1":
                scores[i, j] = max(before, above + w)
            else:
                scores[i, j] = max(above, before) + w
    i, j = rows, columns
    while i and j:
        here, above, before = scores[i, j], scores[i - 1, j], scores[i, j - 1]
        if constraint == "N:N":
            taken[i - 1, j - 1] = True
            i, j = (i - 1, j) if above >= before else (i, j - 1)
        elif here == before:
            j -= 1
        elif constraint == "1:1" and here == above:
            i -= 1
        else:
            taken[i - 1, j - 1] = True
            i, j = i - 1, j - (constraint == "1:1")
    return taken & (weight > 0)


@given(
    st.dictionaries(st.tuples(st.integers(0, 9), st.integers(0, 7)), st.sampled_from([1, 2, 4]), min_size=1),
    st.sampled_from(["1:1", "N:1", "N:N"]),
    st.sampled_from([1, 5, 20, 1_000]),
)
def test_rows_at_a_time_give_the_same_matching(pairs, constraint, cells):
    """However many rows of the table are in memory, the same one of equally good matchings is taken."""
    i, j = np.array(list(pairs)).T
    i, j = (np.unique(side, return_inverse=True)[1] for side in (i, j))
    weight = np.zeros((i.max() + 1, j.max() + 1))
    weight[i, j] = value = np.array(list(pairs.values()), float)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sequences, "CELLS", cells)
        assert sequences.best_in_order(i, j, value, constraint).tolist() == (
            at_once(weight, constraint)[i, j].tolist()
        )


@given(st.lists(st.integers(0, 3), max_size=12), st.lists(st.integers(0, 3), max_size=12))
def test_a_subsequence_is_the_best_matching_of_equal_elements(gold, system):
    """Of several, the one that the table gives."""
    found = match_sequences(same).explain([gold], [system])
    pairs = {(row.gold_path, row.system_path) for row in found if row.similarity}
    weight = np.equal.outer(system, gold).astype(float).reshape(len(system), len(gold))
    expected = {(f"[{j}]", f"[{i}]") for i, j in np.argwhere(at_once(weight, "1:1"))}
    assert pairs == expected
