"""Bracketed trees against EVALB and disco-dop."""

import re
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Cases, Check, Checks, against, agreed, differences, same
from scripts.conformance.commands import Row, Rows, asked, read, rows, run, sides

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


def cases(golden: Path) -> Cases:
    """Every output of EVALB, by sentence and in its summaries, and byte for byte where it ran to its end
    without a trace; and of disco-dop.

    Not compared: traces (-d, -D); leaf-ancestor scores and tree distances; disco-dop's numbers of gold and
    system brackets, which count equal ones once.
    """
    for entry in read(golden / "index.json")["entries"]:
        if entry["group"] == "evalb" and entry["tool"].startswith("EVALB"):
            yield partial(evalb, golden / "evalb", entry)
        elif entry["group"] == "disc" or (entry["group"] == "evalb" and "discodop" in entry["command"]):
            yield partial(discodop, golden, entry)


@against("EVALB 20080701")
def evalb(folder: Path, entry: dict[str, Any]) -> Checks:
    """The numbers of every sentence, the summaries, and the whole report."""
    name, arguments = entry["name"], entry["command"].split()[1:]
    expected = (folder / f"{name}.out").read_text()
    with tempfile.TemporaryDirectory() as home:
        params = _params(folder, arguments, Path(home))
        command = ["tree", *sides(folder, *arguments[-2:]), "--params", params, *COMMON]
        found = rows(*command, "-m", "evalb", "--by", "document", "--by", "cutoff")
        report = run(*command, "-f", "evalb", "-q").stdout
    for place, status, matched, gold, system, crossing, words, tags in ROW.findall(expected):
        wanted = {
            "brackets": {"p_num": matched, "p_den": system, "r_den": gold},
            "tagging": {"p_num": tags, "p_den": words, "r_den": words},
            "avg-crossing": {"p_num": crossing, "p_den": status == "0"},
        }
        yield _sentence(f"{name} {place}", found, place, wanted)
    for title, block in BLOCK.findall(expected):
        label = "*" if title == "All" else f"cutoff={title.removeprefix('len<=')}"
        for line, number in LINE.findall(block):
            if line in SCORES:
                measure, score, factor = SCORES[line]
                row = found[measure, "*", label]
                yield _shown(
                    f"{name} {title} {line}", row, row[score] * factor, number.replace("-nan", "0.00")
                )
    if not entry["rc"] and not {"-d", "-D"} & set(arguments):
        yield same(f"{name} -f evalb", report, expected)


def _params(folder: Path, arguments: Sequence[str], home: Path) -> str:
    """The parameter file of a run, with the cut-off that an argument behind it gives."""
    place = arguments.index("-p")
    path = folder / arguments[place + 1]
    if "-c" not in arguments[place:]:
        return str(path)
    cut = home / path.name
    cut.write_text(f"{path.read_text()}\nCUTOFF_LEN {arguments[arguments.index('-c') + 1]}\n")
    return str(cut)


def _sentence(name: str, found: Rows, place: str, wanted: dict[str, dict[str, Any]]) -> Check:
    """The rows of a sentence, by measure."""
    cells = {measure: {key: int(one) for key, one in row.items()} for measure, row in wanted.items()}
    wrong = [differences(found.of(measure, place), row, 0) for measure, row in cells.items()]
    return Check(name, "; ".join(filter(None, wrong)) or None)


def _shown(name: str, row: Row, value: float, number: str) -> Check:
    """Whether a value has the digits of a number that was printed."""
    digits = 2 if "." in number else 0
    right = f"{value:.{digits}f}" == number
    agreed(row if right else None)
    return Check(name, None if right else f"{value} for {number}")


@against("disco-dop dd181a6")
def discodop(golden: Path, entry: dict[str, Any]) -> Checks:
    """The matched brackets and right tags of every sentence, and the summaries."""
    name, arguments = entry["name"], entry["command"].split()[2:]
    folder = golden / entry["files"][0].split("/")[0]
    text = (golden / next(path for path in entry["files"] if path.endswith(".out"))).read_text()
    with tempfile.TemporaryDirectory() as home:
        params = Path(home) / "x.prm"
        alone = "DISC_ONLY 1\n" if "--disconly" in arguments else ""
        params.write_text(f"{(folder / arguments[2]).read_text()}\n{alone}")
        command = ["tree", *sides(folder, *arguments[:2]), "--params", str(params), "--punctuation", "gold"]
        measures = asked(["brackets", "tagging", "exact"])
        found = rows(*command, *measures, "--by", "cutoff", "--by", "document")
        found |= rows(*command, "-m", "brackets", "--by", "discontinuous", "--by", "cutoff")
    for place, matched, words, tags in SENTENCE.findall(text):
        wanted = {"brackets": {"p_num": matched}, "tagging": {"p_num": tags, "p_den": words}}
        yield _sentence(f"{name} {place}", found, place, wanted)
    yield from _summary(name, text, found)


def _summary(name: str, text: str, found: Rows) -> Checks:
    """The lines of disco-dop's summary: of short sentences and of all, or of all where they are the same."""
    block = text[text.rindex(" Summary ") :]
    cutoff = next(label for _, _, label in found if label.startswith("cutoff=") and ";" not in label)
    for line in block.splitlines()[1:]:
        title, _, numbers = line.partition(":")
        if title not in TOTALS:
            continue
        measure, label, score, factor = TOTALS[title]
        labels = [";".join(filter(None, parts)) or "*" for parts in ((label, cutoff), (label,))]
        for which, number in zip(labels[-len(numbers.split()) :], numbers.split(), strict=True):
            turned = ";".join(reversed(which.split(";")))
            row = found.of(measure, label=which) or found[measure, "*", turned]
            yield _shown(f"{name} {title} {which}", row, row[score] * factor, number)
