"""The types of `nerkit.evaluate`, from the request and every task's options: `nerkit/evaluation/asked.py` has
the options, `nerkit/evaluation/calls.py` the calls.

`make docs` writes the files; with --check it only compares them. The names and types of options are listed
nowhere else a second time.
"""

import ast
import inspect
from dataclasses import fields

from nerkit.evaluation.request import Request
from nerkit.scorers import SCORERS, task_named

OWN = ("options", "gated")  # fields of the request that are no keyword arguments
HEAD = (
    '"""The arguments of `nerkit.evaluate`, for type checkers; `make docs` writes it from the options."""\n\n'
)
CALLS = '''"""`nerkit.evaluate` and `nerkit.compare`, for type checkers; `make docs` writes them."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import IO, Any, Literal, Protocol, Unpack, overload

from nerkit.corpora.corpus import Corpus
from nerkit.evaluation.asked import {classes}
from nerkit.results.result import Result
from nerkit.stats.comparison import Comparison

Documents = str | PathLike[str] | IO[Any] | Corpus | Sequence[Any] | Mapping[str, Any]  # gold or a system


class Evaluate(Protocol):
    """`nerkit.evaluate`."""

{evaluate}

class Compare(Protocol):
    """`nerkit.compare`."""

{compare}'''
EVALUATE = """    @overload
    def __call__(self, gold: Documents, system: Documents, *, {task}, **asked: Unpack[{asked}]) -> Result: ...
"""
COMPARE = """    @overload
    def __call__(
        self,
        gold: Documents,
        systems: Mapping[str, Documents],
        *,
        {task},
        paired: str | None = ...,
        resamples: int | None = ...,
        seed: int = ...,
        one_sided: bool | str = ...,
        alpha: float = ...,
        **asked: Unpack[{asked}],
    ) -> Comparison: ...
"""


def options() -> str:
    """The text of the file of options: a TypedDict for every task, and one of all."""
    imports = {"from collections.abc import Mapping, Sequence", "from typing import Any, TypedDict"}
    shared = _annotations(Request, imports, leave_out=("task", *OWN))
    classes = [_typed_dict("Asked", "TypedDict", shared, "The keyword arguments of every task.")]
    everything: dict[str, str] = {}
    for name in SCORERS:
        own = _annotations(task_named(name).options, imports, leave_out=("workers",))
        # None leaves an option at its default
        own = {option: kind if "None" in kind else f"{kind} | None" for option, kind in own.items()}
        everything |= {
            option: kind if everything.get(option, kind) == kind else "Any" for option, kind in own.items()
        }
        classes.append(
            _typed_dict(_class(name), "Asked", own, f"The keyword arguments of the task `{name}`.")
        )
    classes.append(
        _typed_dict("AnyAsked", "Asked", everything, "The keyword arguments of all tasks together.")
    )
    return HEAD + _sorted(imports) + "\n\n" + "\n\n".join(classes)


def calls() -> str:
    """The text of the file of calls: an overload for every task."""
    overloads = [
        *((f'task: Literal["{name}"]', _class(name)) for name in SCORERS),
        ("task: None = ...", "AnyAsked"),
        ("task: str", "Asked"),
    ]
    return CALLS.format(
        classes=", ".join(sorted(asked for _, asked in overloads)),
        evaluate="\n".join(EVALUATE.format(task=task, asked=asked) for task, asked in overloads),
        compare="\n".join(COMPARE.format(task=task, asked=asked) for task, asked in overloads),
    )


def _class(task: str) -> str:
    return f"{task.capitalize()}Asked"


def _typed_dict(name: str, base: str, annotations: dict[str, str], doc: str) -> str:
    lines = [f"class {name}({base}, total=False):", f'    """{doc}"""', ""]
    return "\n".join([*lines, *(f"    {option}: {kind}" for option, kind in annotations.items())]) + "\n"


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
