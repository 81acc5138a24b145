"""Descriptions of frames' arguments: `--frames FILE`, the PropBank frames that come with the AMR guidelines.

A line has a frame and its arguments, with two blanks before each argument:

    carve-01  ARG0: carver  ARG1: thing carved  ARG2: tool, usually sharp

Case does not matter. A description ends at its next colon. If a frame or an argument occurs twice, the last
counts. Blank lines are skipped. nerkit does not contain the list itself.
"""

from typing import Any

from nerkit.exceptions import InputError
from nerkit.io import Source, single

ARGUMENT = "  arg"  # the beginning of an argument
LABEL = ": "  # the end of the label of an argument

Frames = dict[str, dict[str, str]]  # frame -> role (arg0, argm-loc) -> description


def read(path: Any) -> Frames:
    """Read the descriptions in a file, in lower case.

    Raises InputError for an argument without a description and for a file without arguments.
    """
    with single(path) as source:
        frames = dict(_frame(source, number, line) for number, line in source.lines() if line)
    if not any(frames.values()):
        problem, remedy = (
            "the file describes no arguments of frames",
            "write lines as: frame, two blanks, ARG0: and a description, and so on",
        )
        raise InputError(problem, source=source.name, remedy=remedy)
    return frames


def _frame(source: Source, number: int, line: str) -> tuple[str, dict[str, str]]:
    """The frame of a line, and the description of each of its arguments."""
    name, *arguments = line.lower().split(ARGUMENT)
    roles, column = {}, len(name) + 3
    for argument in arguments:
        label, *descriptions = argument.split(LABEL)
        if not descriptions:
            problem, remedy = "the argument has no description", "write ARG0: and a description"
            raise InputError(
                problem, source=source.name, line=number, column=column, text=line, remedy=remedy
            )
        roles[f"arg{label}"] = " ".join(descriptions[0].replace(", ", " ").replace(". ", " ").split())
        column += len(argument) + len(ARGUMENT)
    return name, roles
