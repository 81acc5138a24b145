"""Presets of tagged text, spans and trees: what they compute is what their parts compute; the defaults of a
project.
"""

import json
from pathlib import Path

import pytest

from nerkit.scorers import SCORERS, task_named

BIO = "-DOCSTART- O\n\nEU I-ORG\nrejects O\nGerman I-MISC\ncall O\n\nPeter I-PER\nBlackburn I-PER\n"
TREE = "1\tgo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n2\ton\ton\tADV\t_\t_\t1\tadvmod\t_\t_\n\n"
SPANS = "d\t0\t4\tE1\t1\tPER\nd\t6\t9\tNIL1\t1\tORG\n"


@pytest.mark.parametrize(
    "case",
    [
        ("conll03", "bio", BIO, ["chunk"]),
        ("tac14", "spans", SPANS, ["tac14"]),
        ("ud18", "dep", TREE, ["ud18"]),
        (
            "lorehlt",
            "spans",
            SPANS,
            ["overlap-maxmax::span", "overlap-maxsum::span", "overlap-summax::span", "overlap-sumsum::span"],
        ),
    ],
)
def test_presets(run, write, case):
    """The measures of the shared task, through the command of the task and through evaluate."""
    preset, task, text, measures = case
    gold = write("g", text)
    options = [part for name in measures for part in ("-m", name)]
    wanted = run(task, "-g", gold, gold, *options, "-f", "tsv").out
    assert run(task, "-g", gold, gold, "--preset", preset, "-f", "tsv").out == wanted
    assert run("evaluate", "-g", gold, gold, "--preset", preset, "-f", "tsv").out == wanted


def test_show_config(run, write):
    """The file and what it says for this command, as TOML; nothing else is needed or done."""
    path = write("c.toml", '[tool.nerkit]\nby = ["label"]\n[tool.nerkit.spans]\nmeasure = "sets::span"\n')
    out = run("spans", "--config", path, "--show-config").out
    assert out == f'# {path}\n[tool.nerkit.spans]\nby = ["label"]\nmeasure = ["sets::span"]\n'
    assert run("spans", "--show-config").out.endswith("[tool.nerkit.spans]\n")


def test_options_of_other_commands_are_no_error(run, write):
    """Shared options stand in [tool.nerkit] though merge has only some of them; a name that no command has is
    an error.
    """
    gold = write("g.tsv", "d\t0\t1\n")
    counts = write("r.json", run("spans", "-g", gold, f"s={gold}", "-m", "sets::span", "--counts-only").out)
    path = write("c.toml", '[tool.nerkit]\nby = ["label"]\nformat = "json"\n')
    assert json.loads(run("merge", counts, "--config", path).out)["rows"][0]["p_num"] == 1
    assert run("merge", counts, "--config", write("d.toml", "[tool.nerkit]\nbuy = 1\n")).code == 2


DEMO = Path(__file__).parents[2] / "demo"
KINDS = ["3", "-1", "0.5", "inf", "true", '""', '"x"', "[]", '["a", "b"]', "[1]", "{ a = 1 }", "2020-01-01"]


@pytest.mark.parametrize("task", SCORERS)
def test_options_of_every_kind_of_value(run, write, task):
    """A preset gives each option a value of each kind: the command ends well, or with the place of the value
    or a message about the option.
    """
    gold = str(next((DEMO / task).glob("gold.*")))
    measure = next(measure.name for measure in task_named(task).measures if measure.listed)
    for name in task_named(task).option_names:
        for value in KINDS:
            about = f'schema = 1\nsummary = "x"\ntask = "{task}"\nmeasures = ["{measure}"]\n[options]\n'
            preset = write("p.toml", f"{about}{name} = {{ value = {value} }}\n")
            done = run(task, "-g", gold, "-s", gold, "--preset", preset)
            assert done.code in (0, 2), (name, value)
            assert (done.code == 2) == done.err.lstrip().startswith("error: "), (name, value, done.err)


@pytest.mark.parametrize(
    ("task", "line"),
    [
        ("bio", 'scheme = { value = "x" }'),
        ("spans", "min_iou = { value = inf }"),
        ("json", 'array = { value = "x" }'),
    ],
)
def test_a_value_that_no_option_takes_has_its_place(run, write, task, line):
    """The line of the preset, in the check and in a run."""
    path = write("p.toml", f'schema = 1\nsummary = "x"\ntask = "{task}"\n[options]\n{line}\n')
    gold = str(next((DEMO / task).glob("gold.*")))
    for typed in (("presets", path, "--check"), (task, "-g", gold, "-s", gold, "--preset", path)):
        done = run(*typed)
        assert (done.code, "p.toml:5:" in done.err) == (2, True), done.err


FREE = """schema = 1
summary = "x"
headline = "a"
[options.o]
type = "integer"
default = 1
choices = [1, 2]
least = 0
most = 2
[options.w]
type = "word"
[format.f]
kind = "jsonl"
fields = { xs = "xs" }
texts = ["casefold"]
[measure.a]
field = "xs"
set = { is = "same", text = "casefold" }
normalize = "f1"
"""
OF_FREE = [
    *("headline", "type", "default", "choices", "least", "most", "kind", "fields", "texts"),
    *("field", "set"),
]


@pytest.mark.parametrize("key", OF_FREE)
def test_keys_with_every_kind_of_value(run, write, key):
    """A key with a value of another type is read, or is an error with its line."""
    assert run("presets", write("p.toml", FREE), "--check").code == 0
    places = [number for number, line in enumerate(FREE.splitlines()) if line.startswith(f"{key} = ")]
    for number in places:
        for value in [*KINDS, "{ text = 3 }", "{ text = [3] }", "{ edit = [] }", "{ edit = {} }"]:
            lines = FREE.splitlines()
            lines[number] = f"{key} = {value}"
            done = run("presets", write("p.toml", "\n".join(lines)), "--check")
            assert done.code == 0 or (done.code == 2 and "p.toml:" in done.err), (value, done.err)
