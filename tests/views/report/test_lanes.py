"""Items above and below lines of text."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.views.report import lanes
from nerkit.views.report.lanes import LINE, Item, cut, lines


def test_columns_lie_between_borders():
    """The example of the module: two items of gold and one of the system, one of them inside the other."""
    (line,) = lines("Anna Lind lives", [Item(0, 9, 0, 0), Item(0, 4, 1, 1), Item(5, 9, 0, 2)], 2)
    assert line.columns == ["Anna", " ", "Lind", " lives"]
    gold, system = line.layers
    assert [[(piece.key, piece.first, piece.last) for piece in lane] for lane in gold] == [
        [(0, 0, 3)],
        [(2, 2, 3)],
    ]
    assert [[(piece.key, piece.first, piece.last) for piece in lane] for lane in system] == [[(1, 0, 1)]]


def test_fragments_and_gaps_share_a_lane():
    """`pain … leg` above `pain in the left arm and leg`; another item in the gap has its own lane."""
    text = "pain in the left arm and leg"
    torn = Item(0, 28, 0, 0, [(0, 4), (25, 28)])
    (line,) = lines(text, [torn, Item(12, 20, 0, 1)], 1)
    first, second = line.layers[0]
    assert ["".join(line.columns[piece.first : piece.last]) for piece in first] == [
        "pain",
        " in the left arm and ",
        "leg",
    ]
    assert [(piece.begins, piece.gap) for piece in first] == [(True, False), (False, True), (False, False)]
    assert [piece.key for piece in second] == [1]


def test_lines_end_at_blanks_and_breaks():
    """No line is longer than LINE, and together they are the text."""
    text = "one two\n" + "word " * 40 + "x" * 200
    pieces = [text[begin:end] for begin, end in cut(text)]
    assert "".join(pieces) == text
    assert max(map(len, pieces)) <= LINE
    assert pieces[0] == "one two\n"
    assert list(cut("")) == [(0, 0)]


items = st.lists(
    st.tuples(st.integers(0, 150), st.integers(0, 40), st.integers(0, 1), st.integers(0, 9)), max_size=12
)


@given(st.text("ab \n", min_size=1, max_size=150), items)
def test_every_item_begins_once_and_none_overlap_in_a_lane(text, drawn):
    """Whatever overlaps and wherever lines end; an item goes on as long as it covers text."""
    listed = []
    for key, (begin, length, layer, torn) in enumerate(drawn):
        start, end = min(begin, len(text)), min(begin + length, len(text))
        parts = [(start, start + torn), (end - torn, end)] if 0 < 2 * torn < end - start else []
        listed.append(Item(start, end, layer, key, parts))
    begun = []
    for line in lines(text, listed, 2):
        for layer, of_layer in enumerate(line.layers):
            for lane in of_layer:
                assert all(left.last <= right.first for left, right in pairwise(lane))
                for piece in lane:
                    assert 0 <= piece.first < piece.last <= len(line.columns)
                    assert listed[piece.key].layer == layer
                    begun += [piece.key] if piece.begins else []
    assert sorted(begun) == list(range(len(listed)))


@given(items)
def test_no_more_than_so_many_lanes(drawn):
    """Items are left out only where the lanes of their layer are taken, and stay in their order."""
    every = [Item(start, start + size, layer, number) for number, (start, size, layer, _) in enumerate(drawn)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lanes, "MOST_LANES", 2)
        kept = lanes.with_lanes(every, 2)
    assert kept == [item for item in every if item in kept]

    def at(item):
        return range(item.start, max(item.end, item.start + 1))

    for layer in (0, 1):
        places = [place for item in kept if item.layer == layer for place in at(item)]
        assert all(places.count(place) <= 2 for place in set(places))
        for item in every:
            if item.layer == layer and item not in kept:
                assert places.count(item.start) == 2
    assert lanes.with_lanes(every, 2) == every
