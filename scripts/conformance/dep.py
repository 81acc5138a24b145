"""Dependency trees against conll18_ud_eval, udtools and the eval.pl of 2006 and 2007."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, against, differences, rows, run

NUMBERS = {
    "precision": "precision",
    "recall": "recall",
    "f1": "f1",
    "p_num": "correct",
    "p_den": "system_total",
    "r_den": "gold_total",
}
SCORED = ("--punctuation", "score")
PUNCTUATION: dict[str, tuple[str, ...]] = {  # output of a script -> what is asked for besides the preset
    "eval06_q": (),
    "eval06_full": (),
    "eval06_b_q": (),
    "eval06_p_q": SCORED,
    "eval07_q": SCORED,
    "eval07_p_q": (),
}
TITLES = {
    "Labeled   attachment score": "LAS",
    "Unlabeled attachment score": "UAS",
    "Label accuracy score": "LA",
}
TOTAL = re.compile(r"^  (.+?): +(\d+) / (\d+) \* 100 = (.*) %$", re.MULTILINE)
SENTENCE = re.compile(r"^ +(\d+) +\d+ +\d+ +(\S+) +(\S+) +(\d+) +(\d+) +(\d+) +0 0 0 0$", re.MULTILINE)
TABLES = {"DEPREL": "LA", "DEPREL + ATTACHMENT": "LAS"}  # of the full output, by label
EDGES = ("ELAS", "EULAS")
SCRIPTS = {"conll18": "conll18_ud_eval.py 1.2", "udtools": "udeval 446bd96"}
SHARED = 13  # measures of the shared task of 2018


def dep(golden: Path) -> Iterator[Case]:
    """Every pair of CoNLL-U files and every output for CoNLL-X, through the presets ud18 and conllx.

    EULAS of files with edges that differ in subtypes only is compared with --elas udtools; by default it
    must not exceed 1. The full output of eval.pl is compared in its totals and its tables of labels.
    """
    for entry in json.loads((golden / "index.json").read_text())["entries"]:
        if entry["group"] == "ud":
            yield lambda entry=entry: ud(golden, entry)
        elif entry["group"] == "conllx":
            yield lambda entry=entry: conllx(golden, entry)


def ud(golden: Path, entry: dict[str, Any]) -> list[Check]:
    """Both scripts' numbers of a pair, or their refusal."""
    name = entry["name"]
    sides = [
        f"-{side[0]}{golden / 'ud' / name.removeprefix('ud_')}.{side}.conllu" for side in ("gold", "sys")
    ]
    if entry["rc"]["new_v"]:
        done = run("dep", *sides)
        refused = done.returncode == 2 and not done.has_scores and "conllu:" in done.stderr
        return [
            Check(f"{name}: must be refused", None if refused else f"exit {done.returncode}: {done.stderr}")
        ]
    expected = json.loads((golden / "ud" / f"{name.removeprefix('ud_')}.json").read_text())
    form = ("--from", "conllu")  # two empty files have no format
    table = rows("dep", *sides, *form, "--preset", "ud18")
    shared = None if len(table) == SHARED else f"{len(table)} rows instead of {SHARED}"
    checks = [Check(f"{name} preset", shared)]
    table |= rows("dep", *sides, *form, "-m", "ELAS", "-m", "EULAS")
    published = rows("dep", *sides, *form, "-m", "ELAS", "-m", "EULAS", "--elas", "udtools")
    for script, metrics in expected.items():
        for measure, cell in metrics.items():
            key = (measure, "*", "*")
            row = (published if measure in EDGES else table)[key]
            numbers = {ours: cell[theirs] for ours, theirs in NUMBERS.items()}
            if cell["aligned_total"] is not None:
                numbers["aligned"] = cell["aligned_total"]
            with against(SCRIPTS[script]):
                checks.append(Check(f"{name} {script} {measure}", differences(row, numbers, 1e-12)))
            if measure in EDGES and cell["f1"] <= 1:
                checks.append(Check(f"{name} {measure} by default", differences(table[key], numbers, 1e-12)))
            elif measure in EDGES:
                above = None if table[key]["f1"] <= 1 else "above 1"
                checks.append(Check(f"{name} {measure} by default", above))
    return checks


def conllx(golden: Path, entry: dict[str, Any]) -> list[Check]:
    """The comparisons of an output of the eval.pl of its year."""
    with against("eval07.pl 1.4" if "_eval07_" in entry["name"] else "eval.pl 1.9 of CoNLL-X"):
        return compared(golden, entry)


def compared(golden: Path, entry: dict[str, Any]) -> list[Check]:
    """The totals of an output, its lines by sentence and its tables of labels."""
    name = entry["name"]
    data, _, variant = name.removeprefix("conllx_").partition("_")
    text = (golden / "conllx" / f"{data}.{variant}.out").read_text()
    sides = [f"-{side[0]}{golden / 'conllx' / data}.{side}.conll" for side in ("gold", "sys")]
    options = ("--preset", "conllx", *PUNCTUATION[variant])
    table = rows("dep", *sides, *options, "--by", "label", "--by", "sentence")
    checks = []
    for title, correct, total, percent in TOTAL.findall(text):
        expected = {"p_num": int(correct), "p_den": int(total), "r_den": int(total), "aligned": int(total)}
        row = table[TITLES[title], "*", "*"]
        wrong = differences(row, expected, 0)
        rounded = f"{100 * row['value']:.2f}"
        checks.append(Check(f"{name} {title}", wrong or (None if rounded == percent else f"{rounded} %")))
    for sentence, _, _, head, both, total in SENTENCE.findall(text):
        for measure, correct in (("UAS", head), ("LAS", both)):
            row = table.get((measure, "*", f"sentence={sentence}"))
            expected = {"p_num": int(correct), "p_den": int(total)}
            nothing = row is None and total == "0"
            checks.append(
                Check(f"{name} {measure} of {sentence}", None if nothing else differences(row, expected, 0))
            )
    return checks + tables(name, text, table)


def tables(name: str, text: str, table: dict[tuple[str, str, str], Any]) -> list[Check]:
    """Precision and recall by label, in the full output."""
    checks = []
    for title, measure in TABLES.items():
        _, _, rest = text.partition(f"  Precision and recall of {title}\n")
        for line in rest.split("\n\n\n")[0].split("\n"):
            cells = [cell.strip() for cell in line.split("|")]
            if len(cells) == 6 and cells[1].isdecimal():
                expected = dict(zip(("r_den", "p_num", "p_den"), map(int, cells[1:4]), strict=True))
                row = table.get((measure, "*", cells[0]))
                checks.append(Check(f"{name} {measure} {cells[0]}", differences(row, expected, 0)))
    return checks
