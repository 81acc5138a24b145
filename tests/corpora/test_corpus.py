"""Corpora under new documents."""

import numpy as np
import pytest

from nerkit.readers.spans.in_memory import read

GIVEN = {"a": ("Ada", [(0, 3)]), "b": [(1, 2)], "c": ("Ada", [(1, 2)]), "d": ("Bob", [(0, 1)])}


@pytest.mark.parametrize(
    ("codes", "texts"),
    [
        ([0, 1, 2, 3], ["Ada", None, "Ada", "Bob"]),
        ([3, 2, 1, 0], ["Bob", "Ada", None, "Ada"]),
        ([-1, -1, 0, -1], ["Ada", None, None, None]),
        ([0, 0, 0, 1], ["Ada", "Bob", None, None]),
        ([0, 1, 0, 0], [None, None, None, None]),
    ],
)
def test_texts_go_with_their_documents(codes, texts):
    """Those of one place keep their text if they all have the same."""
    filed = read(GIVEN).in_documents(list("wxyz"), np.array(codes))
    assert filed.texts == texts
    assert filed.take(np.zeros(len(filed), bool)).texts == texts
