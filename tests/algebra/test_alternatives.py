"""One similarity where it finds partners, another one where it finds none."""

from hypothesis import given
from hypothesis import strategies as st

from nerkit.algebra import field, match_sets, record, same, where
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
