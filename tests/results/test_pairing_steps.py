"""The machine that pairs items step by step, beside a slow twin and by hand."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, Column
from nerkit.algorithms.keys import join
from nerkit.results.errors import CORRECT, MISSED, SPURIOUS, Items
from nerkit.results.pairing_steps import GOLD, SYSTEM, Alone, Equal, ItemPairing, Near

KINDS = (CORRECT, "label", "merged", "split", "near", MISSED, SPURIOUS)
STEPS = (
    Equal("document start end label", CORRECT),
    Equal("document start end", "label"),
    Near("document", "label", "near", ("merged", "split")),
    Alone(MISSED, GOLD),
    Alone(SPURIOUS, SYSTEM),
)
ROW = st.tuples(st.integers(0, 1), st.integers(0, 6), st.integers(1, 4), st.integers(0, 1))
ROWS = st.lists(ROW, max_size=8)


def paired(gold, system, steps=STEPS):
    """The pairs of rows (document, start, length, label) as (class, gold row, system row), in their order."""
    rows = np.array([*gold, *system], np.int64).reshape(-1, 4).T
    columns = {"document": rows[0], "start": rows[1], "end": rows[1] + rows[2], "label": rows[3]}
    pairing = ItemPairing(KINDS, len(gold), columns)
    pairing.run(steps)
    items = Items(Column([0, 1], rows[3][: len(gold)])), Items(Column([0, 1], rows[3][len(gold) :]))
    found = pairing.errors(["a", "b"], items, "document start end gold system")
    kinds = [KINDS[code] for code in found.kind.tolist()]
    return list(zip(kinds, found.gold.tolist(), found.system.tolist(), strict=True))


@pytest.mark.parametrize(
    ("gold", "system", "expected"),
    [
        ([(0, 0, 4, 0), (0, 6, 3, 1)], [(0, 0, 4, 0), (0, 6, 2, 0)], [(CORRECT, 0, 0), ("near", 1, 1)]),
        ([(0, 0, 2, 0)], [(0, 0, 2, 1)], [("label", 0, 0)]),
        ([(0, 0, 2, 0), (0, 2, 2, 0)], [(0, 0, 4, 0)], [("merged", 0, 0), ("merged", 1, 0)]),
        ([(0, 0, 4, 0)], [(0, 0, 2, 0), (0, 2, 2, 0)], [("split", 0, 0), ("split", 0, 1)]),
        ([(0, 0, 2, 0)], [(1, 0, 2, 0)], [(MISSED, 0, NONE), (SPURIOUS, NONE, 0)]),
        ([], [], []),
    ],
)
def test_steps_by_hand(gold, system, expected):
    """Each row is taken by the first step that finds a partner for it."""
    assert paired(gold, system) == expected


@given(ROWS, ROWS)
def test_every_row_is_listed_and_all_but_merged_ones_once(gold, system):
    """A row stands in one pair, but for the one that several others are merged into or split from."""
    found = paired(gold, system)
    once = [pair for pair in found if pair[0] not in ("merged", "split")]
    for side, rows in ((1, gold), (2, system)):
        count = Counter(pair[side] for pair in once if pair[side] != NONE)
        assert set(count.values()) <= {1}
        assert {pair[side] for pair in found} - {NONE} == set(range(len(rows)))


@given(ROWS, ROWS)
def test_equal_rows_pair_as_often_as_both_sides_have_them(gold, system):
    """The slow twin counts keys: the sum of the smaller numbers."""
    found = [pair for pair in paired(gold, system) if pair[0] == CORRECT]
    assert len(found) == sum((Counter(gold) & Counter(system)).values())
    assert all(gold[ours] == system[theirs] for _, ours, theirs in found)


@given(st.lists(st.integers(0, 3), max_size=9), st.lists(st.integers(0, 3), max_size=9))
def test_equal_rows_pair_in_turn_as_the_best_matching_does(gold, system):
    """Of equal keys the first with the first, which is the choice of the solver too."""
    keys = np.array([*gold, *system], np.int64)
    pairing = ItemPairing(KINDS, len(gold), {"document": keys})
    ours, theirs = pairing.equal(keys)
    left, right = join(*np.split(keys, [len(gold)]))
    chosen = best_matching(left, right, np.ones(len(left)))
    assert sorted(zip(ours.tolist(), (theirs - len(gold)).tolist(), strict=True)) == sorted(
        zip(left[chosen].tolist(), right[chosen].tolist(), strict=True)
    )


def test_a_column_may_say_which_rows_a_step_takes():
    """The others stay free for the next one."""
    columns = {"document": np.zeros(3, np.int64), "odd": np.array([0, 1, 0])}
    pairing = ItemPairing(KINDS, 3, columns)
    pairing.run([Alone("label", GOLD, "odd")])
    assert [rows.tolist() for rows in pairing.sides()] == [[0, 2], []]
