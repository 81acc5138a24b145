"""Certificates of calls: the best matching over all readings, by trying all."""

import json
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.errors import UsageError
from nerkit.evaluation.certificates import certificate, verify
from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request

NAMES, VALUES = st.sampled_from("fg"), st.sampled_from([1, 2, 3])
SYSTEM_CALL = st.fixed_dictionaries(
    {"name": NAMES, "arguments": st.dictionaries(st.sampled_from("xy"), VALUES)}
)
ADMITTED = st.one_of(
    VALUES, st.lists(st.one_of(VALUES, st.none()), min_size=2, max_size=3).map(lambda v: {"any": v})
)
GOLD_CALL = st.fixed_dictionaries(
    {"name": NAMES, "arguments": st.dictionaries(st.sampled_from("xy"), ADMITTED)}
)


@st.composite
def gold_turns(draw):
    """A turn, or two plans of one size for it."""
    size = draw(st.integers(0, 3))
    plan = st.lists(GOLD_CALL, min_size=size, max_size=size)
    return {"any": [draw(plan), draw(plan)]} if size and draw(st.booleans()) else draw(plan)


DOCUMENT = st.tuples(
    st.lists(gold_turns(), min_size=1, max_size=2), st.lists(st.lists(SYSTEM_CALL, max_size=3), max_size=2)
)


def admits(gold, system):
    """Whether a call is the same in some reading."""
    names = {*gold["arguments"], *system["arguments"]}

    def values(argument):
        return argument["any"] if isinstance(argument, dict) else [argument]

    return gold["name"] == system["name"] and all(
        system["arguments"].get(name) in values(gold["arguments"].get(name)) for name in names
    )


def most(plan, calls):
    """The size of the largest matching, by trying all."""
    wide = [*calls, *[None] * len(plan)]
    orders = permutations(range(len(wide)), len(plan))
    return max(
        sum(wide[at] is not None and admits(call, wide[at]) for call, at in zip(plan, order, strict=True))
        for order in orders
    )


def paths_of(folder, documents):
    """Files of gold and the system."""
    paths = []
    for place, side in enumerate(("gold", "system")):
        lines = [json.dumps({"id": f"d{n}", "turns": both[place]}) for n, both in enumerate(documents)]
        paths.append(str(folder / f"{side}.jsonl"))
        Path(paths[-1]).write_text("\n".join(lines) + "\n")
    return paths


@given(st.lists(DOCUMENT, min_size=1, max_size=3))
def test_the_value_is_that_of_trying_all(tmp_path_factory, documents):
    """Plans, and arguments that admit several values or may be left out; the files hold the same."""
    paths = paths_of(tmp_path_factory.mktemp("calls"), documents)
    request = Request(task="calls", measures=("calls",))
    result = evaluate_systems(paths[0], {"system": paths[1]}, request)
    lines = certificate(result, paths, request)
    files = {side: Path(path).read_bytes() for side, path in zip(("gold", "system"), paths, strict=True)}
    row = verify(lines, files, paths, proof=True)
    wanted = 0
    for gold, system in documents:
        for at, turn in enumerate(gold):
            plans = turn["any"] if isinstance(turn, dict) else [turn]
            wanted += max(most(plan, system[at] if at < len(system) else []) for plan in plans)
    assert row["value"] == wanted == result.pooled("calls")[0].p_num


@pytest.mark.parametrize(
    ("options", "reason", "turn"),
    [
        ({"order": "sequence"}, "without order", []),
        ({"order": "set"}, "without readings", [{"name": "f", "arguments": {"x": {"any": [1, 2]}}}]),
        ({}, "plans of one size", {"any": [[], [{"name": "f", "arguments": {}}]]}),
    ],
)
def test_what_is_no_best_matching_has_no_certificate(tmp_path, options, reason, turn):
    """Calls in their order, sets with readings, and plans whose F1 has another denominator each."""
    paths = paths_of(tmp_path, [([turn], [[{"name": "f", "arguments": {"x": 1}}]])])
    request = Request(task="calls", measures=("calls",), options=options)
    result = evaluate_systems(paths[0], {"system": paths[1]}, request)
    with pytest.raises(UsageError, match=reason):
        certificate(result, paths, request)


def test_equal_calls_of_a_set_are_one(tmp_path):
    """Two equal calls of gold are a row."""
    call = {"name": "f", "arguments": {"x": 1}}
    paths = paths_of(tmp_path, [([[call, call]], [[call, call, call]])])
    request = Request(task="calls", measures=("calls",), options={"order": "set"})
    result = evaluate_systems(paths[0], {"system": paths[1]}, request)
    lines = certificate(result, paths, request)
    assert verify(lines, {}, proof=True)["value"] == 1
    cell = json.loads(lines[1])["cell"]
    assert (cell["rows"], cell["columns"]) == (1, 1)
