"""Which measure tells systems apart: against all splits in plain Python, its edges, and intervals of tau."""

import itertools
import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from makers import counts_of

from nerkit.exceptions import UsageError
from nerkit.results.result import Result
from nerkit.stats.correlation import correlations
from nerkit.stats.discrimination import discrimination


def result(tables, measures=("m",)):
    """The result of systems with these counts by document, the same of every measure."""
    counts = {
        name: counts_of({measure: np.array(table, float) for measure in measures})
        for name, table in zip("abcdefgh", tables, strict=False)
    }
    return Result(task="spans", signature="spans", measures=measures, counts=counts)


def f1(table):
    right, items = sum(row[0] for row in table), sum(row[1] + row[3] for row in table)
    return Fraction(2 * right, items) if items else Fraction(0)


@st.composite
def several(draw):
    """Two to four systems on four to seven documents."""
    documents = draw(st.integers(4, 7))
    gold = draw(st.lists(st.integers(0, 3), min_size=documents, max_size=documents))
    tables = []
    for _ in range(draw(st.integers(2, 4))):
        right = [draw(st.integers(0, size)) for size in gold]
        tables.append([(r, r + draw(st.integers(0, 2)), r, g) for r, g in zip(right, gold, strict=True)])
    return tables


@given(several())
def test_swaps_of_all_splits(tables):
    """Halves of even numbers are unordered; ties count half."""
    count = len(tables[0])
    places = set(range(count))
    halves = {
        frozenset(half) if count % 2 else frozenset([frozenset(half), frozenset(places - set(half))])
        for half in itertools.combinations(sorted(places), count // 2)
    }
    swaps, ties, total = Fraction(0), 0, 0
    for half in halves:
        one = half if count % 2 else next(iter(half))
        for first, second in itertools.combinations(tables, 2):
            change = [
                f1([second[i] for i in part]) - f1([first[i] for i in part]) for part in (one, places - one)
            ]
            total += 1
            ties += 0 in change
            swaps += Fraction(1, 2) if 0 in change else change[0] * change[1] < 0
    (row,) = discrimination(result(tables)).rows
    assert (row.splits, row.pairs) == (len(halves), len(tables) * (len(tables) - 1) // 2)
    assert Fraction(row.swap_exact) == swaps / total
    assert row.ties == pytest.approx(ties / total)
    turned = discrimination(result([table[::-1] for table in tables[::-1]])).rows[0]
    assert (turned.swap_exact, turned.told_apart, turned.told_apart_holm) == (
        *(row.swap_exact, row.told_apart, row.told_apart_holm),
    )


def test_many_documents_are_split_at_random():
    """1,000 splits with a standard error; the seed decides."""
    chance = np.random.default_rng(2)
    tables = []
    for rate in (0.6, 0.62, 0.9):
        right = chance.binomial(5, rate, 40)
        tables.append(np.stack([right, right * 0 + 5, right, right * 0 + 5], axis=1))
    told = discrimination(result(tables))
    (row,) = told.rows
    assert (row.splits, row.swap_exact, row.told_apart) == (1000, None, 2)
    assert 0 < row.swap < 1 / 3
    assert 0 < row.swap_se < 0.02
    assert "|paired:exact|level:0.05|splits:1000|seed:12345|unit:document|" in told.result.signature + "|"
    assert discrimination(result(tables), seed=7).rows[0].swap == pytest.approx(row.swap, abs=5 * row.swap_se)


def test_equal_systems_are_ties():
    """A measure that orders nothing: swap 1/2, ties 1, nothing told apart."""
    (row,) = discrimination(result([[(1, 2, 1, 2)] * 6] * 3)).rows
    assert (row.swap_exact, row.ties, row.told_apart) == ("1/2", 1.0, 0)


def test_what_cannot_be_told():
    """One system, or three documents."""
    with pytest.raises(UsageError, match="at least two"):
        discrimination(result([[(1, 2, 1, 2)] * 6]))
    with pytest.raises(UsageError, match="3 documents: discrimination needs at least 4"):
        discrimination(result([[(1, 2, 1, 2)] * 3] * 2))


def test_the_table(run, write):
    """A row a measure; one that is no sum over documents has nothing, which is said."""
    gold = write("g.tsv", "".join(f"d{i}\t0\t1\t\t1\tX\n" for i in range(8)))
    worse = write("w.tsv", "".join(f"d{i}\t0\t{1 + (i > 0)}\t\t1\tX\n" for i in range(8)))
    asked = ["compare", "-g", gold, f"a={gold}", f"b={worse}", "-m", "sets::span", "-m", "sets::type"]
    done = run(*asked, "--discrimination")
    assert done.out == (
        "measure       systems    pairs    told apart    (Holm)    swap at N/2    ±    "
        "ties    splits\nsets::span          2        1             1         1          "
        "0.000    -   0.000        35\nsets::type          2        1             -      "
        "   -              -    -       -         -\ntold apart: pairs with an exact p ≤ "
        "the level; swap: pairs whose order differs between two halves of the documents. The "
        "numbers hold for this gold file and these systems\n"
    )
    assert "warning: sets::type: not a sum over documents" in done.err
    rows = json.loads(run(*asked, "--discrimination", "--level", "0.001", "-f", "json").out)["rows"]
    assert [row["told_apart"] for row in rows] == [0, None]


def test_intervals_of_tau():
    """Of four systems tau has an interval that holds it; of three there is none, which a note says."""
    chance = np.random.default_rng(5)
    tables = []
    for rate in (0.5, 0.6, 0.65, 0.9):
        right = chance.binomial(8, rate, 30)
        tables.append(np.stack([right, right + chance.binomial(8, 0.3, 30), right, right * 0 + 8], axis=1))
    (row,) = correlations(result(tables, ("m", "n"))).rows
    assert (row.kendall_low, row.kendall, row.kendall_high) == (1.0, 1.0, 1.0)
    three = correlations(result(tables[:3], ("m", "n")))
    assert (three.rows[0].kendall_low, three.rows[0].kendall_high) == (None, None)
    assert three.result.notes == ("Kendall's tau has no intervals: 3 systems, but intervals need 4",)
