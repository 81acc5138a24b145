"""`nerkit nerval`: the command line of Nerval 0.3.3, its conventions and its tables."""

import csv
import os
from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.option_names import worded
from nerkit.cli.output import tell
from nerkit.exceptions import InputError, UsageError, nearest_fraction
from nerkit.ground import paths
from nerkit.ground.plain_text import message

MAPPING = ("Annotation", "Prediction")  # the header of a CSV file
SUFFIX = ".bio"
LONGEST = 1 << 20  # characters of a cell of that file


@click.command(cls=GroupedCommand)
@click.option("-a", "--annot", metavar="FILE", help="Read the gold annotations from this file.")
@click.option("-p", "--predict", metavar="FILE", help="Prediction file.")
@click.option(
    "-c",
    "--csv",
    "mapping",
    metavar="CSV",
    help="Read pairs of file names from this CSV, with the header Annotation,Prediction.",
)
@click.option("-f", "--folder", metavar="DIR", help="Find the files of the CSV in this folder.")
@click.option(
    "-t", "--threshold", type=float, default=0.3, show_default=True, help="Set the threshold, from 0 to 1."
)
@click.option("-v", "--verbose", is_flag=True, help="Print one row per type.")
def command(
    *,
    annot: str | None,
    predict: str | None,
    mapping: str | None,
    folder: str | None,
    threshold: float,
    verbose: bool,
) -> None:
    """Score as Nerval 0.3.3 does, with its options and its Markdown tables.

    This is `nerkit noisy --nerval` without the options of `nerkit noisy`. With -c, nerkit prints one table
    per pair and the mean over the files. A number that does not exist (for example without predictions) is
    None, and the mean leaves it out.

    \b
    Examples:
      nerkit nerval -a gold.bio -p prediction.bio
      nerkit nerval -a gold.bio -p prediction.bio -t 0.2 -v
      nerkit nerval -c mapping.csv -f bio/
    """
    if not 0 <= threshold <= 1:
        raise UsageError(f"-t must be a number from 0 to 1, not {threshold:g}{nearest_fraction(threshold)}")
    if annot and mapping:
        raise UsageError(
            "-c cannot be used with -a; give one pair with -a and -p, or a CSV of pairs with -c and -f"
        )
    if annot and predict:
        pairs = [(annot, predict)]
    elif mapping and folder:
        pairs = _pairs(mapping, folder)
    else:
        needed = "-p FILE" if annot else "-f DIR" if mapping else "-a FILE and -p FILE, or -c CSV and -f DIR"
        raise UsageError(f"missing {needed}")
    from nerkit.views import nerval

    results = [_evaluate(gold, system, threshold) for gold, system in pairs]
    click.echo(message("\n".join(nerval.render(result, verbose=verbose) for result in results)))
    if mapping:
        click.echo(nerval.means(results))
    for note in dict.fromkeys(note for result in results for note in result.warnings):
        tell(worded(note), "warning: ")


def _evaluate(gold: str, system: str, threshold: float) -> Any:
    from nerkit.evaluation.evaluate import evaluate_systems
    from nerkit.evaluation.request import Request

    for path in (gold, system):
        if os.path.isdir(path):
            raise InputError("the path is a folder, but nerkit needs a file", source=path)
    options = {"threshold": threshold, "nerval": True}
    return evaluate_systems(gold, {system: system}, Request(task="noisy", options=options))


def _pairs(mapping: str, folder: str) -> list[tuple[str, str]]:
    """Read a CSV of file names, and return the (gold, system) paths; the files are searched in all subfolders
    of *folder*.
    """
    try:
        csv.field_size_limit(LONGEST)
        with open(mapping, encoding="utf-8-sig", newline="") as file:
            paths.note(file.fileno())
            header, *rows = [tuple(row) for row in csv.reader(file) if row] or [()]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(str(getattr(error, "strerror", None) or error).lower(), source=mapping) from None
    if header != MAPPING:
        remedy = f"the first line must be {','.join(MAPPING)}"
        raise InputError(
            "this is not the header of a mapping",
            source=mapping,
            line=1,
            text=",".join(header),
            remedy=remedy,
        )
    if not rows:
        raise InputError("the mapping has no pairs", source=mapping)
    files = _Files(folder)
    return [_pair(row, number, mapping, files) for number, row in enumerate(rows, 2)]


def _pair(row: tuple[str, ...], number: int, mapping: str, files: "_Files") -> tuple[str, str]:
    problem = "" if len(row) == len(MAPPING) else f"the line has {len(row)} columns, but a mapping needs two"
    for name in row:
        if not name.endswith(SUFFIX):
            problem = problem or f"{name} does not end in {SUFFIX}"
        problem = problem or files.problem(name)
    if problem:
        raise InputError(problem, source=mapping, line=number, text=",".join(row))
    gold, system = map(files.path, row)
    return gold, system


class _Files:
    """All files in a folder and its subfolders, indexed by file name and by path relative to the folder.

    Pipes and devices are not read, because reading them might never end.
    """

    def __init__(self, folder: str) -> None:
        from nerkit.ground.folders import regular

        self._paths: dict[str, list[str]] = {}
        self._others: set[str] = set()
        for base, _, names in os.walk(folder):
            files, others = regular(os.path.join(base, name) for name in names)
            for path in files:
                for key in {os.path.basename(path), os.path.relpath(path, folder)}:
                    self._paths.setdefault(key, []).append(path)
            self._others |= {os.path.basename(path) for path in others}

    def problem(self, name: str) -> str:
        """The reason why a name in the CSV does not identify one file; empty if it does."""
        paths = self._named(name)
        if len(paths) == 1:
            return ""
        if not paths and os.path.basename(name) in self._others:
            return f"{name}: not a regular file; nerkit reads no pipes or devices in the folder"
        return f"{name}: {'no such file' if not paths else 'several files'} in the folder"

    def path(self, name: str) -> str:
        """The path of the file with this name."""
        return self._named(name)[0]

    def _named(self, name: str) -> list[str]:
        return self._paths.get(name, self._paths.get(os.path.basename(name), []))
