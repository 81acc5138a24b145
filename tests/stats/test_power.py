"""What a test set can tell: power against the test itself on drawn sets, and the edges of it."""

import json
import re

import numpy as np
import pytest

from nerkit.exceptions import UsageError
from nerkit.results.counts import ALL, Counts, Part
from nerkit.results.result import Result
from nerkit.results.rows import EVERYTHING
from nerkit.stats import power as power_module
from nerkit.stats.power import PowerTest, power
from nerkit.stats.significance import PairedTest, differences
from nerkit.stats.units import Key, Units

SIZE = 10.0


def counts(right):
    """Counts of documents with ten items each, so many of them right."""
    n = len(right)
    items = np.full(n, SIZE)
    numbers = np.stack([right, items, right, items], axis=1)
    return Counts.collect(
        [str(i) for i in range(n)], (), [Part("m", np.arange(n), [ALL], np.zeros(n, np.int64), numbers)]
    )


def result(first, second):
    return Result(
        task="bio", signature="bio", measures=("m",), counts={"a": counts(first), "b": counts(second)}
    )


def sides(n=80, seed=1):
    chance = np.random.default_rng(seed)
    first = chance.binomial(10, 0.7, n).astype(float)
    return first, np.clip(first + chance.binomial(2, 0.32, n) - chance.binomial(2, 0.2, n), 0, 10)


@pytest.mark.parametrize(
    ("test", "drawn_as", "documents", "tested"),
    [
        (PowerTest("randomization"), PairedTest("randomization", 299), 80, 120),
        (PowerTest("bootstrap"), PairedTest("bootstrap", 299), 80, 120),
        (PowerTest("exact", simulations=300), PairedTest("exact"), 9, 200),
    ],
)
def test_power_is_the_share_of_tests_that_are_significant(test, drawn_as, documents, tested):
    """On sets drawn from the documents, tested one by one: within two standard errors."""
    first, second = sides(documents)
    (row,) = power(result(first, second), test).rows
    chance, found = np.random.default_rng(5), 0
    for _ in range(tested):
        drawn = chance.integers(0, len(first), len(first))
        units = Units("document", {"a": counts(first[drawn]), "b": counts(second[drawn])})
        ((difference),) = differences(units, ("a", "b"), [Key("m", (EVERYTHING, ALL))], drawn_as).values()
        found += difference.p[0] <= 0.05
    share = found / tested
    error = (row.power_se**2 + share * (1 - share) / tested) ** 0.5
    assert abs(row.power - share) <= 2 * error


def test_an_exact_test_of_few_documents_has_no_power():
    """Of four documents p is at least 1/8, so nothing is detectable; of ten every set is significant."""
    worse, better = np.full(10, 5.0), np.full(10, 8.0)
    few, more = (power(result(worse[:n], better[:n]), PowerTest("exact")).rows[0] for n in (4, 10))
    assert (few.power, few.detectable, few.documents_needed) == (0.0, None, 6)
    assert more.power == 1.0
    assert power(result(worse[:4], better[:4]), PowerTest()).rows[0].detectable is not None


def test_documents_needed_have_the_power():
    """As many documents of the same kind have the power that is wanted, fewer do not."""
    first, second = sides(n=24)
    (row,) = power(result(first, second), PowerTest()).rows
    times = -(-row.documents_needed // len(first))
    assert times > 1
    more, fewer = (
        power(result(np.tile(first, k), np.tile(second, k)), PowerTest()).rows[0].power
        for k in (times, times - 1)
    )
    assert more >= 0.79
    assert fewer <= 0.81


def test_twice_the_difference_is_surer():
    """A larger difference has more power, fewer documents needed, fewer reversals."""
    first, second = sides()
    rows = [power(result(first, second + more), PowerTest()).rows[0] for more in (0.0, 0.3)]
    assert rows[0].power < rows[1].power
    assert rows[0].documents_needed > rows[1].documents_needed
    assert rows[0].reversal > rows[1].reversal


def test_equal_systems():
    """Without a difference nothing is needed and nothing turns."""
    first, _ = sides()
    (row,) = power(result(first, first), PowerTest()).rows
    assert (row.delta, row.documents_needed, row.reversal, row.power) == (0, None, None, 0)


def test_refused():
    """One system, one document, shares that are none."""
    first, second = sides()
    with pytest.raises(UsageError, match="two systems"):
        power(Result(task="bio", signature="", measures=("m",), counts={"a": counts(first)}), PowerTest())
    with pytest.raises(UsageError, match="at least two"):
        power(result(first[:1], second[:1]), PowerTest())
    for wrong in ({"level": 0.0}, {"target": 1.0}, {"method": "t"}, {"simulations": 0}):
        with pytest.raises(UsageError):
            PowerTest(**wrong)


def test_command(run, write):
    """A row a measure with the fields of the contract; stored counts give the same."""
    gold = "a B-X\nb O\nc B-Y\n\n" * 30
    one = "a B-X\nb O\nc O\n\n" * 10 + "a B-X\nb O\nc B-Y\n\n" * 20
    other = "a O\nb B-X\nc B-Y\n\n" * 14 + "a B-X\nb O\nc B-Y\n\n" * 16
    sides = ("-g", write("g", gold), "-s", f"a={write('a', one)}", "-s", f"b={write('b', other)}")
    done = run("power", *sides, "-f", "json", "--seed", "3")
    (row,) = json.loads(done.out)["rows"]
    assert list(row)[:4] == ["system", "measure", "document", "label"]
    assert {*row} >= {"delta", "power", "power_se", "detectable", "documents", "documents_needed", "reversal"}
    assert (row["system"], row["measure"], row["documents"]) == ("b", "chunk", 30)
    assert run("power", *sides, "-f", "json", "--seed", "3").out == done.out
    table = run("power", *sides, "--seed", "3").out.splitlines()
    assert table[0] == f"{row['documents_needed']} sentences show a difference of .142 in 80 % of cases"
    assert table[1].startswith("measure")
    assert run("power", *sides[:4]).code == 2


def test_equal_units_are_drawn_together(monkeypatch):
    """Of many units: power, what is detectable and needed are the same but for what is drawn."""
    first, second = sides(400)
    (alone,) = power(result(first, second), PowerTest()).rows
    monkeypatch.setattr(power_module, "ALONE", 100)
    (together,) = power(result(first, second), PowerTest()).rows
    assert together.delta == alone.delta
    assert abs(together.power - alone.power) <= 3 * np.hypot(together.power_se, alone.power_se)
    assert together.detectable == pytest.approx(alone.detectable, rel=0.15)
    assert together.documents_needed == pytest.approx(alone.documents_needed, rel=0.15)


def test_many_documents_are_few_kinds(monkeypatch):
    """What is drawn grows with the different units, not with all of them."""
    first, second = sides(20_000)
    shares = []
    of = power_module.KindsOfUnits.of

    def drawn(*given):
        found = of(*given)
        shares.append(len(found.shares))
        return found

    monkeypatch.setattr(power_module.KindsOfUnits, "of", drawn)
    (row,) = power(result(first, second), PowerTest(simulations=300)).rows
    assert row.documents == 20_000
    assert shares[0] < 100


def test_too_many_different_units(monkeypatch):
    """The number of simulations that is shown gives an answer."""
    first, second = sides(60)
    monkeypatch.setattr(power_module, "ALONE", 100)
    monkeypatch.setattr(power_module, "MOST_SIMULATED", 1_000)
    with pytest.raises(UsageError, match=r"1,000 test sets of \d+ different units") as raised:
        power(result(first, second), PowerTest())
    fewer = int(re.search(r'simulations="(\d+)"', str(raised.value))[1])
    assert power(result(first, second), PowerTest(simulations=fewer)).rows
