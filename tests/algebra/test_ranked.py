"""Sets of which the system's first elements count: as counted one by one, and their laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algebra import field, files, match_sets, same, text
from nerkit.exceptions import InputError, UsageError

PHRASES = st.lists(st.sampled_from(["a", "A", "b", "c", "d", "e"]), max_size=8)
LOWER = text("casefold")


def distinct(phrases):
    return list(dict.fromkeys(phrase.lower() for phrase in phrases))


@given(st.lists(st.tuples(PHRASES, PHRASES), min_size=1, max_size=3), st.integers(1, 6), st.booleans())
def test_as_counted_one_by_one(documents, first, pad):
    """Equal ones are dropped before the first are taken; a padded list is as long as it might be."""
    gold, system = ([sides[i] for sides in documents] for i in range(2))
    counted = match_sets(LOWER, first=first, pad=pad).counts(gold, system).numbers
    for row, (one, other) in zip(counted, documents, strict=True):
        wanted, kept = distinct(one), distinct(other)[:first]
        hits = len(set(wanted) & set(kept))
        assert row[:4].tolist() == [hits, first if pad and kept else len(kept), hits, len(wanted)]


@given(st.lists(st.tuples(PHRASES, PHRASES), min_size=1, max_size=3))
def test_as_many_as_gold_has(documents):
    """Each document has its own number."""
    gold, system = ([{"p": sides[i]} for sides in documents] for i in range(2))
    counted = field("p", match_sets(LOWER, first="gold")).counts(gold, system).numbers
    for row, (one, other) in zip(counted, documents, strict=True):
        kept = distinct(other)[: len(distinct(one))]
        assert row[:4].tolist() == [
            len(set(distinct(one)) & set(kept)),
            len(kept),
            len(set(distinct(one)) & set(kept)),
            len(distinct(one)),
        ]


@given(PHRASES, PHRASES)
def test_more_than_there_are_is_all(gold, system):
    """The same counts as of the whole set; and gold against itself is right but for what is cut."""
    metric, whole = match_sets(same, first=len(system) + 1), match_sets(same)
    assert metric.counts([gold], [system]).numbers.tolist() == whole.counts([gold], [system]).numbers.tolist()
    if gold:
        assert match_sets(same, normalize="p", first=2).score([gold], [gold]) == 1


@given(PHRASES, PHRASES)
def test_what_gold_repeats_is_found_as_often(gold, system):
    """An element of the system stands for all that are equal, and is one where gold has none."""
    counted = match_sets(same, duplicates="gold").counts([gold], [system]).numbers[0, :4].tolist()
    found = [one for one in gold if one in system]
    assert counted == [len(found), len(found) + len(set(system) - set(gold)), len(found), len(gold)]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"first": 0}, "a whole number above 0"),
        ({"first": "all"}, "a whole number above 0"),
        ({"pad": True}, "pad needs a number of elements, as first = 5"),
        ({"first": "gold", "pad": True}, "pad needs a number of elements, as first = 5"),
        ({"first": 2, "duplicates": "multiset"}, "1:1"),
        ({"first": 2, "constraint": "N:1"}, "1:1"),
        ({"duplicates": "gold", "constraint": "N:1"}, "1:1"),
    ],
)
def test_what_makes_no_sense_is_refused(options, said):
    with pytest.raises(UsageError, match=said):
        match_sets(same, **options)


def test_as_many_as_gold_has_is_of_documents(write):
    """Inside another collection nothing says what gold is."""
    with pytest.raises(UsageError, match="can be used only with the collection of a document"):
        match_sets(match_sets(same, first="gold")).score([[["a"]]], [[["a"], ["b"]]])
    path = write("m.toml", '[metric]\nset = "Item"\n[class.Item]\np = { set = "same", first = "gold" }\n')
    with pytest.raises(InputError, match="the metric's own collection") as error:
        files.read(str(path))
    assert error.value.line == 4
