"""Plain Python objects as columns."""

import pickle
from collections import namedtuple
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from nerkit.algebra import field, match_sets, overlap, record, same
from nerkit.algebra.levels import Level, RecordError
from nerkit.exceptions import UsageError


@dataclass
class Span:
    left: int
    right: int


Pair = namedtuple("Pair", "left right")  # noqa: PYI024

NO_COLLECTION = (
    "is not a collection (a list, tuple or set); name the collection's field in the "
    "documents, or give a single document as [gold] and [system]"
)
METRIC = match_sets(record(left=same, right=same), normalize="f1")


@pytest.mark.parametrize(
    "make",
    [
        Span,
        Pair,
        lambda left, right: {"left": left, "right": right},
        lambda left, right: SimpleNamespace(**vars(Span(left, right))),
    ],
)
def test_a_record_is_whatever_has_the_fields(make):
    """Dataclasses, named tuples, mappings and plain objects, alone and against each other."""
    gold, system = [make(0, 1), make(2, 5)], [make(2, 5), make(3, 5), make(9, 10)]
    assert METRIC.score([gold], [system]) == 0.4
    assert METRIC.score([gold], [[{"left": 2, "right": 5}]]) == pytest.approx(2 / 3)


def test_a_method_is_no_field():
    """Rows of several types may have fields that are called like methods of mappings and lists."""

    class Order:
        items, count = "tea", 2

    metric = match_sets(record(items=same, count=same), normalize="f1")
    tea, none = {"items": "tea", "count": 2}, {"count": 2}
    assert metric.score([[Order(), tea]], [[tea]]) == 1
    with pytest.raises(RecordError, match=r"system\[0\]\[1\]: no field 'items'"):
        metric.score([[Order()]], [[Order(), none]])


def test_positions_are_fields_of_tuples():
    """A field is a position too, and further positions are not looked at."""
    metric = match_sets(record({0: same, 1: same}), normalize="f1")
    assert metric.score([[(0, 1, "x")]], [[[0, 1, "y"]]]) == 1


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ([1, [2, 3]], (1, (2, 3)), True),
        ([1, 2], [2, 1], False),
        ({"a": [1], "b": 2}, {"b": 2, "a": [1]}, True),
        ({"a": 1}, {"a": 1, "b": None}, False),
        ({"a": 1}, [("a", 1)], False),
        ({1, 2}, {2, 1}, True),
        (Span(1, 2), Span(1, 2), True),
        (Span(1, [2]), Span(1, [2]), True),
        (Span(1, 2), Pair(1, 2), False),
        (None, None, True),
        (1, "1", False),
        (2**70, 2**70, True),
        (2**70, 1, False),
        (1, 1.0, True),
        (1, 1.5, False),
        (1, True, True),
    ],
)
def test_same_is_equality_of_values_however_deep(one, other, equal):
    """Lists equal tuples, mappings whatever the order of keys, dataclasses field by field."""
    assert match_sets(same).score([[one, "x"]], [[other]]) == equal


def test_sets_are_collections_in_a_fixed_order():
    """The places that explanations name do not depend on the hashes of a process."""
    rows = match_sets(same).explain([{"b", "a", "c"}], [{"c"}])
    assert [(row.gold_path, row.gold) for row in rows] == [("[2]", "c"), ("[0]", "a"), ("[1]", "b")]


@pytest.mark.parametrize(
    ("metric", "documents", "message"),
    [
        (
            METRIC,
            [[{"left": 1, "rihgt": 2}]],
            "gold[0][0]: no field 'right'; did you mean 'rihgt'? (the fields are left, rihgt)",
        ),
        (METRIC, [[], [Span(0, 1), Pair(0, 1), 7]], "gold[1][2]: no field 'left': 7 is not a record"),
        (METRIC, [[[0, 1]]], "gold[0][0]: no field 'left' (the fields are 0, 1)"),
        (METRIC, ["ab"], f"gold[0]: 'ab' {NO_COLLECTION}"),
        (METRIC, [{"a": 1}], f"gold[0]: {{'a': 1}} {NO_COLLECTION}"),
        (METRIC, [None], f"gold[0]: None {NO_COLLECTION}"),
        (
            field("events", METRIC),
            [{"events": 3}],
            "gold[0].events: 3 is not a collection (a list, tuple or set)",
        ),
        (
            match_sets(field("x", overlap())),
            [[{"x": (3, 3)}]],
            "gold[0][0].x: end 3 is not after start 3 (offsets are half-open)",
        ),
        (match_sets(overlap()), [[(0, 1.5)]], "gold[0][0][1]: 1.5 is not an integer offset"),
        (match_sets(overlap()), [[(0, 1), "ab"]], "gold[0][1]: no field 0: 'ab' is not a record"),
        (METRIC, [[{}]], "gold[0][0]: no field 'left' (the fields are none)"),
        (
            match_sets(same),
            [[[bytearray()]]],
            "gold[0][0]: nerkit cannot compare [bytearray(b'')], because it has no hash",
        ),
    ],
)
def test_data_of_another_shape_is_an_error_that_names_its_place(metric, documents, message):
    """Never a traceback, never a guess."""
    with pytest.raises(RecordError) as error:
        metric.score(documents, documents)
    assert str(error.value) == message
    assert str(pickle.loads(pickle.dumps(error.value))) == message


def test_documents_pair_by_position_or_by_id():
    """Of lists as many on both sides, of mappings the same ids."""
    assert match_sets(same).counts({"a": [1], "b": []}, {"b": [], "a": [1]}).documents == ["a", "b"]
    with pytest.raises(UsageError, match="the gold side has 2 documents, the system 1"):
        METRIC.score([[], []], [[]])
    with pytest.raises(UsageError, match="the system has no document b"):
        METRIC.score({"a": [], "b": []}, {"a": []})
    with pytest.raises(UsageError, match="gold has no document b"):
        METRIC.score({"a": []}, {"a": [], "b": []})
    with pytest.raises(UsageError, match="give both sides as lists"):
        METRIC.score({"a": []}, [[]])


def test_a_level_is_made_once():
    """What several parts of a formula look at is taken out of the objects once."""
    level = Level([{"x": [1, 2]}, {"x": [3]}], 1)
    assert level.field("x").elements() is level.field("x").elements()
    assert level.field("x").elements().parent.tolist() == [0, 0, 1]
