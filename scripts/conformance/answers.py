"""Gold with several right answers, against an oracle of everything that any reading and pairing can reach."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, against, differences, rows, run

OF_LEAVES = ("json", "json/exact")
COUNTS = ("p_num", "p_den", "r_num", "r_den")
TOLERANCE = 1e-9


def answers(golden: Path) -> Iterator[Case]:
    """Every case of the index."""
    for entry in json.loads((golden / "index.json").read_text()):
        yield lambda entry=entry: case(golden, entry)


@against("exact fractions, by an independent script")
def case(folder: Path, entry: dict[str, Any]) -> list[Check]:
    """All numbers of one case, or its error."""
    sides = [f"-{key[0]}{folder / path}" for key, path in entry["files"].items()]
    name = entry["name"]
    if entry.get("exit"):
        done = run("json", *sides, *entry["options"])
        refused = done.returncode == entry["exit"] and not done.has_scores
        return [Check(f"{name} is refused", None if refused else f"exit {done.returncode}")]
    expected = dict(entry["expected"])
    by_document = expected.pop("by_document", {})
    asked = [part for measure in expected for part in ("-m", measure)]
    found = rows("json", *sides, *entry["options"], *asked, "--by", "document")
    checks = []
    for measure, numbers in expected.items():
        wanted = dict(numbers)
        if "num" in wanted:
            wanted = {"p_num": wanted["num"], "r_den": wanted["den"], "value": wanted["value"]}
        checks.append(
            Check(f"{name} {measure}", differences(found.get((measure, "*", "*")), wanted, TOLERANCE))
        )
    for document, numbers in by_document.items():
        for measure, counts in _of_document(numbers, list(expected)).items():
            row = found.get((measure, document, "*"))
            checks.append(Check(f"{name} {document} {measure}", differences(row, counts, TOLERANCE)))
    return checks


def _of_document(numbers: Any, measures: list[str]) -> dict[str, dict[str, float]]:
    """The numbers of a document, by measure."""
    if "p_num" in numbers:
        return {"json": {key: numbers[key] for key in COUNTS}}
    return {measure: {"value": numbers[measure]} for measure in measures}
