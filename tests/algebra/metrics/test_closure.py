"""Sets of relations of which some follow from others."""

import pytest

from nerkit.algebra import entailed
from nerkit.errors import UsageError


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
    with pytest.raises(UsageError, match='reduce is "none"'):
        entailed("none", "minimal")
    with pytest.raises(UsageError, match="unknown relation 'BEFOR'; did you mean 'BEFORE'"):
        entailed()([[{"from": 1, "to": 2, "type": "BEFOR"}]], [[]])
