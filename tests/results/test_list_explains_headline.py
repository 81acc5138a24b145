"""The list of errors explains the headline: its wrong items are what the counts of the headline lack."""

from pathlib import Path

import numpy as np
import pytest

import nerkit

DEMO = Path(__file__).parents[2] / "demo"
DEMOS = {  # name -> task, gold, system
    **{name: (name, "gold.*", "system.*") for name in ("spans", "bio", "noisy", "mrp", "amr")},
    **{name: (name, "gold.*", "system.*") for name in ("dep", "tree", "srl", "json", "ie")},
    "brackets of a parser": ("tree", "../cky/gold.mrg", "../cky/system.mrg"),
    "sentences": ("bio", "../start/dev.bio", "../start/words_1.bio"),
    "chunks": ("bio", "../chunk/gold.iob", "../chunk/system.iob"),
    "hipe": ("spans", "hipe-gold.tsv", "hipe-system.tsv"),
    "entities and events": ("ie", "oneie-gold.jsonl", "oneie-system.jsonl"),
    "templates": ("ie", "templates-gold.jsonl", "templates-system.json"),
    "muc4": ("ie", "muc4-key.txt", "muc4-response.txt"),
    "triggers": ("ie", "triggers-gold.jsonl", "triggers-system.jsonl"),
}
NAMED = [  # a measure chooses another list
    ("ie", "oneie-gold.jsonl", "oneie-system.jsonl", "relation"),
    ("ie", "oneie-gold.jsonl", "oneie-system.jsonl", "trigger-c"),
]


def path(task, pattern):
    """The first file of a demo with this name."""
    return str(next((DEMO / task).resolve().glob(pattern)) if "*" in pattern else DEMO / task / pattern)


def distinct(listed, side):
    """How much the distinct items of gold (0) or the system (1) that are listed count."""
    of_side, name = ("gold_leaves", "system_leaves")[side], ("gold", "system")[side]
    rows = [row.to_dict() for row in listed]
    if rows and of_side in rows[0]:
        return sum(row[of_side] for row in rows)
    (errors,) = listed.by_system.values()
    column = (errors.gold, errors.system)[side][np.array(listed.places, int)]
    assert all(row[f"{name}_text"] is None for row, at in zip(rows, column, strict=True) if at < 0)
    return len(set(column[column >= 0].tolist()))


def holds(result, listed):
    """Misses are gold - correct, and system - correct."""
    head = result.head
    assert distinct(listed, 0) == head.r_den - head.r_num
    assert distinct(listed, 1) == head.p_den - head.p_num


METRICS = ("ie/arguments.toml", "procedure/steps.toml")  # whose elements are right or wrong, not in part
PRESETS = ("coref-text", "gec", "keyphrase", "negation", "pubtator", "rst", "temporal", "webnlg")


@pytest.mark.parametrize("metric", METRICS)
def test_the_list_explains_a_metric_of_nested_elements(metric):
    """An argument of an event of another type is listed, and not the event; a list has the innermost."""
    folder = (DEMO / metric).parent
    files = (str(folder / name) for name in ("gold.jsonl", "system.jsonl"))
    result = nerkit.evaluate(*files, task="ie", metric=[str(DEMO / metric)])
    holds(result, result.errors())
    assert len(result.errors()) > 0
    assert all(row["gain"] is not None for row in result.errors().summary().rows)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_list_explains_a_preset(preset):
    (gold,) = (DEMO / "tasks").glob(f"{preset}.gold.*")
    result = nerkit.evaluate(str(gold), str(gold).replace(".gold.", ".system."), preset=preset)
    holds(result, result.errors())
    assert len(result.errors()) > 0


@pytest.mark.parametrize("name", DEMOS)
def test_the_list_explains_the_headline(name):
    task, *files = DEMOS[name]
    result = nerkit.evaluate(*(path(task, file) for file in files), task=task)
    listed = result.errors()
    holds(result, listed)
    shares = [row["share"] for row in listed.summary().rows]
    assert sum(shares) == pytest.approx(1 if len(listed) else 0)


@pytest.mark.parametrize(("task", "gold", "system", "measure"), NAMED)
def test_a_measure_chooses_another_list(task, gold, system, measure):
    result = nerkit.evaluate(path(task, gold), path(task, system), task=task, measures=[measure])
    assert result.headline == measure
    holds(result, result.errors())


def test_what_the_headline_does_not_count_is_listed_by_name():
    """Brackets under another one are right for F1, and `attachment` names them."""
    result = nerkit.evaluate(path("tree", "gold.*"), path("tree", "system.*"), task="tree")
    assert "attachment" not in {row.kind for row in result.errors()}
    assert {row.kind for row in result.errors(kinds=["attachment"])} == {"attachment"}
    files = path("tree", "gold.*"), path("tree", "system.*")
    named = nerkit.evaluate(*files, task="tree", measures=["brackets"])
    assert "attachment" in {row.kind for row in named.errors()}


def test_leaves_stand_beside_values(run):
    """`errors` of JSON says how many leaves each side of a row has; classes count both."""
    gold, system = path("json", "gold.*"), path("json", "system.*")
    rows = run("errors", "-g", gold, "-s", system, "-f", "tsv").out.splitlines()
    assert rows[0].split("\t")[-2:] == ["gold_leaves", "system_leaves"]
    assert sorted(tuple(row.split("\t")[-2:]) for row in rows[1:]) == [
        ("0", "1"),
        ("1", "1"),
        ("1", "1"),
        ("3", "0"),
    ]
    summary = nerkit.evaluate(gold, system, task="json").errors().summary().rows
    assert {row["class"]: (row["errors"], row["items"]) for row in summary} == {
        "field value": (2, 2),
        "field spurious": (1, 1),
        "item missed": (3, 1),
    }


def test_the_whole_list_and_that_of_shards_are_one(run):
    """Parts of the documents list the items of the same measure."""
    gold, system = path("tree", "gold.*"), path("tree", "system.*")
    whole = run("errors", "-q", "-g", gold, "-s", system, "-f", "tsv").out
    assert whole == run("errors", "-q", "-g", gold, "-s", system, "-f", "tsv", "--shard-size", "100B").out
    assert "attachment" not in whole
