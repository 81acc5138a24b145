"""docs/measures.md and docs/python.md as they are generated: what they hold, and that the examples run."""

import doctest
import inspect
import re
from pathlib import Path

import pytest

import nerkit
from nerkit import scorers
from scripts.manual_pages import anchor, measures, python

PYTHON = python()
LISTED = [
    (task, measure)
    for task in scorers.SCORERS
    for measure in scorers.task_named(task).measures
    if measure.listed
]


def test_the_public_names_are_those_that_dir_shows():
    """`__all__` and `dir` are one list, and each name is there."""
    assert sorted(nerkit.__all__) == dir(nerkit)
    assert len(set(nerkit.__all__)) == len(nerkit.__all__)
    assert all(hasattr(nerkit, name) for name in nerkit.__all__)


def test_the_stub_has_each_public_name():
    stub = Path(nerkit.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    for name in nerkit.__all__:
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


def test_each_measure_has_one_anchor():
    """Of its own, and with its definition behind it."""
    ids = re.findall(r'<a id="([^"]+)"></a>', measures())
    assert ids == [anchor(task, measure.name) for task, measure in LISTED]
    assert len(set(ids)) == len(ids)
