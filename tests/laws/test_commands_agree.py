"""All commands that print the headline of two files print the same one."""

import json
import pickle
import re
from pathlib import Path

import pytest

import nerkit

DEMO = Path(__file__).parents[2] / "demo"
SIDES = {  # demo -> its task, gold, system
    "bio": ("bio", "gold.bio", "system.bio"),
    "start": ("bio", "dev.bio", "words_1.bio"),
    "spans": ("spans", "gold.tsv", "system.tsv"),
    "formats": ("spans", "gold.jsonl", "system.json"),
    "noisy": ("noisy", "gold.bio", "system.bio"),
    "coref": ("coref", "gold.conll", "system.conll"),
    "mrp": ("mrp", "gold.mrp", "system.mrp"),
    "amr": ("amr", "gold.amr", "system.amr"),
    "ie": ("ie", "gold.jsonl", "system.jsonl"),
    "srl": ("srl", "gold.props", "system.props"),
    "dep": ("dep", "gold.conllu", "system.conllu"),
    "tree": ("tree", "gold.mrg", "system.mrg"),
    "json": ("json", "gold.jsonl", "chat.jsonl"),
    "calls": ("calls", "gold.jsonl", "log.jsonl"),
}
OWN_COMMAND = ("noisy",)  # whose files `evaluate` takes for those of another task
TOP = re.compile(r'<div id="headline" data-measure="([^"]*)" data-value="([^"]*)"')


def of_rows(envelope, system):
    """The headline of a JSON envelope, and its value for a system."""
    (value,) = (
        row["value"]
        for row in envelope["rows"]
        if (row["system"], row["measure"], row["document"], row["label"])
        == (system, envelope["headline"], "*", "*")
    )
    return envelope["headline"], value


@pytest.mark.parametrize("demo", SIDES)
def test_one_headline(demo, run, tmp_path):
    """`evaluate`, the task, `compare`, `report` and Python; `errors` where its classes add up to the rest."""
    task, gold, system = SIDES[demo]
    gold, system = str(DEMO / demo / gold), str(DEMO / demo / system)
    named = ["--task", task] if demo in OWN_COMMAND else []
    sides = ["-g", gold, "-s", f"s={system}"]
    found = {"task": of_rows(json.loads(run(task, *sides, "-f", "json").out), "s")}
    if not named:
        found["evaluate"] = of_rows(json.loads(run("evaluate", *sides, "-f", "json").out), "s")
    compared = run("compare", "-g", gold, f"s={system}", f"gold={gold}", *named, "-f", "json")
    found["compare"] = of_rows(json.loads(compared.out), "s")
    page = tmp_path / "page.html"
    assert run("report", *sides, *named, "-o", page, "-q").code == 0
    name, value = TOP.search(page.read_text("utf-8")).groups()
    found["report"] = name, float(value)
    result = nerkit.evaluate(gold, system, **({"task": task} if named else {}))
    found["Python"] = result.headline, result.value
    listed = json.loads(run("errors", *sides, *named, "--summary", "-f", "json").out)
    value = found["task"][1]
    if listed["rows"] and listed["rows"][-1]["gain_cumulative"] is not None:
        assert 1 - listed["rows"][-1]["gain_cumulative"] == pytest.approx(value)
    found["errors"] = listed["headline"], value
    assert set(found.values()) == {found["task"]}, found


TASKS = sorted(path.name.partition(".")[0] for path in (DEMO / "tasks").glob("*.gold.*"))


@pytest.mark.parametrize("demo", [*SIDES, *TASKS])
def test_a_result_is_pickled(demo):
    """With what was scored: rows, errors and intervals of the copy are those of the result."""
    how = {"measures": ["all"]}
    if demo in TASKS:
        ((gold,), (system,)) = ([*(DEMO / "tasks").glob(f"{demo}.{side}.*")] for side in ("gold", "system"))
        how = {"preset": demo, "settings": {"window": "2"}} if demo == "seg" else {"preset": demo}
    elif demo in SIDES:
        task, gold, system = SIDES[demo]
        gold, system, how = DEMO / demo / gold, DEMO / demo / system, how | {"task": task}
    result = nerkit.evaluate(str(gold), str(system), **how)
    copy = pickle.loads(pickle.dumps(result))
    assert [row.to_dict() for row in copy.rows] == [row.to_dict() for row in result.rows]
    for told in (lambda one: one.errors().rows, lambda one: str(one.confidence(resamples=20))):
        assert outcome(told, copy) == outcome(told, result)


def outcome(told, result):
    """What is told of a result, or why it cannot be told."""
    try:
        return told(result)
    except nerkit.UsageError as error:
        return str(error)
