"""Measures of tasks on annotators: both directions, means, documents of one alone, intervals."""

import json
from pathlib import Path

import pytest

import nerkit

DEMO = Path(__file__).parents[3] / "demo"
TASKS = {
    "coref": "gold.conll",
    "tree": "gold.mrg",
    "amr": "gold.amr",
    "mrp": "gold.mrp",
    "dep": "gold.conllu",
}


def rows(run, *arguments):
    done = run("agree", *arguments, "-f", "json")
    assert done.code == 0, done.err
    return {(row["system"], row["measure"], row["label"]): row for row in json.loads(done.out)["rows"]}


@pytest.mark.parametrize("task", TASKS)
def test_f1_of_tasks(run, task):
    """The headline of the task, whichever of the two is gold."""
    first = DEMO / task / TASKS[task]
    second = first.with_name(first.name.replace("gold", "system"))
    ways = [
        nerkit.evaluate(*pair, task=task, missing="ignore") for pair in ((first, second), (second, first))
    ]
    found = rows(run, first, second)["*", "f1", "*"]
    assert found["value"] == pytest.approx(sum(one.value for one in ways) / 2)
    assert ways[0].value == pytest.approx(ways[1].value)
    assert rows(run, second, first)["*", "f1", "*"]["value"] == pytest.approx(found["value"])
    with_interval = rows(run, first, second, "--confidence", "--resamples", "20")["*", "f1", "*"]
    if with_interval["value_low"] is not None:
        assert with_interval["value_low"] <= with_interval["value_high"]


def test_direction(run):
    """Greedy `partial` takes the first that overlaps, so a pair's value may be the mean of two."""
    gold, system = DEMO / "bio" / "gold.bio", DEMO / "bio" / "system.bio"
    found = rows(run, gold, system, "-m", "overlap-maxmax::span", "-m", "partial", "--by", "pair")
    for measure in ("overlap-maxmax::span", "partial"):
        ways = [
            nerkit.evaluate(*pair, task="bio", measures=measure).value
            for pair in ((gold, system), (system, gold))
        ]
        assert found["*", measure, "*"]["value"] == pytest.approx(sum(ways) / 2)
        assert found[f"{gold}|{system}", measure, "*"]["annotators"] == 2


def test_dependent_on_direction(run, write):
    """One token of four is a quarter of the longer chunk and all of the shorter: the value is the mean."""
    a = write("a.bio", "a B-X\nb I-X\nc I-X\nd I-X\n")
    b = write("b.bio", "a B-X\nb O\nc O\nd O\n")
    asked = ("agree", f"a={a}", f"b={b}", "-m", "partial", "--by", "pair", "-f", "json")
    done = run(*asked, "--min-overlap", "50")
    pair = json.loads(done.out)["rows"][0]
    assert (pair["system"], pair["value"], pair["p_num"]) == ("a|b", 0.25, None)
    assert "note: partial depends on which annotator is gold; its value is the mean" in done.err
    same = run(*asked)
    assert json.loads(same.out)["rows"][0]["value"] == 0.5
    assert "note:" not in same.err
    assert run("agree", a, b, "--min-overlap", "50").code == 2


def test_documents_of_both(run, write):
    """A document that one of the pair lacks is left out."""
    line = '{"id": "%s", "text": "ab", "spans": [{"start": 0, "end": 2, "label": "X"}]}\n'
    a, b = write("a.jsonl", line % 1 + line % 2), write("b.jsonl", line % 2 + line % 3)
    found = rows(run, a, b, "-m", "sets::span+type", "-m", "f1")
    assert found["*", "sets::span+type", "*"]["value"] == 1
    assert found["*", "f1", "*"]["value"] == 1


def test_own_f1_is_that_of_the_task(run):
    """With equal annotations of three annotators in other files."""
    paths = [DEMO / "spans" / name for name in ("gold.tsv", "system.tsv")]
    found = rows(run, *paths, "-m", "f1", "-m", "sets::span+type", "--by", "label")
    labels = {label for _, measure, label in found if measure == "f1"}
    for label in labels:
        assert found["*", "f1", label]["value"] == pytest.approx(
            found["*", "sets::span+type", label]["value"]
        )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tree/gold.mrg", "tree/system.mrg", "-m", "kappa"], "these files are of the task tree"),
        (["tree/gold.mrg", "tree/system.mrg", "-m", "kapa"], "kapa"),
        (["tree/gold.mrg", "tree/system.mrg", "--units", "token"], "these files are of the task tree"),
        (["bio/gold.bio", "bio/system.bio", "-m", "overlap-maxmx::span"], "overlap-maxmx::span"),
        (["tree/gold.mrg", "bio/system.bio"], "ptb"),
    ],
)
def test_refused(run, arguments, message):
    """Measures that a task does not have, and files of two tasks."""
    files = [str(DEMO / one) if "/" in one and "." in one else one for one in arguments]
    done = run("agree", *files)
    assert (done.code, done.out) == (2, ""), done.out
    assert message in done.err


def test_a_blank_annotator_does_not_mix_tasks(run, write):
    """Pairs of `nerkit compare` without gold have one task, or the option to name it is shown."""
    line = '{"text": "one", "label": ["A"], "id": 0}\n'
    files = [write("a.jsonl", line), write("b.jsonl", ""), write("c.jsonl", line)]
    done = run("compare", *files)
    assert (done.code, done.out) == (2, "")
    assert "nerkit scores some pairs as json and others as spans; name one task (--task)" in done.err
    assert run("compare", *files, "--task", "json").code == 0
