"""Tagged texts that differ against Nerval 0.3.3. A part of `conformance.py`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, Done, against, differences, rows, run

EXCEPTIONS = {  # differences that are meant, and checked nowhere else
    "nested_type_with_space": "the look-ahead takes a type with a blank for what it is",
}
SKIPPED_MARK = (
    "utf8_bom_gold_only"  # by default a byte order mark is no character, which thresholds below 0.3 notice
)


def nerval(golden: Path) -> Iterator[Case]:
    """Nerval 0.3.3: `noisy` where Nerval shows no defect and no tie decides, else `--nerval`."""
    index = json.loads((golden / "index.json").read_text())
    for case in index["cases"]:
        if case["nerval_outcome"] == "scores":
            sound = not case["nerval_flags"] and case["group"] != "tie_sensitive"
            for how in ((), ("--nerval",)) if sound else (("--nerval",),):
                yield lambda case=case, how=how: nerval_case(golden, case, how)
            yield lambda case=case: nerval_tables(golden, case)
        elif "256" in case.get("note", ""):
            yield lambda case=case: [nerval_self_score(golden, case)]
    for batch in index["batch"]:
        yield lambda batch=batch: nerval_batch(golden / batch["dir"])
    yield lambda: nerval_cli(golden)


def nerval_case(golden: Path, case: dict[str, Any], how: tuple[str, ...]) -> list[Check]:
    """Counts of every label at the default threshold, and matches at the others."""
    expected = json.loads((golden / case["files"]["expected"]).read_text())["nerval"]
    name = f"{case['name']}{' --nerval' if how else ''}"
    sides = ["-g", str(golden / case["files"]["gold"]), str(golden / case["files"]["pred"])]
    thresholds = {"0.3": expected["scores"], **expected["matched_by_threshold"]}
    checks = []
    for threshold, wanted in thresholds.items():
        if case["name"] in EXCEPTIONS and (how or threshold != "0.3"):
            continue
        if case["name"] == SKIPPED_MARK and not how and threshold != "0.3":
            continue
        scored = rows("noisy", *sides, "--threshold", threshold, *how)
        for label, numbers in wanted.items():
            got = scored.get(("noisy", "*", "*" if label == "ALL" else label))
            golden_numbers = {"matched": numbers} if isinstance(numbers, int) else numbers
            names = {"predicted": "p_den", "matched": "p_num", "support": "r_den"}
            counts = {names[key]: golden_numbers[key] or 0 for key in names if key in golden_numbers}
            scores = {
                key: golden_numbers[key]
                for key in ("precision", "recall", "f1")
                if golden_numbers.get(key) is not None
            }
            if got is None and not any(counts.values()):
                continue  # a label that a threshold lists although it occurs nowhere
            with against(f"teklia-nerval 0.3.3{', with --nerval' if how else ''}"):
                checks.append(Check(f"{name}: {threshold} {label}", differences(got, counts | scores, 1e-12)))
    return checks


def nerval_tables(golden: Path, case: dict[str, Any]) -> list[Check]:
    """The Markdown tables, byte for byte; where Nerval stops with a traceback there must be a table too."""
    if case["name"] in EXCEPTIONS:
        return []
    expected = json.loads((golden / case["files"]["expected"]).read_text())["nerval"]
    checks = []
    for kind, options in (("cli_verbose", ["-v"]), ("cli_compact", [])):
        sides = ["-a", str(golden / case["files"]["gold"]), "-p", str(golden / case["files"]["pred"])]
        checks.append(
            nerval_output(f"{case['name']}: {kind}", expected.get(kind), run("nerval", *sides, *options))
        )
    return [check for check in checks if check is not None]


def nerval_output(name: str, wanted: dict[str, Any] | None, done: Done) -> Check | None:
    if wanted is None:
        return None
    if "NoneType" in wanted.get("stderr_last_line", ""):  # it cannot round or add a score that does not exist
        fine = done.returncode == 0 and done.stdout.startswith(wanted["stdout"]) and "None" in done.stdout
    elif wanted["exit_code"]:
        fine = done.returncode == 2 and not done.has_scores and "Traceback" not in done.stderr
    else:
        fine = (done.returncode, done.stdout) == (0, wanted["stdout"])
    return Check(name, None if fine else f"exit {done.returncode}, {done.stdout or done.stderr!r}")


def nerval_self_score(golden: Path, case: dict[str, Any]) -> Check:
    """What Nerval refuses for its number of characters is scored."""
    sides = ["-g", str(golden / case["files"]["gold"]), str(golden / case["files"]["pred"])]
    return Check(case["name"], differences(rows("noisy", *sides)["noisy", "*", "*"], {"f1": 1.0}, 0))


def nerval_batch(folder: Path) -> list[Check]:
    expected = json.loads((folder / "expected.json").read_text())
    checks = []
    for kind, options in (("cli_verbose", ["-v"]), ("cli_compact", [])):
        done = run("nerval", "-c", str(folder / "mapping.csv"), "-f", str(folder / "bio"), *options)
        checks.append(nerval_output(f"{folder.name}: {kind}", expected.get(kind), done))
    return [check for check in checks if check is not None]


def nerval_cli(golden: Path) -> list[Check]:
    recorded = json.loads((golden / "cli.json").read_text())
    folder = golden / "cases" / recorded["cwd"].rpartition(" ")[2]
    checks = []
    for item in recorded["runs"]:
        paths = [
            str(folder / part) if part.endswith(".bio") or part == "." else part for part in item["args"]
        ]
        checks.append(nerval_output(f"nerval {' '.join(item['args'])}", item, run("nerval", *paths)))
    return [check for check in checks if check is not None]
