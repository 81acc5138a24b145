"""Sets of relations of which some follow from others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algebra import entailed
from nerkit.exceptions import UsageError


def links(*texts):
    """`A<B` is before, `A=B` simultaneous."""
    return [
        {"from": text[0], "to": text[2], "type": {"<": "BEFORE", "=": "SIMULTANEOUS"}[text[1]]}
        for text in texts
    ]


CASES = [  # gold, system, closure, reduction, (P, R) as counts
    (["A<B", "B<C", "A<C"], ["A<C"], "allen", "minimal", (1, 1, 0, 2)),
    (["A<B", "B<C", "A<C"], ["A<C"], "allen", "none", (1, 1, 1, 3)),
    (["A<C", "A<B", "B<C"], ["A<B", "B<C"], "allen", "sequential", (2, 2, 3, 3)),
    (["A<C", "A<B", "B<C"], ["A<B", "B<C"], "allen", "minimal", (2, 2, 2, 2)),
    (["A<C", "A<B", "B<C"], ["A<B", "B<C"], "none", "none", (2, 2, 2, 3)),
    (["A<B"], ["A<B", "B<A"], "allen", "minimal", (1, 2, 1, 1)),  # what contradicts stays in the number
    (["A<B", "B<A"], ["A<B", "B<A"], "allen", "minimal", (2, 2, 2, 2)),  # and is right where both state it
    ([], ["A<B"], "allen", "minimal", (0, 1, 0, 0)),
]


@pytest.mark.parametrize("case", CASES)
def test_numbers_by_hand(case):
    """Precision counts the system's relations, recall those of gold."""
    gold, system, closure, reduce, wanted = case
    score = entailed(closure, reduce)([links(*gold)], [links(*system)])
    assert tuple(score.counts.numbers[0]) == wanted


def test_sides_exchange_precision_and_recall():
    """As of every metric of sets."""
    sides = links("A<B", "B=C", "A<C"), links("A<C", "C=B")
    there, back = (entailed()([one], [other]) for one, other in (sides, sides[::-1]))
    assert (there.precision, there.recall) == (back.recall, back.precision)


def test_what_there_is_not():
    """Closures, reductions, relations."""
    with pytest.raises(UsageError, match="closure"):
        entailed("alen")
    with pytest.raises(
        UsageError, match='without a closure no element follows from others; use reduce = "none"'
    ):
        entailed("none", "minimal")
    with pytest.raises(UsageError, match="unknown relation 'BEFOR'; did you mean 'BEFORE'"):
        entailed()([[{"from": 1, "to": 2, "type": "BEFOR"}]], [[]])


def reachable(pairs, closure):
    """All pairs that follow from some, step by step."""
    found = set(pairs) | ({(b, a) for a, b in pairs} if closure == "equivalence" else set())
    while more := {(a, d) for a, b in found for c, d in found if b == c} - found:
        found |= more
    return found


edges = st.lists(
    st.tuples(st.sampled_from("ABCD"), st.sampled_from("ABCD"), st.sampled_from("xy")).filter(
        lambda one: one[0] < one[1]  # no circle
    ),
    max_size=6,
    unique=True,
)


@given(edges, edges, st.sampled_from(["order", "equivalence"]))
def test_orders_and_equivalences_against_steps(gold, system, closure):
    """Types are apart; as stated, and reduced, which changes no closure."""
    sides = [typed(*side) for side in (gold, system)]
    score = entailed(closure, "none")([sides[0]], [sides[1]])
    of_gold, of_system = (
        {name: reachable([(a, b) for a, b, type_ in side if type_ == name], closure) for name in "xy"}
        for side in (gold, system)
    )
    right = [sum((a, b) in of_gold[name] for a, b, name in system)]
    right.append(sum((a, b) in of_system[name] for a, b, name in gold))
    assert tuple(score.counts.numbers[0]) == (right[0], len(system), right[1], len(gold))
    kept, of_kept, *_ = entailed(closure, "minimal")([sides[0]], [sides[0]]).counts.numbers[0]
    least = list(gold)
    for one in gold:  # of an order those that go are known; of an equivalence, how many
        rest = [(a, b) for a, b, name in least if (a, b, name) != one and name == one[2]]
        if one[:2] in reachable(rest, closure):
            least.remove(one)
    assert kept == of_kept == len(least)


def typed(*relations):
    """Relations of ends and a type."""
    return [{"from": first, "to": second, "type": name} for first, second, name in relations]


def test_an_order_that_is_a_circle_is_told():
    """The last relation contradicts the first two; an equivalence has no contradictions."""
    circle = [typed(("A", "B", "x"), ("B", "C", "x"), ("C", "A", "x"))]
    (said,) = entailed("order")(circle, [[]]).counts.warnings
    assert said == "1 element of relations that contradict earlier elements: gold[0][2]"
    alike = entailed("equivalence")(circle, circle).counts
    assert (alike.warnings, tuple(alike.numbers[0])) == ((), (2, 2, 2, 2))
