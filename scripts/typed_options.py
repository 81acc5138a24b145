"""The types of the public face, `nerkit/__init__.pyi`: parameters come from the request and every task's
options, as do the docstrings.

`make docs` writes the file; with --check it only compares it. The names and types of options are listed
nowhere else a second time.
"""

import ast
import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import nerkit
from nerkit.evaluation.request import Request
from nerkit.ground.options import OptionWords, options_of, public_name
from nerkit.scorers import SCORERS, task_named

HEAD = "# The types of the public face; `make docs` writes them from the options.\n\n"
FACE = """
from nerkit.compat.ipython import load_ipython_extension as load_ipython_extension
from nerkit.exceptions import InputError as InputError
from nerkit.exceptions import NerkitError as NerkitError
from nerkit.exceptions import PairingError as PairingError
from nerkit.exceptions import UsageError as UsageError
from nerkit.evaluation.public import Scorer as Scorer
from nerkit.evaluation.public import compare_scores as compare_scores
from nerkit.evaluation.public import read as read
from nerkit.evaluation.inputs import Documents as Documents
from nerkit.evaluation.scores import scores as scores
from nerkit.evaluation.stored.gates import check as check
from nerkit.results.error_list import ErrorList
from nerkit.results.printable import Page
from nerkit.results.result import Result as Result
from nerkit.stats.comparison import Comparison
from nerkit.version import __version__ as __version__
"""
FIGURE = "from matplotlib.figure import Figure"
SYSTEMS = "_Side | Sequence[_Side] | Mapping[str, Any]"
SIDES = f"gold: _Side, system: {SYSTEMS}"
CONFIDENCE = "confidence: bool | float = ..."
TESTS = (
    "paired: str | None = ..., resamples: int | None = ..., seed: int = ..., one_sided: bool | str = ..., "
    "alpha: float = ..., baseline: str | None = ..., sort: str | None = ..., skip_broken: bool = ..."
)
LISTED = ", ".join(f"{name}: Sequence[str] | str | None = ..." for name in ("kinds", "label", "document"))
CALLS = {  # function -> its own parameters, and what it returns
    "evaluate": (f"{SIDES}, *, {CONFIDENCE}", "Result"),
    "compare": (f"gold: _Side, systems: {SYSTEMS}, *, {TESTS}", "Comparison"),
    "errors": (f"{SIDES}, *, {LISTED}, changed: bool = ..., items: int | None = ...", "ErrorList"),
    "report": (f"gold: _Side | Result, system: {SYSTEMS} | None = ..., *, size: int | None = ...", "Page"),
    "plot": (f"gold: _Side | Result, system: {SYSTEMS} | None = ..., kind: str | None = ..., *", "Figure"),
}
EVERY = "def {name}({parameters}) -> {made}:\n{doc}\n"


def stub() -> str:
    """The text of the file, not yet formatted: a function with all options for each call and each task."""
    imports = {
        "from collections.abc import Mapping, Sequence",
        "from typing import Any, Literal, Protocol, TypeAlias",
        *filter(None, FACE.splitlines()),
    }
    shared = parameters(Request, imports)
    named = ", ".join(f'"{name}"' for name in SCORERS)
    shared["task"] = f"Literal[{named}] | None"
    own = {name: _own(name, imports) for name in SCORERS}
    everything: dict[str, str] = {}
    for options in own.values():
        alike = {name: everything.get(name, kind) == kind for name, kind in options.items()}
        everything |= {name: kind if alike[name] else "Any" for name, kind in options.items()}
    calls = [
        _call(name, given, {**shared, **everything}, made, getattr(nerkit, name))
        for name, (given, made) in CALLS.items()
    ]
    of_tasks = {option: kind for option, kind in shared.items() if option != "task"}
    calls += [
        _call(name, f"{SIDES}, *, {CONFIDENCE}", {**of_tasks, **options}, "Result", getattr(nerkit, name))
        for name, options in own.items()
    ]
    side = "_Side: TypeAlias = Documents | _Table\n"
    return HEAD + _sorted(imports) + TABLE + side + "\n" + "\n".join(calls)


TABLE = '''
class _Table(Protocol):
    """A data frame or a data set of another library, and records: what has columns."""

    @property
    def columns(self) -> Any: ...

'''


def _own(task: str, imports: set[str]) -> dict[str, str]:
    """The options of a task; None leaves one at its default."""
    own = parameters(task_named(task).options, imports)
    return {option: kind if "None" in kind else f"{kind} | None" for option, kind in own.items()}


def _call(name: str, given: str, options: dict[str, str], made: str, function: Callable[..., Any]) -> str:
    """A function of the stub with its docstring."""
    taken = {part.partition(":")[0].strip() for part in given.split(", ")}
    rest = [f"{option}: {kind} = ..." for option, kind in options.items() if option not in taken]
    if name == "plot":
        rest = [f"by: {options['by']} | None = ..." if one.startswith("by:") else one for one in rest]
    lines = (inspect.getdoc(function) or "").strip().splitlines()
    body = "\n".join(f"    {line}".rstrip() for line in lines).strip()
    doc = f'    """{body}\n    """' if len(lines) > 1 else f'    """{body}"""'
    return EVERY.format(name=name, parameters=", ".join([given, *rest]), made=made, doc=doc)


def parameters(kind: type, imports: set[str]) -> dict[str, str]:
    """The parameters that the options of a class make, with their types; what types name is imported."""
    types = dict(_annotations(kind, imports))
    return {public_name(each, words): _literal(types[each.name], words) for each, words in options_of(kind)}


def _literal(kind: str, words: OptionWords) -> str:
    """The type with the choices of an option in place of `str`."""
    choices = [one for one in words.choices if isinstance(one, str)]
    if not choices or words.several or words.bare:
        return kind
    listed = ", ".join(f'"{choice}"' for choice in choices)
    return " | ".join(f"Literal[{listed}]" if part == "str" else part for part in kind.split(" | "))


def _annotations(kind: type, imports: set[str]) -> Iterator[tuple[str, str]]:
    """The fields of a record as its files annotate them, those of its bases first."""
    for base in reversed(kind.__mro__[:-1]):
        module = inspect.getmodule(base)
        if module is None or not module.__name__.startswith("nerkit"):
            continue
        source = ast.parse(inspect.getsource(module))
        body: Sequence[ast.stmt] = next(
            n.body for n in ast.walk(source) if isinstance(n, ast.ClassDef) and n.name == base.__name__
        )
        for node in body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                text = ast.unparse(node.annotation).strip("'\"")
                yield node.target.id, text
                names = {name.id for name in ast.walk(ast.parse(text)) if isinstance(name, ast.Name)}
                if any(node.target.id == each.name for each, _ in options_of(kind)):
                    imports |= _imported(source, names)


def _imported(source: ast.Module, names: set[str]) -> set[str]:
    """The imports of nerkit's modules in a file that give these names."""
    return {
        f"from {known.module} import {alias.name}"
        for known in ast.walk(source)
        if isinstance(known, ast.ImportFrom) and (known.module or "").startswith("nerkit")
        for alias in known.names
        if alias.name in names
    }


def _sorted(imports: set[str]) -> str:
    """Imports of the standard library, a blank line, those of other packages, and those of nerkit."""
    own = sorted(line for line in imports if line.startswith("from nerkit"))
    return "\n".join([*sorted(imports - set(own)), "", FIGURE, "", *own]) + "\n"
