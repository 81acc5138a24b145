"""What one call of `evaluate` on ten sentences in memory costs, in Python functions that it calls."""

import sys

import pytest

import nerkit
from nerkit.results.scored_data import Scored

TAGS = [["B-PER", "I-PER", "O", "B-LOC"]] * 10, [["B-PER", "I-PER", "O", "B-PER"]] * 10
SPANS = [[(0, 5, "PER"), (9, 14, "LOC")]] * 10, [[(0, 5, "PER"), (9, 14, "PER")]] * 10
CALLS = {  # both sides, the options, the most functions besides counting, and with it
    "tags": (*TAGS, {"task": "bio"}, 700, 1_000),
    "recognised": (*TAGS, {}, 710, 1_000),
    "spans": (*SPANS, {"task": "spans"}, 820, 1_650),
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
    """Reading, pairing and telling of ten sentences need few functions, and counting few more."""
    gold, system, options, besides, whole = CALLS[kind]

    def call():
        return nerkit.evaluate(gold, system, **options)

    call()  # which loads modules
    assert functions_called(call, Scored.counts) <= besides
    assert functions_called(call) <= whole
