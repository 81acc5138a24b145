"""The headline: the measure that -b, a bare gate, `result.f1` and the JSON form look at."""

import json
from pathlib import Path

import pytest

import nerkit
from nerkit.scorers import SCORERS, task_named

DEMO = Path(__file__).parents[2] / "demo"
HEADLINES = {
    "spans": "strong_all_match",  # its demo has ids
    "bio": "chunk",
    "noisy": "noisy",
    "coref": "conll",
    "mrp": "mrp",
    "amr": "smatch",
    "dep": "LAS",
}


def demo(task):
    folder = DEMO / task
    gold, system = (next(folder.glob(f"{side}.*")) for side in ("gold", "system"))
    return ["-g", gold, "-s", system]


@pytest.mark.parametrize("task", HEADLINES)
def test_the_headline_of_a_task(run, task):
    """-b prints its value, JSON names it, a bare gate fails by it."""
    sides = demo(task)
    envelope = json.loads(run(task, *sides, "-f", "json").out)
    assert envelope["headline"] == HEADLINES[task]
    (row,) = [
        row
        for row in envelope["rows"]
        if (row["measure"], row["document"], row["label"]) == (HEADLINES[task], "*", "*")
    ]
    assert float(run(task, *sides, "-b").out) == row["value"]
    gated = run(task, *sides, "--fail-under", "1")
    assert (gated.code, f"failed: {HEADLINES[task]} of" in gated.err) == (1, True)
    free = run(task, *sides, "--fail-under", "1", "--exit-zero")
    assert (free.code, free.out, free.err) == (0, gated.out, gated.err)


def test_a_measure_that_is_named_is_the_headline(run):
    """The first after -m; spans without ids have another one by default."""
    assert (
        json.loads(run("coref", *demo("coref"), "-m", "muc", "-m", "conll", "-f", "json").out)["headline"]
        == "muc"
    )
    plain = nerkit.evaluate([[(0, 1, "A")]], [[(0, 1, "B")]], task="spans")
    assert (plain.headline, plain.f1) == ("sets::span+type", 0)
    assert plain["sets::span"].f1 == 1


def test_stored_results_keep_it(run, write):
    """Counts and rows that are read back have the headline they had."""
    for form in (["--counts-only"], ["-f", "json"]):
        stored = run("coref", *demo("coref"), *form).out
        path = write("stored.json", stored)
        from nerkit.evaluation.stored import results as files

        assert files.read(str(path)).headline == "conll"


@pytest.mark.parametrize("task", sorted(set(SCORERS) - {"ie"}))
def test_help_names_the_defaults(run, task):
    """What the help of a command says of its measures is so."""
    text = " ".join(run(task, "--help").out.split())
    said = text.split("Measures: ")[1].split(" lists all")[0]
    assert all(
        f" {measure.name}" in f" {said}".replace(",", "")
        for measure in task_named(task).measures
        if measure.default
    )
    assert f"headline {task_named(task).headline}" in said


def test_what_passes_shows_the_differences(run, write):
    """--compare-to says what changed when nothing got worse, too."""
    path = write("before.json", run("bio", *demo("bio"), "-f", "json").out)
    done = run("bio", *demo("bio"), "--compare-to", path)
    assert done.code == 0
    assert "compared: chunk of" in done.err
    assert "(+0.000)" in done.err
