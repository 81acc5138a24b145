"""Tool calls against an oracle that collects all counts which any matching and any reading can reach."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from nerkit.corpora.corpus import STATUSES
from nerkit.scorers.calls.same_calls import LOSSES
from scripts.conformance.checks import Case, Check, against, differences, rows, run

COUNTS = ("p_num", "p_den", "r_num", "r_den", "f1")
OF_COUNTS = ("calls", "tools", "arguments")
OF_SHARES = ("calls/exact", "trajectory", "irrelevance")
TOLERANCE = 1e-12
Rows = Mapping[tuple[str, str, str], dict[str, Any]]


def calls(golden: Path) -> Iterator[Case]:
    """Every case of the index."""
    for entry in json.loads((golden / "index.json").read_text()):
        yield lambda entry=entry: case(golden, entry)


@against("all matchings, tried one after the other")
def case(folder: Path, entry: dict[str, Any]) -> list[Check]:
    """All numbers of one case, or that it is an error."""
    name, expected = entry["name"], entry["expected"]
    files = {side: str(folder / path) for side, path in entry["files"].items()}
    sides = ["-g", files["gold"], "-s", files["system"], *entry["options"]]
    if "tools" in files:
        sides += ["--tools", files["tools"]]
    if "exit" in entry:
        code = run("calls", *sides).returncode
        return [Check(name, None if code == entry["exit"] else f"exit code {code}")]
    asked = [part for one in (*OF_COUNTS, *OF_SHARES, "calls/format") for part in ("-m", one)]
    found = rows("calls", *sides, *asked, "--by", "document")
    checks = []
    for what, numbers in expected.items():
        row = found.get((what, "*", "*"))
        if what in OF_COUNTS:
            checks.append(_check(name, what, row, numbers))
        elif what in OF_SHARES:
            checks.append(_check(name, what, row, _share(numbers)))
        elif what == "calls/format":
            checks.append(_check(name, what, row, {status: numbers.get(status, 0) for status in STATUSES}))
        elif what == "format_by_document":
            for document, status in numbers.items():
                own = found.get(("calls/format", document, "*"))
                checks.append(
                    _check(name, f"{what} {document}", own, {one: int(one == status) for one in STATUSES})
                )
        elif what == "classes":
            checks.append(_check(name, what, found["calls", "*", "*"], {one: numbers[one] for one in LOSSES}))
        elif what == "by_document":
            checks += _documents(name, found, numbers)
        elif what == "by_label":
            own = rows("calls", *sides, "-m", "calls", "--by", "label")
            checks += [
                _check(name, f"label {tool}", own.get(("calls", "*", tool)), one)
                for tool, one in numbers.items()
            ]
    return checks


def _documents(name: str, found: Rows, expected: dict[str, Any]) -> Iterator[Check]:
    for document, numbers in expected.items():
        for what, own in numbers.items():
            measure = "calls/exact" if what == "exact" else what
            wanted = _share(own) if what == "exact" else own
            yield _check(name, f"document {document} {measure}", found.get((measure, document, "*")), wanted)


def _share(numbers: Mapping[str, Any]) -> dict[str, Any]:
    wanted = {"p_num": numbers["num"], "r_den": numbers["den"]}
    return wanted | ({"value": numbers["value"]} if numbers.get("value") is not None else {})


def _check(name: str, what: str, row: dict[str, Any] | None, wanted: dict[str, Any]) -> Check:
    return Check(f"{name} {what}", differences(row, wanted, TOLERANCE))
