"""Calls that users write with another library in mind: the error says what to write."""

import numpy as np
import pytest

import nerkit
from nerkit.compat.huggingface import compute_metrics

TAGS = [["B-PER", "O", "B-LOC"]]


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: nerkit.check(RESULT, ["chunk=0.9"]), nerkit.UsageError, "write check('chunk=0.9')"),
        (lambda: RESULT.check(["chunk>=0.9"]), nerkit.UsageError, "write check('chunk>=0.9')"),
        (lambda: nerkit.Scorer("bio").add_batch(TAGS, TAGS), AttributeError, "scorer.add(gold, system)"),
        (lambda: nerkit.Scorer("bio").compute(), AttributeError, "write scorer.result()"),
        (lambda: nerkit.Scorer("bio").ad, AttributeError, "did you mean 'add'?"),
        (lambda: compute_metrics((np.zeros((1, 2)), np.zeros((1, 2)))), nerkit.UsageError, "(label_names))"),
        (lambda: RESULT.confidence(95), nerkit.UsageError, "did you mean 0.95?"),
        (lambda: nerkit.evaluate([[-100, 1]], [[-100, 1]]), nerkit.InputError, "huggingface.evaluate(("),
        (lambda: nerkit.evaluate(np.array([[1, -100]]), TAGS), nerkit.InputError, "huggingface.evaluate(("),
    ],
)
def test_errors_name_what_to_write(call, error, words):
    """In at most 250 characters."""
    with pytest.raises(error) as caught:
        call()
    assert words in str(caught.value)
    assert len(str(caught.value)) <= 250


RESULT = nerkit.evaluate(TAGS, TAGS)
