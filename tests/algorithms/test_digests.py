"""Integers for texts: those of a text do not depend on the others, and those of different texts differ."""

import subprocess
import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.digests import SHORT, digests

TEXTS = st.lists(st.text(max_size=2 * SHORT) | st.from_regex(r"d[0-9]{1,9}", fullmatch=True), max_size=20)


@given(TEXTS)
def test_the_integer_of_a_text_is_its_own(texts):
    """Each text has the integer that it has alone, whatever stands beside it."""
    assert digests(texts).tolist() == [int(digests([text])[0]) for text in texts]


@given(TEXTS)
def test_different_texts_differ(texts):
    """Texts are equal where their integers are."""
    assert len(set(digests(texts).tolist())) == len(set(texts))


def test_many_ids_of_one_form_differ():
    """No two of a million ids as programs number them have one integer, nor do zeros at the end count."""
    ids = [f"{form}{number}" for number in range(250_000) for form in ("d", "doc-2024-01-01-", "", "x" * 20)]
    assert len(np.unique(digests(ids))) == len(ids)
    assert len(set(digests(["a", "a\0", "a\0\0", "", "\0", "\ud800", "\udfff"]).tolist())) == 7


def test_another_process_has_the_same():
    """The integers do not depend on the seed of Python's own hashes."""
    texts = ["d1", "é", "x" * (SHORT + 1)]
    program = f"from nerkit.algorithms.digests import digests; print(digests({texts!r}).tolist())"
    printed = subprocess.run(
        [sys.executable, "-R", "-c", program], capture_output=True, text=True, check=True
    )
    assert printed.stdout.strip() == str(digests(texts).tolist())
