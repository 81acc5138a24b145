"""The engine against the definition, and the laws of the order of elements."""

import json
import random

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

import nerkit
from nerkit.corpora.json_documents import of_objects
from nerkit.scorers.json import assigning, matching
from tests.slow_json import best, leaves

SCALARS = st.one_of(
    st.sampled_from(["a", "b", "c", "", None]), st.integers(0, 3), st.booleans(), st.sampled_from([0.5, 1.0])
)
KEYS = st.sampled_from(["k", "v", "w"])


def nested(scalars):
    """Values three levels deep, of few keys and short arrays, so that many things agree."""
    value = scalars
    for _ in range(3):
        value = st.one_of(scalars, st.lists(value, max_size=4), st.dictionaries(KEYS, value, max_size=3))
    return value


VALUES = nested(SCALARS)
PLAIN = nested(st.sampled_from(["a", "b", 1, 2]))
SLOW = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def score(gold, system, **options):
    sides = map(of_objects, ([gold], [system]))
    return nerkit.evaluate(*sides, task="json", measures=["json", "json-accuracy"], **options)


def row(result, measure="json"):
    return next(r for r in result.rows if r.measure == measure and r.label == "*" and r.document == "*")


def shuffled(value, seed):
    """The same value with every array and object in another order."""
    order = random.Random(seed)

    def turned(one):
        if isinstance(one, dict):
            members = [(key, turned(part)) for key, part in one.items()]
            order.shuffle(members)
            return dict(members)
        if isinstance(one, list):
            elements = [turned(part) for part in one]
            order.shuffle(elements)
            return elements
        return one

    return turned(value)


@SLOW
@given(VALUES, VALUES, st.sampled_from(["bag", "sequence", "position"]))
def test_agreeing_leaves_and_shared_addresses_are_the_most_there_can_be(gold, system, mode):
    """Under every mode of arrays."""
    assume(not isinstance(system, str))  # a text is read as a model's answer
    result = score(gold, system, array=[f"**={mode}"] if isinstance(gold, list | dict) else ())
    found, accuracy = row(result), row(result, "json-accuracy")
    agree, shared = best(gold, system, mode)
    assert (found.p_num, found.p_den, found.r_den) == (agree, leaves(system), leaves(gold))
    assert accuracy.p_den == leaves(gold) + leaves(system) - shared


LIMITS = [  # that make every problem go another way
    {"SMALL": 0},
    {"SMALL": 0, "LARGE": 0},
    {"BITS": 0},
    {"TABLE": 1},
    {"TABLE": 1, "BITS": 0},
]


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@settings(SLOW, max_examples=40)
@given(gold=VALUES, system=VALUES)
@example(gold=[{"k": 1, "v": 2}, {"w": 2}, {"k": 3}], system=[{"k": 1, "v": 3}, {"w": 2, "k": 3}])
def test_every_way_of_solving_gives_the_same(limits, gold, system):
    """As one matrix or sparsely, with sets of addresses as bits or as signatures, counted pair by pair."""
    assume(not isinstance(system, str))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in limits.items():
            patch.setattr(assigning if name in vars(assigning) else matching, name, value)
        result = score(gold, system)
    found, accuracy = row(result), row(result, "json-accuracy")
    agree, shared = best(gold, system, "bag")
    assert (found.p_num, found.p_den, found.r_den) == (agree, leaves(system), leaves(gold))
    assert accuracy.p_den == leaves(gold) + leaves(system) - shared


@settings(SLOW, max_examples=60)
@given(gold=VALUES, system=VALUES)
@example(gold=[{"a": 1, "b": 2}, {"a": 3, "b": 4}], system=[{"a": 3, "b": 5}, {"a": 1, "b": 4}])
def test_where_not_all_fits_a_float_the_value_comes_first(gold, system):
    """Shared addresses give way: the most leaves agree all the same."""
    assume(not isinstance(system, str))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "EXACT", 64.0)
        found = row(score(gold, system))
    assert found.p_num == best(gold, system, "bag")[0]


@SLOW
@given(PLAIN, PLAIN)
def test_similar_values_are_matched_at_the_optimum_too(gold, system):
    """A tolerance is not transitive: every pair of numbers is looked at."""
    assume(not isinstance(system, str))

    def near(x, y):
        return (isinstance(x, int) and isinstance(y, int) and abs(x - y) <= 1) or x == y

    found = row(score(gold, system, within="1"))
    assert found.p_num == best(gold, system, "bag", near)[0]


TWO_OF_A_KIND = [{"k": "a", "v": "a", "w": ["a"] * 3}, {"k": "a", "v": ["a"] * 3, "w": "a"}]  # as good


@SLOW
@example([{"k": "a", "v": "a", "w": "a"}], TWO_OF_A_KIND, 0)
@given(VALUES, VALUES, st.integers(0, 99))
def test_the_order_of_bags_changes_no_byte_of_the_output(gold, system, seed):
    """Of either side, of arrays within arrays, and of the members of objects."""
    assume(not isinstance(system, str))
    texts = [
        json.dumps([r.to_dict() for r in score(*pair, by=["path"]).rows], sort_keys=True)
        for pair in ((gold, system), (shuffled(gold, seed), shuffled(system, seed + 1)))
    ]
    assert texts[0] == texts[1]


@SLOW
@given(VALUES, VALUES)
def test_classes_partition_the_leaves_of_both_sides(gold, system):
    """And 1 - F1 is the sum of the classes over all leaves."""
    assume(not isinstance(system, str))
    result = score(gold, system, by=["path"])
    found = row(result)
    kinds = found.extra
    missing = kinds["missing_field"] + kinds["missing_item"] + kinds["format"]
    invented = kinds["invented_field"] + kinds["invented_item"]
    assert found.r_den == kinds["agree"] + kinds["misread"] + missing
    assert found.p_den == kinds["agree"] + kinds["misread"] + invented
    lost = 2 * kinds["misread"] + missing + invented
    if found.p_den + found.r_den:
        assert 1 - found.f1 == pytest.approx(lost / (found.p_den + found.r_den))
    by_path = [r for r in result.rows if r.measure == "json" and r.label != "*"]
    assert sum(r.p_num for r in by_path) == found.p_num
    assert sum(r.r_den for r in by_path) == found.r_den


@SLOW
@given(VALUES)
def test_a_value_is_right_beside_itself(value):
    """Whatever the mode of arrays."""
    assume(not isinstance(value, str))
    for mode in ("bag", "set", "sequence", "position"):
        result = score(value, value, array=[f"**={mode}"] if isinstance(value, list | dict) else ())
        found = row(result)
        assert found.p_num == found.p_den == found.r_den


@SLOW
@given(VALUES, VALUES)
def test_modes_are_ordered_and_the_sides_are_alike(gold, system):
    """position <= sequence <= bag <= both numbers of leaves; gold and system may be exchanged."""
    assume(isinstance(gold, list | dict) and isinstance(system, list | dict))
    position, sequence, bag = (
        row(score(gold, system, array=[f"**={mode}"])).p_num for mode in ("position", "sequence", "bag")
    )
    assert position <= sequence <= bag <= min(leaves(gold), leaves(system))
    assert row(score(system, gold)).p_num == bag
