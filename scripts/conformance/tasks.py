"""Tasks that are files, against published code and counts by brute force."""

from functools import partial
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Cases, Checks, check, refused
from scripts.conformance.commands import read, rows, run, sides

NAMES = ("measure", "label")


def cases(golden: Path) -> Cases:
    """The presets that nerkit has, and preset files with their errors."""
    from nerkit.ground.preset_files import built_in

    for folder in (golden, golden / "presets"):
        for case in read(folder / "index.json"):
            if case["preset"] in built_in() or case["preset"].endswith(".toml"):
                yield partial(_of_case, folder, case)


def _of_case(folder: Path, case: dict[str, Any]) -> Checks:
    preset = str(folder / case["preset"]) if case["preset"].endswith(".toml") else case["preset"]
    options = ["--set", f"slots={case['slots']}"] if "slots" in case else []
    command = ["evaluate", "--preset", preset, *sides(folder, case["files"]), *options]
    name = case["name"]
    if case.get("exit"):
        line = f":{case['line']}:" if "line" in case else ":"
        yield refused(f"{name}: must be refused", run(*command, "-f", "json"), line, code=case["exit"])
        return
    found = rows(*command)
    for row in case["rows"]:
        yield check(f"{name}: {row['measure']}", found.of(row["measure"]), numbers(row))


def numbers(wanted: dict[str, Any]) -> dict[str, float]:
    """The numbers of a row of golden data."""
    return {key: value for key, value in wanted.items() if key not in NAMES}
