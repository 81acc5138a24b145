"""docs/measures.md, its pages and docs/python.md as they are generated: what they hold; examples run."""

import doctest
import inspect
import re
from pathlib import Path

import pytest

import nerkit
from nerkit import scorers
from nerkit.cli.commands import loaded
from nerkit.cli.options import DATA
from nerkit.scorers import SCORERS
from scripts.manual_pages import anchor, measures, measures_of, python

ROOT = Path(nerkit.__file__).parent.parent
PYTHON = python()
LISTED = [
    (task, measure)
    for task in scorers.SCORERS
    for measure in scorers.task_named(task).measures
    if measure.listed
]


def test_the_public_names_are_those_that_dir_shows():
    """`dir` has `__all__` and the function of each task, and each name is there."""
    assert sorted([*nerkit.__all__, *SCORERS]) == dir(nerkit)
    assert len(set(nerkit.__all__)) == len(nerkit.__all__)
    assert all(hasattr(nerkit, name) for name in nerkit.__all__)


def test_the_stub_has_each_public_name():
    """With the docstrings of functions, which editors show."""
    stub = Path(nerkit.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    assert "    labels           Keep only these labels, on both sides.\n" in stub
    for name in [*nerkit.__all__, *SCORERS]:
        assert re.search(rf" as {name}$|^def {name}\(|^class {name}\b|^{name} =", stub, re.MULTILINE), name


def test_each_public_name_has_a_section():
    assert re.findall(r"^## nerkit\.(\w+)$", PYTHON, re.MULTILINE) == nerkit.__all__


@pytest.mark.parametrize(
    "name", [name for name in nerkit.__all__ if name not in ("__version__", "Documents")]
)
def test_a_public_name_has_an_example_and_a_summary(name):
    """The two that are left out are a text and a type, which do nothing."""
    docstring = inspect.getdoc(getattr(nerkit, name))
    assert ">>> " in docstring
    assert f"\n## nerkit.{name}\n" in PYTHON
    assert docstring.split("\n\n")[0] in PYTHON


def test_the_examples_run():
    blocks = PYTHON.replace("```", "")
    examples = doctest.DocTestParser().get_doctest(blocks, {"nerkit": nerkit}, "python.md", None, None)
    tried = doctest.DocTestRunner().run(examples)
    assert tried.failed == 0
    assert tried.attempted > 20


def test_the_script_runs(tmp_path, monkeypatch, capsys):
    """It has forty lines, and writes and prints what its comments say."""
    script = PYTHON.partition("## A script")[2].partition("```python\n")[2].partition("```")[0]
    assert 35 <= script.count("\n") <= 45
    for path in (ROOT / "demo" / "start").glob("*.bio"):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(compile(script, "user_script.py", "exec"), {})
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert capsys.readouterr().out.splitlines()[-1] == "0.5"


@pytest.mark.parametrize("task", SCORERS)
def test_options_have_the_same_names_in_python_and_in_the_shell(task):
    """All but those of the table, of which there are at most six."""
    table = dict(re.findall(r"^\| `--([\w-]+)` \| `(\w+)` \|", PYTHON, re.MULTILINE))
    assert len(table) <= 6
    known = inspect.signature(getattr(nerkit, task)).parameters
    own = scorers.option_names(task)
    options = [*DATA, *(one for one in loaded(task).params if one.name in own)]
    names = [max(one.opts, key=len).removeprefix("--") for one in options]
    assert [name for name in names if table.get(name, re.sub("[-.]", "_", name)) not in known] == []


def test_each_measure_has_one_anchor():
    """On the page of its task, and the list of tasks links to it."""
    ids = [
        (task, each) for task in SCORERS for each in re.findall(r'<a id="([^"]+)"></a>', measures_of(task))
    ]
    assert ids == [(task, anchor(task, measure.name)) for task, measure in LISTED]
    assert len(set(ids)) == len(ids)
    linked = re.findall(r"\(measures/(\w+)\.md#([\w-]+)\)", measures())
    assert linked == [(task, anchor(task, one.name)) for task, one in LISTED if "/" not in one.name]
