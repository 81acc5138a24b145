"""Spans against neleval 3.1.1."""

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Cases, Check, Checks, against, check, refused
from scripts.conformance.commands import asked, read, rows, run, sides

GROUP = re.compile(r';(docid|type)=("(?:[^"\\]|\\.)*"|null|<\w+>)')

REFUSED = re.compile(r"error: (\S+): no annotation has an? (?:id|type|score)\b")
PRESETS = ("tac14", "lorehlt")


def cases(golden: Path) -> Cases:
    """Span measures of neleval 3.1.1, corrected where its README says `do_not_match`."""
    index = read(golden / "index.json")
    for case in index["cases"]:
        yield partial(neleval_case, golden, case, index["tolerance"])


@against("neleval 3.1.1")
def neleval_case(golden: Path, case: dict[str, Any], tolerance: float) -> Checks:
    expected, name = read(golden / case["expected"]), case["name"]
    command = ["spans", *sides(golden, case["gold"], case["sys"])]
    if expected.get("errors"):
        yield refused(f"{name}: must be refused", run(*command, "-m", "sets::span"))
        return
    for weighted in (False, True):
        wanted = dict(neleval_rows(expected, weighted=weighted))
        if not wanted:
            continue
        weights = sorted(golden.glob(f"cases/{name}.weights.tsv")) if weighted else []
        own = [*command, *(part for path in weights for part in ("--type-weights", str(path)))]
        measures = list(dict.fromkeys(measure for measure, _, _ in wanted))
        lacking = _refused(measures, own)
        yield from (Check(f"{name}: {one} of a field that is not there is refused") for one in lacking)
        measures = [one for one in measures if one not in lacking]
        scored = rows(*own, *asked(measures), "--by", "document", "--by", "label", "--macro")
        for key, numbers in wanted.items():
            title = f"{name}: {key}"
            if key[0] in lacking:
                continue
            left_out = key not in scored and _left_out(key, numbers)
            yield Check(title) if left_out else check(title, scored.get(key), numbers, tolerance)
        for preset in PRESETS if not weighted else ():
            for key, row in rows(*command, "--preset", preset).items():
                if key in wanted:
                    yield check(f"{name} --preset {preset}: {key}", row, wanted[key], tolerance)


def _refused(measures: list[str], command: list[str]) -> list[str]:
    """Those of the measures that look at ids or types where no annotation has any: neleval scores them."""
    lacking: list[str] = []
    while True:
        left = [measure for measure in measures if measure not in lacking]
        match = REFUSED.match(run(*command, *asked(left), "-q").stderr)
        if match is None:
            return lacking
        lacking.append(match[1])


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
            of_system, of_gold = right["ptp"] + right["fp"], right["rtp"] + right["fn"]
            counts = {"p_num": right["ptp"], "p_den": of_system, "r_num": right["rtp"], "r_den": of_gold}
            scores = {"precision": right["precision"], "recall": right["recall"], "f1": right["fscore"]}
            yield (measure, document, label), counts | scores


def _left_out(key: tuple[str, str, str], numbers: dict[str, float]) -> bool:
    """Whether a row is of a document without the label: neleval prints zeros, here there is no row."""
    return "*" not in key and not any(numbers.values())


def neleval_group(value: str | None) -> str:
    if value is None:
        return "*"
    return value[1:-1] if value.startswith("<") else str(json.loads(value) or "null")
