"""Span measures: against a slow twin, against published examples, and the laws that hold for all of them."""

import pytest
from growth import counting, exponent
from hypothesis import given
from hypothesis import strategies as st
from slow_spans import Span, numbers

import nerkit
from nerkit import scorers
from nerkit.exceptions import UsageError
from nerkit.scorers.spans import matching
from nerkit.scorers.spans.measures import WITH_IDS, WITHOUT_IDS

MEASURES = [
    "sets::span",
    "sets::span+type",
    "sets::span+kbid",
    "sets::span+eid",
    "sets:is_linked:span+kbid",
    "sets:is_nil:span",
    "sets:is_linked:docid+kbid",
    "sets:is_first:span+type",
    "sets::type",
    "sets::start",
    "weak::span",
    "weak::type",
    "weak:is_linked:span+kbid",
    "weak::span+kbid",
    "overlap-maxmax::span",
    "overlap-maxsum::span+type",
    "overlap-summax:is_linked:span+kbid",
    "overlap-sumsum::docid+type",
    "overlap-sumsum::span",
]

span = st.builds(
    lambda document, start, length, eid, kind: Span(document, start, start + length, eid, kind),
    st.sampled_from(["d1", "d2", "d3"]),
    st.integers(0, 12),
    st.integers(1, 9),
    st.sampled_from(["E1", "E2", "NIL1", "NIL2", None]),
    st.sampled_from(["PER", "ORG", None]),
)
side = st.lists(span, max_size=9)


def documents(annotations):
    """The annotations as nerkit takes them in memory: document id -> spans."""
    found = {name: [] for name in ("d1", "d2", "d3")}
    for s in annotations:
        fields = {"start": s.start, "end": s.end, "id": s.eid, "label": s.type}
        found[s.document].append(fields)
    return found


def evaluate(gold, system, *measures, **options):
    return nerkit.evaluate(documents(gold), documents(system), task="spans", measures=measures, **options)


def counts(row):
    return row.p_num, row.p_den, row.r_num, row.r_den


def with_all_fields(sides):
    """Whether some annotation has an id and some a type, without which measures of these are refused."""
    annotations = [s for side in sides for s in side]
    return not annotations or (any(s.eid for s in annotations) and any(s.type for s in annotations))


sides = st.tuples(side, side).filter(with_all_fields)


@given(sides)
def test_every_measure_equals_its_slow_twin(sides):
    """Fast and slow counts agree, with nested, crossing and repeated spans on both sides."""
    gold, system = sides
    result = evaluate(gold, system, *MEASURES)
    for measure in MEASURES:
        assert counts(result[measure]) == pytest.approx(numbers(measure, gold, system), abs=1e-12), measure


@given(sides)
def test_rows_by_label_and_document_equal_the_twin_on_the_filtered_sides(sides):
    """`--by` filters both sides and then matches, and every group of either side has a row."""
    gold, system = sides
    result = evaluate(gold, system, *MEASURES, by=["label", "document"])
    labels = {s.type for s in (*gold, *system)}
    for measure in MEASURES:
        for label in labels:
            for document in ("d1", "d2", "d3"):
                only = [[s for s in some if s.type == label] for some in (gold, system)]
                if not measure.startswith("sets:is_first"):  # what is first is decided before filtering
                    assert counts(result[measure, label or "null"]) == pytest.approx(numbers(measure, *only))
                    only = [[s for s in some if s.document == document] for some in only]
                    if any(only):  # a label that neither side of a document has is no row
                        assert counts(result[measure, label or "null", document]) == pytest.approx(
                            numbers(measure, *only)
                        )


credit = st.sampled_from([0.0, 0.25, 0.5, 1.0])
table = st.dictionaries(st.tuples(st.sampled_from(["PER", "ORG"]), st.sampled_from(["PER", "ORG"])), credit)


@given(sides, table)
def test_credits_for_related_types_equal_the_twin(sides, weights):
    """The best one-to-one matching in `sets`, the best credit of each position in `overlap`."""
    gold, system = sides
    measures = [
        *("sets::span+type", "sets::docid+type", "overlap-maxsum::span+type"),
        *("overlap-summax::span+type", "overlap-maxmax::type", "sets::span"),
    ]
    result = evaluate(gold, system, *measures, type_weights=weights)
    for measure in measures:
        p_num, p_den, r_num, r_den = numbers(measure, gold, system, weights)
        if measure.startswith("overlap") and weights:
            p_den, r_den = (sum(weights.get((s.type, s.type), 1.0) for s in some) for some in (system, gold))
        assert counts(result[measure]) == pytest.approx((p_num, p_den, r_num, r_den), abs=1e-12), measure


def test_credits_for_related_types_of_spans_that_overlap():
    """A pair counts what it earns, and every span what it would earn with itself."""
    weights = {("PER", "PER"): 0.5, ("PER", "ORG"): 0.25}
    gold = [Span("d1", 0, 4, None, "PER")]
    for label, expected in (
        ("ORG", (0.25, 1, 0.25, 0.5)),
        ("PER", (0.5, 0.5, 0.5, 0.5)),
        ("X", (0, 1, 0, 0.5)),
    ):
        system = [Span("d1", 2, 6, None, label)]
        result = evaluate(gold, system, "weak::span+type", type_weights=weights)
        assert counts(result["weak::span+type"]) == expected


def test_nested_spans_with_credits_are_not_written_out_in_pairs(monkeypatch):
    """Of spans inside one another, with credit for another type, as much is looked at as there are spans."""
    looked_at = [
        counting(monkeypatch, matching, name, lambda own, others, *_: len(own.group) + len(others.group))
        for name in ("largest_overlap", "best_credit")
    ]
    work, sizes = [], (500, 1_000, 2_000, 4_000)
    for size in sizes:
        nested = [Span("d1", at, 4 * size - at, None, "AB"[at % 2]) for at in range(size)]
        evaluate(
            nested, nested, "overlap-maxsum::span+type", type_weights={("A", "B"): 0.5, ("B", "A"): 0.25}
        )
        work.append(sum(map(sum, looked_at)))
        for amounts in looked_at:
            amounts.clear()
    assert all(work)
    assert exponent(sizes, work) < 1.1


DIFFERENCES = [  # (difference from neleval 3.1.1, measure, gold, system, ours)
    (
        "filter applies to the denominators",
        "overlap-maxmax:is_linked:span",
        [("d1", 0, 4, "E1"), ("d1", 5, 9, "NIL")],
        None,
        (1, 1, 1, 1),
    ),
    (
        "nest, cross or repeat",
        "overlap-maxmax::span",
        [("d1", 10, 13)],
        [("d1", 1, 21), ("d1", 5, 7)],
        (3 / 20, 2, 1, 1),
    ),
    ("nest, cross or repeat", "overlap-sumsum::span", [("d1", 0, 4), ("d1", 0, 4)], None, (2, 2, 2, 2)),
    (
        "different documents never overlap",
        "overlap-maxmax::type",
        [("d1", 0, 4, None, "A")],
        [("d2", 0, 4, None, "A")],
        (0, 1, 0, 1),
    ),
]


@pytest.mark.parametrize(
    ("what", "measure", "gold", "system", "ours"), DIFFERENCES, ids=[d[0] for d in DIFFERENCES]
)
def test_differences_from_neleval(what, measure, gold, system, ours):
    """Each deliberate difference that the record of the measure has."""
    gold = [Span(*s) for s in gold]
    system = gold if system is None else [Span(*s) for s in system]
    assert counts(evaluate(gold, system, measure).rows[0]) == pytest.approx(ours)
    differences = scorers.task_named("spans").describe(measure).differences
    assert any(what in line for line in differences)


def test_groups_that_only_the_system_has_are_scored():
    """A spurious label has a row, and lowers the averages."""
    result = evaluate(
        [Span("d1", 0, 4, None, "A")],
        [Span("d1", 0, 4, None, "A"), Span("d1", 5, 9, None, "B")],
        "sets::span",
        by=["label"],
        macro=True,
    )
    assert result["sets::span", "B"].p_den == 1
    assert result["sets::span", "macro"].precision == 0.5
    assert result["sets::span", "micro"].precision == 0.5


def test_a_missing_value_is_the_group_null():
    """Annotations without a type are a group of their own, where others have one."""
    gold = [Span("d1", 0, 4), Span("d1", 5, 6, None, "A")]
    result = evaluate(gold, gold, "sets::span", by=["label", "is_nil"])
    labels = ["A", "A;is_nil=null", "is_nil=null", "null", "null;is_nil=null", "*"]
    assert [row.label for row in result.rows] == labels


def test_corpus_wide_measures_have_no_document_rows_unless_asked_for():
    """`sets::type` compares the corpus; by document it compares each."""
    gold, system = [Span("d1", 0, 4, None, "A"), Span("d2", 0, 4, None, "A")], [Span("d2", 0, 4, None, "A")]
    result = evaluate(gold, system, "sets::type", by=["document"])
    assert counts(result["sets::type"]) == (1, 1, 1, 1)
    assert counts(result["sets::type", "*", "d1"]) == (0, 0, 0, 1)
    with pytest.raises(nerkit.exceptions.NerkitError, match="computed over a whole corpus"):
        result + result


def test_repeated_annotations_are_counted_once_with_a_warning():
    """The warning says how many, in which measures, and where the first is."""
    gold = [Span("d1", 0, 4, None, "A"), Span("d1", 0, 4, None, "B"), Span("d1", 0, 4, None, "A")]
    result = evaluate(gold, gold[:1], "sets::span", "sets::span+type", "overlap-maxmax::span")
    assert [row.r_den for row in result.rows] == [1, 2, 3]
    assert [w for w in result.warnings if "counted only once" in w] == [
        (
            "gold: 2 annotations with the key of an earlier annotation, counted only once in "
            "sets::span; 1 in sets::span+type (the first: span 2)"
        )
    ]


def test_an_unknown_field_is_named_with_the_nearest():
    """Fields are checked against what the data has, JSON keys included."""
    with pytest.raises(UsageError, match=r"unknown field 'typ' in the key.*did you mean 'type'"):
        evaluate([], [], "sets::span+typ")
    with pytest.raises(UsageError, match=r"unknown field 'is_linkd'.*did you mean 'is_linked'"):
        evaluate([], [], "sets:is_linkd:span")
    with pytest.raises(UsageError, match=r"unknown field 'lable'"):
        evaluate([], [], "sets::span", by=["lable"])


def test_id_weights_apply_to_both_id_fields():
    """Credit for a related id, in kbid and in eid."""
    gold, system = [Span("d1", 0, 4, "E1", "A")], [Span("d1", 0, 4, "E2", "A")]
    result = evaluate(
        gold, system, "sets::span+kbid", "sets::span+eid", "sets::span", id_weights={("E1", "E2"): 0.5}
    )
    assert [row.f1 for row in result.rows] == [0.5, 0.5, 1.0]


def test_defaults_depend_on_ids():
    """Without ids span measures, with ids those for linked mentions."""
    plain = nerkit.evaluate([[(0, 4, "PER")]], [[(0, 4)]])
    linked = nerkit.evaluate([[(0, 4, "PER", "E1")]], [[(0, 4)]])
    assert plain.measures == WITHOUT_IDS
    assert linked.measures == WITH_IDS


def test_the_end_of_a_field_is_exclusive():
    """`--by end` prints the position after the span; neleval prints the last one."""
    result = evaluate([Span("d1", 3, 5)], [Span("d1", 3, 5)], "sets::span", by=["end"])
    assert [row.label for row in result.rows] == ["end=5", "*"]


def test_credits_that_apply_to_no_measure_are_warned_of():
    """A key without type is compared as it is, which the user should know."""
    gold, weights = [Span("d1", 0, 4, "E1", "A")], {("A", "B"): 0.5}
    idle = evaluate(gold, gold, "sets::span", "sets::span+kbid", type_weights=weights)
    assert "type_weights=… has no effect: no measure has type in its key" in idle.warnings
    assert not evaluate(gold, gold, "sets::span", "sets::span+type", type_weights=weights).warnings
    assert not evaluate(gold, gold, "sets::span+kbid", id_weights={("E1", "E2"): 0.5}).warnings
