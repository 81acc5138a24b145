"""Documents that a program numbered, known by their texts."""

import numpy as np

from nerkit.algorithms.columns import Column
from nerkit.corpora.spans import Spans
from nerkit.evaluation.pipeline import known_by_texts

NONE = np.empty(0, np.int64)


def corpus(names, texts, **more):
    fields = {"type": Column([], NONE)}
    return Spans(names, NONE, NONE, NONE, NONE, fields, texts=texts, **more)


def names(gold, *systems):
    return [
        (side.documents if side.named else None)
        for side in known_by_texts([gold, *systems], "gsss"[: 1 + len(systems)])[0]
    ]


def test_ids_of_gold_by_text():
    """In whatever order, where all texts are there."""
    gold = corpus(["a", "b"], ["x", "y"])
    assert names(gold, corpus(["1", "2"], ["y", "x"], own_ids=True)) == [["a", "b"], ["b", "a"]]
    assert names(gold, corpus(["1"], ["y"], own_ids=True)) == [["a", "b"], ["b"]]


def test_by_order_where_texts_do_not_tell():
    """Texts that are not there, or twice, or unknown."""
    gold = corpus(["a", "b"], ["x", "y"])
    for texts in (["x", "z"], ["x", "x"], ["x", None], ()):
        assert names(gold, corpus(["1", "2"], texts, own_ids=True))[1] is None
    assert names(corpus(["a", "b"], ["x", "x"]), corpus(["1"], ["x"], own_ids=True))[1] is None


def test_ids_that_agree_are_kept():
    """Two exports of one project; and ids that mean something are not touched."""
    own = corpus(["1", "2"], ["x", "y"], own_ids=True)
    assert names(own, corpus(["2", "3"], ["x", "y"], own_ids=True))[1] == ["2", "3"]
    assert names(corpus(["a"], ["x"]), corpus(["b"], ["x"]))[1] == ["b"]
    assert names(own, corpus(["b", "c"], ["y", "x"]))[1] == ["2", "1"]
