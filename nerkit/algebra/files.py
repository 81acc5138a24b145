"""A user's own metric: `--metric my.toml` (`toml`), or `--metric my.py`.

A Python file is run as it is, as the user's own code, and must set `metric` to a formula of `nerkit.algebra`;
it may set `name` and `average`. Only name a file that you would run.
"""

import os
import traceback
from typing import Any

from nerkit.algebra import toml
from nerkit.algebra.formula import AVERAGES
from nerkit.algebra.similarity import Metric
from nerkit.algebra.toml import Formula
from nerkit.errors import InputError, UsageError
from nerkit.io import single


def read(path: str) -> Formula:
    """The metric in a file. Raises InputError for every mistake in it."""
    with single(path) as source:
        if path.endswith(".py"):
            return _python(path, source.text(), source.stem)
        return toml.read(source, source.stem)


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
        remedy = "the file sets metric = …, a formula of nerkit.algebra"
        raise InputError(
            "no metric" if metric is None else f"metric is {metric!r}", source=path, remedy=remedy
        )
    if average not in AVERAGES:
        raise InputError(f"average is {average!r}", source=path, remedy=f"it is one of {', '.join(AVERAGES)}")
    return Formula(str(names.get("name", stem)), metric, average)


def _error(problem: str, path: str, text: str, error: Exception) -> InputError:
    """The error at the last line of the file that was being run."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    shown = text.split("\n")[line - 1] if line else None
    return InputError(problem, source=path, line=line, column=1 if line else None, text=shown)
