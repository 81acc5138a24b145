"""The errors that cost most."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.results.error_costs import costliest, costs

TAGS = st.lists(st.sampled_from(["B-PER", "B-LOC", "I-LOC", "O"]), min_size=6, max_size=6)


@given(st.lists(TAGS, min_size=1, max_size=5), st.lists(TAGS, min_size=5, max_size=5), st.integers(0, 8))
def test_the_costliest_are_of_the_kinds_that_cost_most(gold, system, items):
    """As a stable sort of all errors by the place of their kind among the costs has them."""
    listed = nerkit.evaluate(gold, system[: len(gold)], task="bio").errors()
    kinds = [cost[:3] for _, found in costs(listed) for cost in found]

    def kind(row):
        labels = (row.gold_item["label"], row.system_item["label"])
        return kinds.index((row.kind, *labels))

    shown = costliest(listed, items)
    assert list(shown) == sorted(listed, key=kind)[:items]
    assert shown.total == len(listed)


def test_items_without_labels_are_ordered_by_their_class():
    """Values of JSON: the class whose repair gains most first."""
    result = nerkit.evaluate([{"a": 1, "b": [1, 2, 3]}], [{"a": 2, "b": [1]}], task="json")
    kinds = [row.kind for row in costliest(result.errors(), 9)]
    ((_, found),) = costs(result.errors())
    assert list(dict.fromkeys(kinds)) == [cost.kind for cost in found]


def test_several_systems_are_each_in_their_own_order():
    gold, worse = [["B-PER", "B-LOC"]], [["B-LOC", "O"]]
    result = nerkit.compare(gold, {"a": worse, "b": [["O", "O"]]}, task="bio").result
    assert len(costliest(result.errors(), 10)) == 4


@pytest.mark.parametrize("items", [0, 1])
def test_the_number_of_items_is_kept(items):
    result = nerkit.evaluate([["B-PER", "B-LOC"]], [["O", "O"]], task="bio")
    assert str(costliest(result.errors(), items)).endswith(f"{items} of 2 errors")
