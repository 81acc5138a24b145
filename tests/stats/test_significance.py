"""Tests of differences against slow twins."""

import itertools
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from makers import counts_of

import nerkit
from nerkit.exceptions import UsageError
from nerkit.results.counts import ALL
from nerkit.results.rows import EVERYTHING
from nerkit.results.scores import score
from nerkit.stats.resampling import drawn, sums_of_resamples
from nerkit.stats.significance import PairedTest, differences, holm
from nerkit.stats.units import Key, Units

KEY = Key("m", (EVERYTHING, ALL))


def difference(first, second, **how):
    units = Units("document", {"a": first, "b": second})
    return differences(units, ("a", "b"), [KEY], PairedTest(**how))[KEY]


row = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 2), st.integers(0, 2))


def table(rows, side):
    return np.array([(min(x[side], 3), x[side] + x[2], min(x[side], 3), 3 + x[3]) for x in rows], float)


@given(st.lists(row, min_size=2, max_size=7), st.booleans())
def test_few_documents_are_enumerated(rows, one_sided):
    """All exchanges, scored one by one, give the same p."""
    first, second = table(rows, 0), table(rows, 1)
    found = difference(counts_of({"m": first}), counts_of({"m": second}), one_sided=one_sided)
    observed = score(second.sum(axis=0)) - score(first.sum(axis=0))
    trials = []
    for choice in itertools.product([False, True], repeat=len(rows)):
        mask = np.array(choice)[:, None]
        one, other = np.where(mask, second, first), np.where(mask, first, second)
        trials.append(score(other.sum(axis=0)) - score(one.sum(axis=0)))
    for i in range(4):
        if one_sided:
            sign = -1 if observed[i] < 0 else 1
            wanted = np.mean([sign * trial[i] >= sign * observed[i] - 1e-12 for trial in trials])
        else:
            wanted = np.mean([abs(trial[i]) >= abs(observed[i]) - 1e-12 for trial in trials])
        assert found.delta[i] == pytest.approx(observed[i])
        assert found.p[i] == pytest.approx(wanted)


def test_trials_approach_the_enumeration(monkeypatch):
    """Random exchanges estimate the same share, one added to both counts."""
    rows = [(3, 1, 0, 0), (2, 1, 1, 0), (3, 2, 0, 1), (1, 2, 0, 0), (3, 0, 2, 0), (2, 3, 0, 0), (3, 2, 1, 1)]
    first, second = (counts_of({"m": table(rows, side)}) for side in (0, 1))
    exact = difference(first, second)
    monkeypatch.setattr("nerkit.stats.significance.ENUMERATED", 0)
    drawn = difference(first, second, resamples=20_000)
    assert drawn.p == pytest.approx(exact.p, abs=0.015)
    assert drawn.p[0] * 20_001 == pytest.approx(round(drawn.p[0] * 20_001))


def test_the_bootstrap_is_centred():
    """A difference in every document is significant; the same outputs have p 1."""
    rows = [(3, 1, 0, 0)] * 20 + [(2, 1, 1, 0)] * 10
    first, second = (counts_of({"m": table(rows, side)}) for side in (0, 1))
    assert difference(first, second, method="bootstrap").p[0] < 0.002
    assert difference(first, first, method="bootstrap").p == [1.0] * 4


def test_documents_are_paired_by_name():
    """The order in which a system's documents stand does not matter; one that it lacks is empty there."""
    numbers = np.array([[1, 2, 1, 3], [3, 3, 3, 3], [0, 1, 0, 2]], float)
    first = counts_of({"m": numbers}, names=["x", "y", "z"])
    turned = counts_of({"m": numbers[::-1]}, names=["z", "y", "x"])
    assert difference(first, turned).p == [1.0] * 4
    shorter = counts_of({"m": numbers[:2]}, names=["x", "y"])
    assert difference(first, shorter).delta[1] == pytest.approx(4 / 5 - 4 / 6)


def test_holm():
    """Holm's step-down adjustment, by hand: 0.01 x 4, 0.02 x 3, then never below the one before."""
    assert holm([0.02, 0.01, 0.04, 0.03]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_rows_of_a_result(run, write):
    """`delta` and `p` against the first system, whose own are null; a single document's p is null."""
    gold = write("g.tsv", "".join(f"{d}\t0\t1\n" for d in "abcdefgh"))
    worse = write("w.tsv", "".join(f"{d}\t0\t{1 + (d > 'b')}\n" for d in "abcdefgh"))
    done = run(
        "spans", "-g", gold, f"good={gold}", f"bad={worse}", "-m", "sets::span", "--paired", "randomization"
    )
    assert done.out == (
        "measure     system        P      R     F1       Δ      p    correct    sys    gold\n"
        "sets::span  good      1.000  1.000  1.000       -      -          8      8       8\n"
        "sets::span  bad       0.250  0.250  0.250  -0.750  0.031          2      8       8\n"
    )
    assert "|paired:randomization|trials:10000|seed:12345|unit:document|" in done.err


@pytest.mark.parametrize("method", ["randomization", "bootstrap"])
def test_the_difference_is_that_of_the_printed_values(run, write, method):
    """Also of averages over labels and documents that only one of the two systems has."""
    gold = write("gold.tsv", "d1\t0\t3\t\t1\tX\nd2\t0\t3\t\t1\tX\nd2\t5\t9\t\t1\tY\nd3\t1\t2\t\t1\tX\n")
    first = write("a.tsv", "d1\t0\t3\t\t1\tX\nd2\t0\t3\t\t1\tX\nd3\t1\t2\t\t1\tV\n")
    other = write("b.tsv", "d1\t0\t3\t\t1\tX\nd2\t5\t9\t\t1\tZ\nd9\t1\t2\t\t1\tW\nd9\t3\t4\t\t1\tX\n")
    options = ["-m", "sets::span+type", "--by", "label", "--by", "document", "--macro", "--paired", method]
    rows = json.loads(run("spans", "-g", gold, f"a={first}", f"b={other}", *options, "-f", "json").out)[
        "rows"
    ]
    value = {(row["system"], row["document"], row["label"]): row["value"] for row in rows}
    compared = [
        row for row in rows if row.get("delta") is not None and ("a", row["document"], row["label"]) in value
    ]
    assert {row["label"] for row in compared} >= {"macro", "weighted", "micro", "*"}
    assert {row["document"] for row in compared} >= {"macro", "weighted", "micro", "*"}
    for row in compared:
        before = value["a", row["document"], row["label"]]
        assert row["delta"] == pytest.approx(row["value"] - before, abs=1e-12), row


def test_one_system_has_no_partner():
    """A paired test of one system is a usage error."""
    data = {"a": [(0, 1, "X")], "b": [(0, 1, "X")]}
    with pytest.raises(UsageError, match="at least two"):
        nerkit.evaluate(data, data, measures=["sets::span"]).paired()


@pytest.mark.parametrize("part", [1, 0.25, 2.0**20, 2.0**50])
def test_sums_of_resamples_are_those_of_each_table_alone(part):
    """To the last bit, of whole numbers, which are one product of distinct columns, of fractions and of large
    numbers.
    """
    chance = np.random.default_rng(3)
    tables = [chance.integers(0, 9, (700, width)) * part for width in (4, 8, 4)]
    tables.append(np.concatenate([tables[0][:, 2:], tables[1][:, :2]], axis=1))
    sums = sums_of_resamples(tables, 300, 5)
    for table, own in zip(tables, sums, strict=True):
        assert np.array_equal(own, np.concatenate([weights @ table for weights in drawn(700, 300, 5)]))
