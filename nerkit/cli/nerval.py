"""`nerkit nerval`: the command line of Nerval 0.3.3, its conventions and its tables."""

import csv
import os
from typing import Any

import click

from nerkit.errors import InputError, UsageError

HEADER = ("tag", "predicted", "matched", "Precision", "Recall", "F1", "Support")
MAPPING = ("Annotation", "Prediction")  # the header of a CSV file
SUFFIX = ".bio"


@click.command()
@click.option("-a", "--annot", metavar="FILE", help="Annotation (gold) file.")
@click.option("-p", "--predict", metavar="FILE", help="Prediction file.")
@click.option(
    "-c", "--csv", "mapping", metavar="CSV", help="Pairs of file names, header Annotation,Prediction."
)
@click.option("-f", "--folder", metavar="DIR", help="Folder of the files named in the CSV.")
@click.option("-t", "--threshold", type=float, default=0.3, show_default=True, help="From 0 to 1.")
@click.option("-v", "--verbose", is_flag=True, help="A row for each type.")
def command(
    *, annot: str | None, predict: str | None, mapping: str | None, folder: str | None, **given: Any
) -> None:
    """Score as Nerval 0.3.3 does, with its options and its Markdown tables.

    This is `nerkit noisy --nerval`, whose options it lacks. With -c, one table for each pair and the mean over the files.
    A number that does not exist (no predictions, say) is None, and left out of the mean.

    \b
    Examples:
      nerkit nerval -a gold.bio -p prediction.bio
      nerkit nerval -a gold.bio -p prediction.bio -t 0.2 -v
      nerkit nerval -c mapping.csv -f bio/
    """
    if not 0 <= given["threshold"] <= 1:
        raise UsageError(f"-t is a number from 0 to 1, not {given['threshold']}")
    if annot and mapping:
        raise UsageError(
            "-c does not go with -a: give one pair with -a and -p, or a CSV of pairs with -c and -f"
        )
    if annot and predict:
        pairs = [(annot, predict)]
    elif mapping and folder:
        pairs = _pairs(mapping, folder)
    else:
        needed = "-p FILE" if annot else "-f DIR" if mapping else "-a FILE and -p FILE, or -c CSV and -f DIR"
        raise UsageError(f"missing {needed}")
    results = [_evaluate(gold, system, given["threshold"]) for gold, system in pairs]
    click.echo("\n".join(_table(result, verbose=given["verbose"]) for result in results))
    if mapping:
        click.echo(_means(results))
    for note in dict.fromkeys(note for result in results for note in result.warnings):
        click.echo(f"warning: {note}", err=True)


def _evaluate(gold: str, system: str, threshold: float) -> Any:
    from nerkit.evaluation import evaluate_systems
    from nerkit.request import Request

    for path in (gold, system):
        if os.path.isdir(path):
            raise InputError("a directory where a file is needed", source=path)
    options = {"threshold": threshold, "nerval": True}
    return evaluate_systems(gold, {system: system}, Request(task="noisy", options=options))


def _table(result: Any, *, verbose: bool) -> str:
    rows = [row for row in result.rows if row.label == "*" or (verbose and (row.p_den or row.r_den))]
    return _markdown([list(HEADER), *(_cells(row) for row in rows)])


def _cells(row: Any) -> list[str]:
    """The cells of a row; a type that a side lacks has None there, and scores that need it are None."""
    total = row.label == "*"
    counts = [int(count) if count or total else None for count in (row.p_den, row.r_den)]
    return [
        "ALL" if total else row.label,
        str(counts[0]),
        str(int(row.p_num)),
        *map(_rounded, _scores(row)),
        str(counts[1]),
    ]


def _scores(row: Any) -> tuple[float | None, float | None, float | int | None]:
    """P, R and F1 as Nerval has them: None for 0/0, and the integer 0 where P + R = 0."""
    precision = row.p_num / row.p_den if row.p_den else None
    recall = row.r_num / row.r_den if row.r_den else None
    if precision is None or recall is None:
        return precision, recall, None
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else 0


def _means(results: list[Any]) -> str:
    """The plain means over the files of the scores of ALL that exist."""
    columns = zip(*(_scores(result.head) for result in results), strict=True)
    found = [[score for score in column if score is not None] for column in columns]
    means = [sum(column) / len(column) if column else None for column in found]
    return _markdown([list(HEADER[3:6]), [_rounded(mean) for mean in means]])


def _rounded(value: float | None) -> str:
    return str(None if value is None else round(value, 3))


def _markdown(rows: list[list[str]]) -> str:
    """A pipe table, the first column to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        [
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        for row in rows
    ]
    rule = [":" + "-" * (width + 1) if i == 0 else "-" * (width + 1) + ":" for i, width in enumerate(widths)]
    head, *body = (f"| {' | '.join(line)} |" for line in lines)
    return "\n".join([head, f"|{'|'.join(rule)}|", *body])


def _pairs(mapping: str, folder: str) -> list[tuple[str, str]]:
    """The files of a CSV, found by their names anywhere below the folder."""
    try:
        with open(mapping, encoding="utf-8-sig", newline="") as file:
            header, *rows = [tuple(row) for row in csv.reader(file) if row] or [()]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(str(getattr(error, "strerror", None) or error).lower(), source=mapping) from None
    if header != MAPPING:
        remedy = f"the first line is {','.join(MAPPING)}"
        raise InputError(
            "not the header of a mapping", source=mapping, line=1, text=",".join(header), remedy=remedy
        )
    if not rows:
        raise InputError("a mapping without pairs", source=mapping)
    files = _files(folder)
    return [_pair(row, number, mapping, files) for number, row in enumerate(rows, 2)]


def _pair(row: tuple[str, ...], number: int, mapping: str, files: dict[str, list[str]]) -> tuple[str, str]:
    problem = "" if len(row) == len(MAPPING) else f"{len(row)} columns where two are needed"
    for name in row:
        found = files.get(name, files.get(os.path.basename(name), []))
        if not name.endswith(SUFFIX):
            problem = problem or f"{name} does not end in {SUFFIX}"
        elif len(found) != 1:
            problem = problem or f"{name}: {'no such file' if not found else 'several files'} in the folder"
    if problem:
        raise InputError(problem, source=mapping, line=number, text=",".join(row))
    gold, system = (files.get(name, files.get(os.path.basename(name), []))[0] for name in row)
    return gold, system


def _files(folder: str) -> dict[str, list[str]]:
    """Paths by their names, and by their names below the folder."""
    found: dict[str, list[str]] = {}
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            for key in {name, os.path.relpath(path, folder)}:
                found.setdefault(key, []).append(path)
    return found
