"""Spans against neleval 3.1.1. A part of `conformance.py`."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, against, differences, rows, run

GROUP = re.compile(r';(docid|type)=("(?:[^"\\]|\\.)*"|null|<\w+>)')

REFUSED = re.compile(r"error: (\S+): no annotation has an? (?:id|type|score)\b")
PRESETS = ("tac14", "lorehlt")


def neleval(golden: Path) -> Iterator[Case]:
    """Span measures of neleval 3.1.1, corrected where its README says `do_not_match`."""
    index = json.loads((golden / "index.json").read_text())
    for case in index["cases"]:
        yield lambda case=case: neleval_case(golden, case, index["tolerance"])


@against("neleval 3.1.1")
def neleval_case(golden: Path, case: dict[str, Any], tolerance: float) -> list[Check]:
    expected = json.loads((golden / case["expected"]).read_text())
    sides = ["-g", str(golden / case["gold"]), "-s", str(golden / case["sys"])]
    name = case["name"]
    if expected.get("errors"):
        done = run("spans", *sides, "-m", "sets::span")
        fine = done.returncode == 2 and not done.has_scores and "Traceback" not in done.stderr
        return [Check(f"{name}: must be refused", None if fine else f"exit {done.returncode}")]
    checks = []
    for weighted in (False, True):
        wanted = dict(neleval_rows(expected, weighted=weighted))
        if not wanted:
            continue
        measures = list(dict.fromkeys(measure for measure, _, _ in wanted))
        weights = sorted(golden.glob(f"cases/{name}.weights.tsv")) if weighted else []
        options = [part for path in weights for part in ("--type-weights", str(path))]
        refused = _refused(measures, [*sides, *options])
        checks += [
            Check(f"{name}: {measure} of a field that is not there is refused", None) for measure in refused
        ]
        options += [part for measure in measures if measure not in refused for part in ("-m", measure)]
        scored = rows("spans", *sides, *options, "--by", "document", "--by", "label", "--macro")
        for key, numbers in wanted.items():
            if key[0] in refused:
                continue
            if key not in scored and _left_out(key, numbers):
                checks.append(Check(f"{name}: {key}", None))
                continue
            checks.append(Check(f"{name}: {key}", differences(scored.get(key), numbers, tolerance)))
        for preset in PRESETS if not weighted else ():
            for key, row in rows("spans", *sides, "--preset", preset).items():
                if key in wanted:
                    problem = differences(row, wanted[key], tolerance)
                    checks.append(Check(f"{name} --preset {preset}: {key}", problem))
    return checks


def _refused(measures: list[str], arguments: list[str]) -> list[str]:
    """Those of the measures that look at ids or types where no annotation has any: neleval scores them."""
    refused: list[str] = []
    while True:
        asked = [part for measure in measures if measure not in refused for part in ("-m", measure)]
        done = run("spans", *arguments, *asked, "-q")
        match = REFUSED.match(done.stderr)
        if match is None:
            return refused
        refused.append(match[1])


def neleval_rows(
    expected: dict[str, Any], *, weighted: bool
) -> Iterator[tuple[tuple[str, str, str], dict[str, float]]]:
    """(measure, document, label) and our numbers of every row of a case that this version computes."""
    suffix = "_with_type_weights" if weighted else ""
    for section in ("overall", "by_doc", "by_type", "by_doc_by_type"):
        corrected = expected.get("do_not_match", {}).get(section, {})
        union = expected.get(f"{section}_union", {})
        outdated = section in expected.get("grouping_notes", {}) or (
            section == "by_doc_by_type" and expected.get("grouping_notes")
        )
        for name, numbers in expected.get(section + suffix, {}).items():
            measure, groups = name.split(";")[0], dict(GROUP.findall(name))
            if "cs_" in measure or "_slow" in measure or measure.startswith("ceaf"):
                continue  # undocumented there
            if outdated and "<" in name and name not in union:
                continue  # an average without the groups that only the system has
            right = corrected.get(name, {}).get("corrected") or union.get(name) or numbers
            if not right:
                continue  # neleval averages nothing when gold is empty
            document, label = (neleval_group(groups.get(field)) for field in ("docid", "type"))
            yield (
                (measure, document, label),
                {
                    "p_num": right["ptp"],
                    "p_den": right["ptp"] + right["fp"],
                    "r_num": right["rtp"],
                    "r_den": right["rtp"] + right["fn"],
                    "precision": right["precision"],
                    "recall": right["recall"],
                    "f1": right["fscore"],
                },
            )


def _left_out(key: tuple[str, str, str], numbers: dict[str, float]) -> bool:
    """Whether a row is of a document without the label: neleval prints zeros, here there is no row."""
    return "*" not in key and not any(numbers.values())


def neleval_group(value: str | None) -> str:
    if value is None:
        return "*"
    return value[1:-1] if value.startswith("<") else str(json.loads(value) or "null")
