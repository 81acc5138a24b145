"""What follows from relations of intervals, against all ways that intervals may lie."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.interval_relations import INVERSE, POINTS, Closure, consistent, plain, reduced

SPANS = [(start, end) for start in range(6) for end in range(start + 1, 6)]
HOLDS = {  # (x1, x2, y1, y2)
    "BEFORE": lambda a, b, c, d: b < c,
    "IBEFORE": lambda a, b, c, d: b == c,
    "BEGINS": lambda a, b, c, d: a == c and b < d,
    "ENDS": lambda a, b, c, d: b == d and c < a,
    "INCLUDES": lambda a, b, c, d: a < c and d < b,
    "SIMULTANEOUS": lambda a, b, c, d: a == c and b == d,
}
WAYS = [dict(zip("ABC", spans, strict=True)) for spans in product(SPANS, repeat=3)]  # six points, six places
relations = st.lists(
    st.tuples(st.sampled_from("ABC"), st.sampled_from("ABC"), st.sampled_from([*POINTS, *INVERSE]))
    .filter(lambda one: one[0] != one[1])
    .map(lambda one: plain(*one)),
    max_size=4,
)


def models(listed):
    """The ways in which three intervals may lie where all relations hold."""
    return [way for way in WAYS if all(HOLDS[name](*way[one], *way[other]) for one, other, name in listed)]


@given(relations, relations)
def test_closure_is_complete(listed, asked):
    """A relation follows exactly if it holds in every way in which the others do."""
    kept, wrong = consistent(listed)
    ways = models(kept)
    assert ways
    assert all(not models([*kept, relation]) for relation in wrong)
    closure = Closure(kept)
    for relation in asked:
        known = {end for one in kept for end in one[:2]}
        if set(relation[:2]) <= known or relation[2] != "SIMULTANEOUS":
            wanted = all(HOLDS[relation[2]](*way[relation[0]], *way[relation[1]]) for way in ways)
            assert closure.follows(relation) == wanted


@given(relations)
def test_reduced_relations_say_the_same(listed):
    """What is left out follows from what stays; of the minimal ones none follows from the others."""
    kept, _ = consistent(list(dict.fromkeys(listed)))
    for how in ("minimal", "sequential", "none"):
        left = reduced(kept, how)
        assert all(Closure(left).follows(relation) for relation in kept)
    least = reduced(kept, "minimal")
    assert not any(Closure(least[:i] + least[i + 1 :]).follows(one) for i, one in enumerate(least))
    assert len(least) <= len(reduced(kept, "sequential")) <= len(kept)


def test_names_in_both_directions():
    """An inverse is the relation of the two the other way round; what lasts during is simultaneous."""
    assert plain("x", "y", "AFTER") == plain("y", "x", "BEFORE")
    assert plain("x", "y", "IDENTITY") == plain("y", "x", "DURING") == ("x", "y", "SIMULTANEOUS")
    with pytest.raises(KeyError):
        plain("x", "y", "SOMETIME")
