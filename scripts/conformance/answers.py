"""Gold with several right answers, against an oracle of everything that any reading and pairing can reach."""

from pathlib import Path
from typing import Any

from scripts.conformance.checks import Checks, against, check, refused
from scripts.conformance.commands import COUNTS, asked, rows, run, sides


@against("exact fractions, by an independent script")
def case(folder: Path, entry: dict[str, Any]) -> Checks:
    """All numbers of one case, or its error."""
    command, name = ["json", *sides(folder, entry["files"]), *entry["options"]], entry["name"]
    if entry.get("exit"):
        yield refused(f"{name} is refused", run(*command), code=entry["exit"])
        return
    expected = dict(entry["expected"])
    by_document = expected.pop("by_document", {})
    found = rows(*command, *asked(expected), "--by", "document")
    for measure, numbers in expected.items():
        wanted = dict(numbers)
        if "num" in wanted:
            wanted = {"p_num": wanted["num"], "r_den": wanted["den"], "value": wanted["value"]}
        yield check(f"{name} {measure}", found.of(measure), wanted)
    for document, numbers in by_document.items():
        for measure, counts in _of_document(numbers, list(expected)).items():
            yield check(f"{name} {document} {measure}", found.of(measure, document), counts)


def _of_document(numbers: Any, measures: list[str]) -> dict[str, dict[str, float]]:
    """The numbers of a document, by measure."""
    if "p_num" in numbers:
        return {"json": {key: numbers[key] for key in COUNTS}}
    return {measure: {"value": numbers[measure]} for measure in measures}
