"""`nerkit acid`: small test cases for scorers. nerkit scores each case and compares the scores with the
expected scores.

A case is a folder with input files and a `case.toml`. The keys of `case.toml` are `title`, `kind` (law,
definition, convention), `rule`, `arithmetic` and `expected` (a fraction for each key). A further table per
scorer names the scorer's files. The verdict on a scorer is *agrees* if every number is within 0.0006 of the
fraction, and *differs* if not. The verdict is *depends* if several runs of a case print different numbers. A
scorer can also refuse (*refuses*) or crash (*crashes*). The verdict is *outside* if the scorer differs or
refuses, and its documentation excludes the input. `docs/acid.md` has the cells of other scorers.
"""

import contextlib
import io
import json
import os
import shlex
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.exceptions import NerkitError, UsageError, unknown

TOLERANCE = 0.0006 + 1e-9  # scorers print three or four digits
Printed = dict[str, float] | str  # the numbers by key, or the message of a scorer that stopped
Run = Sequence[str]  # prefix of the gold file, prefix of the system's, suffix of the keys


@dataclass(frozen=True)
class AcidCase:
    """A test case: a folder of input files, and the expected scores.

    `expected` maps each key (p, r, f, score, muc_r, …) to a fraction. If a convention allows a second answer,
    `otherwise` has the fractions of that answer. `peers` has a table for each scorer with its `files`,
    `options` and `scope`.
    """

    folder: Path
    title: str
    kind: str
    family: str
    rule: str
    arithmetic: str
    expected: Mapping[str, Fraction]
    nerkit: str = ""
    convention: str = ""
    otherwise: Mapping[str, Fraction] = field(default_factory=dict)
    runs: Sequence[Run] = (("gold", "system", ""),)
    nerkit_read: Mapping[str, str] = field(default_factory=dict)
    nerkit_may: Sequence[str] = ()
    peers: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True)
class AcidCell:
    """The verdict on a scorer for a case, with the printed scores. If several runs of the scorer differ, each
    key has a list of scores.
    """

    verdict: str
    printed: dict[str, float | list[float]] | str
    expected: Mapping[str, Fraction]
    convention: bool = False


def read_cases(folder: Path) -> list[AcidCase]:
    """All cases of a folder, sorted by name. Raises UsageError if a `case.toml` lacks a required key."""
    return [_case(path) for path in sorted(folder.glob("*/case.toml"))]


def _case(path: Path) -> AcidCase:
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    for name in ("expected", "otherwise"):
        table[name] = {key: Fraction(value) for key, value in table.get(name, {}).items()}
    peers, known = (
        table.pop("peer", ()),
        {name: table[name] for name in table if name in AcidCase.__dataclass_fields__},
    )
    try:
        return AcidCase(folder=path.parent, peers=peers, **known)
    except TypeError as error:
        raise UsageError(f"{path}: {str(error).split('__init__() ')[-1]}") from None


def verdict(
    case: AcidCase,
    printed: Callable[[Run], tuple[str, Printed]],
    *,
    scope: bool = False,
    read: Mapping[str, str] | None = None,
) -> AcidCell:
    """Judge a scorer on a case.

    `printed(run)` returns ("", numbers by key), or "refuses" or "crashes" with the scorer's message. `scope`
    is True if the scorer's documentation excludes this input. `read` restricts the comparison to its keys.
    """
    found: dict[str, list[float]] = {}
    for run in case.runs:
        stopped, numbers = printed(run)
        if stopped or isinstance(numbers, str):
            asked = {key: case.expected[key] for key in read or case.expected if key in case.expected}
            return AcidCell("outside" if scope and stopped == "refuses" else stopped, str(numbers), asked)
        suffix = "" if run[2].startswith("#") else run[2]
        for key, number in (numbers if read else _derived(numbers, case)).items():
            found.setdefault(key + suffix, []).append(number)
    asked = {key: value for key, value in case.expected.items() if key in found}
    values = {key: sorted({round(number, 6) for number in found[key]}) for key in asked}
    shown: dict[str, float | list[float]] = {
        key: numbers[0] if numbers[-1] - numbers[0] <= TOLERANCE else [round(number, 4) for number in numbers]
        for key, numbers in values.items()
    }
    if not asked:
        return AcidCell("crashes", "nerkit printed none of the numbers that the case asks for", case.expected)
    if any(isinstance(number, list) for number in shown.values()):
        return AcidCell("depends", shown, asked)
    if _near(shown, asked):
        return AcidCell("agrees", shown, asked)
    other = case.kind == "convention" and (not case.otherwise or _near(shown, case.otherwise))
    return AcidCell("outside" if scope else "differs", shown, asked, other)


def _derived(numbers: Mapping[str, float], case: AcidCase) -> dict[str, float]:
    """The printed numbers, and derived numbers if the case expects them. `perfect` is 1 if all scores are 1,
    and `above_one` is how many of P and R exceed 1.
    """
    more = dict(numbers)
    if "perfect" in case.expected:
        shares = [number for key, number in numbers.items() if key != "finishes"]
        more.setdefault("perfect", float(bool(shares) and all(abs(number - 1) < 1e-9 for number in shares)))
    if "above_one" in case.expected:
        more.setdefault("above_one", float(sum(numbers.get(key, 0) > 1 for key in "pr")))
    if "parameters" in case.expected and "score" in numbers:
        more.setdefault("parameters", numbers["score"])
    return more


def _near(numbers: Mapping[str, Any], expected: Mapping[str, Fraction]) -> bool:
    return all(
        abs(number - float(expected[key])) <= TOLERANCE for key, number in numbers.items() if key in expected
    )


def with_prefixes(name: str, run: Run) -> str:
    """The name of a file in a run: `gold.X` and `system.X` get the prefixes of the run, other names stay."""
    side, dot, ending = name.partition(".")
    return {"gold": run[0], "system": run[1]}.get(side, side) + dot + ending


def of_nerkit(case: AcidCase) -> AcidCell:
    """The verdict on nerkit itself: run the case's command in this process, in the case's folder."""

    def printed(run: Run) -> tuple[str, Printed]:
        words = [with_prefixes(word, run) for word in shlex.split(case.nerkit)[1:]]
        return _scored([*words, "-q"], case)

    return verdict(case, printed, read=case.nerkit_read)


def _scored(words: list[str], case: AcidCase) -> tuple[str, Printed]:
    """Run a command and return ("", the numbers that the case asks for). If the command refuses, return
    ("refuses", message).
    """
    from nerkit.cli.program import cli

    here, out = os.getcwd(), io.StringIO()
    os.chdir(case.folder)
    try:
        with contextlib.redirect_stdout(out):
            cli.main(words, prog_name="nerkit", standalone_mode=False)
    except (NerkitError, click.ClickException) as error:
        message = error.message if isinstance(error, click.ClickException) else str(error)
        return "refuses", message.splitlines()[0]
    finally:
        os.chdir(here)
    result = json.loads(out.getvalue())
    return "", {key: _number(result["rows"], where) for key, where in case.nerkit_read.items()}


def _number(rows: list[dict[str, Any]], where: str) -> float:
    """The number that *where* names in the rows: `MEASURE FIELD`, `first` (the value of the first row) or
    `exit` (always 1, because the run ended). `MEASURE perfect` is 1 if the value is 1. `MEASURE above` is how
    many of P and R exceed 1.
    """
    measure, _, column = where.rpartition(" ")
    if where.startswith("exit"):
        return 1.0
    row = next(
        row for row in rows if not measure or (row["measure"] == measure and row.get("label", "*") == "*")
    )
    if column == "perfect":
        return float(_value(row) == 1)
    if column == "above":
        return float(sum((row.get(name) or 0) > 1 for name in ("precision", "recall")))
    return float(_value(row) if column in ("first", "value") else row[column])


def _value(row: Mapping[str, Any]) -> float:
    return float(next(row[name] for name in ("value", "f1") if row.get(name) is not None))


def home() -> Path:
    """The folder of the cases, in an installed package or in a checkout. Raises UsageError if no folder
    exists.
    """
    package = Path(__file__).parents[1]
    homes = (package / "acid", package.parent / "scripts" / "acid" / "cases")
    found = next((path for path in homes if path.is_dir()), None)
    if found is None:
        raise UsageError("the cases are not installed")
    return found


@click.command(cls=GroupedCommand)
@click.argument("case", required=False)
def command(case: str | None) -> None:
    """Check this installation on small cases whose scores follow from laws and published definitions.

    nerkit prints one line per case, and exits with 1 if a number differs from the claim.

    \b
    Examples:
      nerkit acid
      nerkit acid 27-search-trap
    """
    cases = [found for found in read_cases(home()) if found.nerkit]
    if case is not None:
        named = [found for found in cases if found.folder.name == case]
        if not named:
            raise unknown("case", case, [found.folder.name for found in cases])
        cases = named
    failed = 0
    for found in cases:
        cell = of_nerkit(found)
        right = cell.verdict == "agrees" or cell.verdict in found.nerkit_may or cell.convention
        failed += not right
        click.echo(f"{cell.verdict:9}{found.folder.name:30}{found.title}")
        if case is not None or not right:
            _explain(found, cell)
    click.echo(f"{len(cases) - failed} of {len(cases)} cases hold")
    if failed:
        raise click.exceptions.Exit(1)


def _explain(case: AcidCase, cell: AcidCell) -> None:
    """Print the claim of a case, the expected numbers and the printed numbers."""
    expected = ", ".join(f"{key} {value}" for key, value in cell.expected.items())
    printed = (
        cell.printed
        if isinstance(cell.printed, str)
        else ", ".join(f"{k} {v}" for k, v in cell.printed.items())
    )
    for name, text in (
        ("rule", case.rule),
        ("sum", case.arithmetic),
        ("expected", expected),
        ("printed", printed),
        ("command", case.nerkit),
    ):
        click.echo(f"  {name + ':':10}{text}")
