"""Calls that are compared some documents at a time, and lists that are read at once, give the same counts."""

import json
import random
import tracemalloc

import pytest

import nerkit
from nerkit.algorithms import intervals
from nerkit.evaluation.error_lists import Listing
from nerkit.evaluation.evaluate import list_errors
from nerkit.evaluation.request import Request
from nerkit.exceptions import UsageError
from nerkit.results.error_parts import Selected
from nerkit.scorers import batch_slices
from nerkit.scorers.calls import errors as call_errors
from nerkit.scorers.calls import same_calls
from nerkit.scorers.json import pairs as row_pairs

TOOLS = {"f": {"properties": {"n": {"type": "integer", "default": 1}}}}


def documents(chance, count):
    """Documents of one or two turns; the last one has a tool of its own, some bring schemas."""
    made = []
    for place in range(count):
        turns = [
            [
                {"name": chance.choice("fg"), "arguments": {"n": chance.choice([1, 2, None, [1, 2]])}}
                for _ in range(chance.randrange(4))
            ]
            for _ in range(chance.randrange(1, 3))
        ]
        turns[-1] += [{"name": "last", "arguments": {"only": True}}] if place == count - 1 else []
        made.append({"id": f"d{place}", "turns": turns, **({"tools": TOOLS} if place % 5 == 0 else {})})
    return made


def scored(gold, system, **options):
    found = (
        nerkit.evaluate(gold, system, task="calls", by=["document", by], **options)
        for by in ("label", "path")
    )
    return [(one.rows, one.warnings) for one in found]


@pytest.mark.parametrize("nodes", [1, 20, 90])
@pytest.mark.parametrize("options", [{}, {"measures": ["calls-schema", "trajectory", "irrelevance"]}])
def test_some_documents_at_a_time(monkeypatch, nodes, options):
    pytest.importorskip("jsonschema")
    gold, system = documents(random.Random(1), 60), documents(random.Random(2), 60)
    at_once = scored(gold, system, **options)
    monkeypatch.setattr(batch_slices, "NODES", nodes)
    assert scored(gold, system, **options) == at_once


@pytest.mark.parametrize("seed", range(5))
def test_calls_with_further_keys_are_read_as_those_without(seed):
    """Calls of a name and arguments alone are read at once; an id, which is ignored, takes the longer way."""
    gold, system = documents(random.Random(seed), 20), documents(random.Random(seed + 9), 20)
    longer = json.loads(json.dumps([gold, system]))
    for document in (one for side in longer for one in side):
        for call in (call for turn in document["turns"] for call in turn):
            call["id"] = "1"
    assert scored(*longer) == scored(gold, system)


@pytest.mark.parametrize("key", ["any", "none"])
def test_readings_are_seen_in_plain_lists(key):
    """An argument with readings, and arguments that are readings as a whole."""
    gold = [{"calls": [{"name": "f", "arguments": one}]} for one in ({"x": {"any": [1, 2]}}, {"any": [{}]})]
    system = [{"calls": [{"name": "f", "arguments": one}]} for one in ({"x": 2}, {})]
    found = nerkit.evaluate(gold, system, task="calls", measures=["calls"], any_key=key)
    assert found.rows[0].p_num == (2 if key == "any" else 0)


@pytest.mark.parametrize("nodes", [1, 10_000])
def test_a_document_with_too_many_pairs_is_told_by_its_name(monkeypatch, nodes):
    """Whatever piece it is in, whatever turn; in lists of errors too."""
    monkeypatch.setattr(batch_slices, "NODES", nodes)
    few, many = ([{"name": "f", "arguments": {"x": at}} for at in range(count)] for count in (1, 4))
    other = [{"name": "f", "arguments": {"x": -1 - at}} for at in range(4)]
    gold = [{"id": "a", "turns": [few, few, few]}, {"id": "b", "turns": [few, many]}]
    system = [{"id": "a", "calls": few}, {"id": "b", "turns": [few, other]}]
    monkeypatch.setattr(same_calls, "MOST_CALL_PAIRS", 15)
    assert nerkit.evaluate(gold[:1], system[:1], task="calls").f1 == 0.5
    message = "document 'b' has more than 15 pairs of calls of one tool; divide it$"
    with pytest.raises(UsageError, match=message):
        nerkit.evaluate(gold, system, task="calls")
    with pytest.raises(UsageError, match=message):
        list_errors(gold, {"s": system}, Request(task="calls"), Listing(Selected()))
    unnamed = [[{"turns": one["turns"]} for one in gold], [{"calls": few}, {"turns": [few, other]}]]
    with pytest.raises(UsageError, match="document 2 has more than 15 pairs"):
        nerkit.evaluate(*unnamed, task="calls")


def test_a_document_with_too_many_values_is_told_by_its_name(monkeypatch):
    """Of units that are turns; of gold's readings."""
    calls = [{"name": "f", "arguments": {"x": f"{at}{at}"}} for at in range(3)]
    gold = [{"id": name, "turns": [[], calls[:size]]} for name, size in (("a", 2), ("b", 3))]
    said = [{"name": "f", "arguments": {"x": f"{at}9"}} for at in range(3)]
    system = [{"id": name, "turns": [[], said]} for name in "ab"]
    monkeypatch.setattr(row_pairs, "MOST_SIMILAR", 8)
    with pytest.raises(UsageError, match="document 'b' has more than 8 pairs of values"):
        nerkit.evaluate(gold, system, task="calls", similar="edit", measures=["arguments"])
    for document in gold:
        for call in document["turns"][1]:
            call["arguments"] = {"x": {"any": [call["arguments"]["x"], "z"]}}
    monkeypatch.setattr(row_pairs, "MOST_SIMILAR", 9)
    with pytest.raises(UsageError, match="document 'b' has more than 9 pairs of values"):
        nerkit.evaluate(gold, system, task="calls", similar="edit", measures=["arguments"])


def called(arguments):
    """A document whose one turn calls one tool with each of these arguments."""
    return [{"calls": [{"name": "f", "arguments": one} for one in arguments]}]


@pytest.mark.parametrize(
    ("gold", "system"),
    [
        ([{"x": 2 * at} for at in range(1_500)], [{"x": 3 * at} for at in range(1_500)]),
        ([{f"a{at}": 1} for at in range(1_500)], [{f"b{at}": 1} for at in range(1_500)]),
        ([{"x": at, "y": 1} for at in range(1_500)], [{"y": 1} for _ in range(1_500)]),
    ],
)
def test_many_calls_of_one_tool_take_little_memory(gold, system):
    """More than two million pairs, which are compared some at a time."""
    tracemalloc.start()
    try:
        result = nerkit.evaluate(called(gold), called(system), task="calls", measures=["calls"])
        assert tracemalloc.get_traced_memory()[1] < 260e6
    finally:
        tracemalloc.stop()
    assert result.rows[0].p_num == sum(one in system for one in gold)


def test_parts_of_the_pairs_give_the_same_numbers(monkeypatch):
    """However few pairs are compared at a time, and whichever way the largest matching is found."""
    generator = random.Random(54)

    def arguments():
        names = generator.sample("xyz", generator.randrange(4))
        return {name: generator.choice([1, 2, "ab", "abc", [1, 2]]) for name in names}

    sides = [
        [
            {"id": f"d{at}", "turns": [called([arguments() for _ in range(6)])[0]["calls"] for _ in "ab"]}
            for at in range(12)
        ]
        for _ in range(2)
    ]

    def everything():
        for options in ({}, {"similar": "edit"}, {"order": "sequence"}):
            rows = nerkit.evaluate(*sides, task="calls", by=["document"], **options).rows
            yield [(row.measure, row.p_num, row.p_den, row.r_num, row.r_den) for row in rows]
            request = Request(task="calls", options=options)
            yield [repr(one) for one in list_errors(sides[0], {"s": sides[1]}, request, Listing(Selected()))]

    expected = list(everything())
    for name, few in (("FEW", 3), ("RANKED", 4), ("AGREEING", 3)):
        monkeypatch.setattr(same_calls, name, few)
    monkeypatch.setattr(intervals, "CHUNK", 40)
    assert list(everything()) == expected


def test_errors_of_calls_have_a_limit_of_their_own(monkeypatch):
    """Listing takes more of each pair than counting."""
    monkeypatch.setattr(call_errors, "MOST_LISTED_CALL_PAIRS", 8)
    gold, system = called([{"x": at} for at in range(3)]), called([{"x": -at} for at in range(3)])
    assert nerkit.evaluate(gold, system, task="calls")["calls"].f1 == pytest.approx(1 / 3)
    with pytest.raises(UsageError, match="document 1 has more than 8 pairs of calls of one tool; divide it"):
        list_errors(gold, {"s": system}, Request(task="calls"), Listing(Selected()))
