"""Dependency trees against conll18_ud_eval, udtools and the eval.pl of 2006 and 2007."""

import re
from functools import partial
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Cases, Check, Checks, against, check, differences, refused, same
from scripts.conformance.commands import Rows, asked, read, rows, run, sides

NUMBERS = {
    "precision": "precision", "recall": "recall", "f1": "f1", "p_num": "correct", "p_den": "system_total",
    "r_den": "gold_total",
}  # fmt: skip
SCORED = ("--punctuation", "score")
PUNCTUATION = {  # output of a script -> further options besides the preset
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


def cases(golden: Path) -> Cases:
    """Every pair of CoNLL-U files and every output for CoNLL-X, through the presets ud18 and conllx.

    EULAS of files with edges that differ in subtypes only is compared with --elas udtools; by default it
    must not exceed 1. The full output of eval.pl is compared in its totals and its tables of labels.
    """
    for entry in read(golden / "index.json")["entries"]:
        if entry["group"] in KINDS:
            yield partial(KINDS[entry["group"]], golden / entry["group"], entry)


def ud(folder: Path, entry: dict[str, Any]) -> Checks:
    """Both scripts' numbers of a pair, or their refusal."""
    name, stem = entry["name"], entry["name"].removeprefix("ud_")
    command = ["dep", *sides(folder, f"{stem}.gold.conllu", f"{stem}.sys.conllu")]
    if entry["rc"]["new_v"]:
        yield refused(f"{name}: must be refused", run(*command), "conllu:")
        return
    command += ["--from", "conllu"]  # two empty files have no format
    table = rows(*command, "--preset", "ud18")
    yield same(f"{name} preset", len(table), SHARED)
    table |= rows(*command, *asked(EDGES))
    published = rows(*command, *asked(EDGES), "--elas", "udtools")
    for script, metrics in read(folder / f"{stem}.json").items():
        for measure, cell in metrics.items():
            numbers = {ours: cell[theirs] for ours, theirs in NUMBERS.items()}
            if cell["aligned_total"] is not None:
                numbers["aligned"] = cell["aligned_total"]
            with against(SCRIPTS[script]):
                row = (published if measure in EDGES else table).of(measure)
                yield check(f"{name} {script} {measure}", row, numbers, 1e-12)
            own = table[measure, "*", "*"]
            if measure in EDGES and cell["f1"] <= 1:
                yield check(f"{name} {measure} by default", own, numbers, 1e-12)
            elif measure in EDGES:
                yield Check(f"{name} {measure} by default", None if own["f1"] <= 1 else "above 1")


def conllx(folder: Path, entry: dict[str, Any]) -> Checks:
    """The totals of an output of the eval.pl of its year, its lines by sentence and its tables of labels."""
    with against("eval07.pl 1.4" if "_eval07_" in entry["name"] else "eval.pl 1.9 of CoNLL-X"):
        name = entry["name"]
        data, _, variant = name.removeprefix("conllx_").partition("_")
        text = (folder / f"{data}.{variant}.out").read_text()
        options = ["--preset", "conllx", *PUNCTUATION[variant], "--by", "label", "--by", "sentence"]
        table = rows("dep", *sides(folder, f"{data}.gold.conll", f"{data}.sys.conll"), *options)
        for title, correct, total, percent in TOTAL.findall(text):
            expected = {"p_num": int(correct), **dict.fromkeys(("p_den", "r_den", "aligned"), int(total))}
            row = table[TITLES[title], "*", "*"]
            rounded = f"{100 * row['value']:.2f}"
            wrong = None if rounded == percent else f"{rounded} %"
            yield Check(f"{name} {title}", differences(row, expected, 0) or wrong)
        for sentence, _, _, head, both, total in SENTENCE.findall(text):
            for measure, correct in (("UAS", head), ("LAS", both)):
                title, row = (
                    f"{name} {measure} of {sentence}",
                    table.of(measure, label=f"sentence={sentence}"),
                )
                nothing = row is None and total == "0"
                expected = {"p_num": int(correct), "p_den": int(total)}
                yield Check(title) if nothing else check(title, row, expected, 0)
        yield from tables(name, text, table)


def tables(name: str, text: str, table: Rows) -> Checks:
    """Precision and recall by label, in the full output."""
    for title, measure in TABLES.items():
        _, _, rest = text.partition(f"  Precision and recall of {title}\n")
        for line in rest.split("\n\n\n")[0].split("\n"):
            cells = [cell.strip() for cell in line.split("|")]
            if len(cells) == 6 and cells[1].isdecimal():
                expected = dict(zip(("r_den", "p_num", "p_den"), map(int, cells[1:4]), strict=True))
                row = table.of(measure, label=cells[0])
                yield check(f"{name} {measure} {cells[0]}", row, expected, 0)


KINDS = {"ud": ud, "conllx": conllx}
