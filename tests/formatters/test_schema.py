"""The JSON Schema of `-f json`: every task's output is valid, and what is damaged is not."""

import copy
import json
from importlib import resources
from pathlib import Path

import pytest
from tries import each

from nerkit.scorers import SCORERS

jsonschema = pytest.importorskip("jsonschema")
DEMO = Path(__file__).parents[2] / "demo"
SCHEMA = json.loads((resources.files("nerkit") / "formatters" / "result.schema.json").read_text("utf-8"))
VALID = jsonschema.Draft202012Validator(SCHEMA)
FILES = {  # task -> folder, gold, system
    **{name: (name, "gold.*", "system.*") for name in SCORERS},
    "ie": ("ie", "oneie-gold.jsonl", "oneie-system.jsonl"),
    "calls": ("calls", "gold.jsonl", "log.jsonl"),
}
OPTIONS = {
    "": (),
    "all": ("-m", "all"),
    "intervals": ("--confidence", "--macro"),
    "documents": ("--by", "document"),
    "counts": ("--counts-only",),
}


def of(run, task, *options):
    """The object that a task prints of its demo."""
    folder, *patterns = FILES[task]
    gold, system = (next((DEMO / folder).glob(pattern)) for pattern in patterns)
    written = () if "--counts-only" in options else ("-f", "json")
    done = run(task, "-g", gold, "-s", system, *written, "-q", *options)
    assert done.code == 0, done.err
    return json.loads(done.out)


def test_it_is_a_schema():
    wrong = jsonschema.Draft202012Validator(jsonschema.Draft202012Validator.META_SCHEMA).iter_errors(SCHEMA)
    assert [error.message for error in wrong] == []


@each("options", OPTIONS)
@each("task", SCORERS)
def test_the_output_of_every_task_is_valid(run, task, options):
    """It has no field at its top that the schema does not name, and its rows have all four counts."""
    found = of(run, task, *OPTIONS[options])
    assert [error.message for error in VALID.iter_errors(found)] == []
    assert set(found) <= set(SCHEMA["properties"])
    assert found["rows"]
    named = set(SCHEMA["$defs"]["row"]["properties"])
    assert {"p_num", "p_den", "r_num", "r_den"} <= set(found["rows"][0]) & named


def test_annotators_and_presets_are_valid(run, monkeypatch):
    monkeypatch.chdir(DEMO / "agree")
    for line in (
        ("agree", "anna.bio", "ben.bio", "carla.bio", "--by", "pair"),
        ("json", "--preset", "squad", "-g", "../answers/gold.jsonl", "-s", "../answers/system.jsonl"),
        ("bio", "-g", "../start/dev.bio", "-s", "a=../start/words_*.bio"),
    ):
        done = run(*line, "-f", "json", "-q")
        assert [error.message for error in VALID.iter_errors(json.loads(done.out))] == []


SPOILT = {
    "no rows": lambda found: found.pop("rows"),
    "no signature": lambda found: found.pop("signature"),
    "another schema": lambda found: found.update(schema=2),
    "a text for a number": lambda found: found["rows"][0].update(value="0.5"),
    "a count below 0": lambda found: found["rows"][0].update(p_num=-1),
    "no measure": lambda found: found["rows"][0].pop("measure"),
    "a text for an end": lambda found: found["rows"][0].update(f1_low="0.1"),
    "a digest that is none": lambda found: found["inputs"][0].update(sha256="abc"),
    "a warning that is no text": lambda found: found["warnings"].append(1),
}


@pytest.mark.parametrize("what", SPOILT)
def test_what_is_spoilt_is_not_valid(run, what):
    found = of(run, "amr")
    assert VALID.is_valid(found)
    spoilt = copy.deepcopy(found)
    SPOILT[what](spoilt)
    assert not VALID.is_valid(spoilt)
