"""Bracketed trees against EVALB and disco-dop."""

import json
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, against, agreed, differences, rows, run

ROW = re.compile(
    r"^ *(\d+) +\d+ +([012]) +\S+ +\S+ +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +\S+$", re.MULTILINE
)
BLOCK = re.compile(r"-- (All|len<=\d+) --\n(.*?)\n(?:\n|\Z)", re.DOTALL)
LINE = re.compile(r"^(.*?) += +(\S+)$", re.MULTILINE)
SCORES = {  # line of EVALB's summary -> measure, score, factor
    "Bracketing Recall": ("brackets", "recall", 100),
    "Bracketing Precision": ("brackets", "precision", 100),
    "Bracketing FMeasure": ("brackets", "f1", 100),
    "Complete match": ("exact", "value", 100),
    "Average crossing": ("avg-crossing", "value", 1),
    "No crossing": ("no-crossing", "value", 100),
    "2 or less crossing": ("2-or-less-crossing", "value", 100),
    "Tagging accuracy": ("tagging", "value", 100),
}
COMMON = ("--missing", "ignore", "--extra", "ignore")  # EVALB scores the common beginning
SENTENCE = re.compile(r"^ *(\d+) +\d+ +\S+ +\S+ +(\d+) +\d+ +\d+ +(\d+) +(\d+) +[\d.]+ ", re.MULTILINE)
TOTALS = {  # line of disco-dop's summary -> measure, label, number, factor
    "number of sentences": ("exact", "", "r_den", 1),
    "disc. gold brackets": ("brackets", "discontinuous=yes", "r_den", 1),
    "disc. cand. brackets": ("brackets", "discontinuous=yes", "p_den", 1),
    "labeled recall": ("brackets", "", "recall", 100),
    "labeled precision": ("brackets", "", "precision", 100),
    "labeled f-measure": ("brackets", "", "f1", 100),
    "exact match": ("exact", "", "value", 100),
    "pos accuracy": ("tagging", "", "value", 100),
}
Rows = Mapping[tuple[str, str, str], dict[str, Any]]


def tree(golden: Path) -> Iterator[Case]:
    """Every output of EVALB, by sentence and in its summaries, and byte for byte where it ran to its end
    without a trace; and of disco-dop.

    Not compared: traces (-d, -D); leaf-ancestor scores and tree distances; disco-dop's numbers of gold and
    system brackets, which count equal ones once.
    """
    for entry in json.loads((golden / "index.json").read_text())["entries"]:
        if entry["group"] == "evalb" and entry["tool"].startswith("EVALB"):
            yield lambda entry=entry: evalb(golden / "evalb", entry)
        elif entry["group"] == "disc" or (entry["group"] == "evalb" and "discodop" in entry["command"]):
            yield lambda entry=entry: discodop(golden, entry)


@against("EVALB 20080701")
def evalb(folder: Path, entry: dict[str, Any]) -> list[Check]:
    """The numbers of every sentence, the summaries, and the whole report."""
    name, arguments = entry["name"], entry["command"].split()[1:]
    expected = (folder / f"{name}.out").read_text()
    with tempfile.TemporaryDirectory() as home:
        options = ["--params", _params(folder, arguments, Path(home)), *COMMON]
        sides = ["-g", str(folder / arguments[-2]), "-s", str(folder / arguments[-1])]
        found = rows("tree", *sides, *options, "-m", "evalb", "--by", "document", "--by", "cutoff")
        report = run("tree", *sides, *options, "-f", "evalb", "-q").stdout
    checks = [_sentence(name, numbers, found) for numbers in ROW.findall(expected)]
    for title, block in BLOCK.findall(expected):
        label = "*" if title == "All" else f"cutoff={title.removeprefix('len<=')}"
        for line, number in LINE.findall(block):
            if line in SCORES:
                measure, score, factor = SCORES[line]
                value = found[measure, "*", label][score] * factor
                wrong = None if f"{value:.2f}" == number.replace("-nan", "0.00") else f"{value} for {number}"
                checks.append(Check(f"{name} {title} {line}", wrong))
                agreed(None if wrong else found[measure, "*", label])
    traced = any(argument in ("-d", "-D") for argument in arguments)
    if not entry["rc"] and not traced:
        checks.append(Check(f"{name} -f evalb", None if report == expected else "another report"))
    return checks


def _params(folder: Path, arguments: Sequence[str], home: Path) -> str:
    """The parameter file of a run, with the cut-off that an argument behind it gives."""
    place = arguments.index("-p")
    path = folder / arguments[place + 1]
    if "-c" not in arguments[place:]:
        return str(path)
    cut = home / path.name
    cut.write_text(f"{path.read_text()}\nCUTOFF_LEN {arguments[arguments.index('-c') + 1]}\n")
    return str(cut)


def _sentence(name: str, numbers: Sequence[str], found: Rows) -> Check:
    """One row of EVALB."""
    place, status, matched, gold, system, crossing, words, tags = numbers
    scored = status == "0"
    expected = {
        "brackets": {"p_num": int(matched), "p_den": int(system), "r_den": int(gold)},
        "tagging": {"p_num": int(tags), "p_den": int(words), "r_den": int(words)},
        "avg-crossing": {"p_num": int(crossing), "p_den": int(scored)},
    }
    wrong = [differences(found.get((measure, place, "*")), cells, 0) for measure, cells in expected.items()]
    return Check(f"{name} {place}", "; ".join(filter(None, wrong)) or None)


@against("disco-dop dd181a6")
def discodop(golden: Path, entry: dict[str, Any]) -> list[Check]:
    """The matched brackets and right tags of every sentence, and the summaries."""
    name, arguments = entry["name"], entry["command"].split()[2:]
    folder = golden / entry["files"][0].split("/")[0]
    text = (golden / next(path for path in entry["files"] if path.endswith(".out"))).read_text()
    with tempfile.TemporaryDirectory() as home:
        params = Path(home) / "x.prm"
        alone = "DISC_ONLY 1\n" if "--disconly" in arguments else ""
        params.write_text(f"{(folder / arguments[2]).read_text()}\n{alone}")
        sides = ["-g", str(folder / arguments[0]), "-s", str(folder / arguments[1])]
        options = [*sides, "--params", str(params), "--punctuation", "gold"]
        measures = ("-m", "brackets", "-m", "tagging", "-m", "exact", "--by", "cutoff", "--by", "document")
        found = dict(rows("tree", *options, *measures))
        fields = ("--by", "discontinuous", "--by", "cutoff")
        found |= rows("tree", *options, "-m", "brackets", *fields)
    checks = []
    for place, matched, words, tags in SENTENCE.findall(text):
        wrong = [
            differences(found["brackets", place, "*"], {"p_num": int(matched)}, 0),
            differences(found["tagging", place, "*"], {"p_num": int(tags), "p_den": int(words)}, 0),
        ]
        checks.append(Check(f"{name} {place}", "; ".join(filter(None, wrong)) or None))
    return checks + _summary(name, text, found)


def _summary(name: str, text: str, found: Rows) -> list[Check]:
    """The lines of disco-dop's summary: of short sentences and of all, or of all where they are the same."""
    checks = []
    block = text[text.rindex(" Summary ") :]
    cutoff = next(label for _, _, label in found if label.startswith("cutoff=") and ";" not in label)
    for line in block.splitlines()[1:]:
        title, _, numbers = line.partition(":")
        if title not in TOTALS:
            continue
        measure, label, score, factor = TOTALS[title]
        labels = [";".join(filter(None, parts)) or "*" for parts in ((label, cutoff), (label,))]
        for which, number in zip(labels[-len(numbers.split()) :], numbers.split(), strict=True):
            key = (
                measure,
                "*",
                which if (measure, "*", which) in found else ";".join(reversed(which.split(";"))),
            )
            value = found[key][score] * factor
            digits = 2 if "." in number else 0
            wrong = None if f"{value:.{digits}f}" == number else f"{value} for {number}"
            checks.append(Check(f"{name} {title} {which}", wrong))
            agreed(None if wrong else found[key])
    return checks
