"""Semantic roles against srl-eval.pl, eval09.pl and PriMeSRL-Eval.

Every row that is expected, everything that each tool printed, and that malformed input is refused. Not
compared: what srl-eval.pl printed of a file that it does not read to its end, eval09.pl of one whose last
word it does not read; scores of roles and syntax together.
"""

from pathlib import Path
from typing import Any

from scripts.conformance.checks import Check, Checks, against, agreed, check, refused
from scripts.conformance.commands import COUNTS, Row, Rows, rows, run, sides

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


def case(golden: Path, entry: dict[str, Any]) -> Checks:
    """The comparisons of an entry."""
    command, name = ["srl", *sides(golden, entry["files"])], f"{entry['kind']} {entry['name']}"
    if entry["rows"] is None:
        yield refused(f"{name} exit", run(*command), code=entry["exit"])
        return
    measure = ("-m", "primesrl") if entry["kind"] == "primesrl" else ()
    found = rows(*command, *measure, "--by", "label")
    yield from (_row(name, found, row) for row in entry["rows"])
    expected = {(row["measure"], row["label"]) for row in entry["rows"]}
    extra = [key for key in found if (key[0], key[2]) not in expected and any(found[key][n] for n in COUNTS)]
    if entry["kind"] != "primesrl":  # its rows by label are not listed
        yield Check(f"{name} rows", f"not expected: {extra[:3]}" if extra else None)
    defects = entry.get("defect", "").split()
    if entry["kind"] == "span" and ENDS_EARLY not in defects:
        official = rows(*command, *CONLL05, "--by", "label")
        with against("srl-eval.pl of 2005/04/21"):
            yield from (_row(f"{name} as printed", official, row) for row in entry["peer_rows"])
    if SPURIOUS not in defects:
        yield from _printed(name, found, entry["peer"])


def _row(name: str, found: Rows, row: Row) -> Check:
    numbers = {number: row[number] for number in COUNTS}
    own = found.of(row["measure"], label=row["label"])
    return check(f"{name} {row['measure']} {row['label']}", own, numbers, 0)


def _printed(name: str, found: Rows, peer: dict[str, Any]) -> Checks:
    """What eval09.pl and PriMeSRL-Eval printed, in percent of two decimals and in fractions."""
    for line, (measure, score) in PRINTED.items():
        if isinstance(peer.get(line), dict):
            row = found[measure, "*", "*"]
            value = row[score] * 100
            wrong = abs(value - peer[line]["value"]) > 0.0051
            yield Check(f"{name} {line}", f"{value} for {peer[line]['value']}" if wrong else None)
            with against("eval09.pl 0.4, to its two digits"):
                agreed(None if wrong else row)
    for line, measure in PRIMES.items():
        if line in peer:
            scores = {"precision": peer[line]["p"], "recall": peer[line]["r"], "f1": peer[line]["f1"]}
            with against("PriMeSRL-Eval"):
                yield check(f"{name} {line}", found.of(measure), scores)
