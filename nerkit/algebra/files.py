"""A user's metric, `--metric my.toml` (`toml`) or `--metric my.py`, and the measures of a preset.

nerkit runs a Python file as the user's own code. The file must set `metric` to a formula of `nerkit.algebra`.
It can set `name` and `average`. Only name a file that you would run.
"""

import os
import traceback
from dataclasses import replace
from typing import Any

from nerkit.algebra import toml
from nerkit.algebra.similarity import Metric
from nerkit.algebra.toml import Formula
from nerkit.exceptions import InputError, UsageError
from nerkit.ground import preset_files
from nerkit.ground.containment import TYPE_IT, is_typed
from nerkit.io import single
from nerkit.results.averages import AVERAGES


def read(path: str) -> Formula:
    """The metric in a file. Raises InputError for every error in it."""
    with single(path) as source:
        if path.endswith(".py"):
            if not is_typed(path):
                raise InputError(
                    "the file is Python, which nerkit runs only if you name the file",
                    source=path,
                    remedy=TYPE_IT,
                )
            return _python(path, source.text(), source.stem)
        return toml.read(source, source.stem)


def formulas(path: str) -> list[Formula]:
    """The metrics in a file. A preset (`preset_files.reference`) can hold several metrics; the headline comes
    first.

    Measures with an option that has no value are left out. Raises UsageError if no measure is left, and
    InputError for every error in the file.
    """
    if not preset_files.is_reference(path):
        return [read(path)]
    file = preset_files.opened(path)
    names = [name for name, _ in preset_files.tables(file.toml, "measure")]
    needs = {name: file.needs("measure", name) for name in names}
    if all(needs.values()):
        raise UsageError(
            f"the preset needs a value for its option {next(iter(needs.values()))!r} (settings=…)"
        )
    headline = file.toml.table.get("headline")
    listed = sorted((name for name in names if needs[name] is None), key=lambda name: name != headline)
    shown = ",".join(f"{name}={_shown(value)}" for name, value in sorted(file.settings.items()))
    preset = f"{file.place.name}[{shown}]" if shown else file.place.name
    return [replace(toml.measure(file.toml, name), preset=preset) for name in listed]


def _shown(value: Any) -> str:
    """The value of an option as text for a signature; the items of a list are joined by +."""
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)


def _python(path: str, text: str, stem: str) -> Formula:
    names: dict[str, Any] = {"__name__": stem, "__file__": os.path.abspath(path)}
    try:
        exec(compile(text, path, "exec"), names)  # noqa: S102  (that is what the option is for)
    except UsageError as error:
        raise _error(str(error), path, text, error) from None
    except Exception as error:  # noqa: BLE001  (whatever the user's code raises)
        raise _error(f"{type(error).__name__}: {error}", path, text, error) from None
    metric, average = names.get("metric"), names.get("average", "micro")
    if not isinstance(metric, Metric):
        remedy = "set metric = … in the file, to a formula of nerkit.algebra"
        raise InputError(
            "no metric" if metric is None else f"metric is {metric!r}", source=path, remedy=remedy
        )
    if average not in AVERAGES:
        raise InputError(f"average is {average!r}", source=path, remedy=f"use one of {', '.join(AVERAGES)}")
    return Formula(str(names.get("name", stem)), metric, average)


def _error(problem: str, path: str, text: str, error: Exception) -> InputError:
    """The error at the last line of the file that ran."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    shown = text.split("\n")[line - 1] if line else None
    return InputError(problem, source=path, line=line, column=1 if line else None, text=shown)
