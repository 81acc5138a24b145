"""Made-up bracketed trees and the commands that score them."""

import random
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from scripts.benchmark.runs import NERKIT, Comparison, numbers
from scripts.benchmark.vocabulary import words

PHRASES = ("NP", "VP", "PP", "S", "SBAR", "ADJP", "ADVP", "NP-SBJ", "PP-LOC")
TAGS = ("NN", "DT", "IN", "JJ", "VBD", "NNS", "NNP", "RB")
Tree = tuple[str, "str | list[Tree]"]  # label, and word or children


def bracket_corpus(folder: Path, sentences: int) -> tuple[str, str]:
    """Gold and system trees, one a line, of 24 words on average and as deep as those of the Penn Treebank.

    The system errs in one label in twenty, and one bracket in twelve is missing.
    """
    chance = random.Random(sentences)
    paths = folder / f"gold{sentences}.mrg", folder / f"system{sentences}.mrg"
    with paths[0].open("w") as gold, paths[1].open("w") as system:
        for _ in range(sentences):
            size = max(2, min(80, round(chance.gammavariate(4, 6))))
            tree: Tree = ("TOP", [("S", [*grown(chance, size, 1), (".", ".")])])
            gold.write(f"{text(tree)}\n")
            system.write(f"{text(changed(chance, tree))}\n")
    return str(paths[0]), str(paths[1])


def grown(chance: random.Random, size: int, depth: int) -> list[Tree]:
    """The children of a constituent of so many words."""
    if size == 1 or depth > 30:
        return [(chance.choice(TAGS), word) for word in words(chance, size)]
    cuts = sorted({0, size, *(chance.randrange(1, size) for _ in range(chance.choice((1, 1, 1, 2))))})
    found: list[Tree] = []
    for first, last in pairwise(cuts):
        inside = grown(chance, last - first, depth + 1)
        plain = last - first == 1 and chance.random() < 0.75
        found += inside if plain else [(chance.choice(PHRASES), inside)]
    return found


def changed(chance: random.Random, tree: Tree) -> Tree:
    """The tree as the system has it: other labels and tags, fewer brackets."""
    label, inside = tree
    if isinstance(inside, str):
        return (chance.choice(TAGS), inside) if label != "." and chance.random() < 0.03 else tree
    children: list[Tree] = []
    for child in inside:
        other = changed(chance, child)
        below = other[1]
        children += below if not isinstance(below, str) and chance.random() < 0.08 else [other]
    return (
        chance.choice(PHRASES) if label not in ("TOP", "S") and chance.random() < 0.05 else label
    ), children


def text(tree: Tree) -> str:
    """A tree on one line."""
    label, inside = tree
    return f"({label} {inside if isinstance(inside, str) else ' '.join(map(text, inside))})"


def tree(folder: Path, python: Path) -> Iterator[Comparison]:
    """EVALB's numbers against PYEVALB, which also counts TOP. Without TOP both find equally many brackets.

    4,800 sentences are about sections 22 and 23 of the WSJ.
    """
    peer, result = str(python.with_name("PYEVALB")), str(folder / "pyevalb.txt")
    for sentences, runs in ((480, 5), (4_800, 5), (48_000, 1)):
        gold, system = bracket_corpus(folder, sentences)
        ours = [NERKIT, "tree", "-m", "evalb", "-f", "tsv", "-g", gold, "-s", system]
        program = ["sh", "-c", f"{peer} {gold} {system} {result} >&2 && cat {result}"]
        yield Comparison(
            f"{sentences:,} sentences",
            ours,
            "PYEVALB",
            program,
            runs,
            numbers=(numbers(r"\tbrackets\t(?:\S+\t){7}(\d+)\t\d+\t(\d+)"), brackets_but_top),
            within=0,
            split=(gold, system),
            on_page=True,
        )
    gold, system = bracket_corpus(folder, 100_000)
    ours = [NERKIT, "tree", "-m", "evalb", "-g", gold, "-s", system]
    yield Comparison("100,000 sentences", ours, runs=1, split=(gold, system))


def brackets_but_top(printed: str) -> list[float]:
    """The brackets of the system and of gold in a table of PYEVALB, without one of each sentence."""
    rows = [line.split("|") for line in printed.split("\n") if re.match(r"\| *\d", line)]
    return [sum(int(row[column]) - 1 for row in rows) for column in (8, 7)]
