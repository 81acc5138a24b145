"""Tool calls against an oracle that collects all counts which any matching and any reading can reach."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nerkit.corpora.corpus import STATUSES
from nerkit.scorers.calls.same_calls import LOSSES
from scripts.conformance.checks import Checks, against, check, same
from scripts.conformance.commands import Row, asked, rows, run, sides

OF_COUNTS = ("calls", "tools", "arguments")
OF_SHARES = ("calls/exact", "trajectory", "irrelevance")
TOLERANCE = 1e-12


@against("all matchings, tried one after the other")
def case(folder: Path, entry: dict[str, Any]) -> Checks:
    """All numbers of one case, or that it is an error."""
    name, expected, files = entry["name"], entry["expected"], entry["files"]
    command = ["calls", *sides(folder, files), *entry["options"]]
    if "tools" in files:
        command += ["--tools", str(folder / files["tools"])]
    if "exit" in entry:
        yield same(name, run(*command).returncode, entry["exit"])
        return
    found = rows(*command, *asked((*OF_COUNTS, *OF_SHARES, "calls/format")), "--by", "document")
    wanted: list[tuple[str, Row | None, Mapping[str, Any]]] = []  # name, our row, the numbers
    for what, numbers in expected.items():
        row = found.of(what)
        if what in OF_COUNTS:
            wanted.append((what, row, numbers))
        elif what in OF_SHARES:
            wanted.append((what, row, _share(numbers)))
        elif what == "calls/format":
            wanted.append((what, row, {status: numbers.get(status, 0) for status in STATUSES}))
        elif what == "format_by_document":
            for document, status in numbers.items():
                only = {one: int(one == status) for one in STATUSES}
                wanted.append((f"{what} {document}", found.of("calls/format", document), only))
        elif what == "classes":
            wanted.append((what, found.of("calls"), {one: numbers[one] for one in LOSSES}))
        elif what == "by_document":
            for document, by in numbers.items():
                for measure, own in by.items():
                    kind, counts = ("calls/exact", _share(own)) if measure == "exact" else (measure, own)
                    wanted.append((f"document {document} {kind}", found.of(kind, document), counts))
        elif what == "by_label":
            own = rows(*command, "-m", "calls", "--by", "label")
            wanted += [(f"label {tool}", own.of("calls", label=tool), one) for tool, one in numbers.items()]
    for what, row, numbers in wanted:
        yield check(f"{name} {what}", row, numbers, TOLERANCE)


def _share(numbers: Mapping[str, Any]) -> dict[str, Any]:
    wanted = {"p_num": numbers["num"], "r_den": numbers["den"]}
    return wanted | ({"value": numbers["value"]} if numbers.get("value") is not None else {})
