"""Made-up bracketed trees and the commands that score them."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from scripts.benchmark.runs import Comparison, Place, Rows, nerkit, numbers, written
from scripts.benchmark.vocabulary import words

PHRASES = ("NP", "VP", "PP", "S", "SBAR", "ADJP", "ADVP", "NP-SBJ", "PP-LOC")
TAGS = ("NN", "DT", "IN", "JJ", "VBD", "NNS", "NNP", "RB")
Tree = tuple[str, "str | list[Tree]"]  # label, and word or children


def bracket_corpus(folder: Path, sentences: int) -> tuple[str, str]:
    """Gold and system trees, one a line, of 24 words on average and as deep as those of the Penn Treebank.

    The system errs in one label in twenty, and one bracket in twelve is missing.
    """
    return written(folder, f"{sentences}.mrg", bracket_pieces(sentences))


def bracket_pieces(sentences: int) -> Iterator[tuple[str, str]]:
    """Each tree on both sides."""
    chance = random.Random(sentences)
    for _ in range(sentences):
        size = max(2, min(80, round(chance.gammavariate(4, 6))))
        tree: Tree = ("TOP", [("S", [*grown(chance, size, 1), (".", ".")])])
        yield f"{text(tree)}\n", f"{text(changed(chance, tree))}\n"


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


def tree(at: Place) -> Rows:
    """EVALB's numbers against PYEVALB, which also counts TOP. Without TOP both find equally many brackets.

    4,800 sentences are about sections 22 and 23 of the WSJ.
    """
    (peer,), result = at.peer("PYEVALB"), str(at.folder / "pyevalb.txt")
    both = numbers(r"\tbrackets\t(?:\S+\t){7}(\d+)\t\d+\t(\d+)"), brackets_but_top
    for sentences, runs in ((480, 5), (4_800, 5), (48_000, 1)):
        sides = bracket_corpus(at.folder, sentences)
        program = ["sh", "-c", f"{peer} {' '.join(sides)} {result} >&2 && cat {result}"]
        title, ours = f"{sentences:,} sentences", nerkit("tree -m evalb -f tsv", *sides)
        compared = Comparison(title, ours, "PYEVALB", program, runs, numbers=both, within=0)
        yield replace(compared, split=sides, on_page=True)
    sides = bracket_corpus(at.folder, 100_000)
    yield Comparison("100,000 sentences", nerkit("tree -m evalb", *sides), runs=1, split=sides)


def brackets_but_top(printed: str) -> list[float]:
    """The brackets of the system and of gold in a table of PYEVALB, without one of each sentence."""
    rows = [line.split("|") for line in printed.split("\n") if re.match(r"\| *\d", line)]
    return [sum(int(row[column]) - 1 for row in rows) for column in (8, 7)]
