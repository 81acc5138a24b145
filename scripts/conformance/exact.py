"""Exact tests by enumeration."""

import json
from functools import partial
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Cases, Check, Checks
from scripts.conformance.commands import read, run, sides, told

SIDES = {"p": [], "greater": ["--one-sided=greater"], "less": ["--one-sided=less"]}


def cases(golden: Path) -> Cases:
    """The cases of the index that are compared here."""
    for case in read(golden / "index.json"):
        if case["kind"] in COMPARE:
            yield partial(COMPARE[case["kind"]], golden, case)


def _told(golden: Path, case: dict[str, Any], command: str, *more: str) -> Any:
    """What a command says of a case, or its exit code where that is not 0."""
    systems = [f"-s{name}={golden / path}" for name, path in case["files"].items() if name != "gold"]
    options = ["-m", case["measure"], *case["options"], *more, "-f", "json", "-q"]
    done = run(command, "-g", str(golden / case["files"]["gold"]), *systems, *options)
    return done.returncode or json.loads(done.stdout)


def _check(name: str, found: dict[str, Any], expected: dict[str, Any]) -> Check:
    """Whether all is equal, floats but for 1e-9 (of themselves above 1)."""
    wrong = [
        f"{name} {found[name]!r} instead of {value!r}"
        for name, value in expected.items()
        if not (found[name] == value or _near(found[name], value))
    ]
    return Check(name, ", ".join(wrong) or None)


def _near(found: Any, wanted: Any) -> bool:
    both = isinstance(found, float | int) and isinstance(wanted, float)
    return both and abs(found - wanted) <= 1e-9 * max(1.0, abs(wanted))


def p_case(golden: Path, case: dict[str, Any]) -> Checks:
    for side, options in SIDES.items():
        printed = _told(golden, case, case["command"], "--paired", "exact", *options)
        if not isinstance(printed, dict):
            yield _check(f"{case['name']}: exit", {"exit": printed}, {"exit": case["exit"]})
            continue
        where = {"document": case.get("document", "*"), "label": "*", "system": "b"}
        row = next(r for r in printed["rows"] if all(r[name] == value for name, value in where.items()))
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
            yield _check(f"{case['name']}: {score}: {side}", found, expected)


def discrimination_case(golden: Path, case: dict[str, Any]) -> Checks:
    printed = _told(golden, case, "compare", "--discrimination")
    yield _check(case["name"], printed["rows"][0], case["expected"])


def estimate_case(golden: Path, case: dict[str, Any]) -> Checks:
    files = {name: str(golden / path) for name, path in case["files"].items()}
    options = [
        f"--{name.replace('_', '-')}={files[name]}"
        for name in ("judged", "gold_documents", "judged_documents")
        if name in files
    ]
    command = ["estimate", *sides(golden, case["files"]), *options, "-m", case["measure"], *case["options"]]
    if "exit" in case:
        yield _check(f"{case['name']}: exit", {"exit": run(*command).returncode}, {"exit": case["exit"]})
        return
    row = told(*command)["rows"][0]
    for score, wanted in case["expected"].items():
        found = {name: row.get(f"{score}_{name}", row.get(name)) for name in wanted}
        yield _check(f"{case['name']}: {score}", found | {"value": row[score]}, wanted)


COMPARE = {"p": p_case, "discrimination": discrimination_case, "estimate": estimate_case}
