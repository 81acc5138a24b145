"""Bootstrap intervals against slow twins, and whether they cover what they say."""

from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from makers import counts_of

import nerkit
from nerkit.exceptions import UsageError
from nerkit.results.counts import ALL, Headline
from nerkit.results.rows import EVERYTHING, MACRO, Pooled
from nerkit.results.scores import score
from nerkit.stats.confidence import Bootstrap, intervals, quantiles
from nerkit.stats.resampling import drawn
from nerkit.stats.significance import PairedTest
from nerkit.stats.units import Key, Units

POOLED = (EVERYTHING, ALL)


@pytest.fixture(autouse=True, scope="module")
def of_any_number():
    """Intervals of two units and more, so that slow twins stay quick; users get none below six."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nerkit.stats.confidence.FEWEST", 2)
        yield


def bounds(counts, cut=POOLED, *, empty="zero", **how):
    """Low and high of value, precision, recall, f1."""
    units = Units("document", {"s": counts}, empty=empty)
    (found,) = intervals(units, "s", [Key("m", cut)], Bootstrap(**how)).bounds
    return found


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=40), st.floats(0.001, 0.999))
def test_quantiles_are_weibulls(values, level):
    """The rule rank = level (n + 1), which numpy calls weibull."""
    found = quantiles(np.sort(np.array([values])), np.array([[level]]))
    assert found[0, 0] == pytest.approx(np.percentile(values, 100 * level, method="weibull"), abs=1e-12)


def test_quantiles_leave_nulls_out():
    """Nan stands last and is not counted; of nothing there is no quantile."""
    ordered = np.array([[1.0, 2.0, 3.0, np.nan], [np.nan] * 4])
    assert quantiles(ordered, np.array([[0.5, 0.99], [0.5, 0.5]]))[0].tolist() == [2.0, 3.0]
    assert np.isnan(quantiles(ordered, np.array([[0.5], [0.5]]))[1]).all()


documents = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=9
)


@given(documents, st.sampled_from(["zero", "null"]))
def test_percentile_is_the_slow_twins(rows, empty):
    """Summing the drawn documents one resample at a time gives the same ends."""
    numbers = np.array([(tp, tp + fp, tp, tp + fn) for tp, fp, fn in rows], float)
    scores = []
    for weights in drawn(len(rows), 50, 7):
        for drawing in weights.astype(int):
            assert drawing.sum() == len(rows)
            scores.append(score(np.repeat(numbers, drawing, axis=0).sum(axis=0), 1.0, empty))
    found = bounds(counts_of({"m": numbers}), resamples=50, seed=7, empty=empty)
    for i, column in enumerate(np.array(scores).T):
        defined = column[~np.isnan(column)]
        wanted = np.percentile(defined, [2.5, 97.5], method="weibull") if len(defined) else [np.nan] * 2
        assert found[i] == pytest.approx(wanted, nan_ok=True)


def test_bca_is_the_slow_twins():
    """Bias from the share below the score, acceleration from the jackknife (Efron & Tibshirani 1993)."""
    numbers = np.random.default_rng(3).integers(0, 9, (12, 1)) + np.array([[0, 9, 0, 12]])
    numbers[:, 2] = numbers[:, 0]
    numbers = numbers.astype(float)
    observed = score(numbers.sum(axis=0))[0]
    found = np.array([score(row @ numbers)[0] for chunk in drawn(12, 400, 5) for row in chunk])
    normal = NormalDist()
    below = (np.sum(found < observed - 1e-12) + np.sum(abs(found - observed) <= 1e-12) / 2) / 400
    bias = normal.inv_cdf(below)
    left = np.array([score(np.delete(numbers, i, axis=0).sum(axis=0))[0] for i in range(12)])
    away = left.mean() - left
    acceleration = (away**3).sum() / (6 * (away**2).sum() ** 1.5)
    levels = []
    for tail in (0.05, 0.95):
        z = bias + normal.inv_cdf(tail)
        levels.append(100 * normal.cdf(bias + z / (1 - acceleration * z)))
    wanted = np.percentile(found, levels, method="weibull")
    made = bounds(counts_of({"m": numbers}), level=0.9, resamples=400, seed=5, interval="bca")
    assert made[0] == pytest.approx(wanted)


def test_averages_are_resampled_as_averages():
    """The macro average over documents is the mean of the drawn documents' scores."""
    numbers = np.array([[1, 2, 1, 1], [3, 3, 3, 4], [0, 1, 0, 2]], float)
    means = [row @ score(numbers)[:, 0] / 3 for chunk in drawn(3, 200, 1) for row in chunk]
    found = bounds(counts_of({"m": numbers}), (MACRO, ALL), resamples=200, seed=1)
    assert found[0] == pytest.approx(np.percentile(means, [2.5, 97.5], method="weibull"))


@pytest.mark.parametrize("kind", ["percentile", "bca"])
def test_intervals_cover_what_they_say(kind):
    """Of 1,500 corpora of 120 documents, the interval of 93 to 97 % holds the F1 of all documents."""
    random = np.random.default_rng(1)

    def corpus(size):
        gold = random.poisson(6, size)
        matched = random.binomial(gold, random.beta(6, 2, size))
        return np.stack([matched, matched + random.poisson(1.5, size), matched, gold], axis=1).astype(float)

    truth = score(corpus(400_000).sum(axis=0))[0]
    inside = 0
    for seed in range(1500):
        low, high = bounds(counts_of({"m": corpus(120)}), resamples=300, seed=seed, interval=kind)[0]
        inside += low <= truth <= high
    assert 0.93 <= inside / 1500 <= 0.97


def test_rows_of_a_result(write):
    """Every row has the fields; a single document's are null, and the signature says how and over what."""
    gold, system = write("g.tsv", "a\t0\t1\nb\t0\t2\nc\t1\t2\n"), write("s.tsv", "a\t0\t1\nb\t0\t1\n")
    result = nerkit.evaluate(str(gold), str(system), measures="sets::span", by="document").confidence(
        0.9, resamples=100, seed=3
    )
    assert [row.extra["value_low"] is None for row in result.rows] == [True, True, True, False]
    pooled = result["sets::span"].extra
    assert list(pooled) == [
        *(f"{n}_{e}" for n in ("precision", "recall", "f1", "value") for e in ("low", "high")),
        "units",
    ]
    assert pooled["f1_low"] <= 0.4 <= pooled["f1_high"]
    assert result.signature == (
        ""
        ""
        "spans|sets::span|by:document|confidence:0.9|interval:percentile|resamples:100|seed:3|unit:document|empty:zero|v:0.1.0"
    )


def test_resamples_that_are_0_0_are_counted():
    """A label of one document is missing from about a third of the resamples."""
    gold = {str(i): [(0, 1, "PER"), *([(3, 4, "LOC")] if not i else [])] for i in range(30)}
    result = nerkit.evaluate(gold, gold, measures="sets::span+type", by="label").confidence()
    (warning,) = result.warnings
    assert warning.startswith(
        "0/0 in resamples of 1 row, counted as zero (empty=…); most often in sets::span+type of LOC: 3"
    )


def test_sentences_are_units_of_a_text_without_documents():
    """Tags without document marks are drawn by sentence, and the rows stay those of the text."""
    gold = [[["B-PER", "O"], ["O", "B-LOC"], ["B-PER"], ["O"]]]
    system = [[["B-PER", "O"], ["O", "O"], ["B-LOC"], ["O"]]]
    result = nerkit.evaluate(gold, system, task="bio").confidence()
    assert "|unit:sentence|" in result.signature
    assert result.f1 == pytest.approx(0.4)
    assert result.head.extra["value_high"] > result.head.extra["value_low"]


def test_measures_of_the_corpus_as_a_whole_are_refused():
    """There is nothing to draw, and the message names what there is instead."""
    data = {"a": [(0, 1, "X")], "b": [(0, 1, "X")]}
    result = nerkit.evaluate(data, data, measures=["sets::type"])
    with pytest.raises(
        UsageError, match=r"nerkit cannot resample documents for sets::type, .*sets::docid\+type"
    ):
        result.confidence()


def test_one_document_gives_no_interval():
    """One unit cannot be resampled: null, and a warning."""
    result = nerkit.evaluate([[(0, 1, "X")]], [[(0, 1, "X")]], measures=["sets::span"]).confidence()
    assert result.head.extra["value_low"] is None
    assert "1 document: nerkit has nothing to resample" in result.warnings[-1]


def test_label_averages():
    """The macro average over labels averages the scores of resampled sums, over the groups of the row."""
    labels = ((("label", "A"),), (("label", "B"),))
    numbers = np.array([[1, 2, 1, 1], [3, 3, 3, 4], [0, 1, 0, 2]], float)
    counts = counts_of({"m": numbers}, {labels[0]: {"m": numbers}, labels[1]: {"m": numbers[::-1]}})
    means = [
        (score(row @ numbers)[0] + score(row @ numbers[::-1])[0]) / 2
        for chunk in drawn(3, 200, 1)
        for row in chunk
    ]
    found = bounds(counts, (EVERYTHING, (("label", Pooled("macro")),)), resamples=200, seed=1)
    assert found[0] == pytest.approx(np.percentile(means, [2.5, 97.5], method="weibull"))


@pytest.mark.parametrize("average", ["micro", "macro"])
@pytest.mark.parametrize("normalizer", ["p", "r", "j", "f0.5"])
def test_a_value_that_is_not_f(normalizer, average):
    """Where a measure says what its value is, that is resampled: Jaccard, precision, means over documents."""
    table = np.array([[1, 2, 1, 4], [3, 3, 3, 6], [0, 1, 0, 2], [2, 5, 2, 2]], float)
    counts = replace(counts_of({"m": table}), headlines={"m": Headline(normalizer, average)})
    weights = np.concatenate(list(drawn(4, 50, 7)))
    headline = Headline(normalizer)
    if average == "micro":
        values = score(weights @ table, headline=headline)[:, 0]
    else:
        values = weights @ score(table, headline=headline)[:, 0] / 4
    expected = quantiles(np.sort(values)[np.newaxis], np.array([[0.025, 0.975]]))[0]
    assert bounds(counts, resamples=50, seed=7)[0] == pytest.approx(expected)


def test_seeds_are_not_negative():
    """For intervals as for tests: an error of ours, not of the generator."""
    for how in (Bootstrap, PairedTest):
        with pytest.raises(UsageError, match="seed=… must be a number of at least 0, not -1"):
            how(seed=-1)
