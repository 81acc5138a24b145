"""Groups of runs compared: dealt within documents, drawn with them, and how many a claim would need."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from makers import counts_of

from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.exceptions import UsageError
from nerkit.results.counts import ALL
from nerkit.results.rows import EVERYTHING
from nerkit.results.scores import score
from nerkit.stats.run_groups import run_differences
from nerkit.stats.significance import PairedTest, differences
from nerkit.stats.units import Key, Units

KEY = Key("m", (EVERYTHING, ALL))


def tables(rates, documents, seed=1):
    """Counts by document of runs that find so large a share of five items."""
    chance = np.random.default_rng(seed)
    made = []
    for rate in rates:
        right = chance.binomial(5, rate, documents)
        made.append(
            np.stack([right, right + chance.binomial(2, 0.3, documents), right, right * 0 + 5], axis=1)
        )
    return [table.astype(float) for table in made]


def units(runs):
    return Units("document", {f"r{i}": counts_of({"m": table}) for i, table in enumerate(runs)})


def test_dealing_approaches_all_deals():
    """Three documents, two runs of each system: p is near the share of all 24³ deals."""
    runs = tables((0.4, 0.5, 0.9, 0.9), 3)
    found = run_differences(units(runs), (("r0", "r1"), ("r2", "r3")), [KEY], PairedTest(resamples=20_000))
    observed = found[KEY].difference.delta[0]
    stack = np.stack(runs, axis=1)
    deals = [[stack[d, list(order)] for order in itertools.permutations(range(4))] for d in range(3)]
    as_large = total = 0
    for deal in itertools.product(*deals):
        f = score(np.sum(deal, axis=0))[:, 0]
        as_large += abs(f[2:].mean() - f[:2].mean()) >= abs(observed) - 1e-12
        total += 1
    assert found[KEY].difference.p[0] == pytest.approx(as_large / total, abs=0.015)
    values = [score(run.sum(axis=0))[0] for run in runs]
    assert observed == pytest.approx(np.mean(values[2:]) - np.mean(values[:2]))


def test_one_run_each_is_the_test_of_two_systems():
    """The difference, its p up to chance, and its interval."""
    runs = units(tables((0.6, 0.7), 25))
    how = PairedTest(resamples=10_000)
    found = run_differences(runs, (("r0",), ("r1",)), [KEY], how)[KEY]
    wanted = differences(runs, ("r0", "r1"), [KEY], how, interval=True)[KEY]
    assert found.difference.delta == pytest.approx(wanted.delta)
    assert found.difference.p == pytest.approx(wanted.p, abs=0.02)
    assert found.difference.low == pytest.approx(wanted.low)
    assert found.difference.high == pytest.approx(wanted.high)
    assert found.needed is None


def test_groups_that_change_places():
    """The difference and its interval turn round; p stays up to chance, the needed runs stay."""
    runs = units(tables((0.55, 0.65, 0.7, 0.6, 0.75), 20))
    how = PairedTest(resamples=4000)
    one = run_differences(runs, (("r0", "r1"), ("r2", "r3", "r4")), [KEY], how)[KEY]
    other = run_differences(runs, (("r2", "r3", "r4"), ("r0", "r1")), [KEY], how)[KEY]
    assert one.difference.delta[0] == pytest.approx(-other.difference.delta[0])
    assert one.difference.p[0] == pytest.approx(other.difference.p[0], abs=0.03)
    assert one.difference.low[0] == pytest.approx(-other.difference.high[0], abs=0.02)


def test_more_runs_are_needed_where_seeds_matter_more():
    """Of runs that are nearly equal one is enough; of those that differ more it takes several."""
    alike = units(tables((0.5, 0.5, 0.7, 0.7), 60, seed=2))
    apart = units(tables((0.4, 0.62, 0.55, 0.85), 60, seed=2))
    groups = (("r0", "r1"), ("r2", "r3"))
    few, many = (
        run_differences(one, groups, [KEY], PairedTest(resamples=500))[KEY].needed for one in (alike, apart)
    )
    assert few == 1
    assert many > 3
    same = units(tables((0.5, 0.6, 0.6, 0.5), 60, seed=2))
    assert run_differences(same, groups, [KEY], PairedTest(resamples=500))[KEY].needed is None


def test_compare_of_groups(run, write):
    """A row a group, with its runs in JSON, tested; another test is refused, which names the way out."""
    gold = write("gold.tsv", "".join(f"d{d}\t{k}0\t{k}5\n" for d in range(8) for k in range(4)))
    for name, found in (("x1", 2), ("x2", 3), ("y1", 3), ("y2", 4)):
        write(f"{name}.tsv", "".join(f"d{d}\t{k}0\t{k}5\n" for d in range(8) for k in range(found)))
    asked = ["compare", "-g", gold, "-s", "x=x*.tsv", "-s", "y=y*.tsv", "-m", "sets::span"]
    done = run(*asked)
    assert [line.split()[0] for line in done.out.splitlines()[1:3]] == ["x", "y"]
    assert "|paired:randomization|trials:10000|seed:12345|" in done.err
    assert "|runs:dealt|" in done.err
    first, second = json.loads(run(*asked, "-f", "json").out)["rows"]
    assert (first["runs"], first["delta"], first["runs_needed"]) == (2, None, None)
    assert second["delta"] == pytest.approx(second["value"] - first["value"])
    assert second["delta_low"] < second["delta"] < second["delta_high"]
    assert second["runs_needed"] >= 1
    assert run(*asked, "--sort", "sets::span").out.splitlines()[1].split()[0] == "y"
    refused = run(*asked, "--paired", "exact")
    assert (refused.code, refused.out) == (2, "")
    assert "groups of runs need --paired randomization, not exact" in refused.err


def test_how_many_runs_a_claim_would_need(run):
    """Where p is small and the interval, which allows for other runs, is not on one side of 0."""
    start = Path(__file__).parents[2] / "demo" / "start"
    asked = [
        "compare",
        "-g",
        str(start / "dev.bio"),
        "-s",
        f"a={start}/words_*.bio",
        "-s",
        f"b={start}/shapes_*.bio",
    ]
    row = json.loads(run(*asked, "-m", "chunk", "-f", "json").out)["rows"][1]
    assert row["p"] < 0.05
    assert row["delta_low"] < 0 < row["delta_high"]
    needed = row["runs_needed"]
    done = run(*asked, "-m", "chunk")
    said = "a, b: for a significant difference of this size it needs about"
    assert f"note: {said} {needed} runs of each\n" in done.err
    assert (
        "a, b: p ≤ 0.05, but the interval includes 0, so neither counts as better; p is about these"
        in done.out
    )
    assert [line.split()[-2] for line in done.out.splitlines()[1:3]] == ["1", "1"]


def test_intervals_of_means_of_runs(write, tmp_path, monkeypatch):
    """Copies of one file have the interval of the file; runs that differ have a wider one."""
    monkeypatch.chdir(tmp_path)
    chance = np.random.default_rng(5)
    gold = write("gold.tsv", "".join(f"d{d}\t{k}0\t{k}5\n" for d in range(20) for k in range(4)))
    for name, shares in (("same", (0.6, 0.6, 0.6)), ("apart", (0.2, 0.6, 0.9))):
        for i, share in enumerate(shares):
            found = np.random.default_rng(5) if name == "same" else chance
            kept = [(d, k) for d in range(20) for k in range(4) if found.random() < share or k == 0]
            write(f"{name}{i}.tsv", "".join(f"d{d}\t{k}0\t{k}5\n" for d, k in kept))
    systems = {"one": "same0.tsv", "same": "same*.tsv", "apart": "apart*.tsv"}
    result = evaluate_systems(str(gold), systems, Request.of(measures=["sets::span"])).confidence()
    one, same, apart = (row.extra for row in result.rows)
    for name in ("value", "precision", "recall", "f1"):
        for end in ("low", "high"):
            assert same[f"{name}_{end}"] == pytest.approx(one[f"{name}_{end}"], rel=1e-12)
    assert apart["value_high"] - apart["value_low"] > 2 * (one["value_high"] - one["value_low"])
    assert (apart["units"], "runs:drawn" in result.signature) == (20, True)
    with pytest.raises(UsageError, match="cannot be used with groups of runs; score each"):
        result.confidence(interval="bca")
    with pytest.raises(UsageError, match="cannot be computed for means of runs; score each"):
        result.paired()
