"""The drawings of documents, worked out by hand."""

from itertools import combinations

import numpy as np
import pytest

import nerkit
from nerkit.results.result import Result
from nerkit.views.report.contents import contents
from nerkit.views.report.drawings import dependencies, graphs, records
from nerkit.views.report.drawings.sentences import DrawnNode, WordLine, paired
from nerkit.views.report.flow import Item, sentences
from nerkit.views.report.parts import RecordRow, width


def drawings(result: Result):
    """All parts of the documents of a result."""
    return [part for document in contents(result, None).documents for part in document.parts]


def test_arcs_stand_above_those_inside_them():
    """Of `the big dog barks`: det over amod, root over all; arcs that only touch stand side by side."""
    heads = (2, 2, 3, -1)
    arcs = [DrawnNode("x", (head, word), 0, None) for word, head in enumerate(heads)]
    assert dependencies._heights(arcs) == [2, 1, 1, 3]
    crossing = [DrawnNode("x", (2, 0), 0, None), DrawnNode("x", (3, 1), 0, None)]
    assert dependencies._heights(crossing) == [1, 2]


def test_words_stand_as_far_apart_as_labels_need():
    """The middles of two words, and a stretch of them."""
    line = WordLine.of(["a", "b", "c"])
    line.part(0, 1, 100)
    middle = line.middle
    assert middle[1] - middle[0] == pytest.approx(100)
    line.widen(0, 2, 500)
    assert sum(line.wide) == pytest.approx(500)
    assert width("ab漢") == 4 * width("a")


def test_sentences_are_drawn_together_where_both_sides_have_as_many():
    """Else all of gold, then all of the system."""
    assert paired(np.array([3, 4]), np.array([7, 8])) == [(3, 7), (4, 8)]
    assert paired(np.array([3]), np.array([7, 8])) == [(3, None), (None, 7), (None, 8)]


def test_nodes_of_the_system_alone_stand_behind_the_one_before_them():
    """Gold's nodes in gold's order; a node that is first in the system and alone comes first."""
    rows = graphs._rows(["a", "b", "c"], ["n", "x", "m", "z"], {"a": "x", "c": "z"})
    assert rows == [(None, "n"), ("a", "x"), (None, "m"), ("b", None), ("c", "z")]


AMR = "(s / see-01 :ARG0 (b / boy) :ARG1 (d / dog :poss b) :polarity -)"


def test_every_tuple_of_a_graph_is_drawn_once():
    """The tree from its top, the edge back to a node behind the node it leaves."""
    system = AMR.replace("dog", "cat")
    (drawing,) = drawings(nerkit.evaluate([AMR], [system], task="amr"))
    shown = [piece.shown.item.id for piece in drawing.pieces if piece.shown]
    assert len(shown) == len(set(shown)) == 2 * 8
    words = [mark.text for piece in drawing.pieces for mark in piece.marks if mark.text]
    gold = words[: len(words) // 2]
    assert gold[:4] == ["s / see-01", "polarity -", "top", "arg0"]
    assert gold[4:] == ["b / boy", "arg1", "d / dog ✗", "poss → b"]
    lit = {piece.joined for piece in drawing.pieces if piece.shown and piece.shown.item.wrong}
    assert len(lit) == 1  # dog and cat stand on one line


def test_words_of_a_graph_do_not_overlap():
    """Texts on one line stand behind each other."""
    (drawing,) = drawings(nerkit.evaluate([AMR], [AMR], task="amr"))
    marks = [mark for piece in drawing.pieces for mark in piece.marks if mark.text]
    for one, other in combinations(marks, 2):
        if one.y == other.y:
            first, second = sorted((one, other), key=lambda mark: mark.x)
            assert first.x + width(first.text) <= second.x
    assert max(mark.x + width(mark.text) for mark in marks) <= drawing.width


def test_records_are_in_their_order():
    """Elements by number, what is deeper under its beginning."""
    names = ["b[10].x", "b[2].x", "a", "b[2].y.z"]
    leaves = [(records.STEP.findall(name), RecordRow(0, "")) for name in names]
    shown = [(row.depth, row.name) for row in records._nested(leaves)]
    assert shown == [(0, "b"), (1, "[2]"), (2, "x"), (2, "y"), (3, "z"), (1, "[10]"), (2, "x"), (0, "a")]


def test_two_texts_stand_one_above_the_other():
    """Segments end where the texts begin or cease to differ, and at borders of items."""
    differs = np.array([1, 2, 7])
    (one,) = sentences("abcd efgh", [Item(0, 4, 0, 0)], 2, ("aXYd efZh", differs))
    assert [segment.text for segment in one.segments] == ["a", "bc", "d", " ", "ef", "g", "h"]
    assert [segment.other for segment in one.segments] == ["a", "XY", "d", " ", "ef", "Z", "h"]
    assert [segment.differs for segment in one.segments] == [False, True, False, False, False, True, False]
    (alone,) = sentences("abcd", [], 1)
    assert [segment.other for segment in alone.segments] == [None]


def test_trees_whose_brackets_have_labels_wider_than_their_words():
    """Labels of one height do not overlap; every bracket that counts is drawn."""
    gold = "(S (ADJPLONG (A a)) (ADVPLONG (B b)) (VPLONGER (C c)))"
    (drawing,) = drawings(nerkit.evaluate([gold], [gold.replace("VPLONGER", "XP")], task="tree"))
    labels = [mark for piece in drawing.pieces for mark in piece.marks if mark.css.startswith("l ")]
    assert sum(piece.shown is not None for piece in drawing.pieces) == 8
    for one, other in combinations(labels, 2):
        if one.y == other.y:
            assert abs(one.x - other.x) >= (width(one.text) + width(other.text)) / 2


def test_a_document_that_was_shortened_forgets_what_it_showed():
    """Until only few pairs remain."""
    gold = [[(i, i + 1, "X") for i in range(40)]]
    result = nerkit.evaluate(gold, [[]], task="spans")
    document = contents(result, None).documents[0]
    assert len(document.errors) == 40
    short = contents(result, 3000).documents[0]
    assert (len(short.errors) + short.left_out, short.weight < document.weight) == (40, True)
