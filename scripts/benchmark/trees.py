"""Made-up dependency trees and the commands that score them; a part of `scripts.benchmark`."""

import random
from collections.abc import Iterator
from pathlib import Path

from scripts.benchmark.runs import NERKIT, Comparison

WORDS = ("flight", "book", "morning", "arrived", "through", "Houston", "the", "has", "from", "Denver")
TAGS = ("NOUN", "VERB", "DET", "ADP", "PROPN", "AUX")
LABELS = ("nsubj", "obj", "obl", "det", "case", "nmod", "aux", "conj", "advmod", "amod:x")
FEATURES = ("_", "Number=Sing", "Number=Plur|Case=Nom", "Definite=Def|PronType=Art")


def dep_corpus(folder: Path, words: int) -> tuple[str, str]:
    """Gold and system CoNLL-U files: sentences of about 15 words, one in fifty in a multiword token of two.

    The system errs in one head in ten, one label in twenty.
    """
    chance = random.Random(words)
    paths = folder / f"gold{words}.conllu", folder / f"system{words}.conllu"
    with paths[0].open("w") as gold, paths[1].open("w") as system:
        left, number = words, 0
        while left > 0:
            size = min(left, chance.randrange(5, 26))
            left, number = left - size, number + 1
            rows = sentence(chance, size)
            gold.write(f"# sent_id = s{number}\n{text(rows)}\n")
            system.write(f"# sent_id = s{number}\n{text(changed(chance, rows))}\n")
    return str(paths[0]), str(paths[1])


Word = tuple[
    str, str, str, int, str, bool
]  # form, tag, features, head, label, whether it begins a multiword token


def sentence(chance: random.Random, size: int) -> list[Word]:
    """A sentence; every word but the first depends on one before it."""
    words: list[Word] = []
    for i in range(size):
        head, label = (chance.randrange(1, i + 1), chance.choice(LABELS)) if i else (0, "root")
        first = i + 1 < size and chance.random() < 0.02 and not (words and words[-1][5])
        words.append((chance.choice(WORDS), chance.choice(TAGS), chance.choice(FEATURES), head, label, first))
    return words


def changed(chance: random.Random, rows: list[Word]) -> list[Word]:
    """The sentence as the system has it: other heads and labels."""
    words = []
    for i, (form, tag, features, head, label, first) in enumerate(rows):
        wrong = i > 0 and chance.random() < 0.1
        another = chance.choice(LABELS) if i and chance.random() < 0.05 else label
        words.append((form, tag, features, chance.randrange(1, i + 1) if wrong else head, another, first))
    return words


def text(rows: list[Word]) -> str:
    """The lines of a sentence."""
    lines = []
    for i, (form, tag, features, head, label, first) in enumerate(rows, 1):
        if first:
            lines.append(f"{i}-{i + 1}\t{form}{rows[i][0]}" + "\t_" * 8)
        lines.append(
            f"{i}\t{form}\t{form.lower()}\t{tag}\t{tag[:2]}\t{features}\t{head}\t{label}\t{head}:{label}\t_"
        )
    return "".join(f"{line}\n" for line in lines)


def dep(folder: Path, python: Path) -> Iterator[Comparison]:
    """The thirteen measures of the shared task of 2018, against udtools."""
    udeval = str(python.with_name("udeval"))
    for words, runs in ((25_000, 5), (250_000, 3)):
        gold, system = dep_corpus(folder, words)
        ours = [NERKIT, "dep", "--preset", "ud18", "-g", gold, "-s", system]
        yield Comparison(f"{words:,} words, ud18", ours, "udtools", [udeval, "-v", gold, system], runs)
    gold, system = dep_corpus(folder, 2_500_000)
    yield Comparison(
        "2,500,000 words, ud18", [NERKIT, "dep", "--preset", "ud18", "-g", gold, "-s", system], runs=1
    )
