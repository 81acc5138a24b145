"""Items above and below sentences that flow."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.views.report import flow
from nerkit.views.report.flow import (
    STEP,
    Excerpt,
    Item,
    cut,
    excerpts,
    in_rows,
    label_width,
    near,
    sentences,
    text_width,
)


def texts(sentence, key):
    """The text of the segments at which an item has a piece that is no gap."""
    return [
        segment.text
        for segment in sentence.segments
        for piece in (*segment.above, *segment.below)
        if piece.key == key and not piece.gap
    ]


def test_segments_lie_between_borders():
    """The example of the module: two items of gold and one of the system, one of them inside the other."""
    (one,) = sentences("Anna Lind lives", [Item(0, 9, 0, 0), Item(0, 4, 1, 1), Item(5, 9, 0, 2)], 2)
    assert [segment.text for segment in one.segments] == ["Anna", " ", "Lind", " lives"]
    assert [[(p.key, p.row, p.begins) for p in segment.above] for segment in one.segments] == [
        [(0, 0, True)],
        [(0, 0, False)],
        [(0, 0, False), (2, 1, True)],
        [],
    ]
    assert [[(p.key, p.row) for p in segment.below] for segment in one.segments] == [[(1, 0)], [], [], []]


def test_lines_may_end_inside_items():
    """Behind the blanks of a long item, and within words without an end; text alone flows by itself."""
    long = "New York City and all of its boroughs"
    text = f"no item here New York City 漢{'字' * 40} {long}"
    items = [Item(13, 26, 0, 0), Item(27, 68, 1, 1), Item(69, 69 + len(long), 0, 2)]
    (one,) = sentences(text, items, 2)
    assert one.segments[0].text == "no item here "
    assert texts(one, 0) == ["New York City"]
    assert max(map(len, texts(one, 1))) <= 16
    assert [text.strip() for text in texts(one, 2)] == long.split()


def test_words_are_not_torn():
    """A line does not end inside a word at the border of an item or a difference, nor before a blank."""
    differs = np.array([10, 11])
    text = "Dr. Li of Berlin and all"
    (one,) = sentences(text, [Item(0, 6, 0, 0), Item(0, 3, 1, 1)], 2, (text, differs))
    words = ["".join(segment.text for segment in word) for word in one.unbroken]
    assert words == ["Dr. ", "Li ", "of ", "Berlin ", "and ", "all"]
    (one,) = sentences("Erfurter Straße", [Item(0, 6, 0, 0)], 2)
    assert [[segment.text for segment in word] for word in one.unbroken] == [["Erfurt", "er "], ["Straße"]]


def test_fragments_and_gaps_share_a_row():
    """`pain … leg` above `pain in the left arm and leg`; another item in the gap has its own row."""
    torn = Item(0, 28, 0, 0, [(0, 4), (25, 28)])
    (one,) = sentences("pain in the left arm and leg", [torn, Item(12, 20, 0, 1)], 1)
    assert texts(one, 0) == ["pain", "leg"]
    assert {p.row for segment in one.segments for p in segment.above if p.key == 0} == {0}
    assert {p.row for segment in one.segments for p in segment.above if p.key == 1} == {1}


def test_systems_stand_below_each_other():
    """The second system begins where the rows of the first end."""
    (one,) = sentences("abcd", [Item(0, 4, 1, 0), Item(0, 2, 1, 1), Item(0, 4, 2, 2)], 3)
    assert {(p.key, p.row) for p in one.segments[0].below} == {(0, 0), (1, 1), (2, 2)}


def test_sentences_end_at_breaks_alone():
    """However long they are; together they are the text."""
    text = "one two\n" + "word " * 400 + "\n\nx"
    pieces = [text[begin:end] for begin, end in cut(text)]
    assert pieces == ["one two\n", "word " * 400 + "\n", "\n", "x"]
    assert list(cut("")) == [(0, 0)]


@pytest.mark.parametrize(
    ("text", "rtl"), [("abc", False), ("12 שלום", True), ("a שלום", False), ("سلام", True)]
)
def test_direction_is_that_of_the_first_letter(text, rtl):
    (one,) = sentences(text, [], 1)
    assert one.rtl == rtl


items = st.lists(
    st.tuples(st.integers(0, 150), st.integers(0, 40), st.integers(0, 1), st.integers(0, 9)), max_size=12
)


@given(st.text("ab \n", min_size=1, max_size=150), items)
def test_every_item_begins_once_and_none_overlap_in_a_row(text, drawn):
    """Whatever overlaps and wherever sentences end; the segments are the text, and cover what items cover."""
    listed = []
    for key, (begin, length, layer, torn) in enumerate(drawn):
        start, end = min(begin, len(text)), min(begin + length, len(text))
        parts = [(start, start + torn), (end - torn, end)] if 0 < 2 * torn < end - start else []
        listed.append(Item(start, end, layer, key, parts))
    begun, ended, covered, shown = [], [], {item.key: 0 for item in listed}, ""
    for one in sentences(text, listed, 2):
        for segment in one.segments:
            shown += segment.text
            for layer, pieces in enumerate((segment.above, segment.below)):
                assert len({piece.row for piece in pieces}) == len(pieces)
                for piece in pieces:
                    assert listed[piece.key].layer == layer
                    begun += [piece.key] if piece.begins else []
                    ended += [piece.key] if piece.ends else []
                    assert piece.key not in ended[:-1]
                    covered[piece.key] += 0 if piece.gap else len(segment.text)
    assert shown == text.replace("\n", " ")
    assert sorted(begun) == sorted(ended) == list(range(len(listed)))
    for item in listed:
        if not item.parts:
            assert covered[item.key] >= item.end - item.start


@given(st.text("ai 漢", min_size=1, max_size=60), items, st.lists(st.text("abc", max_size=9), min_size=12))
def test_labels_overhang_and_none_reaches_the_next(text, drawn, labels):
    """Room is given behind a text only where a label would reach the next label of its row."""
    listed = []
    for key, ((begin, length, layer, _), label) in enumerate(zip(drawn, labels, strict=False)):
        start, end = min(begin, len(text)), min(begin + length, len(text))
        listed.append(Item(start, end, layer, key, (), label_width(label, wrong=True)))
    (one,) = sentences(text, listed, 2)
    at, reached, needed = 0.0, {}, set()
    bare, widest = 0.0, {}
    for number, segment in enumerate(one.segments):
        for side, pieces in enumerate((segment.above, segment.below)):
            for piece in pieces:
                if piece.begins:
                    assert reached.get((side, piece.row), 0) <= at + 1e-9
                    needed |= {number} if widest.get((side, piece.row), 0) > bare else set()
                    reached[side, piece.row] = at + listed[piece.key].wide
                    widest[side, piece.row] = bare + listed[piece.key].wide
        bare += text_width(segment.text)
        at += text_width(segment.text) + STEP * segment.room
    assert {number + 1 for number, segment in enumerate(one.segments) if segment.room} == needed


@given(items)
def test_no_more_than_so_many_rows(drawn):
    """Items are left out only where the rows of their layer are taken, and stay in their order."""
    every = [Item(start, start + size, layer, number) for number, (start, size, layer, _) in enumerate(drawn)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flow, "MOST_ROWS", 2)
        kept = in_rows(every, 2)
    assert kept == [item for item in every if item in kept]

    def at(item):
        return range(item.start, max(item.end, item.start + 1))

    for layer in (0, 1):
        places = [place for item in kept if item.layer == layer for place in at(item)]
        assert all(places.count(place) <= 2 for place in set(places))
        for item in every:
            if item.layer == layer and item not in kept:
                assert places.count(item.start) == 2
    assert in_rows(every, 2) == every


@given(st.text("ab \n", max_size=60), st.data(), st.integers(0, 12))
def test_excerpts_have_their_places_and_lie_in_sentences(text, data, context):
    offsets = st.integers(0, len(text))
    places = [tuple(sorted(pair)) for pair in data.draw(st.lists(st.tuples(offsets, offsets), max_size=4))]
    found = excerpts(text, places, context)
    lines = list(cut(text))
    for one in found:
        begin, end = lines[one.number - 1]
        assert begin <= one.begin <= one.end <= end
        assert (one.before, one.after) == (one.begin > begin, one.end < end)
    assert all(a.end <= b.begin for a, b in pairwise(found))
    shown = {at for one in found for at in range(one.begin, one.end)}
    for start, stop in places:
        assert set(range(start, stop)) <= shown
    touched = {n for n, (a, b) in enumerate(lines, 1) for at, to in places if at < b and max(to, at + 1) > a}
    assert {one.number for one in found} == touched | (
        {len(lines)} if any(at == len(text) for at, _ in places) else set()
    )


def test_excerpts_of_any_context_are_whole_sentences():
    text = "one two\nthree four five\nsix"
    assert excerpts(text, [(14, 18)], 10**9) == [Excerpt(8, 24, 2)]


def test_excerpts_end_at_words_that_are_not_very_long():
    assert excerpts("one two three four", [(8, 13)], 2) == [Excerpt(4, 18, 1, before=True)]
    long_word = "x" * 100
    assert excerpts(f"{long_word} a {long_word}", [(101, 102)], 5) == [
        Excerpt(96, 107, 1, before=True, after=True)
    ]


def test_items_outside_of_excerpts_are_not_drawn():
    items = [Item(0, 3, 0, 0), Item(8, 13, 0, 1), Item(14, 18, 1, 2)]
    parts = excerpts("one two three four", [(8, 13)], 0)
    kept = near(items, parts)
    assert [item.key for item in kept] == [1]
    (sentence,) = sentences("one two three four", kept, 2, parts=parts)
    assert "".join(segment.text for segment in sentence.segments) == "three"
