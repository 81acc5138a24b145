"""Matching of entities of texts that differ."""

import numpy as np
import pytest

import nerkit
from nerkit.corpora.corpus import Batch
from nerkit.scorers.noisy import matching
from nerkit.scorers.noisy.alignment import AlignedTexts, Ranges
from nerkit.scorers.noisy.scorer import TASK


@pytest.mark.parametrize(
    ("start", "end", "wanted"),
    [
        (2, 10, (0, 10)),  # four of six characters of the first word
        (3, 10, (0, 10)),  # half of it
        (4, 10, (7, 10)),  # less than half
        (0, 2, (0, 2)),  # nothing would be left
        (0, 8, (0, 6)),  # less than half of the last word
        (0, 9, (0, 10)),
        (2, 4, (2, 4)),
        (0, 3, (0, 6)),  # half of the word at its end
        (8, 10, (7, 10)),  # two of three characters of the last word
        (9, 10, (9, 10)),  # nothing would be left of the last word
        (10, 12, (10, 12)),  # behind the last word
    ],
)
def test_edges_are_moved_to_those_of_words(start, end, wanted):
    """A word belongs to a span that has half of it, or all of it; without the flags nothing moves."""
    words = np.array([[0, 6], [7, 10]])
    for flag in (True, False):
        flags = np.array([flag])
        found = matching._snapped(np.array([start]), np.array([end]), words, (flags, flags))
        assert tuple(int(side[0]) for side in found) == (wanted if flag else (start, end))


def test_the_first_range_inside_another_of_its_document():
    """Of two documents with the same offsets each has its own; where none begins inside, the end."""
    columns = ([0, 0, 1, 1, 1, 2], [0, 3, 0, 2, 20, 0], [10, 5, 4, 3, 25, 9])
    ranges = Ranges(*(np.array(column) for column in columns))
    assert matching._first_inside(ranges).tolist() == [3, 5, 2, 3, 25, 9]


def documents(gold, system):
    """The aligned texts of one document, and the spans of both sides, each given as (text, spans)."""
    batch = Batch(["f"], *(TASK.read_objects([side]) for side in (gold, system)))
    aligned = AlignedTexts(batch, gap_first=False, exact=False)
    return aligned, batch.gold.spans, batch.system.spans


@pytest.mark.parametrize(
    ("gold", "system", "compared"),
    [
        # the inner entity begins where gold's ends, which therefore does not reach it
        ([(0, 2, "P")], [(0, 4, "P"), (2, 4, "L")], ("ab", "abcd")),
        # nor is there text of gold before it
        ([(2, 4, "P")], [(0, 4, "P"), (2, 4, "L")], ("cd", "abcd")),
        ([(1, 4, "P")], [(0, 4, "P"), (2, 4, "L")], ("bcd", "ab")),
    ],
)
def test_the_text_before_an_inner_entity(gold, system, compared):
    """Only where gold's entity reaches from before the inner one's beginning into it."""
    aligned, *sides = documents(("abcd", gold), ("abcd", system))
    seen = []
    matching.match(aligned, *sides, lambda *texts: seen.append(texts) is not None)
    assert seen == [compared]


def test_spans_that_meet_no_gold_character_stand_behind_the_text():
    """From one character behind the end on, where none of gold can be, as far apart as they are."""
    aligned, _, spans = documents(
        ("cd hi", []), ("zzcd hi", [(0, 1, "P"), (1, 2, "P"), (2, 4, "P"), (0, 2, "L")])
    )
    projected = matching.project(aligned, spans)
    assert list(zip(projected.start.tolist(), projected.end.tolist(), strict=True)) == [
        (6, 7),
        (7, 8),
        (0, 2),
        (6, 8),
    ]


def test_a_word_of_gold_is_taken_in_where_the_span_has_an_edge_of_a_word():
    """Of gold's `abcdef` there is `cdef`: from its first character on a span has the word, others not."""
    aligned, _, spans = documents(("abcdef ghi", []), ("cdef ghi", [(0, 4, "P"), (1, 4, "P")]))
    projected = matching.project(aligned, spans)
    assert list(zip(projected.start.tolist(), projected.end.tolist(), strict=True)) == [(0, 6), (3, 6)]


def test_errors_of_a_piece_are_those_of_the_text_opposite():
    """(character errors, characters, word errors, words): the system lacks `ab`, so that `def` is `def`."""
    aligned, _, _ = documents(("abc def", []), ("c dxf", []))
    pieces = Ranges(np.array([0, 0, 0]), np.array([4, 0, 2]), np.array([7, 3, 3]))
    assert matching.text_errors(aligned, pieces).tolist() == [[1, 3, 1, 1], [2, 3, 1, 1], [0, 1, 0, 1]]


def test_error_rates_of_pieces():
    """Errors per character; a piece without any has an infinite rate."""
    errors = np.array([[0, 0, 0, 0], [2, 0, 0, 0], [3, 1, 0, 0], [3, 2, 0, 0], [0, 4, 0, 0]])
    assert matching.rates(errors).tolist() == [np.inf, np.inf, 3, 1.5, 0]


def test_entities_of_one_character(write):
    """They stay as long as they are, beside others."""
    gold = write("g.txt", "<X>b</X><Y>c</Y> <X>d</X> e\n")
    system = write("s.txt", "<X>b</X><Y>c</Y> <X>d</X> e\n")
    result = nerkit.evaluate(gold, system, task="noisy", measures=["sets::span+type", "overlap-maxsum::span"])
    assert [(row.p_num, row.p_den, row.r_num, row.r_den) for row in result.rows if row.label == "*"] == [
        (3, 3, 3, 3)
    ] * 2
