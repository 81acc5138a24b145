"""Changes of the modules that compute answers, one at a time, and whether a test notices: `make mutants`.

    make mutants                        all modules, all mutants: hours
    make mutants MODULE=scores          the modules whose path has this
    make mutants EVERY=20 START=3       every twentieth mutant of each, from the fourth on
    make mutants JOBS=4                 so many at a time (2)

A mutant is one changed operator, comparison, constant or condition. It is killed when a test of its module
fails or does not end: at first those that reach its line, in a warm process (warm_mutants.py), then all.
Those that survive are printed; one that is known to change no answer stands in mutants_allowed.txt:
`path: what is changed -> into what  # reason`. Exit code 1 where fewer than 95 % of the others are killed.
"""

import ast
import copy
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
ALLOWED = Path(__file__).parent / "mutants_allowed.txt"
ENOUGH = 0.95
SECONDS = 300  # for the tests of one mutant: what runs longer has noticed
MODULES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["tests"]
CHECKS = ("strict", "frozen", "slots", "repr", "compare")  # keywords that change no answer
SWAPS = (  # operators that are exchanged
    *((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot)),
    *((ast.And, ast.Or), (ast.Add, ast.Sub), (ast.BitAnd, ast.BitOr)),
)
OPERATORS: dict[type, type] = {
    **dict(SWAPS),
    **{other: one for one, other in SWAPS},
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
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


class Change(NamedTuple):
    """One change of a module: what is told of it, where it is, the changed tree (until the next is taken)."""

    told: str
    lines: range
    tree: ast.Module


def changes(text: str) -> Iterator[Change]:
    """Every change of a module, one at a time.

    Left alone is what answers do not come from: types, and whether something is checked (`strict`, `frozen`).
    """
    tree = ast.parse(text)
    typed = {id(inner) for node in ast.walk(tree) for note in _idle(node) for inner in ast.walk(note)}
    first: dict[int, int] = {}  # the line on which the statement around a node begins
    above: dict[int, ast.AST] = {}  # the node around a node
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            for i, child in enumerate(value if isinstance(value, list) else [value]):
                if not isinstance(child, ast.AST):
                    continue
                first[id(child)] = child.lineno if isinstance(child, ast.stmt) else first.get(id(parent), 1)
                above[id(child)] = parent
                if id(child) in typed or (new := changed(child)) is None:
                    continue
                around = _telling(child, above)
                before = ast.unparse(around)
                _put(parent, field, i, new)
                after = ast.unparse(new if around is child else around)
                told = f"{before} -> {after}".replace("\n", " ")
                yield Change(told, range(first[id(child)], child.end_lineno + 1), tree)
                _put(parent, field, i, child)


def _telling(node: ast.AST, above: dict[int, ast.AST]) -> ast.AST:
    """What tells a node from others like it: itself, but of a constant what it stands in."""
    if isinstance(node, ast.Constant) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)
    ):
        node = above[id(node)]
        while isinstance(node, ast.UnaryOp | ast.Slice | ast.Subscript):
            node = above[id(node)]
    return node


def mutants(text: str, *, written: bool = True) -> Iterator[tuple[str, str]]:
    """(what is changed into what, the text of the module if it is to be *written*) for every change."""
    for change in changes(text):
        yield change.told, ast.unparse(ast.fix_missing_locations(change.tree)) if written else ""


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


def tried_warm(folder: Path, module: str, wanted: list[int], jobs: int) -> set[int]:
    """The numbers of the wanted mutants that a test notices in a warm process (see warm_mutants.py)."""
    outcomes = folder.parent / "outcomes"
    path = str(folder / "nerkit" / module)
    work = {"path": path, "wanted": wanted, "jobs": jobs, "outcomes": str(outcomes)}
    environment = _compiled(folder) | {"MUTANTS": json.dumps(work), "OMP_NUM_THREADS": "1"}
    environment["PYTHONPATH"] += f"{os.pathsep}{folder / 'scripts'}"
    line = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "warm_mutants", "-p", "no:cacheprovider"]
    paths = [f"tests/{test}" for test in MODULES[module]]
    how = {"cwd": folder, "env": environment, "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    subprocess.run([*line, "--hypothesis-seed=0", *paths], **how, check=True)
    told = (line.split("\t") for line in outcomes.read_text(encoding="utf-8").splitlines())
    return {int(number) for number, outcome in told if outcome == "killed"}


def allowed() -> set[str]:
    """What need not be noticed, without the reasons."""
    lines = ALLOWED.read_text(encoding="utf-8").split("\n")
    return {line.partition("  # ")[0] for line in lines if line and not line.startswith("#")}


def survivors(folder: Path, module: str, wanted: dict[int, tuple[str, str]], jobs: int) -> list[str]:
    """The wanted mutants of a module that no test notices; what a warm process leaves is tried once more."""
    warm = tried_warm(folder, module, list(wanted), jobs)
    path = folder / "nerkit" / module
    text = path.read_text(encoding="utf-8")
    left = []
    for i, (told, source) in enumerate(wanted[number] for number in sorted(wanted.keys() - warm)):
        path.write_text(source, encoding="utf-8")
        os.utime(path, (i, i))  # no compiled mutant of the same second is taken for this one
        if not killed(folder, MODULES[module]):
            left.append(told)
            print(f"{module}: {told}", flush=True)
    path.write_text(text, encoding="utf-8")
    return left


def main() -> int:
    """Make and try the mutants; gives the exit code."""
    module, every = os.environ.get("MODULE", ""), int(os.environ.get("EVERY") or 1)
    start, jobs = int(os.environ.get("START") or 0), int(os.environ.get("JOBS") or 2)
    excused, all_tried, all_survived = allowed(), 0, 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "project"
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        for path in (one for one in MODULES if module in one):
            made = list(mutants((folder / "nerkit" / path).read_text(encoding="utf-8")))
            sample = range(start, len(made), every)
            idle = [number for number in sample if f"{path}: {made[number][0]}" in excused]
            wanted = {number: made[number] for number in sample if number not in idle}
            left = survivors(folder, path, wanted, jobs)
            told = f"{len(wanted)} mutants, {len(left)} survived, {len(idle)} change no answer"
            print(f"{path}: {told}", flush=True)
            all_tried, all_survived = all_tried + len(wanted), all_survived + len(left)
    print(f"{all_tried} mutants, {all_survived} survived")
    return int(all_survived > (1 - ENOUGH) * all_tried)


if __name__ == "__main__":
    sys.exit(main())
