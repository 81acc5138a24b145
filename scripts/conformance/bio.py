"""Tagged tokens against conlleval, seqeval and nervaluate."""

import re
from functools import partial
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Cases, Checks, against, agreed, check, refused, same, titled
from scripts.conformance.commands import SCORES, Rows, asked, read, rows, run, sides

# nervaluate's -> ours
STRATEGIES = {"strict": "chunk", "exact": "exact", "partial": "partial", "ent_type": "type"}
OUTCOMES = {"cor": "correct", "inc": "incorrect", "par": "partial", "mis": "missed", "spu": "spurious"}
AVERAGES = {"micro avg": "micro", "macro avg": "macro", "weighted avg": "weighted"}
NUMBERS = {"precision": "precision", "recall": "recall", "f1": "f1-score"}
LETTER = re.compile(r"(?m) ([A-Z])(?:-.*)?$")


def cases(golden: Path) -> Cases:
    """conlleval, seqeval and nervaluate where both sides have the same tokens.

    Not compared: seqeval's default mode and conlleval on BILOU (both misread it), conlleval where it merges
    adjacent chunks of BIOES (seqeval reads them) or takes `PER-B` for a letter, its report of the type `0`;
    strict IOE1, which seqeval misreads; nervaluate on schemes other than IOB.
    """
    for case in read(golden / "index.json")["cases"]:
        if "seqeval_default" in case["tools"]:
            yield partial(bio_case, golden, case)


def bio_case(golden: Path, case: dict[str, Any]) -> Checks:
    files = case["files"]
    command = ["bio", *sides(golden, files["gold"], files["pred"])]
    expected = read(golden / files["expected"])["token_level"]
    letters = {
        letter
        for side in ("gold", "pred")
        for letter in LETTER.findall((golden / files[side]).read_text("utf-8-sig"))
    }
    yield from titled(case["name"], bio_strict(command, expected["seqeval_strict"]))
    if not letters & set("LU"):
        yield from titled(case["name"], bio_chunk(command, expected))
    theirs = expected["nervaluate"]
    if letters <= set("BIO") and "error" not in theirs and not case.get("suffix"):
        overlaps = case.get("min_overlap", [1])
        yield from titled(case["name"], bio_nervaluate(command, theirs, overlaps))


def bio_chunk(command: list[str], expected: dict[str, Any]) -> Checks:
    """Chunks and token accuracy against seqeval's default mode; the reports of both tools."""
    seqeval, conlleval = expected["seqeval_default"], expected.get("conlleval")
    scored = rows(*command, *asked(["chunk", "token"]), "--by", "label", "--macro")
    yield from bio_report("chunk", scored, seqeval)
    with against("seqeval 1.2.2"):
        yield check("token", scored.of("token"), {"value": seqeval["accuracy"]})
    if isinstance(seqeval.get("report_text"), str):
        yield same("seqeval report", run(*command, "-f", "seqeval").stdout, seqeval["report_text"])
    totals = [sum(cell[name] for cell in seqeval["counts"].values()) for name in ("true", "predicted", "tp")]
    unnamed = "0" in seqeval["counts"]  # conlleval prints this type as empty, twice
    if not conlleval or unnamed:
        return
    if [conlleval.get(name) for name in ("true", "predicted", "correct")] == totals:
        text = run(*command, "--preset", "conll03", "-f", "conlleval").stdout
        yield same("conlleval report", text, conlleval["stdout"])
        with against("conlleval of CoNLL-2000"):  # all its numbers are in the report
            for measure in ("chunk", "token") if text == conlleval["stdout"] else ():
                agreed(scored.of(measure))


@against("seqeval 1.2.2")
def bio_report(measure: str, scored: Rows, expected: dict[str, Any]) -> Checks:
    """Counts by label, and precision, recall and F1 of labels and averages, as far as they are defined."""
    for label, cell in expected["counts"].items():
        numbers = {"p_num": cell["tp"], "p_den": cell["predicted"], "r_den": cell["true"]}
        yield check(f"{measure} {label}", scored.of(measure, label=label), numbers)
    for title, cell in expected["report"].items():
        numbers = {ours: cell[theirs] for ours, theirs in NUMBERS.items() if cell[theirs] != "NaN"}
        if numbers:
            row = scored.of(measure, label=AVERAGES.get(title, title))
            yield check(f"{measure} {title}", row, numbers)


def bio_strict(command: list[str], expected: dict[str, Any]) -> Checks:
    for scheme, numbers in expected.items():
        if scheme in ("auto", "IOE1"):
            continue
        line = [*command, "-m", "strict", "--scheme", scheme, "--by", "label", "--macro"]
        if "error" in numbers:
            yield refused(f"strict {scheme}: must be refused", run(*line), "is not of the scheme")
        else:
            yield from titled(scheme, bio_report("strict", rows(*line), numbers))


@against("nervaluate 1.2.1")
def bio_nervaluate(command: list[str], expected: dict[str, Any], overlaps: list[int]) -> Checks:
    for overlap in overlaps:
        numbers = expected["by_min_overlap_percentage"][str(overlap)] if len(overlaps) > 1 else expected
        options = [*asked(STRATEGIES.values()), "--by", "label", "--min-overlap", str(overlap)]
        scored = rows(*command, *options)
        cells = {("*", name): cell for name, cell in numbers["overall"].items()}
        cells |= {(tag, name): c for tag, by in numbers["entities"].items() for name, c in by.items()}
        for (label, strategy), cell in cells.items():
            wanted = {ours: cell[theirs] for ours, theirs in OUTCOMES.items()}
            wanted |= {name: cell[name] for name in SCORES}
            measure = STRATEGIES[strategy]
            yield check(f"{measure} {label} >={overlap}%", scored.of(measure, label=label), wanted)
