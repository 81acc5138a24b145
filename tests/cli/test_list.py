"""`nerkit list`: what there is, and what is known of each."""

import re

import pytest
from tries import each

from nerkit.cli import cli
from nerkit.cli.completion import completions
from nerkit.cli.list import KINDS, TIERS
from nerkit.cli.paragraphs import WIDTH, page_of
from nerkit.evaluation.presets import built_in
from nerkit.readers import FORMATS
from nerkit.scorers import SCORERS, task_named
from nerkit.writers import WRITERS


def rows(text):
    """The cells of the lines that begin a row, below the heading."""
    return [re.split(r" {2,}", line) for line in text.splitlines()[1:] if not line.startswith(" ")]


def too_wide(text):
    """The lines that a terminal of 80 columns cuts, but for those of one long word."""
    return [line for line in text.splitlines() if len(line) > WIDTH and " " in line.strip()]


def test_the_kinds_and_their_numbers(run):
    """One line each, with what lists it, which works as it stands there."""
    done = run("list")
    cells = [re.split(r" {2,}", line) for line in done.out.splitlines()]
    assert [kind for kind, *_ in cells] == list(KINDS)
    numbers = {kind: int(number) for kind, number, *_ in cells}
    assert numbers["formats"] == len(FORMATS)
    assert numbers["presets"] == len(built_in())
    assert numbers["tasks"] == len(rows(run("list", "tasks").out))
    assert numbers["measures"] == sum(one.listed for task in SCORERS for one in task_named(task).measures)
    for *_, line in cells:
        assert run(*line.partition(" [")[0].split()[1:]).code == 0
    assert too_wide(done.out) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_list_fits(run, kind):
    """Nothing is wider than 80 columns, and nothing is cut."""
    done = run("list", kind)
    assert (done.code, done.err) == (0, "")
    assert too_wide(done.out) == []
    assert "…" not in done.out


def test_measures_are_those_of_the_other_commands(run):
    """All, those of a task, or one explained; `measures` explains as well."""
    assert run("list", "measures").out == run("measures").out
    assert run("list", "measures", "tree").out == run("measures", "tree").out
    for name in ("b_cubed", "sets:is_nil:docid+form"):
        texts = {run(*words, name).out for words in (["list", "measures"], ["measures"], ["explain"])}
        assert len(texts) == 1
        assert "Source" in texts.pop()


def test_formats_are_those_that_are_read(run):
    """All of them once, with those that are written marked."""
    listed = {cells[0]: cells[1:] for cells in rows(run("list", "formats").out)}
    assert set(listed) == set(FORMATS)
    assert {name for name, cells in listed.items() if cells[0] == "writes"} == set(WRITERS)


@each("name", FORMATS)
def test_what_is_known_of_a_format(run, name):
    """What it is read as, which tasks read it, what it becomes, its form and its conventions."""
    text = run("list", "formats", name).out
    assert too_wide(text) == []
    said = dict(re.findall(r"^([a-z ]+?) {2,}(\S.*(?:\n {6,}\S.*)*)$", text.split("\n\n")[1], re.MULTILINE))
    known = {task for task in SCORERS if name in (*task_named(task).formats, *task_named(task).named_formats)}
    assert set(said["tasks"].split()) == known or "none" in said["tasks"]
    assert bool(known) == (FORMATS[name].scored or "none" not in said["tasks"])
    assert said["written"] == (f"nerkit convert --to {name}" if name in WRITERS else "no")
    assert len(text.split("\n\n")) > 2


def test_a_page_in_lines_of_80_columns():
    """Paragraphs and points are wrapped, examples stay, and are folded under their last column."""
    word = "word " * 20
    text = f"{word}\n\n    a   b\n    column   {word}\n\n- {word}\n  {word}\n- end\n"
    paragraph, example, points = page_of(text).split("\n\n")
    assert paragraph.split() == word.split()
    assert example.splitlines()[0] == "    a   b"
    assert example.splitlines()[2].startswith(" " * 13 + "word")
    assert [line[:2] for line in points.splitlines()] == ["- ", "  ", "  ", "- "]
    assert max(map(len, page_of(text).splitlines())) <= WIDTH


def test_presets_say_what_they_set(run):
    """Task, measures and options, as they would be typed; they are options of the task."""
    text = " ".join(run("list", "presets").out.split())
    for name, preset in built_in().items():
        alone = " ".join(run("list", "presets", name).out.split())
        assert alone.partition("] ")[2] in text
        assert name in alone
        assert all(f"-m {measure}" in alone for measure in preset.measures)
        assert preset.headline in alone
        assert preset.headline or all(
            f"--{option.replace('_', '-')} {value}" in alone for option, value in preset.options.items()
        )
        assert set(preset.options) <= set(task_named(preset.task).option_names)


def test_tasks_with_their_support(run):
    """Every task is stable, teaching or historical, and has its headline measure."""
    listed = {cells[0]: cells[1:] for cells in rows(run("list", "tasks").out)}
    tiers = {name: cells[0] for name, cells in listed.items()}
    assert {name for name, tier in tiers.items() if tier == "stable"} == {
        *SCORERS,
        "agree",
        "compare",
        "power",
        "estimate",
    }
    assert {name: tiers[name] for names in TIERS.values() for name in names} == {
        "cky": "teaching",
        "chunk": "teaching",
        "template-muc4": "historical",
    }
    assert all(listed[task][1] == task_named(task).headline for task in SCORERS)
    assert listed["agree"][1] == "alpha"
    assert "penman triples-tsv mrp" in run("list", "tasks", "amr").out
    assert "nerkit explain template-muc4" in " ".join(run("list", "tasks", "template-muc4").out.split())


@pytest.mark.parametrize(
    ("arguments", "nearest"),
    [
        (["format"], "formats"),
        (["measures", "b_cubd"], "b_cubed"),
        (["measures", "spns"], "spans"),
        (["formats", "conlu"], "conllu"),
        (["presets", "conl03"], "conll03"),
        (["tasks", "corref"], "coref"),
    ],
)
def test_what_there_is_not(run, arguments, nearest):
    """The nearest name is told, exit code 2."""
    done = run("list", *arguments)
    assert (done.code, done.out) == (2, "")
    assert f"did you mean '{nearest}'?" in done.err


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("nerkit list ", list(KINDS)),
        ("nerkit list formats conll", ["conll-coref", "conll12", "conllu", "conll09", "conll08", "conllx"]),
        ("nerkit list presets c", ["carb", "conll03", "conllx", "coref-text", "corefud", "crac2026"]),
        ("nerkit list tasks c", ["calls", "compare", "coref", "cky", "chunk"]),
        ("nerkit list measures b_cubed_", ["b_cubed_plus"]),
        ("nerkit help exp", ["explain"]),
        ("nerkit bio --help", ["--help", "--help-all"]),
        ("nerkit --help", ["--help", "--help-all"]),
        ("nerkit li", ["list"]),
    ],
)
def test_what_may_follow(line, expected):
    """Kinds, names of each kind, commands, and both options of help."""
    assert sorted(value for _, value in completions(cli, line)) == sorted(expected)
