"""Exact tests by enumeration. A part of `conformance.py`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, run

SIDES = {"p": [], "greater": ["--one-sided=greater"], "less": ["--one-sided=less"]}


def exact(golden: Path) -> Iterator[Case]:
    """The cases of the index that are compared here."""
    for case in json.loads((golden / "index.json").read_text()):
        if case["kind"] in KINDS:
            yield lambda case=case: COMPARE[case["kind"]](golden, case)


def _told(golden: Path, case: dict[str, Any], command: str, *more: str) -> Any:
    """What a command says of a case, or its exit code where that is not 0."""
    files = {name: str(golden / path) for name, path in case["files"].items()}
    systems = [part for name, path in files.items() if name != "gold" for part in ("-s", f"{name}={path}")]
    options = ["-m", case["measure"], *case["options"], *more, "-f", "json", "-q"]
    done = run(command, "-g", files["gold"], *systems, *options)
    return json.loads(done.stdout) if not done.returncode else done.returncode


def _differs(found: dict[str, Any], expected: dict[str, Any]) -> str | None:
    """What differs: floats by more than 1e-9 (of themselves above 1), all else at all."""
    wrong = [
        f"{name} {found[name]!r} instead of {value!r}"
        for name, value in expected.items()
        if not (found[name] == value or _near(found[name], value))
    ]
    return ", ".join(wrong) or None


def _near(found: Any, wanted: Any) -> bool:
    both = isinstance(found, float | int) and isinstance(wanted, float)
    return both and abs(found - wanted) <= 1e-9 * max(1.0, abs(wanted))


def p_case(golden: Path, case: dict[str, Any]) -> list[Check]:
    checks = []
    for side, options in SIDES.items():
        told = _told(golden, case, case["command"], "--paired", "exact", *options)
        if not isinstance(told, dict):
            checks.append(Check(f"{case['name']}: exit", _differs({"exit": told}, {"exit": case["exit"]})))
            continue
        where = {"document": case.get("document", "*"), "label": "*", "system": "b"}
        row = next(r for r in told["rows"] if all(r[name] == value for name, value in where.items()))
        for score, wanted in case["expected"].items():
            prefix = "" if score == "f1" else f"{score}_"
            found = {"delta": row[f"{prefix}delta"], "units": row["p_units"]}
            expected = {"delta": wanted["delta"], "units": wanted["units"]}
            if side in wanted:
                found["p"], expected["p"] = row[f"{prefix}p_exact"], wanted[side]
            if side == "p" and "p_float" in wanted:
                found["p"], expected["p"] = row[f"{prefix}p"] / wanted["p_float"], 1.0
            if side == "p" and "p_low" in wanted:
                found["near"] = wanted["p_low"] <= row["p"] <= wanted["p_high"]
                found["method"], found["p"] = row["p_method"], row["p_exact"]
                expected |= {"near": True, "method": wanted["method"], "p": None}
            checks.append(Check(f"{case['name']}: {score}: {side}", _differs(found, expected)))
    return checks


def discrimination_case(golden: Path, case: dict[str, Any]) -> list[Check]:
    told = _told(golden, case, "compare", "--discrimination")
    return [Check(case["name"], _differs(told["rows"][0], case["expected"]))]


def estimate_case(golden: Path, case: dict[str, Any]) -> list[Check]:
    files = {name: str(golden / path) for name, path in case["files"].items()}
    lists = [
        word
        for name in ("gold_documents", "judged_documents")
        if name in files
        for word in (f"--{name.replace('_', '-')}", files[name])
    ]
    sides = ["-g", files["gold"], "--judged", files["judged"], "-s", files["system"]]
    done = run("estimate", *sides, *lists, "-m", case["measure"], *case["options"], "-f", "json", "-q")
    if done.returncode or "exit" in case:
        return [
            Check(f"{case['name']}: exit", _differs({"exit": done.returncode}, {"exit": case.get("exit", 0)}))
        ]
    row = json.loads(done.stdout)["rows"][0]
    checks = []
    for score, wanted in case["expected"].items():
        found = {name: row.get(f"{score}_{name}", row.get(name)) for name in wanted}
        checks.append(Check(f"{case['name']}: {score}", _differs(found | {"value": row[score]}, wanted)))
    return checks


COMPARE = {
    "p": p_case,
    "discrimination": discrimination_case,
    "estimate": estimate_case,
}
KINDS = tuple(COMPARE)
