"""What one call of `evaluate` on a sentence in memory costs, in Python functions that it calls."""

import sys

import pytest

import nerkit
from nerkit.results.scored import Scored

MOST = 900
CALLS = {
    "tags": ([["B-PER", "I-PER", "O", "B-LOC"]], [["B-PER", "I-PER", "O", "B-ORG"]], {"task": "bio"}),
    "spans": ([[(0, 5, "PER"), (9, 14, "LOC")]], [[(0, 5, "PER"), (9, 14, "ORG")]], {"task": "spans"}),
    "recognised": ([["B-PER", "I-PER", "O", "B-LOC"]], [["B-PER", "I-PER", "O", "B-ORG"]], {}),
}


def functions_called(call, *but):
    """The number of Python functions that run in a call, those inside of some functions left out."""
    codes, counted, inside = {one.__code__ for one in but}, 0, 0

    def note(frame, event, _):
        nonlocal counted, inside
        if event == "call":
            counted += not inside
            inside += frame.f_code in codes
        elif event == "return":
            inside -= frame.f_code in codes

    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
    return counted


@pytest.mark.parametrize("kind", CALLS)
def test_a_small_call_is_cheap(kind):
    """Reading, pairing and telling of a sentence need few functions besides the counting of its items."""
    gold, system, options = CALLS[kind]

    def call():
        return nerkit.evaluate(gold, system, **options)

    call()  # which loads modules
    assert functions_called(call, Scored.counts) <= MOST
