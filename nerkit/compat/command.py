"""The parts that the command lines of all replaced scorers share: reading files, printing text, reporting
errors.
"""

import os
import sys
from collections.abc import Callable
from typing import Any

from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.exceptions import NerkitError
from nerkit.ground.plain_text import message
from nerkit.results.result import Result

SYSTEM = "system"
USAGE = 2  # exit code if the files cannot be scored


def scored(gold: str, system: str, **asked: Any) -> Result:
    """The result of scoring two files; *asked* are options of `nerkit.evaluate`. Warnings are printed on
    stderr.
    """
    result = evaluate_systems(gold, {SYSTEM: system}, Request.of(**asked))
    for warning in result.warnings:
        sys.stderr.write(f"warning: {message(warning)}\n")
    return result


def number(value: float | None) -> float:
    """A number of a row, or 0 if it is None."""
    return 0.0 if value is None else value


def run(main: Callable[[list[str]], str]) -> None:
    """Run the command line *main* with the arguments of the process, and print its output. Errors are printed
    on stderr.
    """
    try:
        text = main(sys.argv[1:])
    except NerkitError as error:
        sys.stderr.write(f"{message(str(error))}\n")
        sys.exit(USAGE)
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
