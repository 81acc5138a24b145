"""Averages of documents against sums in plain Python."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.results.averages import averaged
from nerkit.results.counts import Headline

documents = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)).map(
        lambda one: (min(one), one[1], min(one), one[2])
    ),
    min_size=1,
    max_size=6,
)


def f1(p_num, p_den, r_num, r_den, empty):
    """The F1 of one document; None where it does not count."""
    if empty == "skip" and not (p_den and r_den):
        return None
    if not p_den + r_den:
        return 1.0 if empty == "both-empty-one" else 0.0
    return (p_num + r_num) / (p_den + r_den)


@given(documents, st.sampled_from(["zero", "both-empty-one", "skip"]))
def test_a_mean_is_the_mean_of_the_f1_of_documents(counts, empty):
    """Each document that counts is one; the value is Σ F1 / their number."""
    numbers, counted, headline = averaged(np.array(counts, float), Headline("f1", "mean"), empty)
    wanted = [f1(*one, empty) for one in counts]
    assert counted.tolist() == [one is not None for one in wanted]
    assert numbers[counted][:, 0].tolist() == pytest.approx([one for one in wanted if one is not None])
    assert (numbers[:, 1] == 1).all()
    assert headline.normalizer == "mean"


@given(documents)
def test_means_are_those_of_precision_and_recall(counts):
    """Each document has its own P over 1 and R over 1."""
    numbers, counted, headline = averaged(np.array(counts, float), Headline("f1", "means"), "zero")
    assert counted.all()
    assert numbers[:, 0].tolist() == [a / b if b else 0 for a, b, _, _ in counts]
    assert numbers[:, 2].tolist() == [a / b if b else 0 for _, _, a, b in counts]
    assert headline == Headline("f1", "micro")
