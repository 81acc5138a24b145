"""docs/architecture.md is true to the folders and the imports, and the house keeps its shape."""

import ast
import re
import sys
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import nerkit
from nerkit.readers import FORMATS
from nerkit.scorers import SCORERS

FOLDER = Path(nerkit.__file__).parent
PAGE = FOLDER.parent / "docs" / "architecture.md"
BY_HAND = "## Formats by hand\n"  # the last section
TOP = {"__init__", "__main__"}  # the public face, which may know every room
CIRCLES = [  # the two fluent faces
    {
        "nerkit.algebra.formula",
        "nerkit.algebra.normalizers",
        "nerkit.algebra.operators",
        "nerkit.algebra.similarity",
    },
    {"nerkit.results.addition", "nerkit.results.result", "nerkit.stats.rows"},
]
RIDDLE = re.compile(r"(What|Those|That which|Of (those|them|which))\b")  # a clause, no noun or verb
DOORS = ("__init__", "options", "measures", "scorer", "errors")
FILES = {
    ".".join(path.relative_to(FOLDER.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(FOLDER.rglob("*.py"))
}


def rooms():
    """The rooms of the table, in its order."""
    rows = re.findall(r"^\| (`[^|]*`) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return [[name.rstrip("/") for name in re.findall(r"`([^`]+)`", row)] for row in rows]


def syntax(path):
    """The nodes of a file."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imported(path, name):
    """The modules that a file imports, in functions and for types too."""
    for node in syntax(path):
        if isinstance(node, ast.ImportFrom) and node.module in FILES:
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from {each if each in FILES else node.module for each in inner} - {name}
        elif isinstance(node, ast.Import):
            yield from {alias.name for alias in node.names if alias.name in FILES} - {name}


@cache
def graph():
    """Module -> the modules that it imports."""
    return {name: sorted(set(imported(path, name))) for name, path in FILES.items()}


def circles():
    """The strongly connected components of more than one module (Tarjan)."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    index, low, stack, components = {}, {}, [], []

    def visit(module):
        index[module] = low[module] = len(index)
        stack.append(module)
        for target in graph()[module]:
            if target not in index:
                visit(target)
            if target in stack:
                low[module] = min(low[module], low[target])
        if low[module] == index[module]:
            component = stack[stack.index(module) :]
            del stack[stack.index(module) :]
            components.append(set(component))

    for module in graph():
        if module not in index:
            visit(module)
    sys.setrecursionlimit(limit)  # other tests of this process are about nesting
    return [component for component in components if len(component) > 1]


def test_the_table_names_every_room_once():
    """No more and no less than there are."""
    there = [path.stem for path in FOLDER.glob("*.py") if path.stem not in TOP]
    there += [path.name for path in FOLDER.iterdir() if (path / "__init__.py").exists()]
    assert sorted(name for row in rooms() for name in row) == sorted(there)


@pytest.mark.parametrize("room", [name for row in rooms() for name in row])
def test_a_room_imports_from_its_own_row_and_those_above_only(room):
    """In functions too; the fluent faces are told apart below."""
    order = [name for row in rooms() for name in row]
    above = {name for row in rooms() for name in row if order.index(row[0]) <= order.index(room)}
    wrong = {
        (module, target)
        for module in FILES
        if module.split(".")[1:2] == [room]
        for target in graph()[module]
        if target.split(".")[1:2] not in ([], *([name] for name in above))
    }
    assert wrong - FACES - FOR_TYPES == set()


FOR_TYPES = {  # an annotation alone
    ("nerkit.corpora.records", "nerkit.readers.json_text"),
    ("nerkit.corpora.records", "nerkit.scorers.slices"),
    ("nerkit.results.scored_data", "nerkit.scorers.task"),
}
FACES = {  # what prints itself asks for its view, and a result for its statistics, when it is told to
    ("nerkit.results.printable", "nerkit.formatters"),
    ("nerkit.results.result", "nerkit.stats.confidence"),
    ("nerkit.results.result", "nerkit.stats.rows"),
    ("nerkit.results.result", "nerkit.stats.significance"),
}


def test_circles_of_modules_are_the_two_fluent_faces():
    """A similarity knows the operators that combine it, a result what is done with it."""
    assert [ring for ring in circles() if ring not in CIRCLES] == []


def test_the_top_of_the_package_is_small():
    """At most six modules: all else has a room."""
    assert len(list(FOLDER.glob("*.py"))) <= 6


@pytest.mark.parametrize("task", SCORERS)
def test_every_task_has_the_same_doors(task):
    """The specification is a docstring alone; options load no numpy, as an import of it alone shows."""
    folder = FOLDER / "scorers" / task
    assert [door for door in DOORS if not (folder / f"{door}.py").exists()] == []
    body = ast.parse((folder / "__init__.py").read_text(encoding="utf-8")).body
    assert len(body) == 1
    assert isinstance(body[0], ast.Expr)


def test_a_class_name_means_one_thing():
    """In the whole package; every task has an Options."""
    names = Counter(
        node.name
        for path in FILES.values()
        for node in syntax(path)
        if isinstance(node, ast.ClassDef) and node.name != "Options"
    )
    assert [name for name, count in names.items() if count > 1] == []


def test_no_module_is_probed_by_name():
    """What a task, a reader, a writer or a format has is a typed field."""
    probe = re.compile(r"\b(?:hasattr|getattr)\((?:scorer|module|task|writer|reader|formatter)\b")
    assert [name for name, path in FILES.items() if probe.search(path.read_text(encoding="utf-8"))] == []


def summaries(room):
    """The summary of every docstring of a room: its package, where it stands, its first paragraph."""
    for name, path in FILES.items():
        if (name.split(".")[1:2] or [""])[0] == room:
            for node in syntax(path):
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                    text = (ast.get_docstring(node) or "").split("\n\n")[0]
                    if text:
                        yield path.parent, f"{name}:{getattr(node, 'name', '')}", text


@pytest.mark.parametrize("room", [name for row in rooms() for name in row])
def test_a_summary_says_what_a_thing_is(room):
    """With a noun or a verb first, in at most three lines, and no two of a package say the same."""
    listed = list(summaries(room))
    assert listed
    assert [f"{where}: {text}" for _, where, text in listed if RIDDLE.match(text)] == []
    assert [f"{where}: {text}" for _, where, text in listed if text.count("\n") > 2] == []
    count = Counter((package, text) for package, _, text in listed)
    assert [f"{where}: {text}" for package, where, text in listed if count[package, text] > 1] == []


def test_the_page_is_short():
    """Under 1,200 words, before the list of formats by hand."""
    assert len(PAGE.read_text(encoding="utf-8").partition(BY_HAND)[0].split()) < 1200


def test_the_page_names_the_formats_by_hand():
    """Each that is on no engine, in the order of the register, with about the lines that it has."""
    listed = re.findall(
        r"^\| (\d+) \| `([\w-]+)` \| \w", PAGE.read_text().partition(BY_HAND)[2], re.MULTILINE
    )
    modules = {name: import_module(one.module) for name, one in FORMATS.items()}
    by_hand = {name: module for name, module in modules.items() if not hasattr(module, "SHAPE")}
    assert [name for _, name in listed] == list(by_hand)
    for said, name in listed:
        lines = FILES[FORMATS[name].module].read_text(encoding="utf-8").count("\n")
        assert abs(int(said) - lines) <= max(lines / 3, 20), (name, lines)


def test_no_file_is_longer_than_six_hundred_lines():
    """A longer one has two subjects; at 400 one looks whether it has."""
    lines = {name: path.read_text(encoding="utf-8").count("\n") for name, path in FILES.items()}
    assert {name: count for name, count in lines.items() if count > 600} == {}
