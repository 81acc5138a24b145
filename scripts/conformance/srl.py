"""Semantic roles against srl-eval.pl, eval09.pl and PriMeSRL-Eval."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, against, agreed, differences, rows, run

NUMBERS = ("p_num", "p_den", "r_num", "r_den")
ENDS_EARLY = "BLANK"  # files that srl-eval.pl does not read to their end
CONLL05 = ("-m", "srl-conll05")
PRINTED = {  # lines of eval09.pl -> measure and score
    "LAS": ("LAS", "f1"),
    "UAS": ("UAS", "f1"),
    "LA": ("LA", "f1"),
    "labeled_precision": ("srl-dep", "precision"),
    "labeled_recall": ("srl-dep", "recall"),
    "unlabeled_precision": ("srl-dep/unlabeled", "precision"),
    "unlabeled_recall": ("srl-dep/unlabeled", "recall"),
    "proposition_precision": ("srl-dep/propositions", "precision"),
    "proposition_recall": ("srl-dep/propositions", "recall"),
    "exact_semantic": ("srl-dep/exact", "f1"),
}
PRIMES = {
    "PredicateId": "primesrl/predicates",
    "ArgumentHead": "primesrl/arguments",
    "CoreArgHead": "primesrl/core",
    "ContextArgHead": "primesrl/contextual",
}
SPURIOUS = "LASTLINE"  # files whose last word eval09.pl does not read


def srl(golden: Path) -> Iterator[Case]:
    """Every row that is expected, everything that each tool printed, and that malformed input is refused.

    Not compared: what srl-eval.pl printed of a file that it does not read to its end, eval09.pl of one whose
    last word it does not read; scores of roles and syntax together.
    """
    for entry in json.loads((golden / "index.json").read_text()):
        yield lambda entry=entry: compared(golden, entry)


def compared(golden: Path, entry: dict[str, Any]) -> list[Check]:
    """The comparisons of an entry."""
    sides = ["-g", str(golden / entry["files"]["gold"]), "-s", str(golden / entry["files"]["system"])]
    name = f"{entry['kind']} {entry['name']}"
    if entry["rows"] is None:
        done = run("srl", *sides)
        refused = done.returncode == entry["exit"] and not done.has_scores and "Traceback" not in done.stderr
        return [Check(f"{name} exit", None if refused else f"{done.returncode}: {done.stderr}")]
    measure = ("-m", "primesrl") if entry["kind"] == "primesrl" else ()
    found = rows("srl", *sides, *measure, "--by", "label")
    checks = [_row(name, found, row) for row in entry["rows"]]
    expected = {(row["measure"], row["label"]) for row in entry["rows"]}
    extra = [key for key in found if (key[0], key[2]) not in expected and any(found[key][n] for n in NUMBERS)]
    if entry["kind"] != "primesrl":  # its rows by label are not listed
        checks.append(Check(f"{name} rows", f"not expected: {extra[:3]}" if extra else None))
    defects = entry.get("defect", "").split()
    if entry["kind"] == "span" and ENDS_EARLY not in defects:
        official = rows("srl", *sides, *CONLL05, "--by", "label")
        with against("srl-eval.pl of 2005/04/21"):
            checks += [_row(f"{name} as printed", official, row) for row in entry["peer_rows"]]
    return checks + (_printed(name, found, entry["peer"]) if SPURIOUS not in defects else [])


def _row(name: str, found: dict[tuple[str, str, str], dict[str, Any]], row: dict[str, Any]) -> Check:
    key = (row["measure"], "*", row["label"])
    numbers = {number: row[number] for number in NUMBERS}
    return Check(f"{name} {row['measure']} {row['label']}", differences(found.get(key), numbers, 0))


def _printed(
    name: str, found: dict[tuple[str, str, str], dict[str, Any]], peer: dict[str, Any]
) -> list[Check]:
    """What eval09.pl and PriMeSRL-Eval printed, in percent of two decimals and in fractions."""
    checks = []
    for line, (measure, score) in PRINTED.items():
        if isinstance(peer.get(line), dict):
            value = found[measure, "*", "*"][score] * 100
            wrong = abs(value - peer[line]["value"]) > 0.0051
            checks.append(Check(f"{name} {line}", f"{value} for {peer[line]['value']}" if wrong else None))
            with against("eval09.pl 0.4, to its two digits"):
                agreed(None if wrong else found[measure, "*", "*"])
    for line, measure in PRIMES.items():
        if line in peer:
            scores = {"precision": peer[line]["p"], "recall": peer[line]["r"], "f1": peer[line]["f1"]}
            with against("PriMeSRL-Eval"):
                checks.append(Check(f"{name} {line}", differences(found[measure, "*", "*"], scores, 1e-9)))
    return checks
