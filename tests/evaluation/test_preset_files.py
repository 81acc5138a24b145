"""Tasks in files: what they score, what is wrong with them, where they are found, what they never do."""

import json
import os
import subprocess
import sys

import pytest
from growth import counting

import nerkit
from nerkit.evaluation.presets import built_in, preset
from nerkit.exceptions import InputError, UsageError
from nerkit.ground import preset_files

FORMS = """schema = 1
summary = "Slots of forms"
headline = "slots"

[options.all]
type = "integer"
least = 1

[format.forms]
kind = "jsonl"
id = "form"
fields = { state = "values" }

[measure]
slots = { field = "state", members = "same", normalize = "f1" }
whole = { field = "state", is = "same", average = "mean" }
turns = { field = "state", members = "same", normalize = "f1", average = "mean", empty = "both-empty-one" }
means = { field = "state", members = "same", normalize = "f1", average = "means", empty = "both-empty-one" }
share = { field = "state", members = "same", keys = { option = "all" }, normalize = "r", average = "mean" }
"""
GOLD = '{"form": "a", "values": {"x": "1", "y": "2"}}\n{"form": "b", "values": {}}\n'
SYSTEM = '{"form": "a", "values": {"x": "1"}}\n{"form": "b", "values": {}}\n'


@pytest.fixture
def forms(write):
    """A preset and its data."""
    return write("forms.toml", FORMS), write("g.jsonl", GOLD), write("s.jsonl", SYSTEM)


def test_numbers_by_hand(forms):
    """Of two forms one is right as a whole; 1 of 1 slots, 1 of 2; F1 2/3 and 1; P 1 and 1, R 1/2 and 1."""
    path, gold, system = forms
    result = nerkit.evaluate(gold, system, preset=path, settings={"all": 4})
    assert (result["slots"].precision, result["slots"].recall) == (1, 0.5)
    values = {name: result[name].value for name in ("whole", "turns", "means", "share")}
    assert values == pytest.approx(
        {"whole": 1 / 2, "turns": (2 / 3 + 1) / 2, "means": 2 * 0.75 / 1.75, "share": (3 / 4 + 1) / 2}
    )
    assert (result["whole"].precision, result["whole"].recall, result["whole"].f1) == (None, None, None)
    assert (result["whole"].p_num, result["whole"].p_den) == (1, 2)
    assert result.headline == "slots"


def test_a_measure_without_its_option_is_left_out(forms):
    """`share` needs how many slots there are; the others do not."""
    path, gold, system = forms
    assert nerkit.evaluate(gold, system, preset=path).measures == ("slots", "whole", "turns", "means")


def test_json_names_the_preset(forms, run):
    """Name, origin and digest; the options that were given stand in the signature."""
    path, gold, system = forms
    told = json.loads(
        run("evaluate", "--preset", path, "-g", gold, system, "-f", "json", "--set", "all=4").out
    )
    digest = preset(path).sha256
    assert told["preset"] == {"name": "forms", "from": "file", "sha256": digest}
    assert len(digest) == 64
    assert "[all=4]" in told["signature"]


WRONG = [  # what stands instead, line, what is said
    ("schema = 1", "schema = 2", 1, "unknown schema 2"),
    ("summary", "sumary", 2, "unknown key 'sumary'; did you mean 'summary'?"),
    ('headline = "slots"', 'headline = "slot"', 3, "the headline 'slot' is not a measure"),
    ('headline = "slots"', 'reader = "x.py"', 3, "unknown key 'reader'"),
    ('type = "integer"', 'type = "number of"', 6, "the type of all must be one of"),
    ("least = 1", 'default = "x"', 7, "the default of all is not of the type integer"),
    ('kind = "jsonl"', 'kind = "yaml"', 10, "kind must be one of"),
    ('id = "form"', 'ids = "form"', 11, "unknown key 'ids'"),
    (
        'members = "same", normalize = "f1" }\nwhole',
        'members = "Slot", normalize = "f1" }\nwhole',
        15,
        "Slot",
    ),
    ('option = "all"', 'option = "al"', 19, "no option 'al'; did you mean 'all'?"),
    ('empty = "both-empty-one"', 'empty = "none"', 17, "unknown empty 'none'"),
]


@pytest.mark.parametrize("case", WRONG, ids=[row[1] for row in WRONG])
def test_every_error_has_its_line(write, run, case):
    """The line of the file and what is known instead, exit code 2, with --check and with data."""
    before, after, line, said = case
    assert FORMS.count(before) >= 1
    path = write("forms.toml", FORMS.replace(before, after, 1))
    done = run("presets", path, "--check")
    assert (done.code, done.out) == (2, "")
    assert f"forms.toml:{line}:" in done.err
    assert said in done.err
    assert run("evaluate", "--preset", path, "-g", write("g", GOLD), "-s", write("s", SYSTEM)).code == 2


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("al=3", "unknown option 'al'; did you mean 'all'?"),
        ("all=x", "not of the type integer"),
        ("all=0", "less than 1"),
        ("all", "--set needs NAME=VALUE"),
    ],
)
def test_settings_that_make_no_sense(forms, run, setting, said):
    """Unknown names, values of another type or beyond the bounds."""
    path, gold, system = forms
    done = run("evaluate", "--preset", path, "-g", gold, "-s", system, "--set", setting)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_settings_go_with_a_preset():
    """There is nothing else that they could be of."""
    with pytest.raises(UsageError, match="settings=… sets an option of a preset, but you name no preset"):
        nerkit.evaluate([{"a": 1}], [{"a": 1}], task="ie", settings={"all": 1})


def test_built_in_presets_are_files_under_60_lines():
    """Each is read without an error, and is short."""
    assert set(built_in()) == set(preset_files.built_in())
    for name in preset_files.built_in():
        with open(os.path.join(preset_files.FOLDER, f"{name}.toml"), encoding="utf-8") as file:
            assert len(file.readlines()) < 60


def test_the_working_folder_is_not_looked_in(forms, monkeypatch):
    """A word is no file of the current folder."""
    monkeypatch.chdir(os.path.dirname(forms[0]))
    with pytest.raises(UsageError, match="forms"):
        preset("forms")


@pytest.mark.parametrize(
    ("line", "place"),
    [("3", "g.jsonl:1:1"), ('{"form": "a"}', "g.jsonl:1:1"), ('{"form": {}, "values": {}}', "g.jsonl:1:10")],
)
def test_data_of_another_shape_have_their_line(forms, write, line, place):
    """What is no object, what lacks a field, an id that is none."""
    path, _, system = forms
    with pytest.raises(InputError) as error:
        nerkit.evaluate(write("g.jsonl", line + "\n"), system, preset=path)
    problem = error.value
    assert f"{os.path.basename(problem.source)}:{problem.line}:{problem.column}" == place


TABLES = {
    "nerkit_toy/__init__.py": "open(__import__('os').environ['TOY'], 'w').close()\n",
    "nerkit_toy/toy.toml": FORMS,
    "{0}-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: {0}\nVersion: 1.0\n",
    "{0}-1.0.dist-info/entry_points.txt": "[nerkit.presets]\ntoy = nerkit_toy:toy.toml\n",
}


def install(folder, name):
    """A distribution whose package writes a file when it is imported."""
    for path, text in TABLES.items():
        file = folder / path.format(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace("{0}", name))


def test_a_preset_of_a_package_is_data(tmp_path, forms):
    """It is listed and scores, and its package is not imported; two of one name are told apart; a switch."""
    _, gold, system = forms
    install(tmp_path / "site", "nerkit_toy")
    flag = tmp_path / "imported"

    def nerkit_with(*arguments, **environment):
        path = os.pathsep.join([str(tmp_path / "site"), os.getcwd()])
        return subprocess.run(
            [sys.executable, "-m", "nerkit", *arguments],
            env={**os.environ, "PYTHONPATH": path, "TOY": str(flag), **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    scored = ("evaluate", "--preset", "toy", "-g", gold, "-s", system, "-f", "json")
    assert "nerkit_toy 1.0" in " ".join(nerkit_with("presets", "-f", "json").stdout.split())
    done = nerkit_with(*scored)
    assert json.loads(done.stdout)["preset"]["from"] == "nerkit_toy 1.0"
    assert not flag.exists()
    assert nerkit_with(*scored, NERKIT_PLUGINS="0").returncode == 2
    install(tmp_path / "site", "nerkit_other")
    done = nerkit_with(*scored)
    assert done.returncode == 2
    assert "nerkit_other 1.0 and nerkit_toy 1.0" in json.loads(done.stdout)["error"]["message"]
    assert "nerkit_other 1.0 and nerkit_toy 1.0" in done.stderr
    assert (
        nerkit_with(
            *[word.replace("toy", "nerkit_toy:toy") if word == "toy" else word for word in scored]
        ).returncode
        == 0
    )
    assert not flag.exists()


TREES = """schema = 1
summary = "Trees"
[format.trees]
kind = "brackets"
node = '{node}'
leaf = 'x'
views = {views}
[measure.nodes]
field = "nodes"
set = "same"
"""


@pytest.mark.parametrize(
    ("node", "views", "line", "said"),
    [
        (r"(?P<span>\d+", "{ nodes = {} }", 5, "not a regular expression"),
        (
            r"(?P<span>(\d+)+)",
            "{ nodes = {} }",
            5,
            "the regular expression refers to groups, or nests repetitions",
        ),
        (
            r"(?P<span>\d)(?P=span)",
            "{ nodes = {} }",
            5,
            "the regular expression refers to groups, or nests repetitions",
        ),
        (r"\d+", "{ nodes = {} }", 5, "no group span"),
        (r"(?P<span>\d+)", "{ nodes = { leafs = true } }", 7, "unknown key 'leafs'; did you mean 'leaves'?"),
        (r"(?P<span>\d+)", '{ nodes = { binarise = "up" } }', 7, "binarise must be one of"),
        (r"(?P<span>\d+)", '{ nodes = { hoist = { nuc = "x" } } }', 7, "nuc must be one of"),
    ],
)
def test_errors_in_a_format_of_brackets_have_their_line(write, node, views, line, said):
    """Expressions that may take long are refused when the file is read."""
    with pytest.raises(InputError, match=said) as error:
        preset(str(write("trees.toml", TREES.format(node=node, views=views))))
    assert error.value.line == line


def test_a_format_of_a_task_holds_what_it_takes(write):
    """Marks hold mentions, which nerkit coref takes and nerkit bio does not; tables hold documents."""
    head = 'schema = 1\nsummary = "x"\ntask = "{}"\n[format.x]\nkind = "{}"\n'
    assert preset(str(write("a.toml", head.format("coref", "marks")))).form.startswith("preset:")
    for task, kind in (("bio", "marks"), ("coref", "jsonl")):
        with pytest.raises(InputError, match="cannot read a format of this kind") as error:
            preset(str(write("a.toml", head.format(task, kind))))
        assert error.value.line == 4


def test_measures_of_a_preset_are_explained(run):
    """One of a task that is a file by its formula, one of a preset of a task as that task does."""
    done = run("explain", "rst/full", "--preset", "rst")
    assert done.code == 0
    assert "F1_steps[1:1](span × nuc × rel)" in done.out
    assert "docs/measures.md" not in done.out
    assert run("explain", "calls", "--preset", "bfcl").out == run("explain", "calls").out
    assert "gec/best" in run("measures", "--preset", "gec").out
    assert "calls/exact" in run("measures", "--preset", "bfcl").out
    assert (
        "unknown measure 'rst/ful'; did you mean 'rst/full'?"
        in run("explain", "rst/ful", "--preset", "rst").err
    )


def test_many_options_are_looked_up_once_each(write, monkeypatch):
    """Options are checked once for a file, however many places take their values."""
    places = ", ".join(f"v{at} = {{ option = 'o{at}' }}" for at in range(500))
    options = "\n".join(f"o{at} = {{ type = 'number', default = {at} }}" for at in range(500))
    measure = f"{{ field = 'state', set = {{ worth = {{ {places} }} }} }}"
    head = FORMS.partition("[options.all]")[0]
    path = write("many.toml", f"{head}[measure]\nslots = {measure}\n[options]\n{options}\n")
    checked = counting(monkeypatch, preset_files, "check_keys", lambda *_: 1)
    file = preset_files.opened(preset_files.reference(str(path), {}))
    worth = file.toml.table["measure"]["slots"]["set"]["worth"]
    assert worth == {f"v{at}": at for at in range(500)}
    assert len(checked) <= 5 * 500


@pytest.mark.parametrize("name", ["[1]", "{ a = 1 }", "7"])
def test_the_name_of_an_option_is_a_word(forms, name, write):
    """Anything else is an error at its place."""
    text = FORMS.replace('option = "all"', f"option = {name}")
    with pytest.raises(InputError, match="no option") as raised:
        preset(str(write("odd.toml", text)))
    assert raised.value.line == FORMS.split("\n").index(FORMS.strip().split("\n")[-1]) + 1
