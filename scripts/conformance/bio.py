"""Tagged tokens against conlleval, seqeval and nervaluate. A part of `conformance.py`."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, against, agreed, differences, rows, run

STRATEGIES = {
    "strict": "chunk",
    "exact": "exact",
    "partial": "partial",
    "ent_type": "type",
}  # nervaluate's -> ours
OUTCOMES = {"cor": "correct", "inc": "incorrect", "par": "partial", "mis": "missed", "spu": "spurious"}
AVERAGES = {"micro avg": "micro", "macro avg": "macro", "weighted avg": "weighted"}
NUMBERS = {"precision": "precision", "recall": "recall", "f1": "f1-score"}


def bio(golden: Path) -> Iterator[Case]:
    """conlleval, seqeval and nervaluate where both sides have the same tokens.

    Not compared: seqeval's default mode and conlleval on BILOU (both misread it), conlleval where it merges
    adjacent chunks of BIOES (seqeval reads them) or takes `PER-B` for a letter, its report of the type `0`;
    strict IOE1, which seqeval misreads; nervaluate on schemes other than IOB.
    """
    for case in json.loads((golden / "index.json").read_text())["cases"]:
        if "seqeval_default" in case["tools"]:
            yield lambda case=case: bio_case(golden, case)


def bio_case(golden: Path, case: dict[str, Any]) -> list[Check]:
    files = case["files"]
    sides = ("-g", str(golden / files["gold"]), "-s", str(golden / files["pred"]))
    expected = json.loads((golden / files["expected"]).read_text())["token_level"]
    letters = {
        tag.group(1)
        for side in ("gold", "pred")
        for tag in re.finditer(r"(?m) ([A-Z])(?:-.*)?$", (golden / files[side]).read_text("utf-8-sig"))
    }
    checks = bio_strict(sides, expected["seqeval_strict"])
    if not letters & set("LU"):
        checks += bio_chunk(sides, expected)
    if letters <= set("BIO") and "error" not in expected["nervaluate"] and not case.get("suffix"):
        checks += bio_nervaluate(sides, expected["nervaluate"], case.get("min_overlap", [1]))
    return [Check(f"{case['name']}: {check.name}", check.problem) for check in checks]


def bio_chunk(sides: tuple[str, ...], expected: dict[str, Any]) -> list[Check]:
    """Chunks and token accuracy against seqeval's default mode; the reports of both tools."""
    seqeval, conlleval = expected["seqeval_default"], expected.get("conlleval")
    scored = rows("bio", *sides, "-m", "chunk", "-m", "token", "--by", "label", "--macro")
    checks = bio_report("chunk", scored, seqeval)
    accuracy = {"value": seqeval["accuracy"]}
    with against("seqeval 1.2.2"):
        checks.append(Check("token", differences(scored.get(("token", "*", "*")), accuracy, 1e-9)))
    if isinstance(seqeval.get("report_text"), str):
        text = run("bio", *sides, "-f", "seqeval").stdout
        checks.append(Check("seqeval report", None if text == seqeval["report_text"] else repr(text)[:300]))
    totals = [sum(cell[name] for cell in seqeval["counts"].values()) for name in ("true", "predicted", "tp")]
    unnamed = "0" in seqeval["counts"]  # conlleval prints this type as empty, twice
    if (
        conlleval
        and not unnamed
        and [conlleval.get(name) for name in ("true", "predicted", "correct")] == totals
    ):
        text = run("bio", *sides, "--preset", "conll03", "-f", "conlleval").stdout
        same = text == conlleval["stdout"]
        checks.append(Check("conlleval report", None if same else repr(text)[:300]))
        with against("conlleval of CoNLL-2000"):  # all its numbers are in the report
            for measure in ("chunk", "token") if same else ():
                agreed(scored[measure, "*", "*"])
    return checks


@against("seqeval 1.2.2")
def bio_report(
    measure: str, scored: dict[tuple[str, str, str], Any], expected: dict[str, Any]
) -> list[Check]:
    """Counts by label, and precision, recall and F1 of labels and averages, as far as they are defined."""
    checks = []
    for label, cell in expected["counts"].items():
        numbers = {"p_num": cell["tp"], "p_den": cell["predicted"], "r_den": cell["true"]}
        checks.append(
            Check(f"{measure} {label}", differences(scored.get((measure, "*", label)), numbers, 1e-9))
        )
    for title, cell in expected["report"].items():
        row = scored.get((measure, "*", AVERAGES.get(title, title)))
        numbers = {ours: cell[theirs] for ours, theirs in NUMBERS.items() if cell[theirs] != "NaN"}
        if numbers:
            checks.append(Check(f"{measure} {title}", differences(row, numbers, 1e-9)))
    return checks


@against("seqeval 1.2.2")
def bio_strict(sides: tuple[str, ...], expected: dict[str, Any]) -> list[Check]:
    checks = []
    for scheme, numbers in expected.items():
        if scheme in ("auto", "IOE1"):
            continue
        options = ("-m", "strict", "--scheme", scheme, "--by", "label", "--macro")
        if "error" in numbers:
            done = run("bio", *sides, *options)
            refused = done.returncode == 2 and "is not of the scheme" in done.stderr
            checks.append(
                Check(f"strict {scheme}: must be refused", None if refused else f"exit {done.returncode}")
            )
        else:
            scored = rows("bio", *sides, *options)
            checks += [
                Check(f"{check.name} {scheme}", check.problem)
                for check in bio_report("strict", scored, numbers)
            ]
    return checks


@against("nervaluate 1.2.1")
def bio_nervaluate(sides: tuple[str, ...], expected: dict[str, Any], overlaps: list[int]) -> list[Check]:
    checks = []
    for overlap in overlaps:
        numbers = expected["by_min_overlap_percentage"][str(overlap)] if len(overlaps) > 1 else expected
        measures = [part for name in STRATEGIES.values() for part in ("-m", name)]
        scored = rows("bio", *sides, *measures, "--by", "label", "--min-overlap", str(overlap))
        cells = {("*", name): cell for name, cell in numbers["overall"].items()}
        cells |= {(tag, name): c for tag, by in numbers["entities"].items() for name, c in by.items()}
        for (label, strategy), cell in cells.items():
            wanted = {ours: cell[theirs] for ours, theirs in OUTCOMES.items()}
            wanted |= {name: cell[name] for name in ("precision", "recall", "f1")}
            row = scored.get((STRATEGIES[strategy], "*", label))
            checks.append(
                Check(f"{STRATEGIES[strategy]} {label} >={overlap}%", differences(row, wanted, 1e-9))
            )
    return checks
