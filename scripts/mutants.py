"""Changes of the modules that compute answers, one at a time, and whether a test notices: `make mutants`.

    make mutants                        all modules, all mutants: hours
    make mutants MODULE=scores          the modules whose path has this
    make mutants EVERY=20 START=3       every twentieth mutant of each, from the fourth on

A mutant is one changed operator, comparison, constant or condition. It is killed when a test of its module
fails or does not end. Those that survive are printed; one that is known to change no answer stands in
mutants_allowed.txt with the reason: `path: what is changed -> into what  # reason`. Exit code 1 where fewer
than 95 % of the others are killed.
"""

import ast
import copy
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
ALLOWED = Path(__file__).parent / "mutants_allowed.txt"
ENOUGH = 0.95
SECONDS = 300  # for the tests of one mutant: what runs longer has noticed
SOLVER = "algorithms/correspondence"
LIMITS = "ground/test_limits.py"  # which holds docs/limits.md to the constants
MODULES = {  # path below nerkit -> the tests that know it, first those that notice most
    "results/counts.py": ["results", "evaluation/test_stored.py"],
    "results/scores.py": ["results", "scorers/test_clusters.py"],
    "results/rows.py": ["results", "evaluation/test_gates.py", "evaluation/test_stored.py"],
    "results/row_table.py": ["results", "evaluation/test_gates.py", "evaluation/test_stored.py"],
    "scorers/amr/matching.py": ["scorers/amr/test_scorer.py", "scorers/amr"],
    "scorers/spans/meetings.py": ["scorers/bio/test_matching.py", "scorers/spans/test_meetings.py"],
    "scorers/coref/matching.py": ["scorers/coref/test_matching.py", "scorers/coref"],
    "scorers/json/matching.py": ["scorers/json/test_against_definition.py", "scorers/json"],
    "scorers/noisy/matching.py": ["scorers/noisy"],
    "scorers/spans/matching.py": ["scorers/spans/test_scorer.py", "scorers/spans"],
    "scorers/tree/matching.py": ["scorers/tree/test_alignment.py", "scorers/tree/test_tree.py"],
    "algorithms/assignment.py": ["algorithms/test_assignment.py"],
    "algorithms/correspondence/assignment.py": [f"{SOLVER}/test_assignment.py", SOLVER, LIMITS],
    "algorithms/correspondence/bounds.py": [f"{SOLVER}/test_bounds.py", SOLVER],
    "algorithms/correspondence/many.py": [f"{SOLVER}/test_many.py", SOLVER],
    "algorithms/correspondence/problem.py": [f"{SOLVER}/test_problem.py", SOLVER, LIMITS],
    "algorithms/correspondence/ranked.py": [f"{SOLVER}/test_ranked.py", SOLVER, LIMITS],
    "algorithms/correspondence/search.py": [f"{SOLVER}/test_search.py", SOLVER],
    "algorithms/correspondence/solver.py": [f"{SOLVER}/test_steps.py", f"{SOLVER}/test_solver.py", SOLVER],
    "algorithms/correspondence/symmetry.py": [f"{SOLVER}/test_symmetry.py", SOLVER, LIMITS],
    "evaluation/stored.py": ["evaluation/test_stored.py"],
    "evaluation/gates.py": ["evaluation/test_gates.py", "results/test_library.py"],
    "cli/__init__.py": ["cli/test_bad_input.py", "cli/test_pipes.py", "fuzz/test_environment.py"],
}
CHECKS = ("strict", "frozen", "slots", "repr", "compare")  # keywords that change no answer
OPERATORS: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


def changed(node: ast.AST) -> ast.AST | None:
    """The node with one change; None where there is none to make."""
    other = copy.deepcopy(node)
    match other:
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op) if type(op) in OPERATORS:
            other.op = OPERATORS[type(op)]()
        case ast.Compare(ops=[op, *_]) if type(op) in OPERATORS:
            other.ops[0] = OPERATORS[type(op)]()
        case ast.UnaryOp(op=ast.Not() | ast.Invert() | ast.USub()):
            return other.operand
        case ast.Constant(value=bool(value)):
            other.value = not value
        case ast.Constant(value=int(value) | float(value)):
            other.value = value + 1
        case ast.IfExp():
            other.body, other.orelse = other.orelse, other.body
        case _:
            return None
    return other


def mutants(text: str, *, written: bool = True) -> Iterator[tuple[str, str]]:
    """(what is changed into what, the text of the module if it is to be *written*) for every change.

    Left alone is what answers do not come from: types, and whether something is checked (`strict`, `frozen`).
    """
    tree = ast.parse(text)
    typed = {id(inner) for node in ast.walk(tree) for note in _idle(node) for inner in ast.walk(note)}
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            for i, child in enumerate(value if isinstance(value, list) else [value]):
                if not isinstance(child, ast.AST) or id(child) in typed or (new := changed(child)) is None:
                    continue
                shown = (child, new) if not isinstance(child, ast.Constant) else (parent, parent)
                before = ast.unparse(shown[0])  # of a constant, what it stands in
                _put(parent, field, i, new)
                told = f"{before} -> {ast.unparse(shown[1])}".replace("\n", " ")
                yield told, ast.unparse(ast.fix_missing_locations(tree)) if written else ""
                _put(parent, field, i, child)


def _idle(node: ast.AST) -> list[ast.AST]:
    """The parts of a node that no answer comes from."""
    if isinstance(node, ast.keyword) and node.arg in CHECKS:
        return [node.value]
    return [note for field in ("annotation", "returns") if (note := getattr(node, field, None)) is not None]


def _put(parent: ast.AST, field: str, place: int, node: ast.AST) -> None:
    value = getattr(parent, field)
    if isinstance(value, list):
        value[place] = node
    else:
        setattr(parent, field, node)


def _compiled(folder: Path) -> dict[str, str]:
    """The environment of tests whose compiled modules are kept: most of the time would go into compiling."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    # processes that tests start take the copy too
    return kept | {"PYTHONPYCACHEPREFIX": str(folder / ".compiled"), "PYTHONPATH": str(folder)}


def killed(folder: Path, tests: list[str]) -> bool:
    """Whether a test fails in the copy of the project."""
    line = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    paths = [f"tests/{test}" for test in tests]
    try:
        how = {"cwd": folder, "env": _compiled(folder), "timeout": SECONDS}
        done = subprocess.run([*line, *paths], **how, capture_output=True, check=False)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def allowed() -> set[str]:
    """What need not be noticed, without the reasons."""
    lines = ALLOWED.read_text(encoding="utf-8").split("\n")
    return {line.partition("  # ")[0] for line in lines if line and not line.startswith("#")}


def main() -> int:
    """Make and try the mutants; gives the exit code."""
    wanted, every = os.environ.get("MODULE", ""), int(os.environ.get("EVERY") or 1)
    start = int(os.environ.get("START") or 0)
    excused, tried, survived = allowed(), 0, 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "project"
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        for module, tests in MODULES.items():
            path = folder / "nerkit" / module
            text = path.read_text(encoding="utf-8")
            if wanted not in module:
                continue
            assert not killed(folder, tests), f"the tests of {module} fail without a change"
            for told, source in list(mutants(text))[start::every]:
                if f"{module}: {told}" in excused:
                    continue
                path.write_text(source, encoding="utf-8")
                tried += 1
                os.utime(path, (tried, tried))  # no compiled mutant of the same second is taken for this one
                if not killed(folder, tests):
                    survived += 1
                    print(f"{module}: {told}", flush=True)
            path.write_text(text, encoding="utf-8")
    print(f"{tried} mutants, {survived} survived")
    return int(survived > (1 - ENOUGH) * tried)


if __name__ == "__main__":
    sys.exit(main())
