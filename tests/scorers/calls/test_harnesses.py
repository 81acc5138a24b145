"""The smallest cases in which other harnesses differ, as the table of docs/calls.md has them."""

import pytest

import nerkit


def call(name, *given, **arguments):
    """A call, whose arguments may be a text."""
    return {"name": name, "arguments": given[0] if given else arguments}


F1, F2, G = call("f", x=1), call("f", x=2), call("g")
CASES = {  # what is seen -> gold, system, F1 of calls, exact turns
    "first fit of parallel readings": ([call("f", x={"any": [1, 2]}), F1], [F1, F2], 1, 1),
    "the same with gold turned round": ([F1, call("f", x={"any": [1, 2]})], [F1, F2], 1, 1),
    "other strings are other": ([call("f", x="1.5")], [call("f", x="15")], 0, 0),
    "a whole number is a number": ([call("f", x=7)], [call("f", x=7.0)], 1, 1),
    "the order of two calls": ([F1, F2], [F2, F1], 1, 1),
    "a call that another one fits better": ([F1, call("f", x=1, y=1)], [F1, F2], 1 / 2, 0),
    "the same gold turned round": ([call("f", x=1, y=1), F1], [F1, F2], 1 / 2, 0),
    "equal calls twice": ([F1, F1], [F1, F1], 1, 1),
    "invented calls cost": ([F1], [F1, G], 2 / 3, 0),
    "true is not a number": ([F1], [call("f", x=True)], 0, 0),
    "arguments that are null": ([call("f", None)], [call("f")], 1, 1),
    "a broken call: no name, or arguments that are not a JSON object": ([F1], [call("f", "{x")], 0, 0),
    "invented arguments cost": ([F1], [call("f", x=1, y=2)], 0, 0),
    "lists of objects": ([call("f", x=[{"a": 1}, {"b": 2}])], [call("f", x=[{"a": 1}, {"b": 2}])], 1, 1),
    "omitted arguments are none": ([{"name": "f"}], [F1], 0, 0),
    "missing is null": ([call("f")], [call("f", x=None)], 1, 1),
}


@pytest.mark.parametrize("what", CASES)
def test_the_smallest_case_of_each(what):
    """F1 and exact turns, as the page says."""
    gold, system, f1, exact = CASES[what]
    listed = nerkit.evaluate([{"calls": gold}], [{"calls": system}], task="calls").to_dict()["rows"]
    value = {row["measure"]: row["value"] for row in listed}
    assert value["calls"] == pytest.approx(f1, abs=1e-15)
    assert value["calls/exact"] == exact
