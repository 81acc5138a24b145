"""Gold that admits several calls: each order against an enumeration of all readings, and laws."""

import random
from fractions import Fraction
from itertools import product, zip_longest

import pytest
from oracles.calls import forms, matched

import nerkit
from nerkit.scorers.json.readings import expansion

VALUES = [1, 2, "a", None, [1, 2]]
SILENT = [*VALUES, [], {"o": None}, [None]]  # the last two have no leaves
MOST = 100  # readings of a document that the enumeration takes
ORDERS = ["bag", "sequence", "set"]


def readings(value):
    """Every value that a value of gold may be."""
    if isinstance(value, dict) and value.keys() == {"any"}:
        return [each for one in value["any"] for each in readings(one)]
    if isinstance(value, dict):
        return [dict(zip(value, parts, strict=True)) for parts in product(*map(readings, value.values()))]
    return [list(parts) for parts in product(*map(readings, value))] if isinstance(value, list) else [value]


def told(turn, order):
    """The calls of a turn as (name, arguments), equal ones of a set once; a broken call is equal to none."""
    calls = [
        (one["name"], forms(one["arguments"])[0] if isinstance(one["arguments"], dict) else ("broken", at))
        for at, one in enumerate(turn or [])
        if one is not None
    ]
    return list(dict.fromkeys(calls)) if order == "set" else calls


def in_order(ours, theirs, agree):
    """The most pairs that agree and do not cross."""
    if not ours or not theirs:
        return 0
    skipped = in_order(ours[1:], theirs, agree), in_order(ours, theirs[1:], agree)
    return max(*skipped, agree(ours[0], theirs[0]) + in_order(ours[1:], theirs[1:], agree))


def f1(gold, system, measure, order):
    """The F1 of a document without alternatives, by definition."""
    right = size = 0
    for pair in zip_longest(gold, system, fillvalue=[]):
        ours, theirs = (told(turn, order) for turn in pair)
        part = slice(1 if measure == "tools" else 2)
        if order == "sequence":
            right += in_order(ours, theirs, lambda one, other, part=part: one[part] == other[part])
        else:
            right += matched([{one[part]} for one in ours], [{one[part]} for one in theirs])
        size += len(ours) + len(theirs)
    return Fraction(2 * right, size) if size else Fraction(1)


def document(chance, values=VALUES):
    """The turns of gold, with alternatives of arguments, calls and turns, and those of a system."""

    def call(admits):
        arguments = {name: chance.choice(values) for name in "xy" if chance.random() < 0.6}
        for name, value in arguments.items():
            if admits and chance.random() < 0.6:
                arguments[name] = {"any": [value, *chance.sample(values, chance.randint(1, 2))]}
        made = {"name": chance.choice("fg"), "arguments": arguments}
        if admits and chance.random() < 0.15:
            return {"any": [made, chance.choice([None, {"name": "f", "arguments": {"x": 1}}])]}
        return {**made, "arguments": "three"} if not admits and chance.random() < 0.1 else made

    def turn(admits):
        calls = [call(admits) for _ in range(chance.randrange(4))]
        return {"any": [calls, calls[1:]]} if admits and chance.random() < 0.1 else calls

    return [[turn(admits) for _ in range(chance.choice([1, 1, 2]))] for admits in (True, False)]


def turned(value):
    """A value of gold with its alternatives in the opposite order."""
    if isinstance(value, dict):
        made = {name: turned(one) for name, one in value.items()}
        return {"any": made["any"][::-1]} if made.keys() == {"any"} else made
    return [turned(one) for one in value] if isinstance(value, list) else value


def found_f1(documents, order):
    """(measure, number of the document from 1) -> F1, of `calls` and `tools`."""
    sides = ([{"turns": one[side]} for one in documents] for side in (0, 1))
    rows = nerkit.evaluate(
        *sides, task="calls", order=order, by=["document"], measures=["calls", "tools"]
    ).rows
    return {
        (row.measure, int(row.document)): row.f1
        for row in rows
        if row.document != "*" and row.p_den + row.r_den
    }


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("seed", range(2))
def test_alternatives_are_chosen_before_equal_calls_are_one(seed, order):
    """Each measure has the best of all readings of a document, and `tools` is never below `calls`."""
    chance = random.Random(seed)
    documents = [one for one in (document(chance) for _ in range(150)) if len(readings(one[0])) <= MOST]
    found = found_f1(documents, order)
    for at, (gold, system) in enumerate(documents, 1):
        for measure in ("calls", "tools"):
            best = max(f1(one, system, measure, order) for one in readings(gold))
            assert found.get((measure, at), 1) == pytest.approx(float(best)), (gold, system)
        assert found.get(("tools", at), 1) >= found.get(("calls", at), 1)


@pytest.mark.parametrize("order", ORDERS)
def test_arguments_without_leaves_are_alternatives_as_others(order):
    """The F1 of a document is that of its best reading, and the order of alternatives changes no count."""
    chance = random.Random(0)
    documents = [document(chance, SILENT) for _ in range(100)]
    documents = [one for one in documents if len(readings(one[0])) <= MOST]
    every = [
        (at, ([[call for call in turn or [] if call] for turn in one], system))
        for at, (gold, system) in enumerate(documents, 1)
        for one in readings(gold)
    ]
    each = found_f1([one for _, one in every], order)
    found = found_f1(documents, order)
    for measure in ("calls", "tools"):
        best = dict.fromkeys(range(1, len(documents) + 1), 0.0)
        for place, (at, _) in enumerate(every, 1):
            best[at] = max(best[at], each.get((measure, place), 1))
        assert {at: found.get((measure, at), 1) for at in best} == pytest.approx(best)
    assert found_f1([(turned(gold), system) for gold, system in documents], order) == found
    for at in range(0, len(documents), 20):
        piece = found_f1(documents[at : at + 20], order)
        assert piece == {(name, k - at): f1 for (name, k), f1 in found.items() if at < k <= at + 20}


@pytest.mark.parametrize("most", [expansion.MOST_SETS, 1])
@pytest.mark.parametrize("order", ORDERS)
def test_every_reading_of_gold_is_right(monkeypatch, order, most):
    """By `calls` and by `tools`, however few sets are tried as each."""
    monkeypatch.setattr(expansion, "MOST_SETS", most)
    chance = random.Random(7)
    documents = [(gold, chance.choice(readings(gold))) for gold, _ in (document(chance) for _ in range(200))]
    documents = [(gold, [[one for one in turn or [] if one] for turn in own]) for gold, own in documents]
    assert set(found_f1(documents, order).values()) == {1}


@pytest.mark.parametrize("order", ORDERS)
def test_tools_are_never_below_calls_where_not_all_sets_are_tried(monkeypatch, order):
    """The F1 of a document."""
    monkeypatch.setattr(expansion, "MOST_SETS", 2)
    chance = random.Random(8)
    found = found_f1([document(chance) for _ in range(400)], order)
    assert [key for key in found if key[0] == "calls" and found["tools", key[1]] < found[key]] == []


def test_calls_that_no_reading_makes_equal_are_proved_however_many_readings_there_are():
    """Of a set; two that may be equal are tried in all their readings together."""
    gold = [{"name": "f", "arguments": {name: {"any": [at, -at]} for name in "xyz"}} for at in range(1, 7)]
    gold += [{"name": "g", "arguments": {"x": {"any": [1, at]}}} for at in (2, 3)]
    system = [{"name": "f", "arguments": dict.fromkeys("xyz", -at)} for at in range(1, 7)]
    system += [{"name": "g", "arguments": {"x": 1}}]
    rows = nerkit.evaluate([{"calls": gold}], [{"calls": system}], task="calls", order="set").rows
    counts = {row.measure: (row.p_num, row.p_den, row.r_den) for row in rows}
    assert counts["calls"] == counts["tools"] == (7, 7, 7)
    assert {row.extra["optimal"] for row in rows if row.measure in ("calls", "tools")} == {True}


def test_a_reading_that_is_there_twice_counts_once():
    """A wrong value beside it stays wrong."""
    gold = [{"name": "f", "arguments": {"x": {"any": [1, 1]}, "y": {"any": ["a", "a", None]}}}]
    for said, right in (("a", 1), ("b", 0)):
        system = [{"name": "f", "arguments": {"x": 1, "y": said}}]
        result = nerkit.evaluate([{"calls": gold}], [{"calls": system}], task="calls", measures=["calls"])
        assert result.rows[0].p_num == right


def test_calls_of_plans_are_compared_by_what_they_say():
    """Whatever plans other documents of the run have: no calls of the third agree in the first turn."""
    f, g = ({"name": name, "arguments": {}} for name in "fg")
    either = {"any": [f, g]}
    gold = [
        [{"any": [[{"any": [g, None]}, g, f], [g]]}, [f]],
        [{"any": [[{"any": [f, None]}, g], []]}],
        [{"any": [[], [g]]}, [g, f]],
        [{"any": [[f, either], [f], [either]]}],
    ]
    system = [[[]], [[g] * 3, []], [[f] * 2, [f] * 3], [[]]]
    sides = [[{"turns": turns} for turns in side] for side in (gold, system)]
    rows = nerkit.evaluate(*sides, task="calls", by=["document"], measures=["tools"]).rows
    counts = {row.document: (row.p_num, row.p_den, row.r_den) for row in rows}
    assert counts == {"1": (0, 0, 2), "2": (1, 3, 1), "3": (1, 5, 2), "4": (0, 0, 1), "*": (2, 8, 6)}


def test_the_calls_that_match_are_taken_of_many_equal_ones():
    """Of 300 equal calls of gold that may be left out the 200 that the system has."""
    call = {"name": "f", "arguments": {"x": 1}}
    sides = [{"calls": [{"any": [call, None]}] * 300}], [{"calls": [call] * 200}]
    rows = nerkit.evaluate(*sides, task="calls").rows
    counts = {row.measure: (row.p_num, row.p_den, row.r_den) for row in rows}
    assert counts["calls"] == counts["tools"] == counts["arguments"] == (200, 200, 200)
