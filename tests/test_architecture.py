"""docs/architecture.md is true to the folder and the imports."""

import ast
import re
from pathlib import Path

import pytest

import nerkit

FOLDER = Path(nerkit.__file__).parent
PAGE = FOLDER.parent / "docs" / "architecture.md"
PACKAGE = ("__init__", "__main__")  # which are the names of the package itself, not a part of it
DRAWN = {
    "printed",
    "error_list",
    "stats",
    "agreement",
    "result",
}  # what may ask the formatters when it prints itself


def listed():
    """The modules and folders of the table, in its order."""
    rows = re.findall(r"^\| (`[^|]*`) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return [name.rstrip("/") for row in rows for name in re.findall(r"`([^`]+)`", row)]


def imported(path):
    """The modules and folders that a file imports from, in functions too; not what only types need."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typed = [n for n in ast.walk(tree) if isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING"]
    left_out = {id(node) for branch in typed for node in ast.walk(branch)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and id(node) not in left_out and node.module:
            first, *rest = node.module.split(".")
            if first == "nerkit":
                yield from rest[:1] or [alias.name for alias in node.names]


def test_the_table_names_every_module_and_folder_once():
    """No more and no less than there are."""
    there = [path.stem for path in FOLDER.glob("*.py") if path.stem not in PACKAGE]
    there += [path.name for path in FOLDER.iterdir() if (path / "__init__.py").exists()]
    assert sorted(listed()) == sorted(there)


@pytest.mark.parametrize("name", listed())
def test_a_module_imports_from_rows_above_its_own_only(name):
    """In functions too; but what prints itself asks the formatters."""
    order = listed()
    allowed = {*order[: order.index(name) + 1], *(["formatters"] if name in DRAWN else [])}
    files = (
        [FOLDER / f"{name}.py"] if (FOLDER / f"{name}.py").exists() else sorted((FOLDER / name).glob("*.py"))
    )
    found = {(path.name, module) for path in files for module in imported(path) if module in order}
    assert {(path, module) for path, module in found if module not in allowed} == set()
