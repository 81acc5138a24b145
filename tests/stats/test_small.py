"""Few units, or few that decide: no interval below six, a warning below thirty, and if few decide; why p and
the interval may disagree.
"""

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from makers import counts_of

from nerkit.results.counts import ALL
from nerkit.results.rows import EVERYTHING
from nerkit.scorers import SCORERS, task_named
from nerkit.scorers.task import Task
from nerkit.stats.confidence import Bootstrap, influences, intervals
from nerkit.stats.small import COVERAGE, DECIDING, FEW, FEWEST, WITH_SENTENCES, deciding, few_units
from nerkit.stats.units import Key, Units
from scripts.interval_coverage import SHAPES, SKEWED, documents, ends, warned


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
    assert (
        "warning: 6 documents: intervals over so few documents" in scored("spans", 6, "--confidence=90%").err
    )
    assert json.loads(scored("spans", 6, "--confidence", "-f", "json").out)["rows"][0]["value_low"] == 0.5


def test_below_thirty_its_coverage_is_told(scored):
    """The number of documents stands in the header; from thirty on nothing is said of equal documents."""
    few, more = scored("spans", 29, "--confidence"), scored("spans", 30, "--confidence")
    assert "    95 %, n=29    " in few.out
    percentile, student, skewed = (f"{share * 100:.0f} %" for share in COVERAGE[29])
    assert f"held the true F1 in {percentile} (--interval t: {student}), and in {skewed} if" in few.err
    assert "    95 %, n=30    " in more.out
    assert "warning" not in more.err


def test_every_number_below_thirty_has_a_coverage():
    """t covers better at each, and both cover less if a few large documents score worse."""
    assert set(COVERAGE) == set(range(FEWEST, FEW))
    assert all(student > percentile > skewed for percentile, student, skewed in COVERAGE.values())
    assert few_units(1, "document", 0.95, "") is few_units(FEW, "document", 0.95, "") is None


@pytest.fixture
def tagged(write):
    """Write gold and a system with a sentence per entity, given the entities of each document and how many
    of them are right.
    """

    def sides(documents, name="s", marked=True):
        gold, system = [], []
        for entities, right in documents:
            for side in (gold, system) if marked else ():
                side.append("-DOCSTART- O\n\n")
            for place in range(entities):
                gold.append("a B-PER\nb O\n\n")
                system.append("a B-PER\nb O\n\n" if place < right else "a O\nb B-PER\n\n")
        return write("gold.bio", "".join(gold)), write(f"{name}.bio", "".join(system))

    return sides


def made_up(count, seed, *, skewed):
    """Entities and right ones of documents of 8 entities; *skewed*: of 3, and each twentieth of 40 that has
    fewer right.
    """
    chance = np.random.default_rng(seed)
    large = np.arange(count) % 20 == (7 if skewed else -1)
    entities = np.where(large, 40, 3 if skewed else 8)
    right = chance.binomial(entities, np.where(large, chance.beta(2, 3, count), chance.beta(4, 1.5, count)))
    return list(zip(entities.tolist(), right.tolist(), strict=True))


@pytest.mark.parametrize("documents", [8, 20, 60])
def test_a_few_large_documents_are_warned_of(run, tagged, documents):
    """At each of these numbers 95 % intervals hold the true F1 far too rarely; sentences are named."""
    gold, system = tagged(made_up(documents, 1, skewed=True))
    done = run("bio", "-g", gold, "-s", system, "-m", "chunk", "--confidence")
    told = [line for line in done.err.splitlines() if line.startswith("warning: ")]
    assert len(told) == 1
    assert "resample sentences with --by sentence" in told[0]
    assert (f"{documents} documents: intervals over so few documents" in told[0]) == (documents < FEW)


def test_the_share_of_those_that_decide_is_told(run, tagged):
    """Two of forty documents hold 40 of 116 entities, and all but nothing of the variance is theirs."""
    documents = [(20, 6), *[(2, 2)] * 19, (20, 6), *[(2, 2)] * 19]
    gold, system = tagged(documents)
    done = run("bio", "-g", gold, "-s", system, "-m", "chunk", "--confidence")
    assert "warning: chunk: 2 of 40 documents, with 34 % of the items, make 9" in done.err


@pytest.mark.parametrize("documents", [30, 40, 60])
def test_equal_documents_are_not_warned_of(run, tagged, documents):
    """From thirty documents on."""
    for seed in range(5):
        gold, system = tagged(made_up(documents, seed, skewed=False))
        assert "warning" not in run("bio", "-g", gold, "-s", system, "-m", "chunk", "--confidence").err


def test_by_sentence_makes_sentences_the_units(run, tagged):
    """The intervals are those of the same text without marks of documents, and of every label and system."""
    documents = made_up(60, 1, skewed=True)
    marked = ["bio", "-g", *tagged(documents)[:1], "-s", f"s={tagged(documents)[1]}"]
    asked = ["-m", "chunk", "--confidence", "-f", "json"]
    by = json.loads(run(*marked, *asked, "--by", "sentence", "--by", "label").out)
    assert "|unit:sentence|" in by["signature"]
    assert not by["warnings"]
    of_sentences = [row for row in by["rows"] if row["label"].startswith("sentence=")]
    assert {row["value_low"] for row in of_sentences} == {None}
    tagged(documents, marked=False)
    plain = json.loads(run(*marked, *asked, "--by", "label").out)
    assert "|unit:sentence|" in plain["signature"]
    kept = [row for row in by["rows"] if "sentence=" not in row["label"]]
    assert [row | {"document": ""} for row in kept] == [row | {"document": ""} for row in plain["rows"]]


def test_by_sentence_tests_by_sentence(run, tagged):
    """Paired tests and comparisons exchange sentences too."""
    documents = made_up(30, 2, skewed=True)
    _, worse = tagged([(entities, max(right - 1, 0)) for entities, right in documents], "worse")
    gold, system = tagged(documents)
    line = ["-g", gold, f"a={system}", f"b={worse}", "-m", "chunk", "-f", "json", "--by", "sentence"]
    total = sum(entities for entities, _ in documents)
    paired = json.loads(run("bio", *line, "--paired", "exact").out)
    row = next(row for row in paired["rows"] if row["system"] == "b" and row["label"] == "*")
    assert row["p_units"] == sum(right > 0 for _, right in documents)
    compared = json.loads(run("compare", *line).out)
    assert "|unit:sentence|" in compared["signature"]
    assert {row["units"] for row in compared["rows"] if row["label"] == "*"} == {total}


def test_a_comparison_warns_if_few_documents_decide_the_difference(run, tagged):
    """Both systems alone rest on all documents, their difference on two."""
    documents = [(8, 5 + i % 3) for i in range(40)]
    other = [(entities, right - 5 * (i in (3, 5))) for i, (entities, right) in enumerate(documents)]
    _, worse = tagged(other, "worse")
    gold, system = tagged(documents)
    done = run("compare", "-g", gold, f"a={system}", f"b={worse}", "-m", "chunk")
    assert "warning: a, b: chunk: 2 of 40 documents, with 5 % of the items, make 9" in done.err


def test_tasks_with_sentences_are_those_with_units_below_documents():
    """A task with a way to file its batches under sentences, whose documents are no sentences already."""
    tasks = [task_named(name) for name in SCORERS]
    with_units = {task.name for task in tasks if task.units is not Task.units and task.unit == "document"}
    assert with_units == WITH_SENTENCES


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=40))
def test_as_many_units_decide_as_matter(changes):
    """From 1 to n: n where all changes are as large, 1 where one is not 0, infinite where all are."""
    number = deciding(np.array(changes, float))
    squares = [Fraction(change) ** 2 for change in changes]
    if not any(squares):
        assert number == math.inf
        return
    assert number == pytest.approx(float(sum(squares) ** 2 / sum(each**2 for each in squares)))
    assert 1 - 1e-9 <= number <= len(changes) + 1e-9


def test_the_simulation_makes_the_intervals_of_the_command():
    """Its intervals of many test sets at once are those of `stats.confidence`, and so is its warning."""
    chance = np.random.default_rng(3)
    sets = documents(chance, SHAPES[SKEWED], 4, 40)
    made, doubtful = ends(sets, 5), warned(sets)
    for place, table in enumerate(sets.astype(float)):
        units = Units("document", {"a": counts_of({"m": table})})
        for kind, both in made.items():
            found = intervals(
                units, "a", [Key("m", (EVERYTHING, ALL))], Bootstrap(0.95, 1000, 5, kind)
            ).bounds
            assert both[:, place] == pytest.approx(found[0, [3, 1, 2]], abs=2e-3)
        assert doubtful[place] == (deciding(influences(units, "a", "m")) < DECIDING)


def test_an_interval_without_zero_beside_a_large_p_is_explained(scored):
    """Of three systems on seven documents, p by Holm is above 1 %: one line says why."""
    done = scored("compare", 7, "--alpha", "0.01")
    assert (
        "a, b: the interval excludes 0, but p > 0.01, so neither counts as better; with 7 documents the "
        "interval is only roughly a 95% interval\n"
    ) in done.out
    assert "excludes" not in scored("compare", 7).out
    assert "excludes" not in scored("compare", 5).out


def test_the_t_interval_is_that_of_the_jackknife():
    """Of a mean it is Student's interval of the mean."""
    right = np.array([3, 4, 2, 5, 5, 3, 4], float)
    table = np.stack([right, right * 0 + 6, right, right * 0 + 6], axis=1)
    units = Units("document", {"a": counts_of({"m": table})})
    found = intervals(units, "a", [Key("m", (EVERYTHING, ALL))], Bootstrap(interval="t")).bounds[0, 1]
    means = right / 6
    reach = 2.446912 * means.std(ddof=1) / len(means) ** 0.5  # t of 6 degrees of freedom, 97.5 %
    assert found == pytest.approx([means.mean() - reach, means.mean() + reach], abs=1e-6)
