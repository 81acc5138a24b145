"""Grammars and parses against NLTK's parsers and the lecture's figures."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nerkit.grammar import notation
from nerkit.grammar.rules import Grammar
from scripts.conformance.checks import Case, Check, run

FEW = 1e-9  # relative difference of probabilities
SEVERAL = 100  # parses that are listed
TREES = {  # key of tree_cnf.json -> options of `nerkit convert`
    "right": ("--binary", "right"),
    "left": ("--binary", "left"),
    "right_h2": ("--binary", "right", "--horizontal", "2"),
    "right_h1_v1": ("--binary", "right", "--horizontal", "1", "--vertical", "1"),
    "left_h0_v2": ("--binary", "left", "--horizontal", "0", "--vertical", "2"),
}


def cky(golden: Path) -> Iterator[Case]:
    """Counts, trees, best parses and their probabilities; the lecture's table cell by cell and its normal
    form; NLTK's binary trees, and back.

    NLTK's normal forms are binary from the right, and are compared as languages: each parses the sentences of
    its grammar as often. Not compared: best trees where several are equally probable; `collapse*`, NLTK's
    merging of unit chains into one label.
    """
    folder = golden / "cky"
    for entry in json.loads((golden / "index.json").read_text())["entries"]:
        if entry["group"] != "cky":
            continue
        kind = entry["name"].partition("_")[0]
        paths = [golden / path for path in entry["files"]]
        if kind == "cnf":
            yield lambda paths=paths: normal(folder, *paths)
        elif entry["name"] == "cky_table_l1":
            yield lambda paths=paths: table(folder, paths[1])
        elif kind == "cky":
            yield lambda paths=paths: parses(*paths)
        elif kind == "viterbi":
            yield lambda paths=paths: best(*paths)
        elif kind == "tree":
            yield from (lambda key=key, path=paths[0]: trees(path, key) for key in TREES)


def rows(grammar: Path | str, sentences: list[str], *options: str) -> list[dict[str, Any]]:
    """The rows of the command."""
    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / "sentences.txt"
        path.write_text("".join(f"{sentence}\n" for sentence in sentences))
        done = run("cky", "-G", str(grammar), str(path), *options, "-f", "json", "-q")
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    listed: list[dict[str, Any]] = json.loads(done.stdout)["rows"]
    return listed


def parses(grammar: Path, path: Path) -> list[Check]:
    """The number of parses of each sentence, and its trees where they are listed."""
    expected = json.loads(path.read_text())
    checks = []
    found = rows(grammar, [one["sentence"] for one in expected], "--count", "--all", str(SEVERAL))
    for one, row in zip(expected, found, strict=True):
        name = f"{path.name} {one['sentence']}"
        right = row["parses"] == one["count"] and row["recognised"] == (one["count"] > 0)
        checks.append(Check(f"{name} count", None if right else f"{row['parses']} for {one['count']}"))
        unknown = "error" in one
        if unknown and not row["unknown"]:
            checks.append(Check(f"{name} unknown", "no unknown word"))
        if one["trees"] is not None:
            same = sorted(row["trees"]) == sorted(one["trees"])
            checks.append(Check(f"{name} trees", None if same else f"{row['trees'][:3]}"))
    return checks


def best(grammar: Path, path: Path) -> list[Check]:
    """The best parse, where it is one, and its probability."""
    expected = json.loads(path.read_text())
    found = rows(grammar, [one["sentence"] for one in expected], "--count", "--best", "--k-best", "2")
    checks = []
    for one, row in zip(expected, found, strict=True):
        name = f"{path.name} {one['sentence']}"
        right = abs(row["probability"] - one["prob"]) <= FEW * one["prob"]
        checks.append(
            Check(f"{name} probability", None if right else f"{row['probability']} for {one['prob']}")
        )
        if "count" in one:
            same = row["parses"] == one["count"]
            checks.append(Check(f"{name} count", None if same else f"{row['parses']} for {one['count']}"))
        if one.get("best_derivations") == 1:
            checks.append(Check(f"{name} tree", None if row["best"] == one["tree"] else str(row["best"])))
            first = row["k_best"][0]["tree"]
            checks.append(Check(f"{name} first of k", None if first == one["tree"] else first))
    return checks


def normal(folder: Path, grammar: Path, listing: Path) -> list[Check]:
    """NLTK's normal form has the parses of the grammar, and so has ours; for L1, the lecture's 53 rules."""
    sentences = [one["sentence"] for one in json.loads((folder / f"{grammar.stem}.parses.json").read_text())]
    checks = []
    with tempfile.TemporaryDirectory() as home:
        ours, theirs = Path(home) / "ours.cfg", Path(home) / "theirs.cfg"
        done = run("cky", "-G", str(grammar), "--cnf", "-o", str(ours), "-q")
        start = notation.read(str(grammar)).start
        theirs.write_text(f"%start {start}\n{listing.read_text()}")
        written = notation.read(str(ours))
        counts = [[row["parses"] for row in rows(path, sentences)] for path in (grammar, ours, theirs)]
    in_form = all(len(rule.right) == 2 or rule.lexical for rule in written.rules) and not done.returncode
    checks.append(Check(f"{grammar.name} form", None if in_form else "not in normal form"))
    for sentence, original, converted, listed in zip(sentences, *counts, strict=True):
        same = original == converted == listed
        problem = None if same else f"{original}, {converted} in normal form, {listed} in NLTK's"
        checks.append(Check(f"{listing.name} {sentence}", problem))
    if grammar.stem == "l1":
        count = len(written.rules)
        checks.append(Check("l1 rules", None if count == 53 else f"{count} rules"))
        checks += printed(written, notation.read(str(folder / "l1_cnf_printed.cfg")))
    return checks


def printed(ours: Grammar, figure: Grammar) -> list[Check]:
    """The rules of the figure, but for its slip TWA."""
    rules = {(rule.left, rule.right) for rule in ours.rules}
    shown = {
        (rule.left, tuple(one._replace(name=one.name.replace("TWA", "NWA")) for one in rule.right))
        for rule in figure.rules
    }
    wrong = rules ^ shown
    return [Check("l1 figure", f"{sorted(wrong)[:3]}" if wrong else None)]


def table(folder: Path, path: Path) -> list[Check]:
    """The cells of the figure, and the versions of the whole sentence."""
    expected = json.loads(path.read_text())
    sentence = " ".join(expected["sentence"])
    checks = []
    for grammar in ("l1.cfg", "l1_cnf_printed.cfg"):
        cells = rows(folder / grammar, [sentence], "--table")[0]["table"]
        for cell, names in expected["computed_sets"].items():
            same = sorted(cells[cell]) == names
            checks.append(
                Check(f"{grammar} [{cell}]", None if same else f"{sorted(cells[cell])} for {names}")
            )
        for name, versions in expected["versions_0_5"].items():
            same = cells["0,5"][name] == versions
            checks.append(Check(f"{grammar} [0,5] {name}", None if same else f"{cells['0,5'][name]}"))
    return checks


def trees(path: Path, key: str) -> list[Check]:
    """NLTK's binary trees, and the trees that they are made of."""
    listed = json.loads(path.read_text())
    checks = []
    with tempfile.TemporaryDirectory() as home:
        plain, binary = Path(home) / "plain.mrg", Path(home) / "binary.mrg"
        plain.write_text("".join(f"{one['tree']}\n" for one in listed))
        binary.write_text("".join(f"{one[key]}\n" for one in listed))
        made = run("convert", str(plain), "--to", "ptb", *TREES[key]).stdout.splitlines()
        back = run("convert", str(binary), "--to", "ptb", "--binary", "no").stdout.splitlines()
    for place, one in enumerate(listed):
        checks.append(Check(f"tree {place + 1} {key}", None if made[place] == one[key] else made[place]))
        checks.append(
            Check(f"tree {place + 1} {key} back", None if back[place] == one["tree"] else back[place])
        )
    return checks
