"""The engine against the definition, and the laws of the order of elements."""

import json
import random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from oracles.values import best, content, leaves
from slow_json import MATCHED, SHARED, shared

import nerkit
from nerkit.corpora.json_documents import of_objects
from nerkit.scorers.json import matching

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


def score(gold, system, measures=("json", "json-accuracy"), **options):
    sides = map(of_objects, ([gold], [system]))
    return nerkit.evaluate(*sides, task="json", measures=[*measures], **options)


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


@given(VALUES, VALUES, st.sampled_from(["bag", "sequence", "position"]))
def test_agreeing_leaves_and_shared_addresses_are_the_most_there_can_be(gold, system, mode):
    """Under every mode of arrays."""
    assume(not isinstance(system, str))  # a text is read as a model's answer
    result = score(gold, system, array=[f"**={mode}"] if isinstance(gold, list | dict) else ())
    found, accuracy = row(result), row(result, "json-accuracy")
    agree, addresses = divmod(best(gold, system, MATCHED[mode], shared), 1)
    assert (found.p_num, found.p_den, found.r_den) == (agree, leaves(system), leaves(gold))
    assert accuracy.p_den == leaves(gold) + leaves(system) - addresses / SHARED


LIMITS = [  # that make every problem go another way
    {"SMALL": 0},
    {"SMALL": 0, "LARGE": 0},
]


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@given(gold=VALUES, system=VALUES)
@example(gold=[{"k": 1, "v": 2}, {"w": 2}, {"k": 3}], system=[{"k": 1, "v": 3}, {"w": 2, "k": 3}])
def test_every_way_of_solving_gives_the_same(limits, gold, system):
    """As one matrix or sparsely, with the pairs of sets of addresses in a table or one by one."""
    assume(not isinstance(system, str))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in limits.items():
            patch.setattr(matching, name, value)
        result = score(gold, system)
    found, accuracy = row(result), row(result, "json-accuracy")
    agree, addresses = divmod(best(gold, system, agree=shared), 1)
    assert (found.p_num, found.p_den, found.r_den) == (agree, leaves(system), leaves(gold))
    assert accuracy.p_den == leaves(gold) + leaves(system) - addresses / SHARED


@given(gold=VALUES, system=VALUES)
@example(gold=[{"a": 1, "b": 2}, {"a": 3, "b": 4}], system=[{"a": 3, "b": 5}, {"a": 1, "b": 4}])
def test_where_not_all_fits_a_float_the_value_comes_first(gold, system):
    """Shared addresses give way: the most leaves agree all the same."""
    assume(not isinstance(system, str))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "EXACT", 64.0)
        found = row(score(gold, system))
    assert found.p_num == best(gold, system)


@given(PLAIN, PLAIN)
def test_similar_values_are_matched_at_the_optimum_too(gold, system):
    """A tolerance is not transitive: every pair of numbers is looked at."""
    assume(not isinstance(system, str))

    def near(x, y):
        return (isinstance(x, int) and isinstance(y, int) and abs(x - y) <= 1) or x == y

    found = row(score(gold, system, within="1"))
    assert found.p_num == best(gold, system, agree=near)


TWO_OF_A_KIND = [{"k": "a", "v": "a", "w": ["a"] * 3}, {"k": "a", "v": ["a"] * 3, "w": "a"}]  # as good


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


@given(VALUES)
def test_a_value_is_right_beside_itself(value):
    """Whatever the mode of arrays."""
    assume(not isinstance(value, str))
    for mode in ("bag", "set", "sequence", "position"):
        result = score(value, value, array=[f"**={mode}"] if isinstance(value, list | dict) else ())
        found = row(result)
        assert found.p_num == found.p_den == found.r_den


@given(VALUES, VALUES)
def test_modes_are_ordered_and_the_sides_are_alike(gold, system):
    """position <= sequence <= bag <= both numbers of leaves; gold and system may be exchanged."""
    assume(isinstance(gold, list | dict) and isinstance(system, list | dict))
    position, sequence, bag = (
        row(score(gold, system, array=[f"**={mode}"])).p_num for mode in ("position", "sequence", "bag")
    )
    assert position <= sequence <= bag <= min(leaves(gold), leaves(system))
    assert row(score(system, gold)).p_num == bag


ROWS = st.lists(st.one_of(st.just({}), nested(st.sampled_from(["a", 1, "", None, "N/A"]))), max_size=4)
SILENT = {"null": [None], "blank": ["", " "], "empty": [[], {}], "N/A": ["N/A"]}  # by what makes them so
ABSENT = st.sets(st.sampled_from([*SILENT]))


def exact(gold, system, absent, **options):
    names = tuple(absent - {"N/A"}) or ("none",)
    words = tuple(absent & {"N/A"})
    found = score(gold, system, measures=["json/exact"], absent=names, absent_values=words, **options)
    return row(found, "json/exact").p_num


def as_said(value, absent):
    """A value for which the oracle leaves out what is absent, and nothing else."""
    if isinstance(value, dict) and value:
        return {key: as_said(one, absent) for key, one in value.items()}
    if isinstance(value, list) and value:
        return [as_said(one, absent) for one in value]
    name = next((name for name, ones in SILENT.items() if value in ones), None)
    if name is None or name in absent:
        return None if name == "N/A" else value
    return {"said": "nothing"} if value == {} else f"said {value}"


def with_silence(value, silent, chance):
    """A value with other silent elements in its arrays, in another order."""
    if isinstance(value, dict):
        return {key: with_silence(one, silent, chance) for key, one in value.items()}
    if not isinstance(value, list):
        return value
    inner = [with_silence(one, silent, chance) for one in value if one not in silent or chance.randrange(3)]
    inner += [chance.choice(silent) for _ in range(chance.randrange(3)) if silent]
    chance.shuffle(inner)
    return inner


@given(ROWS, ROWS, st.integers(0, 99), ABSENT, st.sampled_from([*MATCHED]))
@example([{"k": 1}, None], [{"k": 1}], 0, {"null", "blank", "empty"}, "position")
@example([[{"k": 1}, None], [{}]], [[{"k": 1}], [{}]], 0, {"null", "blank", "empty"}, "bag")
@example([{}, "N/A"], [{}], 0, {"empty", "N/A"}, "bag")
def test_documents_are_exact_if_they_say_the_same(gold, system, seed, absent, mode):
    """Under each choice of what is absent; arrays in order must also have all leaves at their places."""
    silent = [one for name in sorted(absent) for one in SILENT[name]]
    for pair in ((gold, system), (gold, with_silence(gold, silent, random.Random(seed)))):
        gold_side, system_side = said = [as_said({"r": one, "f": 1}, absent) for one in pair]
        same = any(content(gold_side, way) == content(system_side, way) for way in (True, False))
        placed = best(*said, MATCHED[mode]) == leaves(gold_side) == leaves(system_side)
        documents = ({"r": one, "f": 1} for one in pair)
        assert exact(*documents, absent, array=f"**={mode}") == (same and placed)


@given(ROWS, st.integers(0, 99), ABSENT)
def test_silent_elements_beside_objects_change_nothing(value, seed, absent):
    """All but {}, which is an element beside objects alone."""
    absent = absent | {"empty"}
    silent = [one for name in sorted(absent) for one in SILENT[name] if one != {}]
    again = with_silence(value, silent, random.Random(seed))
    for pair in ((value, again), (again, value)):
        assert exact(*pair, absent) == 1
