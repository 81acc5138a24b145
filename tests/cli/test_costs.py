"""A gate that has failed is told with the errors that cost most."""

import json
from pathlib import Path

import pytest

from nerkit.scorers import SCORERS

DEMO = Path(__file__).parents[2] / "demo"
GOLD = "a B-PER\nb O\nc B-LOC\nd O\ne B-LOC\nf O\ng B-ORG\nh O\ni B-PER\nj O\nk B-PER\n"
SYSTEM = "a B-PER\nb O\nc B-ORG\nd O\ne B-ORG\nf O\ng O\nh B-LOC\ni B-LOC\nj O\nk O\n"


@pytest.fixture
def files(write):
    write("gold.bio", GOLD)
    write("system.bio", SYSTEM)


def lines(done, before="costs: "):
    """The lines of stderr that begin so, without their beginning."""
    return [line.removeprefix(before) for line in done.err.splitlines() if line.startswith(before)]


def test_the_three_that_cost_most(run, files):
    """1 of 5 and of 6 is right, F1 2/11; with two labels repaired 6/11, with the missed item 4/12."""
    done = run("bio", "-g", "gold.bio", "system.bio", "--fail-under", "0.9")
    assert lines(done) == [
        "label LOC → ORG: 2 errors, +0.364 F1 if repaired",
        "label PER → LOC: 1 error, +0.182 F1 if repaired",
        "missed ORG: 1 error, +0.152 F1 if repaired",
    ]
    assert done.code == 1
    assert done.err.splitlines()[-1].startswith("failed: chunk of system.bio is 0.182")


def test_gains_are_those_of_the_repaired_file(run, write, files):
    """Repair the first kind, and F1 is higher by what was told."""
    was, now = (
        2 / 11,
        run("bio", "-g", "gold.bio", write("r.bio", SYSTEM.replace("B-ORG", "B-LOC")), "-b").out,
    )
    assert f"{float(now) - was:+.3f}" == "+0.364"


def test_where_they_are_not_told(run, files):
    """Where the gate holds, under -q, and of a result without items."""
    call = ("bio", "-g", "gold.bio", "system.bio")
    assert lines(run(*call, "--fail-under", "0.1")) == []
    quiet = run(*call, "--fail-under", "0.9", "-q")
    assert lines(quiet) == []
    assert quiet.err.startswith("failed: ")
    Path("counts.json").write_text(run(*call, "--counts-only").out)
    done = run("merge", "counts.json", "--fail-under", "0.9")
    assert (done.code, lines(done), len(lines(done, "failed: "))) == (1, [], 1)


def test_only_systems_that_failed(run, files):
    """Named, where there are several; a stored result is a gate too."""
    call = ("bio", "-g", "gold.bio", "a=system.bio", "b=gold.bio")
    done = run(*call, "--fail-under", "0.9", "-d", "1")
    assert lines(done)[0] == "a: label LOC → ORG: 2 errors, +0.4 F1 if repaired"
    assert all(line.startswith("a: ") for line in lines(done))
    Path("before.json").write_text(run("bio", "-g", "gold.bio", "gold.bio", "-f", "json").out)
    done = run("bio", "-g", "gold.bio", "system.bio", "--compare-to", "before.json")
    assert (done.code, len(lines(done))) == (1, 3)
    assert done.err.splitlines()[-1].startswith("failed: ")


@pytest.mark.parametrize("task", SCORERS)
def test_every_task(run, task):
    """At most three, those of a class that `errors --summary` counts; the reason of the gate is last."""
    names = ("gold", "log" if task == "calls" else "system")
    gold, system = (next((DEMO / task).glob(f"{name}.*")) for name in names)
    done = run(task, "-g", gold, system, "--fail-under", "1")
    assert (done.code, 1 <= len(lines(done)) <= 3) == (1, True)
    assert done.err.splitlines()[-1].startswith("failed: ")
    summary = run("errors", "--task", task, "-g", gold, "-s", system, "--summary", "-f", "json").out
    classes = tuple(row["class"] for row in json.loads(summary)["rows"])
    assert all(line.startswith(classes) for line in lines(done))
