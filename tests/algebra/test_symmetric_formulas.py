"""Laws of every symmetric formula: order, exchange of sides, an object against itself."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algebra import (
    edit,
    field,
    match_sets,
    nested,
    optional,
    overlap,
    record,
    same,
    tokens,
    total,
    tree,
    weighted,
    worth,
)

WORDS = st.sampled_from(["a", "b", "a b", "b c d"])
LEVELS = {"NAM": 1, "NOM": 0.5, "PRO": 0.25}
ATOMS = {  # a similarity that does not know which side is which, and its values
    "same": (same, st.integers(0, 2)),
    "depth": (tree("depth"), st.lists(st.sampled_from("xy"), min_size=1, max_size=3)),
    "ancestors": (tree("ancestors"), st.sampled_from(["x", "x.y", "x.z", "y"])),
    "overlap": (overlap(normalize="f1"), st.sampled_from([[0, 2], [1, 3], [1, 2], [4, 6]])),
    "edit": (edit(), WORDS),
    "tokens": (tokens(), WORDS),
    "worth": (worth(LEVELS), st.sampled_from(list(LEVELS))),
}
NORMALIZERS = st.sampled_from([None, "f1", "j"])


@st.composite
def formulas(draw, depth=2):
    """A symmetric similarity, and its objects."""
    kind = draw(
        st.sampled_from(["atom", "set", "record", "total", "optional", "weighted"] if depth else ["atom"])
    )
    if kind == "atom":
        return ATOMS[draw(st.sampled_from(sorted(ATOMS)))]
    inner, objects = draw(formulas(depth - 1))
    if kind == "set":
        matching = match_sets(
            inner, "1:1", draw(NORMALIZERS), duplicates=draw(st.sampled_from(["set", "multiset"]))
        )
        return matching, st.lists(objects, max_size=3)
    if kind == "weighted":
        return weighted(inner, draw(st.sampled_from([0.5, 2]))), objects
    other, others = draw(formulas(depth - 1))
    records = st.fixed_dictionaries({"a": objects}, optional={"b": others})
    if kind == "optional":
        return record(a=inner, b=optional(other)), records
    both = st.fixed_dictionaries({"a": objects, "b": others})
    return (record if kind == "record" else total)(a=inner, b=other), both


@st.composite
def problems(draw):
    """A metric of collections, and one on each side."""
    inner, objects = draw(formulas())
    collections = st.lists(objects, max_size=4)
    metric = field("items", match_sets(inner, "1:1", draw(NORMALIZERS)))
    return metric, {"items": draw(collections)}, {"items": draw(collections)}


def counted(metric, gold, system):
    return metric.counts([gold], [system]).numbers[0].tolist()


def shuffled(value, chance):
    """The same value, every list of records or collections in another order."""
    if isinstance(value, dict):
        return {key: shuffled(part, chance) for key, part in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict | list):
        if all(isinstance(part, int) for part in value):
            return value
        return chance.sample([shuffled(part, chance) for part in value], len(value))
    return value


@given(problems(), st.integers(0, 99))
def test_laws(problem, seed):
    """Order does not count, exchanged sides exchange their numbers, and nothing is better than itself."""
    metric, gold, system = problem
    numbers = counted(metric, gold, system)
    chance = random.Random(seed)
    assert counted(metric, shuffled(gold, chance), shuffled(system, chance)) == pytest.approx(numbers)
    exchanged = counted(metric, system, gold)
    assert exchanged == pytest.approx([numbers[2], numbers[3], numbers[0], numbers[1]])
    itself = counted(metric, gold, gold)
    assert itself == pytest.approx([itself[1]] * 4)
    assert numbers[0] <= min(numbers[1], numbers[3]) + 1e-9


@given(st.lists(st.integers(0, 2)), st.lists(st.integers(0, 2)))
def test_nested_values_in_any_order(gold, system):
    value = nested().score([gold], [system])
    assert nested().score([gold[::-1]], [sorted(system)]) == value
    assert nested().score([system], [gold]) == value


def test_worth_by_hand():
    """A name that is found counts 1, a pronoun 0.25; a name found where gold has a pronoun counts 0.25."""
    metric = match_sets(record(span=same, level=worth(LEVELS)), normalize="f1")
    gold = [{"span": 1, "level": "NAM"}, {"span": 2, "level": "PRO"}]
    system = [{"span": 2, "level": "NAM"}, {"span": 3, "level": "NOM"}]
    assert counted(metric, gold, system) == [0.25, 1.5, 0.25, 1.25]
    assert worth({"NAM": 1}, 0).score(["x"], ["x"]) == 0


def test_elements_of_one_weight_are_one():
    """A formula cannot tell them apart, and repeated elements count once."""
    metric = match_sets(record(span=same, level=worth({"UNK": 0})), normalize="f1")
    twice = [{"span": 1, "level": "a"}, {"span": 1, "level": "b"}, {"span": 1, "level": "UNK"}]
    assert counted(metric, twice, twice[:1]) == [1, 1, 1, 1]


def test_decay():
    """A credit for each step from gold's type up to the system's."""
    names = tree("decay", {"thing": ["place"], "place": ["city"]}, decay=0.5)
    paths = tree("decay", decay=0.5)
    for similarity, city, place, thing in ((names, "city", "place", "thing"), (paths, "t.p.c", "t.p", "t")):
        assert [similarity.score([city], [other]) for other in (city, place, thing)] == [1, 0.5, 0.25]
        assert similarity.score([place], [city]) == 0
