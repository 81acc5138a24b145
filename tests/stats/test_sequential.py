"""Betting on exchanges: a martingale, the formulas one by one, and that looking does not hurt."""

import itertools
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from makers import counts_of

import nerkit
from nerkit.errors import UsageError
from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.results.counts import ALL
from nerkit.results.rows import EVERYTHING, MACRO
from nerkit.stats.sequential import Looks, wealth
from nerkit.stats.significance import PairedTest, differences
from nerkit.stats.units import Key, Units

KEY = Key("m", (EVERYTHING, ALL))


def looked(first, second, key=KEY, *, beta=1.0, **how):
    """The wealth after each of the documents of two tables of counts."""
    names = [f"d{i}" for i in range(len(first))]
    counts = {
        name: counts_of({"m": np.array(table, float)}, names=names)
        for name, table in (("a", first), ("b", second))
    }
    found = differences(Units("document", counts, beta), ("a", "b"), [key], PairedTest("sequential", **how))
    return found[key].looks


@st.composite
def pairs(draw):
    """Two tables of counts of the same documents."""
    first, second = [], []
    for _ in range(draw(st.integers(2, 6))):
        gold = draw(st.integers(0, 4))
        for table in (first, second):
            right = draw(st.integers(0, gold))
            table.append((right, right + draw(st.integers(0, 3)), right, gold))
    return first, second


@given(pairs(), st.sampled_from([False, "greater", "less"]), st.sampled_from([KEY, Key("m", (MACRO, ALL))]))
def test_the_mean_over_all_exchanges_is_one(tables, side, key):
    """Whoever made which output: the wealth is 1 on average after every document, which is what makes it a
    test; so is its mean over documents.
    """
    total = np.zeros(len(tables[0]))
    choices = list(itertools.product([False, True], repeat=len(tables[0])))
    for choice in choices:
        exchanged = [
            [(b if swap else a) for a, b, swap in zip(*order, choice, strict=True)]
            for order in (tables, tables[::-1])
        ]
        total += looked(*exchanged, key, one_sided=side).wealth
    assert total / len(choices) == pytest.approx(np.ones(len(total)))


@given(pairs(), st.sampled_from([1.0, 2.0, 0.5]))
def test_the_formulas_one_by_one(tables, beta):
    """In plain Python, document after document."""
    found = looked(*tables, beta=beta)
    seen, products = (
        [],
        dict.fromkeys([sign * stake for stake in (1 / 16, 1 / 8, 1 / 4, 1 / 2) for sign in (1, -1)], 1.0),
    )
    sums = [0.0] * 4
    for t, (a, b) in enumerate(zip(*tables, strict=True)):
        sums = [total + (x + y) / 2 for total, x, y in zip(sums, a, b, strict=True)]
        p_num, p_den, r_num, r_den = (total / (t + 1) for total in sums)
        change = [y - x for x, y in zip(a, b, strict=True)]
        precision, recall = (p_num / p_den if p_den else 0), (r_num / r_den if r_den else 0)
        bottom = beta**2 * precision + recall
        if bottom:
            by_p = (1 + beta**2) * recall**2 / bottom**2
            by_r = (1 + beta**2) * beta**2 * precision**2 / bottom**2
            of_p = (change[0] - precision * change[1]) / p_den if p_den else 0
            of_r = (change[2] - recall * change[3]) / r_den if r_den else 0
            x = by_p * of_p + by_r * of_r
        else:
            items = p_den + beta**2 * r_den
            x = (1 + beta**2) / items * change[0] if items else 0
        if abs(x) > 1e-12:
            seen.append(x)
            y = x / math.sqrt(sum(one**2 for one in seen) / len(seen))
            products = {stake: wealth * (1 + math.tanh(stake * y)) for stake, wealth in products.items()}
        assert found.wealth[t] == pytest.approx(sum(products.values()) / len(products))


@given(pairs())
def test_exchanged_systems_have_the_same_wealth(tables):
    """Both sides are bet on; `greater` of the one is `less` of the other."""
    first, second = tables
    assert looked(first, second).wealth == pytest.approx(looked(second, first).wealth)
    greater = looked(first, second, one_sided="greater")
    assert greater.wealth == pytest.approx(looked(second, first, one_sided="less").wealth)


def test_looking_after_every_document_does_not_reject_too_often():
    """Fair coins in 2,000 sequences of 100: 20 is reached in less than 5 %."""
    chance = np.random.default_rng(3)
    crossed = [
        wealth(chance.normal(size=100) * chance.exponential(size=100), None).max() for _ in range(2000)
    ]
    assert 0 < np.mean(np.array(crossed) >= 20) < 0.05


def test_what_is_shown_of_looks():
    """The last and the largest wealth, p of the latter, and the first document at which one may stop."""
    looks = Looks(["a", "b", "c"], np.array([0.5, 25.0, 10.0]), 0.05)
    assert looks.fields() == {"e": 10.0, "e_max": 25.0, "stopped": "b"}
    assert looks.p == 0.04
    never = Looks(["a"], np.array([0.5]), 0.05)
    assert (never.p, never.fields()) == (1.0, {"e": 0.5, "e_max": 1.0, "stopped": None})
    assert np.isfinite(wealth(np.ones(100_000), None)).all()


def test_rows_orders_and_documents(run, write):
    """`e` after every document with --by document; another order gives other wealth, and is named."""
    ids = [f"d{i}" for i in range(9)]
    gold = write("g.tsv", "".join(f"{d}\t0\t1\n{d}\t2\t3\n" for d in ids))
    worse = write("w.tsv", "".join(f"{d}\t0\t1\n{d}\t2\t{3 + (d > 'd2')}\n" for d in ids))
    asked = [
        "spans",
        "-g",
        gold,
        f"bad={worse}",
        f"good={gold}",
        "-m",
        "sets::span",
        "--paired",
        "sequential",
    ]
    done = run(*asked, "--by", "document", "--level", "0.5")
    assert done.err.endswith("|paired:sequential|order:gold|level:0.5|unit:document|empty:zero|v:0.1.0\n")
    rows = json.loads(run(*asked, "--by", "document", "--level", "0.5", "-f", "json").out)["rows"]
    good = {row["document"]: row for row in rows if row["system"] == "good"}
    assert good["d2"]["e"] == 1.0
    assert good["d3"]["e"] < good["d8"]["e"] == good["*"]["e"] == good["*"]["e_max"]
    assert good["*"]["p"] == 1 / good["*"]["e"]
    assert good[good["*"]["stopped"]]["e"] >= 2
    assert (good["d3"]["p"], good["d3"]["stopped"]) == (None, None)
    order = write("order.txt", "".join(f"{d}\n" for d in reversed(ids)))
    turned = run(*asked, "--document-order", order, "--by", "document")
    assert "|order:file|" in turned.err
    assert turned.out != done.out
    for text, said in (("d0\n", "every document of the data once"), ("x\n", "and 'x' is named by one alone")):
        refused = run(*asked, "--document-order", write("order.txt", text))
        assert (refused.code, refused.out) == (2, "")
        assert said in refused.err


def test_what_makes_no_sense(run, write):
    """A side that was not named, and options of another test."""
    gold = write("g.tsv", "d\t0\t1\ne\t0\t1\n")
    sides = ["spans", "-g", gold, f"a={gold}", f"b={gold}", "-m", "sets::span"]
    for options, said in (
        (["--paired", "sequential", "--one-sided"], "takes the side by name: greater or less"),
        (["--paired", "exact", "--document-order", gold], "--document-order goes with --paired sequential"),
        (["--level", "0.01"], "--level goes with --paired sequential"),
        (["--paired", "sequential", "--level", "2"], "a level is a fraction between 0 and 1"),
    ):
        done = run(*sides, *options)
        assert (done.code, done.out) == (2, "")
        assert said in done.err
    data = {"a": [(0, 1, "X")], "b": [(0, 1, "X")]}
    result = nerkit.evaluate(data, data, measures=["sets::span"])
    with pytest.raises(UsageError, match="goes with paired"):
        result.paired("exact", order=["a", "b"])


def texts(numbers):
    """Documents with one span each, right where the number is 1."""
    return [[(0, 5 if right else 6, "X")] for right in numbers]


def scores(gold, systems):
    """The result of systems on one measure."""
    return evaluate_systems(gold, systems, Request(measures=("sets::span",)))


def test_the_documents_up_to_the_stop_are_scored_alone():
    """As if no others had been annotated; in the order that was given."""
    gold, second = texts([1] * 40), texts([1] * 40)
    first = texts([n % 5 == 0 for n in range(40)])
    scored = scores(gold, {"a": first, "b": second})
    whole = scored.paired("sequential")
    assert whole.rows[1].extra["e"] > 20
    cut = scored.paired("sequential", stop_at=20)
    place = int(whole.rows[1].extra["stopped"])
    alone = scores(gold[:place], {"a": first[:place], "b": second[:place]}).paired("sequential")
    assert [(list(row.numbers), row.extra) for row in cut.rows] == [
        (list(row.numbers), row.extra) for row in alone.rows
    ]
    assert "|stop-at:20|" in cut.signature
    assert f"after document {place}, {place} of 40 documents: annotation may stop" in cut.notes[-1]
    order = [str(n) for n in range(40, 0, -1)]
    turned = scored.paired("sequential", stop_at=20, order=order)
    assert turned.rows[1].extra["stopped"] == order[int(turned.rows[1].r_den) - 1]


def test_a_wealth_that_is_never_reached_changes_nothing():
    """But for a note; other tests, other numbers of systems and a wealth of 1 are refused."""
    gold = texts([1] * 8)
    scored = scores(gold, {"a": gold, "b": texts([0, 1] * 4)})
    never = scored.paired("sequential", stop_at=1000)
    assert [list(row.numbers) for row in never.rows] == [list(row.numbers) for row in scored.rows]
    assert "annotation goes on" in never.notes[-1]
    for asked in ({"method": "exact", "stop_at": 20}, {"method": "sequential", "stop_at": 1}):
        with pytest.raises(UsageError, match="stop"):
            scored.paired(**asked)
    three = scores(gold, dict.fromkeys("abc", gold))
    with pytest.raises(UsageError, match="of two systems; here are 3"):
        three.paired("sequential", stop_at=20)


@pytest.mark.slow
@pytest.mark.parametrize("size", [20, 50, 200])
def test_type_one_errors_of_two_thousand_runs(size):
    """Exchangeable systems, looked at after every document: 20 is crossed in fewer than 5 % of the runs."""
    chance, crossed = np.random.default_rng(size), 0
    for _ in range(2000):
        gold = chance.integers(0, 8, size)
        tables = []
        for _system in range(2):
            right, spurious = chance.binomial(gold, 0.7), chance.poisson(1, size)
            tables.append(np.stack([right, right + spurious, right, gold], axis=1).tolist())
        crossed += looked(*tables).most >= 20
    assert crossed < 0.05 * 2000


def test_exact_and_sequential_together():
    """p is that of the exact test, beside the one of looks, both as they are alone; nothing is stopped."""
    gold = texts([1] * 12)
    scored = scores(gold, {"a": texts([n % 4 == 0 for n in range(12)]), "b": gold})
    exact, looks = scored.paired("exact").rows[1].extra, scored.paired("sequential").rows[1].extra
    both = scored.paired("exact,sequential")
    extra = both.rows[1].extra
    assert {name: extra[name] for name in exact} == exact
    assert [extra[name] for name in ("e", "e_max", "stopped")] == [
        looks[name] for name in ("e", "e_max", "stopped")
    ]
    assert extra["p_sequential"] == looks["p"] > exact["p"]
    assert both.rows[0].extra["p_sequential"] is None
    assert "|paired:exact,sequential|order:gold|level:0.05|unit:document" in both.signature
    assert "p of e" in str(both)
    with pytest.raises(UsageError, match="alone"):
        scored.paired("exact,sequential", stop_at=20)
    compared = nerkit.compare(
        gold, {"a": texts([0] * 12), "b": gold}, measures=["sets::span"], paired="exact,sequential"
    )
    assert compared.result.rows[1].extra["p_holm"] == compared.result.rows[1].extra["p"] < 0.01
    assert 0 < compared.result.rows[1].extra["p_sequential"] <= 1
