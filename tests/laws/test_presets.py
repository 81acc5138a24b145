"""Laws of tasks that are files, on the demo of each: every preset of formulas, and all its measures."""

import functools
import json
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

import nerkit
from nerkit.evaluation.presets import built_in

DEMO = Path(__file__).parents[2] / "demo" / "tasks"
NUMBERS = ("p_num", "p_den", "r_num", "r_den")
ROWS = (*NUMBERS, "value", "precision", "recall")
SEVERAL_READINGS = "gec"  # gold has several, of which a system has one
NO_RECORDS = "coref-text"  # mentions, as nerkit coref has them
BY_ORDER = {"gec", "gec/typed", "gec/span-detection", "gec/token-detection"}  # greedy, as published
ONE_SIDED = {  # measures whose precision and recall are not each other's image
    "carb",  # recall may take a fact twice
    "sgd/joint",  # the system's value is one, gold's are several
    "sgd/goal",
    "benchie",
}


class Demo(NamedTuple):
    """A line of the demo: a preset, its files, its options."""

    preset: str
    gold: str
    system: str
    settings: dict[str, str]

    def rows(self, gold, system, **more):
        """Measure -> the numbers of its pooled row."""
        result = nerkit.evaluate(gold, system, preset=self.preset, settings=self.settings, **more)
        return {
            row.measure: [getattr(row, name) for name in ROWS]
            for row in result.rows
            if row.label == "*" and row.document == "*"
        }


def demos():
    """The lines of the demo."""
    for line in (DEMO / "command").read_text(encoding="utf-8").splitlines():
        words = shlex.split(line)
        asked = dict(word.split("=", 1) for word in words[8:] if "=" in word)
        yield Demo(words[3], str(DEMO / words[5]), str(DEMO / words[7]), asked)


DEMOS = list(demos())
OF_RECORDS = [one for one in DEMOS if one.preset != NO_RECORDS]
each_demo = pytest.mark.parametrize("demo", DEMOS, ids=[one.preset for one in DEMOS])
each_of_records = pytest.mark.parametrize("demo", OF_RECORDS, ids=[one.preset for one in OF_RECORDS])


@functools.cache
def lower(preset):
    """The measures of a preset of which lower values are better."""
    from nerkit.algebra import files
    from nerkit.ground import preset_files

    if preset == NO_RECORDS:
        return set()
    listed = files.formulas(preset_files.reference(preset, {"window": 2} if preset == "seg" else {}))
    return {formula.name for formula in listed if formula.lower_is_better}


def test_every_preset_of_formulas_has_a_demo():
    """And one of coreference: a new one has a line too, or nothing here tests it."""
    formulas = {name for name, one in built_in().items() if one.headline}
    assert formulas == {one.preset for one in OF_RECORDS}


@each_demo
def test_the_demo_has_errors_of_every_measure(demo):
    """Each measure is between its worst and its best value, so that what follows says something."""
    rows = demo.rows(demo.gold, demo.system)
    assert {name for name, row in rows.items() if not 0 < row[4] < 1} == set()


@each_demo
def test_gold_against_itself_is_perfect(demo):
    """All measures have 1, or 0 where lower values are better; padded ones ask for more phrases."""
    if demo.preset == SEVERAL_READINGS:
        pytest.skip("gold has several readings")
    rows = demo.rows(demo.gold, demo.gold)
    perfect = {name: 0 if name in lower(demo.preset) else 1 for name in rows if "/hard" not in name}
    assert {name: rows[name][4] for name in perfect} == pytest.approx(perfect)


@each_demo
def test_exchanged_sides_exchange_precision_and_recall(demo):
    """But of measures that treat sides differently."""
    if demo.preset in (SEVERAL_READINGS, "benchie"):  # the sides are in two formats, or have readings
        pytest.skip("sides are not alike")
    there, back = demo.rows(demo.gold, demo.system), demo.rows(demo.system, demo.gold)
    for name in set(there) - ONE_SIDED:
        if there[name][5] is None or name.startswith("kp@"):  # what is first, and padding, is the system's
            continue
        assert there[name][5:] == pytest.approx(back[name][:4:-1]), name


@pytest.fixture
def converted(run, tmp_path):
    """(demo) -> the paths of its sides as JSON lines."""

    def lines(demo):
        paths = [tmp_path / "gold.jsonl", tmp_path / "system.jsonl"]
        for path, source in zip(paths, demo[1:3], strict=True):
            assert run("convert", source, "--preset", demo.preset, "-o", path).code == 0
        return paths

    return lines


@each_of_records
def test_what_is_converted_has_the_same_rows(demo, converted):
    """JSON lines hold all that formulas look at."""
    gold, system = converted(demo)
    again = demo.rows(str(gold), str(system), form="records")
    assert again == demo.rows(demo.gold, demo.system)


@each_of_records
def test_the_order_of_documents_changes_nothing(demo, converted):
    """But where annotators are chosen one sentence after another."""
    paths = converted(demo)
    for path in paths:
        path.write_text("".join(reversed(path.read_text().splitlines(True))))
    turned = demo.rows(*map(str, paths), form="records")
    rows = demo.rows(demo.gold, demo.system)
    for name in set(rows) - BY_ORDER:
        assert turned[name] == pytest.approx(rows[name]), name


def is_in_part(line, place, number):
    """Whether a document is in one of two parts: by its id, else by its place."""
    name = json.loads(line).get("id")
    return (place if name is None else sum(name.encode())) % 2 == number


@each_of_records
def test_parts_are_the_whole(demo, converted, run, tmp_path):
    """Counts of two parts of the documents add up to those of all."""
    gold, system = converted(demo)
    asked = ("--preset", demo.preset, *(f"--set={key}={value}" for key, value in demo.settings.items()))
    free = [name for name in demo.rows(demo.gold, demo.system) if name not in BY_ORDER and name != "gec/best"]
    if not free:
        pytest.skip("a reading of gold is chosen for all documents together")
    asked += tuple(f"-m{name}" for name in free)
    halves = []
    for number in range(2):
        paths = []
        for path in (gold, system):
            documents = path.read_text().splitlines(True)
            part = [one for place, one in enumerate(documents) if is_in_part(one, place, number)]
            paths.append(tmp_path / f"{number}{path.name}")
            paths[-1].write_text("".join(part))
        counts = run(
            "evaluate", *asked, "--from", "records", "-g", paths[0], "-s", f"a={paths[1]}", "--counts-only"
        )
        assert counts.code == 0, counts.err
        halves.append(tmp_path / f"{number}.json")
        halves[-1].write_text(counts.out)
    done = run("merge", *halves, "-f", "json")
    assert done.code == 0, done.err
    merged = {row["measure"]: row["value"] for row in json.loads(done.out)["rows"] if row["label"] == "*"}
    whole = demo.rows(demo.gold, demo.system)
    assert merged == pytest.approx({name: whole[name][4] for name in free})


@each_demo
def test_what_works_for_a_task_works_for_a_preset(demo, run, tmp_path):
    """Errors, none of which is right; a page, a comparison, intervals, processes."""
    asked = ("--preset", demo.preset, *(f"--set={key}={value}" for key, value in demo.settings.items()))
    asked += ("-g", demo.gold)

    def rows(command, system, *options):
        done = run(command, *asked, "-s", system, *options, "-f", "json")
        assert done.code in (0, 1), done.err
        return json.loads(done.out)["rows"]

    errors = rows("errors", demo.system)
    assert errors
    assert "correct" not in {row["class"] for row in errors}
    assert "value_low" in rows("evaluate", demo.system, "--confidence")[0]
    assert rows("evaluate", demo.system, "-j", 2) == rows("evaluate", demo.system)
    assert run("report", *asked, "-s", demo.system, "-o", tmp_path / "r.html").code == 0
    if demo.preset not in (SEVERAL_READINGS, "benchie"):
        assert rows("errors", demo.gold) == []
        both = ("-s", f"a={demo.system}", "-s", f"b={demo.gold}")
        assert run("compare", *asked, *both).code == 0
