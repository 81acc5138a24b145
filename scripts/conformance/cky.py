"""Grammars and parses against NLTK's parsers and the lecture's figures."""

import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from nerkit.grammar import notation
from nerkit.grammar.rules import Grammar
from scripts.conformance.checks import Cases, Check, Checks, check, same
from scripts.conformance.commands import read, run, told

FEW = 1e-9  # relative difference of probabilities
SEVERAL = 100  # parses that are listed
TREES = {  # key of tree_cnf.json -> options of `nerkit convert`
    "right": "--binary right",
    "left": "--binary left",
    "right_h2": "--binary right --horizontal 2",
    "right_h1_v1": "--binary right --horizontal 1 --vertical 1",
    "left_h0_v2": "--binary left --horizontal 0 --vertical 2",
}


def cases(golden: Path) -> Cases:
    """Counts, trees, best parses and their probabilities; the lecture's table cell by cell and its normal
    form; NLTK's binary trees, and back.

    NLTK's normal forms are binary from the right, and are compared as languages: each parses the sentences of
    its grammar as often. Not compared: best trees where several are equally probable; `collapse*`, NLTK's
    merging of unit chains into one label.
    """
    folder = golden / "cky"
    for entry in read(golden / "index.json")["entries"]:
        if entry["group"] != "cky":
            continue
        kind = entry["name"].partition("_")[0]
        paths = [golden / path for path in entry["files"]]
        if kind == "cnf":
            yield partial(normal, folder, *paths)
        elif entry["name"] == "cky_table_l1":
            yield partial(table, folder, paths[1])
        elif kind == "cky":
            yield partial(parses, *paths)
        elif kind == "viterbi":
            yield partial(best, *paths)
        elif kind == "tree":
            yield from (partial(trees, paths[0], key) for key in TREES)


def rows(grammar: Path | str, sentences: list[str], *options: str) -> list[dict[str, Any]]:
    """The rows of the command."""
    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / "sentences.txt"
        path.write_text("".join(f"{sentence}\n" for sentence in sentences))
        listed: list[dict[str, Any]] = told("cky", "-G", str(grammar), str(path), *options)["rows"]
    return listed


def parses(grammar: Path, path: Path) -> Checks:
    """The number of parses of each sentence, and its trees where they are listed."""
    expected = read(path)
    found = rows(grammar, [one["sentence"] for one in expected], "--count", "--all", str(SEVERAL))
    for one, row in zip(expected, found, strict=True):
        name = f"{path.name} {one['sentence']}"
        yield same(f"{name} count", (row["parses"], row["recognised"]), (one["count"], one["count"] > 0))
        if "error" in one and not row["unknown"]:
            yield Check(f"{name} unknown", "no unknown word")
        if one["trees"] is not None:
            yield same(f"{name} trees", sorted(row["trees"]), sorted(one["trees"]))


def best(grammar: Path, path: Path) -> Checks:
    """The best parse, where it is one, and its probability."""
    expected = read(path)
    found = rows(grammar, [one["sentence"] for one in expected], "--count", "--best", "--k-best", "2")
    for one, row in zip(expected, found, strict=True):
        name = f"{path.name} {one['sentence']}"
        yield check(f"{name} probability", row, {"probability": one["prob"]}, FEW * one["prob"])
        if "count" in one:
            yield same(f"{name} count", row["parses"], one["count"])
        if one.get("best_derivations") == 1:
            yield same(f"{name} tree", row["best"], one["tree"])
            yield same(f"{name} first of k", row["k_best"][0]["tree"], one["tree"])


def normal(folder: Path, grammar: Path, listing: Path) -> Checks:
    """NLTK's normal form has the parses of the grammar, and so has ours; for L1, the lecture's 53 rules."""
    sentences = [one["sentence"] for one in read(folder / f"{grammar.stem}.parses.json")]
    with tempfile.TemporaryDirectory() as home:
        ours, theirs = Path(home) / "ours.cfg", Path(home) / "theirs.cfg"
        done = run("cky", "-G", str(grammar), "--cnf", "-o", str(ours), "-q")
        start = notation.read(str(grammar)).start
        theirs.write_text(f"%start {start}\n{listing.read_text()}")
        written = notation.read(str(ours))
        counts = [[row["parses"] for row in rows(path, sentences)] for path in (grammar, ours, theirs)]
    in_form = all(len(rule.right) == 2 or rule.lexical for rule in written.rules) and not done.returncode
    yield same(f"{grammar.name} form", in_form)
    for sentence, original, converted, listed in zip(sentences, *counts, strict=True):
        yield same(f"{listing.name} {sentence}", (converted, listed), (original, original))
    if grammar.stem == "l1":
        yield same("l1 rules", len(written.rules), 53)
        yield printed(written, notation.read(str(folder / "l1_cnf_printed.cfg")))


def printed(ours: Grammar, figure: Grammar) -> Check:
    """The rules of the figure, but for its slip TWA."""
    rules = {(rule.left, rule.right) for rule in ours.rules}
    shown = {
        (rule.left, tuple(one._replace(name=one.name.replace("TWA", "NWA")) for one in rule.right))
        for rule in figure.rules
    }
    return same("l1 figure", sorted(rules ^ shown), [])


def table(folder: Path, path: Path) -> Checks:
    """The cells of the figure, and the versions of the whole sentence."""
    expected = read(path)
    for grammar in ("l1.cfg", "l1_cnf_printed.cfg"):
        cells = rows(folder / grammar, [" ".join(expected["sentence"])], "--table")[0]["table"]
        for cell, names in expected["computed_sets"].items():
            yield same(f"{grammar} [{cell}]", sorted(cells[cell]), names)
        for name, versions in expected["versions_0_5"].items():
            yield same(f"{grammar} [0,5] {name}", cells["0,5"][name], versions)


def trees(path: Path, key: str) -> Checks:
    """NLTK's binary trees, and the trees that they are made of."""
    listed = read(path)
    with tempfile.TemporaryDirectory() as home:
        plain, binary = Path(home) / "plain.mrg", Path(home) / "binary.mrg"
        plain.write_text("".join(f"{one['tree']}\n" for one in listed))
        binary.write_text("".join(f"{one[key]}\n" for one in listed))
        made = run("convert", str(plain), "--to", "ptb", *TREES[key].split()).stdout.splitlines()
        back = run("convert", str(binary), "--to", "ptb", "--binary", "no").stdout.splitlines()
    for place, one in enumerate(listed):
        yield same(f"tree {place + 1} {key}", made[place], one[key])
        yield same(f"tree {place + 1} {key} back", back[place], one["tree"])
