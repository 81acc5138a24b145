"""Alternatives: a similarity where another one finds no partner, and the best of several readings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow_algebra import numbers

from nerkit.algebra import (
    any_of,
    field,
    files,
    match_sequences,
    match_sets,
    overlap,
    record,
    same,
    table,
    where,
)
from nerkit.algebra.alternatives import otherwise
from nerkit.algebra.operators import times

items = st.lists(
    st.fixed_dictionaries({name: st.integers(0, 2) for name in ("place", "name", "role")}), max_size=5
)
EITHER = otherwise(field("place", same), field("name", same))


def test_the_second_where_the_first_finds_nothing():
    """A system item at a gold place is not compared by name, even where its role is another one."""
    gold = [{"place": 1, "name": 1, "role": "a"}, {"place": 2, "name": 2, "role": "b"}]
    system = [
        {"place": 1, "name": 2, "role": "b"},  # its place is gold's, under another role
        {"place": 9, "name": 2, "role": "b"},  # by its name
        {"place": 9, "name": 2, "role": "c"},
    ]
    role = where(field("role", same), at_least=1)
    matched = match_sets(times(EITHER, role), "N:1", duplicates="multiset")
    assert matched.score([gold], [system]) == 1
    assert match_sets(EITHER, "N:1", duplicates="multiset").score([gold], [system]) == 3
    assert str(EITHER) == "(place otherwise name)"


@given(items, items)
def test_as_counted_one_by_one(gold, system):
    """Each system item: any gold item at its place, else any of its name, and of these one of its role."""
    expected = 0
    for item in system:
        partners = [other for other in gold if other["place"] == item["place"]]
        partners = partners or [other for other in gold if other["name"] == item["name"]]
        expected += any(other["role"] == item["role"] for other in partners)
    formula = times(EITHER, where(field("role", same), at_least=1))
    assert match_sets(formula, "N:1", duplicates="multiset").score([gold], [system]) == expected


@given(items)
def test_a_side_against_itself(gold):
    """Every item is as similar as it can be."""
    metric = match_sets(times(record(role=same), EITHER), normalize="f1")
    assert metric.score([gold], [gold]) == (1 if gold else 0)


ATOMS = st.integers(0, 2)
RANGES = st.builds(lambda start, size: [start, start + size], st.integers(0, 3), st.integers(1, 3))
SHAPES = {  # a similarity of what is in a document, gold's values, and the system's
    "equal": (any_of(same), ATOMS),
    "credit": (any_of(table({(0, 1): 0.5, (1, 2): 0.25})), ATOMS),
    "overlap": (any_of(overlap(normalize="j")), RANGES),
    "record": (any_of(record(a=same, b=same)), st.fixed_dictionaries({"a": ATOMS, "b": ATOMS})),
    "set": (any_of(match_sets(same)), st.lists(ATOMS, max_size=3)),
}


@st.composite
def documents(draw):
    """A formula, a document of gold with readings, and one of the system."""
    inner, values = SHAPES[draw(st.sampled_from(sorted(SHAPES)))]
    several = st.one_of(values, st.lists(values, min_size=1, max_size=3).map(tuple))
    matching = draw(st.sampled_from([match_sets, match_sequences]))
    constraint = draw(st.sampled_from(["1:1", "N:1", "N:N"]))
    if draw(st.booleans()):
        inner, several = record(v=inner, w=same), st.fixed_dictionaries({"v": several, "w": ATOMS})
        values = st.fixed_dictionaries({"v": values, "w": ATOMS})
    options = {"duplicates": "multiset"} if matching is match_sets else {}
    formula = matching(inner, constraint, **options)
    return formula, draw(st.lists(several, max_size=3)), draw(st.lists(values, max_size=3))


@given(documents())
def test_the_best_reading_is_that_of_the_slow_twin(case):
    formula, gold, system = case
    counted = formula.counts([gold], [system]).numbers[0, :4]
    assert counted.tolist() == pytest.approx([float(number) for number in numbers(formula, gold, system)])


@given(st.lists(ATOMS, min_size=1, max_size=3), ATOMS, ATOMS)
def test_a_further_reading_lowers_no_similarity(readings, further, system):
    one, more = ([{"v": tuple(some)}] for some in (readings, [*readings, further]))
    metric = field("v", any_of(same))
    assert metric.score(more, [{"v": system}]) >= metric.score(one, [{"v": system}])
    assert metric.score([{"v": (readings[0],)}], [{"v": system}]) == float(readings[0] == system)
    assert metric.score([{"v": tuple(readings[::-1] * 2)}], [{"v": system}]) == metric.score(
        one, [{"v": system}]
    )


def test_of_values_that_a_system_lists_the_first_counts():
    """As in dialogue states; an empty list is no value."""
    metric = field("v", any_of(same, lists=True, first=True))
    assert [metric.score([{"v": ["a", "b"]}], [{"v": v}]) for v in ("b", ["b", "a"], ["c", "a"], [])] == [
        1,
        1,
        0,
        0,
    ]


def test_a_list_of_readings_in_toml(tmp_path):
    file = tmp_path / "m.toml"
    file.write_text('[metric]\nset = "Fact"\nnormalize = "f1"\n[class.Fact]\ncity = { any = "same" }\n')
    metric = files.read(str(file)).metric
    assert str(metric) == "F1[1:1](any(city))"
    assert metric.score([[{"city": ["NYC", "New York"]}]], [[{"city": "New York"}]]) == 1
