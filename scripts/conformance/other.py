"""Corrections, segmentation and negation, against published scorers.

Segmentation also document by document, with the window of nltk.
"""

from pathlib import Path
from typing import Any

from scripts.conformance.checks import Check, Checks, check, refused
from scripts.conformance.commands import rows, run, sides
from scripts.conformance.tasks import numbers

PRESETS = {"m2": "gec", "seg": "seg", "negation": "negation"}  # kind of a case -> the preset
NLTK = {"pk": "nltk pk", "windowdiff": "nltk windowdiff"}


def case(folder: Path, case: dict[str, Any]) -> Checks:
    preset, name = PRESETS[case["kind"]], case["name"]
    command = ["evaluate", "--preset", preset, *sides(folder, case["files"])]
    by = ["--by", "label"] if preset == "gec" else []
    if not case["rows"]:
        yield refused(f"{name}: must be refused", run(*command, *by, "-f", "json"))
        return
    found = rows(*command, *by)
    for row in case["rows"]:
        own = found.of(row["measure"], label=row["label"])
        yield check(f"{name}: {row['measure']} {row['label']}", own, numbers(row))
    for document in case["peer"].get("documents", ()) if preset == "seg" else ():
        yield from _of_windows(command, document, name)


def _of_windows(command: list[str], document: dict[str, Any], name: str) -> Checks:
    """The values of a document with the window that nltk takes for it."""
    found = rows(*command, "--set", f"window={document['k']}", "--by", "document")
    for measure, key in NLTK.items():
        values = [row["value"] for (one, of, _), row in found.items() if one == measure and of != "*"]
        near = any(abs(value - document[key]) < 1e-9 for value in values)
        yield Check(f"{name}: {measure}", None if near else f"{values}, and not {document[key]}")
