"""What is new arrives with its fuzz target, its growth shape and its line in SECURITY.md."""

import ast
import os
import re
import sys
from pathlib import Path

import click
import pytest
from fuzz.__main__ import TARGETS
from fuzz.inputs import COMMANDS, INPUTS, LEFT_OUT, OUTPUTS, SIDE_FILES, WORDS, Case, command_of
from fuzz.judge import carried_out
from fuzz.test_environment import line_of
from tries import some

import nerkit
from nerkit.readers import FORMATS
from nerkit.writers import WRITERS

ROOT = Path(nerkit.__file__).parents[1]
SECURITY = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
OPTIONS = {
    parameter.name: parameter
    for name in COMMANDS
    for parameter in command_of(name).params
    if isinstance(parameter, click.Option)
}
READ_OR_WRITTEN = re.compile(r"FILE|DIR|CSV|TREES|\bPATH\b(?!\]?=)|ADDRESS")  # in what stands for a value
PATHS_IN_DATA = {"any", "gold_field", "system_field", "ignore"}  # a PATH that leads into JSON


def test_everything_is_a_fuzz_target():
    """Readers, writers and commands, no more and no fewer."""
    for kind, known in (("reader", FORMATS), ("writer", WRITERS), ("command", COMMANDS)):
        assert {name for one, name in TARGETS if one == kind} == set(known)


def test_every_option_has_values_to_be_fuzzed_with():
    """What is text or a file; flags, numbers and choices say themselves what they take."""
    typed = {
        name
        for name, option in OPTIONS.items()
        if not option.is_flag and isinstance(option.type, click.Path | click.types.StringParamType)
    }
    assert typed - {*WORDS, *SIDE_FILES, *OUTPUTS, *INPUTS, *LEFT_OUT} == set()
    assert {*SIDE_FILES, *OUTPUTS} <= {*OPTIONS, *INPUTS}


def test_everything_has_a_growth_shape():
    """Readers, writers and commands have a case of the growth table; options one, or a reason for none."""
    growth = pytest.importorskip("scripts.benchmark.growth")
    from scripts.benchmark.growth_shapes import SIDES, WHOLE, flat

    assert {f"reader {name}" for name in FORMATS} <= set(growth.CASES)
    assert {f"writer {name}" for name in WRITERS} <= set(growth.CASES)
    words = [case.command.split() for case in growth.CASES.values()]
    assert {line[0] for line in words} | WHOLE == set(COMMANDS)
    assert WHOLE.isdisjoint(line[0] for line in words)
    typed = {word.partition("=")[0] for line in words for word in line if word.startswith("-")}
    shaped = {name for name, option in OPTIONS.items() if typed & {*option.opts}}
    assert set(OPTIONS) - shaped - flat() - set(SIDES) == set()
    assert {*SIDES, *flat()} <= {*OPTIONS, *INPUTS}
    assert flat().isdisjoint(SIDES)


@pytest.mark.parametrize("size", some([4, 9], 1))
def test_every_growth_case_ends_as_it_says(tmp_path, size):
    """Each command is carried out to its end, or ends as the case says that it does, none at once."""
    growth = pytest.importorskip("scripts.benchmark.growth")
    wrong = {}
    for name, case in growth.CASES.items():
        growth.make_files(case, size, tmp_path)
        done = carried_out(Case(growth.words_of(case, tmp_path), {}))
        if done.problem or done.code not in (0, case.ends):
            wrong[name] = done
        for file in tmp_path.iterdir():
            file.unlink()
    assert wrong == {}


def test_a_growth_case_that_ends_otherwise_is_an_error(monkeypatch, capsys):
    """The script says how the command ended, measures the other cases, and has exit code 1."""
    growth = pytest.importorskip("scripts.benchmark.growth")
    shapes = pytest.importorskip("scripts.benchmark.growth_shapes")
    cases = {
        "wrong": growth.case("validate GOLD --from span-tsv", 8, "tsv", shapes.lines("N\tx\t1")),
        "right": growth.case("validate GOLD --from span-tsv", 8, "tsv", shapes.lines("N\t0\t1")),
    }
    monkeypatch.setattr(growth, "CASES", cases)
    monkeypatch.setattr(sys, "argv", ["growth"])
    assert growth.main() == 1
    out, err = capsys.readouterr()
    assert "| right | 16 |" in out
    assert "| wrong |" not in out
    assert "error: wrong: exit code 1 at size 4: " in err


def test_every_file_that_an_option_names_is_in_the_security_page():
    """Options that take a file, a folder or an address stand there as they are typed."""
    named = {
        option.opts[-1]
        for name, option in OPTIONS.items()
        if name not in PATHS_IN_DATA
        and (isinstance(option.type, click.Path) or READ_OR_WRITTEN.search(option.metavar or ""))
    }
    assert {name for name in named if not re.search(rf"`{name}[ `]", SECURITY)} == set()


def test_the_environment_that_is_asked_is_in_the_security_page():
    """Every variable whose name stands in the package where the environment is looked at."""
    asked = set()
    for path in (ROOT / "nerkit").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("os.environ.get", "os.getenv"):
                asked.add(ast.literal_eval(node.args[0]))
            if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
                asked.add(ast.literal_eval(node.slice))
    assert asked
    assert {name for name in asked if f"`{name}`" not in SECURITY} == set()


TOUCHED = []  # files, programs and addresses since it was emptied last
RUNS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "socket.connect", "socket.getaddrinfo")


def _heard(event, given):
    if event == "open" and isinstance(given[0], str | bytes):
        TOUCHED.append(os.path.abspath(os.fsdecode(given[0])))
    elif event in RUNS:
        TOUCHED.append(f"{event} {given[0]}")


def touched(line, folder):
    """What a command opens, runs or connects to outside a folder, the installation and the demos."""
    if "heard" not in globals():
        globals()["heard"] = sys.addaudithook(_heard) is None  # a hook stays as long as the process
    TOUCHED.clear()
    done = carried_out(Case(line, {}))
    assert done.problem is None, line
    known = (str(folder), str(ROOT), sys.prefix, sys.base_prefix)
    return {one for one in TOUCHED if not one.startswith(known)}


ALLOWED = re.compile(r"/tmp\w+$|/fontlist-|/matplotlib|fc-list|/proc/|/dev/null")  # all in SECURITY.md


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_touches_what_it_is_given(name, tmp_path):
    """Files that are named and temporary ones; no program and no connection but what is told of plots."""
    assert {one for one in touched(line_of(name, tmp_path), tmp_path) if not ALLOWED.search(one)} == set()


def test_readers_and_writers_touch_what_they_are_given(tmp_path):
    """A reader opens its file, and brat's the text beside it, as the page says; a writer opens nothing."""
    from format_cases import FILES

    beside = {}
    for form, text in FILES.items():
        file = tmp_path / "a.ann" if form == "brat" else tmp_path / f"{form}.txt"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        touched(["validate", "--from", form, str(file)], tmp_path)
        opened = {one for one in TOUCHED if one.startswith(str(tmp_path))} - {str(file)}
        beside |= {form: opened} if opened else {}
    assert beside in ({}, {"brat": {str(tmp_path / "a.txt")}})
