"""Entities and links of historical documents against HIPE-scorer.

Every row that is expected, and what the scorer printed of all types where it is not said to differ. Not
compared: its rows by label (it books a type error under gold's alone), its `exact` and `partial`, links under
`--original_nel`, its macro averages.
"""

import re
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Check, Checks, against, check, refused
from scripts.conformance.commands import COUNTS, Rows, rows, run, sides

ALL = "ALL"
REGIMES = ("strict", "fuzzy")
KEY = re.compile(r"(\S+) TIME-(\S+) LED-(\S+)")


def case(golden: Path, entry: dict[str, Any]) -> Checks:
    command = ["spans", "--preset", "hipe", *sides(golden, entry["files"]), "--by", "label"]
    if entry["rows"] is None:
        yield refused(f"{entry['name']} exit", run(*command), code=entry["exit"])
        return
    expected = {(row["measure"], row["label"]): row for row in entry["rows"]}
    for field, option in (("noise", "--noise"), ("time", "--period")):
        if bins := sorted(
            {label.partition("=")[2] for _, label in expected if label.startswith(f"{field}=")}
        ):
            command += [option, ",".join(bins)]
    if any("@" in measure for measure, _ in expected):
        command += ["--n-best", "1,3,5"]
    found = rows(*command)
    for row in entry["rows"]:
        measure, label = row["measure"], row["label"]
        numbers = {number: row[number] for number in COUNTS}
        yield check(f"{entry['name']} {measure} {label}", found.of(measure, label=label), numbers, 0)
    of_measures = {measure for measure, _ in expected}
    extra = [
        (measure, label)
        for (measure, _, label), row in found.items()
        if measure in of_measures and (measure, label) not in expected and "=" not in label
        if any(row[number] for number in COUNTS)
    ]
    yield Check(f"{entry['name']} rows", f"not expected: {extra[:3]}" if extra else None)
    differing = {(row["measure"], row["label"]) for row in entry["peer_differs"]}
    for command_line, printed in entry["peer"].items():
        if "--original_nel" not in command_line and "exit" not in printed:
            yield from _printed(entry["name"], found, printed, differing)


@against("HIPE-scorer c2a5684")
def _printed(title: str, found: Rows, printed: dict[str, Any], differing: set[tuple[str, str]]) -> Checks:
    """What the scorer printed of all types, by bins."""
    for key, of_labels in printed.items():
        match = KEY.fullmatch(key)
        if match is None or ALL not in of_labels:
            continue
        column, time, noise = match.groups()
        label = "*" if (time, noise) == (ALL, ALL) else f"noise={noise}" if time == ALL else f"time={time}"
        for regime in REGIMES:
            measure = f"{column.removesuffix('@1')}/{regime}"
            if (measure, label) not in differing and ALL in {time, noise}:
                right, spurious, missed = (of_labels[ALL][regime][name] for name in ("TP", "FP", "FN"))
                numbers = {"p_num": right, "p_den": right + spurious, "r_den": right + missed}
                name = f"{title} as printed {measure} {label}"
                yield check(name, found.of(measure, label=label), numbers, 0)
