"""The types of the public face, `nerkit/__init__.pyi`: the arguments of its calls come from the request and
every task's options.

`make docs` writes the file; with --check it only compares it. The names and types of options are listed
nowhere else a second time.
"""

import ast
import inspect
from dataclasses import fields

from nerkit.evaluation.request import Request
from nerkit.ground.options import OF_RUN
from nerkit.scorers import SCORERS, task_named

OWN = ("options", "gated")  # fields of the request that are no keyword arguments
HEAD = "# The types of the public face; `make docs` writes them from the options.\n\n"
FACE = """
from nerkit.compat.ipython import load_ipython_extension as load_ipython_extension
from nerkit.exceptions import InputError as InputError
from nerkit.exceptions import NerkitError as NerkitError
from nerkit.exceptions import PairingError as PairingError
from nerkit.exceptions import UsageError as UsageError
from nerkit.evaluation.evaluate import Scorer as Scorer
from nerkit.evaluation.evaluate import read as read
from nerkit.evaluation.inputs import Documents as Documents
from nerkit.evaluation.stored.gates import check as check
from nerkit.results.result import Result as Result
from nerkit.stats.comparison import Comparison
from nerkit.version import __version__ as __version__
from nerkit.views.plots.drawing import plot as plot
from nerkit.views.report.frame import report as report
"""
EVALUATE = """
@overload
def evaluate(gold: Documents, system: Documents, *, {task}, **asked: Unpack[{asked}]) -> Result: ...
"""
COMPARE = """
@overload
def compare(
    gold: Documents,
    systems: Mapping[str, Documents],
    *,
    {task},
    paired: str | None = ...,
    resamples: int | None = ...,
    seed: int = ...,
    one_sided: bool | str = ...,
    alpha: float = ...,
    baseline: str | None = ...,
    sort: str | None = ...,
    **asked: Unpack[{asked}],
) -> Comparison: ...
"""


def stub() -> str:
    """The text of the file: a TypedDict of the options of every task and of all, an overload for each."""
    imports = {
        "from collections.abc import Mapping, Sequence",
        "from typing import Any, Literal, TypedDict, Unpack, overload",
        *filter(None, FACE.splitlines()),
    }
    shared = _annotations(Request, imports, leave_out=("task", *OWN))
    classes = [_typed_dict("Asked", "TypedDict", shared)]
    everything: dict[str, str] = {}
    for name in SCORERS:
        own = _annotations(task_named(name).options, imports, leave_out=OF_RUN)
        # None leaves an option at its default
        own = {option: kind if "None" in kind else f"{kind} | None" for option, kind in own.items()}
        everything |= {
            option: kind if everything.get(option, kind) == kind else "Any" for option, kind in own.items()
        }
        classes.append(_typed_dict(_class(name), "Asked", own))
    classes.append(_typed_dict("AnyAsked", "Asked", everything))
    calls = [call.format(task=task, asked=asked) for call in (EVALUATE, COMPARE) for task, asked in _tasks()]
    return HEAD + _sorted(imports) + "\n" + "\n".join([*classes, *calls])


def _tasks() -> list[tuple[str, str]]:
    """The parameter `task` of every overload, and the options that go with it."""
    return [
        *((f'task: Literal["{name}"]', _class(name)) for name in SCORERS),
        ("task: None = ...", "AnyAsked"),
        ("task: str", "Asked"),
    ]


def _class(task: str) -> str:
    return f"{task.capitalize()}Asked"


def _typed_dict(name: str, base: str, annotations: dict[str, str]) -> str:
    body = [f"    {option}: {kind}" for option, kind in annotations.items()] or ["    ..."]
    return "\n".join([f"class {name}({base}, total=False):", *body]) + "\n"


def _annotations(dataclass: type, imports: set[str], leave_out: tuple[str, ...]) -> dict[str, str]:
    """The fields of a dataclass as its file annotates them; what the annotations name is imported."""
    source = ast.parse(inspect.getsource(inspect.getmodule(dataclass)))  # type: ignore[arg-type]
    body = next(n for n in ast.walk(source) if isinstance(n, ast.ClassDef) and n.name == dataclass.__name__)
    wanted = {each.name for each in fields(dataclass)} - set(leave_out)
    annotations: dict[str, str] = {}
    for node in body.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id in wanted:
            text = ast.unparse(node.annotation).strip("'\"")
            annotations[node.target.id] = text
            names = {name.id for name in ast.walk(ast.parse(text)) if isinstance(name, ast.Name)}
            imports |= {
                f"from {known.module} import {alias.name}"
                for known in ast.walk(source)
                if isinstance(known, ast.ImportFrom) and (known.module or "").startswith("nerkit")
                for alias in known.names
                if alias.name in names
            }
    return annotations


def _sorted(imports: set[str]) -> str:
    """Imports of the standard library, a blank line, and those of the package."""
    own = sorted(line for line in imports if line.startswith("from nerkit"))
    return "\n".join([*sorted(imports - set(own)), "", *own]) + "\n"
