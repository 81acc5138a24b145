"""Judgements of values of fields, in formulas of one's own: by hand, and against slow sums."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.algebra import edit, field, match_sets, record, same
from nerkit.exceptions import UsageError


def written(path, *lines):
    """A file of judgements: path, gold, system, credit."""
    keys = ("path", "gold", "system", "credit")
    path.write_text("".join(f"{json.dumps(dict(zip(keys, one, strict=True)))}\n" for one in lines))
    return str(path)


def scored(metric, gold, system, **asked):
    """What is right, by the names of the rows."""
    result = nerkit.evaluate(
        [{"items": gold}], [{"items": system}], task="ie", metric={"mine": metric}, **asked
    )
    return {name: result[name].p_num for name in result.measures}


BY_TYPE_AND_HEAD = field("items", match_sets(record(type=same, head=same), normalize="f1"))
GOLD = [{"type": "a", "head": "Acme"}, {"type": "b", "head": "Bolt"}]
SYSTEM = [{"type": "a", "head": "ACME Corp."}, {"type": "c", "head": "Bolt"}]


@pytest.mark.parametrize(
    ("lines", "right"),
    [
        ([("head", "Acme", "ACME Corp.", 1)], 1),
        ([("head", "Acme", "ACME Corp.", 0.5)], 0.5),
        ([("head", "Acme", "Bolt", 1)], 0),
        ([("head", "ACME Corp.", "Acme", 1)], 0),  # the other way round is another pair
        ([("type", "b", "c", 0.5), ("head", "Acme", "ACME Corp.", 0.25)], 0.75),
        ([("head", "Bolt", "Bolt", 0), ("type", "b", "c", 1)], 0),
    ],
)
def test_by_hand(tmp_path, lines, right):
    path = written(tmp_path / "judged.jsonl", *lines)
    assert scored(BY_TYPE_AND_HEAD, GOLD, SYSTEM, judgements=path) == {"mine": right, "mine/unjudged": 0}


def test_graded_similarities(tmp_path):
    """A judgement stands instead of a similarity in part, higher or lower."""
    metric = field("items", match_sets(field("head", edit()), normalize="f1"))
    alone = scored(metric, [{"head": "Acme"}], [{"head": "Acne"}])["mine"]
    assert 0 < alone < 1
    for credit in (0, 0.25, 1):
        path = written(tmp_path / f"{credit}.jsonl", ("head", "Acme", "Acne", credit))
        both = scored(metric, [{"head": "Acme"}], [{"head": "Acne"}], judgements=path)
        assert both == {"mine": credit, "mine/unjudged": alone}


def test_a_path_that_no_formula_looks_at(tmp_path):
    path = written(tmp_path / "judged.jsonl", ("tail", "Acme", "x", 1))
    with pytest.raises(UsageError, match="decides pairs that mine does not compare"):
        scored(BY_TYPE_AND_HEAD, GOLD, SYSTEM, judgements=path)


ITEMS = st.lists(
    st.fixed_dictionaries({"type": st.sampled_from("ab"), "head": st.sampled_from("xyz")}),
    max_size=3,
    unique_by=lambda one: (one["type"], one["head"]),
)
JUDGED = st.lists(
    st.tuples(st.just("head"), st.sampled_from("xyz"), st.sampled_from("xyz"), st.sampled_from((0, 0.5, 1))),
    min_size=1,
    max_size=4,
    unique_by=lambda one: one[:3],
)


@given(ITEMS, ITEMS, JUDGED)
def test_against_all_matchings(tmp_path_factory, gold, system, lines):
    """The best one-to-one sum of what judgements make of the heads of items of one type, all tried."""
    credit = {(one[1], one[2]): one[3] for one in lines}

    def worth(one, other):
        pair = one["head"], other["head"]
        return (one["type"] == other["type"]) * credit.get(pair, float(pair[0] == pair[1]))

    def best(i, free):
        if i == len(gold):
            return 0.0
        return max([best(i + 1, free), *(worth(gold[i], system[j]) + best(i + 1, free - {j}) for j in free)])

    path = written(tmp_path_factory.mktemp("judged") / "judged.jsonl", *lines)
    right = scored(BY_TYPE_AND_HEAD, gold, system, judgements=path)["mine"]
    assert right == pytest.approx(best(0, frozenset(range(len(system)))))
