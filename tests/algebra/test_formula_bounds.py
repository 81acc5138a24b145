"""What is not proved within the limit is bounded: by every formula, against every mapping tried in turn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow_algebra import numbers
from tries import tries

from nerkit.algebra import (
    Variable,
    f_measure,
    field,
    match_sequences,
    match_sets,
    normalize,
    record,
    same,
    variable,
)
from nerkit.algebra.normalizers import check_bounded
from nerkit.exceptions import UsageError
from nerkit.results.row_table import rows
from nerkit.results.rows import Grouping

TRIPLE = record({0: variable, 1: same, 2: variable | same})
LATENT = match_sets(TRIPLE, latent=True)
FRAME = match_sets(TRIPLE, latent=True, normalize="f1")
EVENT = record({0: same, 1: FRAME})
CLOSE = 1e-9
X, Y, Z, U, V, W = map(Variable, "xyzuvw")
HARD = (  # a cycle and a path, each with a loop
    [(X, "r", Y), (Y, "r", Z), (Z, "r", X), (X, "r", X)],
    [(U, "r", V), (V, "r", W), (U, "r", W), (W, "r", W)],
)
FORMULAS = {  # of documents that are lists of events (type, frame)
    "frames": field(1, LATENT),
    "normalised": match_sets(EVENT, normalize="f1"),
    "jaccard": match_sets(
        record({0: same, 1: match_sets(TRIPLE, latent=True, normalize="j")}), normalize="j"
    ),
    "beta": match_sets(field(1, FRAME), normalize="f0.5"),
    "product": match_sets(record({0: same, 1: LATENT}), normalize="r"),
    "sum": match_sets(field(0, same) + field(1, FRAME), normalize="f1"),
    "excess": match_sets(field(1, LATENT - 1), normalize="f1"),
    "threshold": match_sets(field(1, FRAME > 0.5), normalize="f1"),
    "several to one": match_sets(EVENT, "N:1", "p"),
    "all pairs": match_sets(EVENT, "N:N", "f1"),
    "own scores within": match_sets(record({1: match_sets(LATENT, "N:N", "f1")}), normalize="f1"),
    "sequence": match_sequences(EVENT, normalize="f1"),
    "two formulas": f_measure(
        precision=match_sets(EVENT, normalize="p"), recall=match_sets(field(1, FRAME), normalize="r")
    ),
}
frames = st.lists(
    st.tuples(st.sampled_from([X, Y, Z]), st.sampled_from("rs"), st.sampled_from([X, Y, Z, "A"])), max_size=5
)


def events(name):
    """Documents of the shape that the formula looks at: one event, events, or events of several frames."""
    frame = st.lists(frames, max_size=2) if name == "own scores within" else frames
    event = st.tuples(st.sampled_from("ab"), frame)
    return event if name == "frames" else st.lists(event, max_size=3)


@pytest.mark.parametrize("name", FORMULAS)
def test_against_every_mapping(name):
    """For any limit the true score is within the slack, the value below the bound; proved rows are true."""
    metric = FORMULAS[name]

    @tries(4)
    @given(st.lists(st.tuples(events(name), events(name)), min_size=1, max_size=2), st.sampled_from([0, 40]))
    def hold(pairs, limit):
        gold, system = ([*side] for side in zip(*pairs, strict=True))
        counts = metric.counts(gold, system, limit=limit)
        true = metric.counts(gold, system)
        assert not true.numbers[:, 4:].any()
        for row, proved, pair in zip(counts.numbers, true.numbers, pairs, strict=True):
            twin = [float(number) for number in numbers(metric, *pair)]
            assert proved[:4] == pytest.approx(twin)
            s, unproven, slack = row[:4], row[4], row[5]
            assert (s <= [number + CLOSE for number in twin]).all()
            assert s[0] + slack >= twin[0] - CLOSE
            assert s[2] + slack >= twin[2] - CLOSE
            assert unproven or s == pytest.approx(twin)
        for average in (False, True):
            plan = [Grouping((), shown=True), Grouping(("document",), shown=True)]
            for one, other in zip(
                *(rows(counts, "s", counts.measures, plan, macro=average) for counts in (counts, true)),
                strict=True,
            ):
                bound = one.value if one.extra["optimal"] else one.extra["upper_bound"]
                assert bound >= other.value - CLOSE

    hold()


def test_a_bound_that_is_not_reached():
    """Without any work two graphs are bounded, by no more than their elements; with it they are solved."""
    gold, system = ([side] for side in HARD)
    rough, solved = FRAME(gold, system, limit=0), FRAME(gold, system)
    assert (rough.optimal, solved.optimal) == (False, True)
    assert rough.value < solved.value <= rough.upper_bound < 1
    assert solved.upper_bound == solved.value
    (warning,) = rough.counts.warnings
    assert warning == "1 document not proved optimal within the limit; see upper_bound"
    assert FRAME.score(gold, system, limit=0) == rough.value
    assert FRAME.explain(gold, system, limit=0)[0].similarity == 1


@pytest.mark.parametrize("normalizer", ["p", "r", "f1", "f2", "j", None])
def test_the_bound_is_of_the_value(normalizer):
    """Of what a formula is divided by, and of the sum, if it is not; of its mean over documents."""
    gold, system = [HARD[0], HARD[0]], [HARD[1], HARD[0]]
    metric = match_sets(TRIPLE, latent=True, normalize=normalizer)
    for average in ("micro", "macro"):
        rough, solved = (metric(gold, system, average=average, **limit) for limit in ({"limit": 0}, {}))
        assert not rough.optimal
        assert solved.optimal
        assert rough.value < solved.value <= rough.upper_bound
        assert rough.upper_bound <= (8 if normalizer is None else 1)


def test_a_document_whose_own_scores_are_not_proved():
    """It is not optimal even where nothing more can agree: what it is divided by may be more."""
    metric = match_sets(LATENT, "N:N", "f1")
    (row,) = metric.counts([[*HARD]], [[]], limit=0).numbers
    (true,) = metric.counts([[*HARD]], [[]]).numbers
    assert (row[0], row[4], row[5]) == (0, 1, 0)
    assert row[3] < true[3]


def test_formulas_without_variables_have_no_bounds():
    """Nothing is added to their rows."""
    score = match_sets(same)([[1, 2]], [[1]])
    assert score.counts.numbers.tolist() == [[1, 1, 1, 2]]
    assert (score.counts.extras, score.optimal, score.upper_bound) == ({}, True, score.value)


def test_no_bound_is_said():
    """Where own scores may be 0, or the score their sum, there is no bound: an error, not a wrong number."""
    excess = match_sets(LATENT, "N:N") - 12
    documents = [[*HARD]], [[*HARD]]
    for metric, shape in (
        (normalize(excess, "f1"), documents),
        (match_sets(normalize(excess, "f1")), [documents] * 2),
    ):
        with pytest.raises(
            UsageError, match="has no upper bound if a correspondence is not proved; raise the limit"
        ):
            metric.score(*shape, limit=0)
        assert metric.score(*shape) > 0
    with pytest.raises(UsageError, match="J has no upper bound"):
        check_bounded("J", "j", *np.array([[3.0], [1.0], [2.0]]))


def test_a_limit_is_a_number_of_steps():
    """Below 0 there is none."""
    for metric in (LATENT, match_sets(same)):
        with pytest.raises(UsageError, match="limit=… must be a number of steps, not -1"):
            metric.score([[]], [[]], limit=-1)
