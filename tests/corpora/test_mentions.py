"""Mentions filed under the documents of a batch."""

import numpy as np
import pytest

import nerkit
from nerkit.corpora.mentions import EMPTY

CONLL = """#begin document (a)
x\t(1
y\t1)|(2)
#end document
#begin document (b)
u\t(1)
v\t-
w\t(1)
#end document
#begin document (a)
z\t(1)
#end document
"""
UD = """# newdoc id = a
# global.Entity = eid-etype-head-other
# sent_id = {0}1
# text = x y
1\tx\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1--1)
1.1\t_\t_\t_\t_\t_\t_\t_\t1:obj\tEntity=(e1--1)
2\ty\t_\t_\t_\t_\t1\tdep\t_\t_

"""


def test_documents_in_one_place_follow_each_other(write):
    """Words and positions of the later one are moved behind those of the earlier one.

    Dropped ones leave no gap.
    """
    mentions = nerkit.read(str(write("a.conll", CONLL)))
    assert mentions.documents == ["(a)", "(b)", "(a)"]
    both = mentions.in_documents(["(c)", "(a)"], np.array([1, -1, 1]))
    assert both.words.form == ["x", "y", "z"]
    assert both.words.first.tolist() == [0, 0, 3]
    places = sorted(
        zip(both.document.tolist(), both.span.start.tolist(), both.span.end.tolist(), strict=True)
    )
    assert places == [(1, 0, 2), (1, 1, 2), (1, 2, 3)]


def test_empty_nodes_and_their_parents_move_too(write):
    """By as many words as the earlier document has; sentences are counted on."""
    path = write("a.conllu", UD.format("s") + UD.format("t"))
    mentions = nerkit.read(str(path))
    both = mentions.in_documents(["a"], np.array([0, 0]))
    assert both.span.start.tolist() == [EMPTY, EMPTY + 1, 3 * EMPTY, 3 * EMPTY + 1]
    assert both.head.tolist() == both.span.start.tolist()
    parents = {row: [edge.parent for edge in edges] for row, edges in both.zeros.items()}
    assert parents == {1: [EMPTY], 3: [3 * EMPTY]}
    assert len(set(both.sentence.tolist())) == 2


def test_repeated_ids_taken_together_score_one_against_themselves(write):
    """--duplicates all; an error unless it is asked for."""
    path = str(write("a.conll", CONLL))
    result = nerkit.evaluate(path, path, task="coref", duplicates="all", measures=["mentions", "mor"])
    assert [(row.r_num, row.r_den) for row in result.rows] == [(5, 5), (6, 6)]
    assert not any("same words" in warning for warning in result.warnings)
    with pytest.raises(nerkit.exceptions.PairingError, match="given more than once"):
        nerkit.evaluate(path, path, task="coref")
