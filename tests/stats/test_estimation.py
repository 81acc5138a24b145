"""Estimates with a judge: a slow twin of the formulas, and what must hold whatever the counts."""

import math
from statistics import mean, variance

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t

from nerkit.exceptions import UsageError
from nerkit.stats.estimation import Estimation, Parts, estimates


@st.composite
def parts(draw, least=5, together=True):
    """Counts of 5 to 12 gold documents, and of 1 to 12 others."""

    def counts(n):
        rows = []
        for _ in range(n):
            right = draw(st.integers(0, 4))
            other = right if together else draw(st.integers(0, 4))
            rows.append([right, right + draw(st.integers(0, 3)), other, other + draw(st.integers(0, 3))])
        return np.array(rows, float)

    n, others = draw(st.integers(least, 12)), draw(st.integers(1, 12))
    return Parts(counts(n), counts(n), counts(others))


def slow(found: Parts, above, below, level=0.95):
    """The estimate of a ratio, document by document, without arrays."""
    gold, judged, others = ([(above(row), below(row)) for row in part.tolist()] for part in found)
    n, m = len(gold), len(others)

    def theta(weight):
        means = []
        for place in (0, 1):
            here = mean(x[place] for x in gold)
            means.append(here + weight * (mean(x[place] for x in others) - mean(x[place] for x in judged)))
        return (means[0] / means[1] if means[1] else 0.0), means[1]

    def lines(value):
        return [[x - value * y for x, y in part] for part in (gold, judged, others)]

    def spread(values):
        return variance(values) if len(values) > 1 else 0.0

    alone, _ = theta(0)
    e, h, _ = lines(alone)
    both = sum((a - mean(e)) * (b - mean(h)) for a, b in zip(e, h, strict=True)) / (n - 1)
    weight = min(max(both / ((1 + n / m) * spread(h)), 0), 1) if spread(h) else 0
    value, under = theta(weight)
    e, h, more = lines(value)
    inner = spread([a - weight * b for a, b in zip(e, h, strict=True)]) / n + weight**2 * spread(more) / m
    se = math.sqrt(inner) / (under or 1)
    reach = t.ppf((1 + level) / 2, n - 1) * se
    return value, se, max(value - reach, 0), min(value + reach, 1), weight


@given(parts())
def test_an_estimate_is_that_of_the_formula(found):
    made = estimates(found, Estimation())
    ratios = {
        "precision": (lambda row: row[0], lambda row: row[1]),
        "recall": (lambda row: row[2], lambda row: row[3]),
        "f1": (lambda row: 2 * row[0], lambda row: row[1] + row[3]),
    }
    for name, (above, below) in ratios.items():
        one = made[name]
        if all(below(row) == 0 for row in found.gold.tolist()):
            continue  # 0/0 of gold alone
        expected = slow(found, above, below)
        if not math.isclose(expected[4], one.weight, abs_tol=1e-9):
            assert one.weight in (0, 1) or expected[4] in (0, 1)  # a variance of rounding errors alone
            continue
        assert (one.value, one.se, one.low, one.high) == pytest.approx(expected[:4], abs=1e-8)


@given(parts(together=False), st.floats(0, 1))
def test_without_weight_the_numbers_are_those_of_gold_alone(found, beta):
    for one in estimates(found, Estimation(weight=0, beta=beta + 0.5)).values():
        assert (one.value, one.se) == (one.gold_only, one.gold_only_se)
        assert (one.low, one.high) == (one.gold_only_low, one.gold_only_high)


def test_a_perfect_judge_gives_its_own_number_on_all_documents():
    chance = np.random.default_rng(1)
    found = chance.integers(1, 5, (40, 4)).astype(float)
    found[:, 2] = found[:, 0]
    found[:, [1, 3]] += found[:, [0, 2]]
    for one in estimates(Parts(found[:10], found[:10], found[10:]), Estimation()).values():
        assert one.weight == pytest.approx(1 / (1 + 10 / 30), abs=1e-12)
        assert one.value == pytest.approx(one.judge_only, abs=1e-12)
        assert one.correlation == pytest.approx(1)


@given(parts(together=False), st.randoms())
def test_the_order_of_documents_changes_nothing(found, chance):
    order = list(range(len(found.gold)))
    chance.shuffle(order)
    again = Parts(found.gold[order], found.judged[order], found.others[::-1])
    for name, one in estimates(found, Estimation(weight=0.5)).items():
        other = estimates(again, Estimation(weight=0.5))[name]
        assert (one.value, one.se) == pytest.approx((other.value, other.se), abs=1e-9)


def test_f_of_counts_matched_apart_is_a_function_of_p_and_r():
    chance = np.random.default_rng(2)
    gold, judged, others = (chance.integers(1, 6, (n, 4)).astype(float) for n in (20, 20, 50))
    for side in (gold, judged, others):
        side[:, 1] += side[:, 0]
        side[:, 3] += side[:, 2]
    made = estimates(Parts(gold, judged, others), Estimation(weight=0.5))
    p, r = made["precision"].value, made["recall"].value
    assert made["f1"].value == pytest.approx(2 * p * r / (p + r))
    step = 1e-6  # the influence of a document is the change of F where its weight grows a little
    heavier = Parts(np.vstack([gold, gold[:1]]), np.vstack([judged, judged[:1]]), others)
    assert heavier.gold.shape == (21, 4)
    assert made["f1"].se > step


def test_a_judge_without_further_documents_is_refused():
    one, none = np.ones((5, 4)), np.zeros((0, 4))
    with pytest.raises(
        UsageError, match="the judge has only gold documents, so nerkit has nothing to estimate"
    ):
        estimates(Parts(one, one, none), Estimation())


@pytest.mark.parametrize("wrong", [{"level": 1.0}, {"weight": 1.5}, {"weight": -0.1}])
def test_a_level_and_a_lambda_are_shares(wrong):
    with pytest.raises(UsageError):
        Estimation(**wrong)
