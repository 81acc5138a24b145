"""Fields that may be absent, members, choices, weights, scalars: by hand, and as `nerkit json` counts."""

import numpy as np
import pytest
import slow_algebra as slow
from hypothesis import assume, given
from hypothesis import strategies as st

import nerkit
from nerkit.algebra import (
    alias,
    by_type,
    by_value,
    date,
    edit,
    field,
    match_sets,
    members,
    nested,
    number,
    optional,
    overlap,
    record,
    rounded,
    same,
    table,
    text,
    tokens,
    total,
    tree,
    weighted,
)
from nerkit.exceptions import UsageError


def numbers(metric, gold, system):
    return metric([gold], [system]).counts.numbers[0].tolist()


@pytest.mark.parametrize(
    ("gold", "system", "expected"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 2}, [2, 2, 2, 2]),
        ({"a": 1}, {"a": 1}, [1, 1, 1, 1]),  # absent on both sides: nothing
        ({"a": 1, "b": 2}, {"a": 1}, [1, 1, 1, 2]),  # missed
        ({"a": 1}, {"a": 1, "b": None}, [1, 1, 1, 1]),
        ({"a": 1}, {"a": 1, "b": 3}, [1, 2, 1, 1]),  # spurious
    ],
)
def test_an_optional_field_of_a_sum(gold, system, expected):
    """It adds nothing where it is absent, and its own score is 0 there."""
    assert numbers(total(a=same, b=optional(same)), gold, system) == expected


@pytest.mark.parametrize("inner", [same, edit() > 0.5, match_sets(same)])
def test_an_optional_field_of_a_product(inner):
    """As a factor it is 1 where it is absent on both sides, and 0 where on one."""
    value = ["x"] if str(inner).startswith("Σ") else "x"
    metric = match_sets(record(t=same, v=optional(inner)))
    both, one = [{"t": "a"}, {"t": "b", "v": value}], [{"t": "a", "v": value}, {"t": "b", "v": value}]
    assert numbers(metric, both, both) == [2, 2, 2, 2]
    assert numbers(metric, both, one) == [1, 2, 1, 2]


def test_weights_multiply_scores_and_own_scores():
    """Also where a weight is no integer."""
    metric = total(a=weighted(same, 3), b=weighted(same, 0.5))
    assert numbers(metric, {"a": 1, "b": 1}, {"a": 1, "b": 2}) == [3, 3.5, 3, 3.5]
    with pytest.raises(UsageError, match="a weight must be a number above 0, not 0"):
        weighted(same, 0)


def test_members_are_summed_over_the_keys_of_both():
    """Of nested mappings too; what only one side has is in its own score."""
    metric = members(members(same))
    gold, system = {"p": {"x": 1, "y": 2}, "q": {"x": 1}}, {"p": {"x": 1, "y": 3}, "r": {"x": 1}}
    assert numbers(metric, gold, system) == [1, 3, 1, 3]
    assert metric.explain([gold], [system])[0].gold_path == "p"


def test_the_value_of_a_field_chooses_the_similarity():
    """Objects whose values differ are not similar; a value without a case has the similarity of others."""
    element = by_value("slot", {"n": field("v", number(within=1)), "s": field("v", text("casefold"))}, same)
    gold = [{"slot": "n", "v": 5}, {"slot": "s", "v": "A"}, {"slot": "x", "v": 1}]
    system = [{"slot": "n", "v": 6}, {"slot": "s", "v": "a"}, {"slot": "x", "v": 2}]
    assert numbers(match_sets(element), gold, system)[0] == 2


def test_the_type_chooses_the_similarity():
    """A text is never compared with a number."""
    metric = match_sets(by_type({str: edit(), (int, float): number(relative=0.1)}))
    assert numbers(metric, ["abcd", 100, 1], ["abcx", 109, "1"]) == [1.75, 3, 1.75, 3]


@pytest.mark.parametrize(
    ("metric", "gold", "system", "value"),
    [
        (edit(), "abcd", "abxd", 0.75),
        (edit("words"), "a b c d", "a b x d", 0.75),
        (tokens(), "a b c d", "d c b x", 0.75),
        (number(), "1,000", 1000, 1),
        (number(within=0.5), 1, 1.5, 1),
        (number(within=0.5), 1, 1.6, 0),
        (number(relative=0.01), 200, 202, 1),
        (number(relative=0.01), True, 1, 1),
        (date("dmy"), "31/03/2024", "2024-03-31", 1),
        (date("iso"), "31/03/2024", "2024-03-31", 0),
        (text("nfkc,casefold,space", edit()), "ＡＢ  c", "ab c", 1),
        (edit("indel"), "abc", "axcd", 4 / 7),
        (text("casefold,stem:porter"), "Parsing networks", "parsers network", 0),
        (text("casefold,stem:porter"), "Parsing networks", "parsed network", 1),
        (text("casefold,words,sort"), "6:30 (PM)", "pm 30 6", 1),
    ],
)
def test_scalars(metric, gold, system, value):
    """The similarity of two values."""
    assert metric.score([gold], [system]) == pytest.approx(value)


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: edit("letters"), "unknown unit 'letters'"),
        (lambda: date("ymd"), "unknown order of dates 'ymd'"),
        (lambda: alias({"a": "b", "b": "c"}), "the form 'b' of 'a' has another form, 'c'"),
        (lambda: rounded(same, 1.5), "decimals must be a whole number from 0 to"),
        (
            lambda: members(same, keys=3, all=True),
            "keys=… cannot be used with all=True, which multiplies over",
        ),
        (lambda: text("lower"), "unknown normaliser 'lower'"),
        (lambda: number(within=-1), "a limit must be a number of at least 0, not -1"),
        (lambda: nested(arrays="set"), "unknown kind of arrays 'set'"),
        (total, "total needs the fields to compare"),
        (lambda: by_value("a", {}), "a choice needs cases"),
    ],
)
def test_what_makes_no_sense_is_refused(make, problem):
    """With what there is instead."""
    with pytest.raises(UsageError, match=problem):
        make()


MAPPINGS = st.dictionaries(st.sampled_from("abc"), st.sampled_from("xyz"), max_size=3)
CREDIT = table({("x", "y"): 0.5, ("y", "z"): 0.25, ("z", "x"): 0.125})


@given(st.lists(MAPPINGS, max_size=4), st.lists(MAPPINGS, max_size=4), st.booleans())
def test_members_are_those_of_the_slow_twin(gold, system, every):
    """The sum, or the product over equal keys; matched in sets, each as often as it is there."""
    formula = match_sets(members(CREDIT, all=every), duplicates="multiset")
    counted = formula.counts([gold], [system]).numbers[0, :4]
    assert counted.tolist() == pytest.approx(
        [float(number) for number in slow.numbers(formula, gold, system)]
    )


@given(MAPPINGS, MAPPINGS)
def test_a_product_over_keys_is_symmetric_and_1_with_itself(one, other):
    """Of two that have other keys it is 0, of two without keys 1."""
    metric = members(same, all=True)
    assert metric.score([one], [one]) == 1
    assert metric.score([one], [other]) == metric.score([other], [one]) == float(one == other)


def test_keys_that_gold_lists_have_equal_values():
    """The text under `price` is alike, and no credit is given for it."""
    metric = field("state", members(edit("indel"), exact="strict"))
    gold = {"state": {"city": "ab", "price": "ab"}, "strict": ["price"]}
    system = {"state": {"city": "ac", "price": "ac"}, "strict": ["city"]}
    assert metric.score([gold], [system]) == 0.5
    assert metric.score([gold], [{**system, "state": gold["state"]}]) == 2
    with pytest.raises(UsageError, match="must name a field beside the mapping"):
        members(same, exact="strict").score([{"a": 1}], [{"a": 1}])


FORMS = {"x": "y", "z": "w"}


@given(st.lists(st.sampled_from("wxyz"), max_size=4), st.lists(st.sampled_from("wxyz"), max_size=4))
def test_forms_are_those_of_the_slow_twin(gold, system):
    """What has one form is one element; a table applied twice is the table."""
    metric = match_sets(alias(FORMS), normalize="f1")
    counted = metric.counts([gold], [system]).numbers[0, :4].tolist()
    assert counted == [float(number) for number in slow.numbers(metric, gold, system)]
    assert (
        match_sets(alias(FORMS, alias(FORMS)), normalize="f1")
        .counts([gold], [system])
        .numbers[0, :4]
        .tolist()
        == counted
    )
    assert counted[0] == len({FORMS.get(one, one) for one in gold} & {FORMS.get(one, one) for one in system})


def test_rounding_is_half_to_even():
    """As that of Python; 0.125 is exact."""
    assert rounded(table({("a", "b"): 0.125}), 2).score(["a"], ["b"]) == 0.12
    assert rounded(table({("a", "b"): 0.375}), 2).score(["a"], ["b"]) == 0.38


SCALARS = st.sampled_from(["a", "b", 1, 2, True, None, ""])
VALUES = st.recursive(
    SCALARS,
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.sampled_from("kvw"), below, max_size=3),
    max_leaves=12,
)


@given(VALUES, VALUES, st.sampled_from(["bag", "sequence"]))
def test_nested_values_are_what_nerkit_json_counts(gold, system, arrays):
    """The formula and the command are two ways to the same numbers."""
    counted = numbers(nested(arrays=arrays), gold, system)
    options = {"array": "**=sequence"} if arrays == "sequence" else {}
    system = {"value": system}
    result = nerkit.evaluate([{"value": gold}], [system], task="json", measures=["json"], **options)
    assume(not any("only that part has paths" in note for note in result.notes))  # the formula reads no part
    row = result.rows[0]
    assert counted == [row.p_num, row.p_den, row.r_num, row.r_den]


def gram(metric, objects):
    """All similarities of some objects."""
    return np.array([[metric.score([x], [y]) for y in objects] for x in objects])


@pytest.mark.parametrize("normalize", ["f1", "j"])
@pytest.mark.parametrize("inner", [same, record(a=same, b=same), record(a=same, b=optional(same))])
def test_matchings_of_equalities_are_kernels(normalize, inner):
    """Gram matrices of F and J of 1:1 matchings are positive semi-definite."""
    random = np.random.default_rng(5)
    objects = [
        [{"a": int(a), "b": int(b)} for a, b in random.integers(0, 3, (size, 2))]
        for size in random.integers(1, 5, 12)
    ]
    eigenvalues = np.linalg.eigvalsh(gram(match_sets(inner, normalize=normalize), objects))
    assert eigenvalues.min() > -1e-9


@pytest.mark.parametrize("normalize", ["f1", "j"])
def test_matchings_of_a_type_tree_are_kernels(normalize):
    """With the similarity that two types share of their ways from the top."""
    kinds = ["a", "a.b", "a.c", "a.b.d", "e", "e.f"]
    random = np.random.default_rng(3)
    objects = [[kinds[i] for i in random.integers(0, len(kinds), size)] for size in random.integers(1, 4, 12)]
    metric = match_sets(tree("depth"), normalize=normalize)
    assert np.linalg.eigvalsh(gram(metric, objects)).min() > -1e-9


def test_overlapping_spans_are_no_kernel():
    """A matching of a kernel need not be one: a span between two others is like both, these are not alike."""
    starts = range(0, 12, 2)
    spans = [[(a, a + 4), (b, b + 4)] for a in starts for b in starts if a < b]
    values = gram(match_sets(overlap(), normalize="f1"), spans)
    assert np.linalg.eigvalsh(values).min() < -1e-9
