"""Corrections, segmentation and negation, against published scorers. A part of `conformance.py`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, run
from scripts.conformance.tasks import difference

PRESETS = {"m2": "gec", "seg": "seg", "negation": "negation"}  # kind of a case -> the preset
NLTK = {"pk": "nltk pk", "windowdiff": "nltk windowdiff"}


def other(golden: Path) -> Iterator[Case]:
    """Every case, by its preset; those of segmentation also document by document, with the window of nltk."""
    for case in json.loads((golden / "index.json").read_text()):
        yield lambda case=case: _of_case(golden, case)


def _of_case(folder: Path, case: dict[str, Any]) -> list[Check]:
    preset, name = PRESETS[case["kind"]], case["name"]
    sides = ["-g", str(folder / case["files"]["gold"]), "-s", str(folder / case["files"]["system"])]
    by = ["--by", "label"] if preset == "gec" else []
    done = run("evaluate", "--preset", preset, *sides, *by, "-f", "json")
    if not case["rows"]:
        fine = done.returncode == 2 and "Traceback" not in done.stderr
        return [Check(f"{name}: must be refused", None if fine else f"exit {done.returncode}: {done.stderr}")]
    if done.returncode:
        return [Check(name, done.stderr)]
    rows = {(row["measure"], row["label"]): row for row in json.loads(done.stdout)["rows"]}
    checks = [
        Check(
            f"{name}: {row['measure']} {row['label']}",
            difference(rows.get((row["measure"], row["label"])), row),
        )
        for row in case["rows"]
    ]
    for document in case["peer"].get("documents", ()) if preset == "seg" else ():
        checks += _of_windows(sides, document, name)
    return checks


def _of_windows(sides: list[str], document: dict[str, Any], name: str) -> list[Check]:
    """The values of a document with the window that nltk takes for it."""
    asked = ["--set", f"window={document['k']}", "--by", "document", "-f", "json"]
    done = run("evaluate", "--preset", "seg", *sides, *asked)
    rows = json.loads(done.stdout)["rows"] if done.returncode == 0 else []
    checks = []
    for measure, key in NLTK.items():
        values = [row["value"] for row in rows if row["measure"] == measure and row["document"] != "*"]
        found = any(abs(value - document[key]) < 1e-9 for value in values)
        checks.append(Check(f"{name}: {measure}", None if found else f"{values}, and not {document[key]}"))
    return checks
