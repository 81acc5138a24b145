import json

import numpy as np
from mrp_lines import edge, line, node

from nerkit.model import Batch
from nerkit.scorers.mrp import read_objects
from nerkit.scorers.mrp_errors import differences
from nerkit.scorers.mrp_pairs import Plan


def test_missing_and_surplus_tuples_have_the_ids_of_their_side():
    """A wrong label is missing and surplus, an attribute missing alone; anchors are positions."""
    gold = line(
        framework="ucca",
        input="He went",
        nodes=[node("a", "x", 0, 2), node("b")],
        edges=[edge("b", "a", "A", attributes=["remote"], values=[True])],
        tops=["b"],
    )
    system = line(
        framework="ucca",
        input="He went",
        nodes=[node(7, "y", 0, 4), node(8)],
        edges=[edge(8, 7, "A")],
        tops=[8],
    )
    sides = [read_objects([json.loads(text)]).in_documents(["1"], np.array([0])) for text in (gold, system)]
    (found,) = differences(Batch(["1"], *sides), Plan(("mrp",)))
    assert found.correspondences == [("a", 7), ("b", 8)]
    assert found.missing == {
        "labels": [("a", "x")],
        "anchors": [("a", [0, 1])],
        "attributes": [("b", "a", "a", "remote", "true")],
    }
    assert found.surplus == {"labels": [(7, "y")], "anchors": [(7, [0, 1, 3])]}


def test_a_graph_without_partner_is_missing_as_a_whole():
    """All its tuples are missing, or surplus."""
    corpus = read_objects([json.loads(line(nodes=[node(0, "x")], tops=[0]))])
    empty = read_objects([]).in_documents(["1"], np.empty(0, np.int64))
    full = corpus.in_documents(["1"], np.array([0]))
    (found,) = differences(Batch(["1"], full, empty), Plan(("mrp",)))
    assert found.missing == {"labels": [(0, "x")], "tops": [(0,)]}
    (found,) = differences(Batch(["1"], empty, full), Plan(("mrp",)))
    assert (found.missing, found.surplus) == ({}, {"labels": [(0, "x")], "tops": [(0,)]})
