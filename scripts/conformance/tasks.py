"""Tasks that are files, against published code and counts by brute force. A part of `conformance.py`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, run

TOLERANCE = 1e-9
NAMES = ("measure", "label")


def tasks(golden: Path) -> Iterator[Case]:
    """The presets that nerkit has, and preset files with their errors."""
    from nerkit.ground.preset_files import built_in

    for folder in (golden, golden / "presets"):
        for case in json.loads((folder / "index.json").read_text()):
            if case["preset"] in built_in() or case["preset"].endswith(".toml"):
                yield lambda folder=folder, case=case: _of_case(folder, case)


def _of_case(folder: Path, case: dict[str, Any]) -> list[Check]:
    preset = str(folder / case["preset"]) if case["preset"].endswith(".toml") else case["preset"]
    sides = ["-g", str(folder / case["files"]["gold"]), "-s", str(folder / case["files"]["system"])]
    options = ["--set", f"slots={case['slots']}"] if "slots" in case else []
    done = run("evaluate", "--preset", preset, *sides, *options, "-f", "json")
    name = case["name"]
    if case.get("exit"):
        line = f":{case['line']}:" if "line" in case else ":"
        fine = done.returncode == case["exit"] and line in done.stderr and "Traceback" not in done.stderr
        return [Check(f"{name}: must be refused", None if fine else f"exit {done.returncode}: {done.stderr}")]
    if done.returncode:
        return [Check(name, done.stderr)]
    rows = {row["measure"]: row for row in json.loads(done.stdout)["rows"] if row["label"] == "*"}
    return [
        Check(f"{name}: {row['measure']}", difference(rows.get(row["measure"]), row)) for row in case["rows"]
    ]


def difference(row: dict[str, Any] | None, wanted: dict[str, Any]) -> str | None:
    """What differs from the numbers that are wanted; None if nothing does."""
    if row is None:
        return "no such row"
    wrong = {
        key: (row[key], value)
        for key, value in wanted.items()
        if key not in NAMES and (row[key] is None or abs(row[key] - value) > TOLERANCE)
    }
    return str(wrong) if wrong else None
