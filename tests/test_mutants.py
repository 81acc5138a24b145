"""The runner of mutants: what it changes, and that its modules are there."""

import ast
import importlib.util
from pathlib import Path

ROOT = Path(__file__).parent.parent


def runner():
    spec = importlib.util.spec_from_file_location("mutants", ROOT / "scripts" / "mutants.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_one_change_each():
    """Operators, comparisons, constants, conditions; each mutant is a module, and types are left alone."""
    text = "def f(a: int | None, b):\n    return -a + 1 if a < b and not b else True\n"
    found = dict(runner().mutants(text))
    assert set(found) == {
        "-a + 1 if a < b and (not b) else True -> True if a < b and (not b) else -a + 1",
        "a < b and (not b) -> a < b or not b",
        "-a + 1 -> -a - 1",
        "-a + 1 if a < b and (not b) else True -> -a + 1 if a < b and (not b) else False",
        "-a -> a",
        "-a + 1 -> -a + 2",
        "a < b -> a <= b",
        "not b -> b",
    }
    assert all(ast.parse(changed) and changed != ast.unparse(ast.parse(text)) for changed in found.values())


def test_modules_and_tests_are_there():
    """Every module has mutants and tests, and each excused mutant is one that is made."""
    mutants = runner()
    made = set()
    for module, tests in mutants.MODULES.items():
        found = [told for told, _ in mutants.mutants((ROOT / "nerkit" / module).read_text(), written=False)]
        assert found
        made |= {f"{module}: {told}" for told in found}
        assert all((ROOT / "tests" / test).exists() for test in tests)
    assert mutants.allowed() <= made
