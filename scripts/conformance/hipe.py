"""Entities and links of historical documents against HIPE-scorer."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, against, differences, rows, run

NUMBERS = ("p_num", "p_den", "r_num", "r_den")
ALL = "ALL"
REGIMES = ("strict", "fuzzy")
KEY = re.compile(r"(\S+) TIME-(\S+) LED-(\S+)")


def hipe(golden: Path) -> Iterator[Case]:
    """Every row that is expected, and what the scorer printed of all types where it is not said to differ.

    Not compared: its rows by label (it books a type error under gold's alone), its `exact` and `partial`,
    links under `--original_nel`, its macro averages.
    """
    for entry in json.loads((golden / "index.json").read_text()):
        yield lambda entry=entry: _compared(golden, entry)


def _compared(golden: Path, entry: dict[str, Any]) -> list[Check]:
    sides = ["-g", str(golden / entry["files"]["gold"]), "-s", str(golden / entry["files"]["system"])]
    command = ["spans", "--preset", "hipe", *sides, "--by", "label"]
    if entry["rows"] is None:
        done = run(*command)
        refused = done.returncode == entry["exit"] and not done.has_scores and "Traceback" not in done.stderr
        return [Check(f"{entry['name']} exit", None if refused else f"{done.returncode}: {done.stderr}")]
    labels = {row["label"] for row in entry["rows"]}
    for field, option in (("noise", "--noise"), ("time", "--period")):
        if bins := sorted(label.partition("=")[2] for label in labels if label.startswith(f"{field}=")):
            command += [option, ",".join(bins)]
    if any("@" in row["measure"] for row in entry["rows"]):
        command += ["--n-best", "1,3,5"]
    found = rows(*command)
    checks = [_row(entry["name"], found, row) for row in entry["rows"]]
    of_measures = {row["measure"] for row in entry["rows"]}
    expected = {(row["measure"], row["label"]) for row in entry["rows"]}
    extra = [
        key
        for key in found
        if key[0] in of_measures
        and (key[0], key[2]) not in expected
        and "=" not in key[2]
        and any(found[key][number] for number in NUMBERS)
    ]
    checks.append(Check(f"{entry['name']} rows", f"not expected: {extra[:3]}" if extra else None))
    differing = {(row["measure"], row["label"]) for row in entry["peer_differs"]}
    return checks + list(_printed(entry, found, differing))


def _row(name: str, found: dict[tuple[str, str, str], dict[str, Any]], row: dict[str, Any]) -> Check:
    numbers = {number: row[number] for number in NUMBERS}
    got = found.get((row["measure"], "*", row["label"]))
    return Check(f"{name} {row['measure']} {row['label']}", differences(got, numbers, 0))


def _printed(
    entry: dict[str, Any], found: dict[tuple[str, str, str], dict[str, Any]], differing: set[tuple[str, str]]
) -> Iterator[Check]:
    """What the scorer printed of all types, by bins."""
    for command, printed in entry["peer"].items():
        if "--original_nel" in command or "exit" in printed:
            continue
        for key, of_labels in printed.items():
            match = KEY.fullmatch(key)
            if match is None or ALL not in of_labels:
                continue
            column, time, noise = match.groups()
            label = (
                "*" if (time, noise) == (ALL, ALL) else f"noise={noise}" if time == ALL else f"time={time}"
            )
            for regime in REGIMES:
                measure = f"{column.removesuffix('@1')}/{regime}"
                if (measure, label) in differing or ALL not in {time, noise}:
                    continue
                counts = of_labels[ALL][regime]
                right, spurious, missed = (counts[name] for name in ("TP", "FP", "FN"))
                numbers = {"p_num": right, "p_den": right + spurious, "r_den": right + missed}
                got = found.get((measure, "*", label))
                name = f"{entry['name']} as printed {measure} {label}"
                with against("HIPE-scorer c2a5684"):
                    problem = differences(got, numbers, 0)
                yield Check(name, problem)
