"""relation-relaxed against all matchings of relations whose ends overlap."""

from hypothesis import given, settings
from hypothesis import strategies as st

import nerkit

SPAN = st.tuples(st.integers(0, 4), st.integers(1, 3)).map(lambda drawn: [drawn[0], sum(drawn)])
RELATION = st.fixed_dictionaries({"type": st.sampled_from("xy"), "head": SPAN, "tail": SPAN})
SIDE = st.lists(RELATION, max_size=5, unique_by=lambda one: str(sorted(one.items())))


def overlap(one, other):
    return max(one[0], other[0]) < min(one[1], other[1])


def most(gold, system):
    """The most pairs of relations of one type, one to one, whose heads and whose tails overlap."""
    if not gold:
        return 0
    first, rest = gold[0], gold[1:]
    fitting = [
        other
        for other in system
        if other["type"] == first["type"] and all(overlap(first[end], other[end]) for end in ("head", "tail"))
    ]
    ways = [1 + most(rest, [one for one in system if one is not other]) for other in fitting]
    return max([most(rest, system), *ways])


@settings(max_examples=40, deadline=None)
@given(SIDE, SIDE)
def test_the_largest_matching_of_overlapping_ends(gold, system):
    """And the errors are what is left of both sides."""
    sides = [[{"id": "d", "relations": side}] for side in (gold, system)]
    result = nerkit.evaluate(*sides, task="ie", measures="relation-relaxed")
    row = result["relation-relaxed"]
    assert (row.p_num, row.p_den, row.r_den) == (most(gold, system), len(system), len(gold))
    assert row.p_num == row.r_num
    errors = result.errors()
    wrong = [sum(any(one.to_dict()[f"{side}_text"] or "") for one in errors) for side in ("gold", "system")]
    assert wrong == [len(gold) - row.r_num, len(system) - row.p_num]
