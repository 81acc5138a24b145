"""Few units: no interval below six, a warning below twenty, and why p and the interval may disagree."""

import json

import numpy as np
import pytest
from makers import counts_of

from nerkit.results.counts import ALL
from nerkit.results.rows import EVERYTHING
from nerkit.stats.confidence import Bootstrap, intervals
from nerkit.stats.small import COVERAGE, FEW, FEWEST, warning
from nerkit.stats.units import Key, Units


@pytest.fixture
def scored(run, write):
    """Score two systems on so many documents of three items; b finds two of three, a finds one."""

    def command(name, documents, *options):
        ids = [f"d{i:02}" for i in range(documents)]
        sides = [
            write(f"{side}.tsv", "".join(f"{d}\t{k}0\t{k}5\n" for d in ids for k in range(found)))
            for side, found in (("gold", 3), ("a", 1), ("b", 2))
        ]
        systems = [f"a={sides[1]}", *([f"b={sides[2]}"] if name == "compare" else [])]
        return run(name, "-g", sides[0], *systems, "-m", "sets::span", *options)

    return command


def test_below_six_documents_there_is_no_interval(scored):
    """The warning says so, and how small p can be."""
    done = scored("spans", 3, "--confidence", "-f", "json")
    row = json.loads(done.out)["rows"][0]
    assert (row["units"], row["value_low"], row["precision_high"]) == (3, None, None)
    assert "warning: 3 documents: no 95 % interval; a two-sided p cannot be below 0.25\n" in done.err
    assert "warning: 6 documents: intervals of so few" in scored("spans", 6, "--confidence=90%").err
    assert json.loads(scored("spans", 6, "--confidence", "-f", "json").out)["rows"][0]["value_low"] == 0.5


def test_below_twenty_its_coverage_is_told(scored):
    """The number of documents stands in the header; from twenty on nothing is said."""
    few, more = scored("spans", 19, "--confidence"), scored("spans", 20, "--confidence")
    assert "    95 %, n=19    " in few.out
    told = f"{COVERAGE[19][0]:.0%}".replace("%", " %")
    assert f"those called 95 % held the true F1 in {told} (--interval t: 94 %)" in few.err
    assert "    95 %, n=20    " in more.out
    assert "warning" not in more.err


def test_every_number_below_twenty_has_a_coverage():
    """And t covers better at each."""
    assert set(COVERAGE) == set(range(FEWEST, FEW))
    assert all(student > percentile for percentile, student in COVERAGE.values())
    assert warning(1, "document", 0.95) is warning(20, "document", 0.95) is None


def test_an_interval_without_zero_beside_a_large_p_is_explained(scored):
    """Of three systems on seven documents, p by Holm is above 1 %: one line says why."""
    done = scored("compare", 7, "--alpha", "0.01")
    assert (
        "note: a, b: the interval leaves out 0 though p > 0.01: of 7 documents it is only roughly a 95 % "
        "one, and p is what counts\n"
    ) in done.err
    assert "leaves out" not in scored("compare", 7).err
    assert "leaves out" not in scored("compare", 5).err


def test_the_t_interval_is_that_of_the_jackknife():
    """Of a mean it is Student's interval of the mean."""
    right = np.array([3, 4, 2, 5, 5, 3, 4], float)
    table = np.stack([right, right * 0 + 6, right, right * 0 + 6], axis=1)
    units = Units("document", {"a": counts_of({"m": table})})
    found = intervals(units, "a", [Key("m", (EVERYTHING, ALL))], Bootstrap(interval="t")).bounds[0, 1]
    means = right / 6
    reach = 2.446912 * means.std(ddof=1) / len(means) ** 0.5  # t of 6 degrees of freedom, 97.5 %
    assert found == pytest.approx([means.mean() - reach, means.mean() + reach], abs=1e-6)
