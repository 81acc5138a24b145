"""Made-up dependency trees and the commands that score them; a part of `scripts.benchmark`."""

import random
from collections.abc import Iterator
from pathlib import Path

from scripts.benchmark.runs import Comparison, Place, Rows, nerkit, numbers, written
from scripts.benchmark.vocabulary import DOCUMENT, document_id, words

TAGS = ("NOUN", "VERB", "DET", "ADP", "PROPN", "AUX", "PRON", "ADJ", "ADV", "PUNCT", "CCONJ", "NUM")
LABELS = (
    *("nsubj", "obj", "obl", "det", "case", "nmod", "aux", "conj", "advmod", "amod", "punct", "cc", "mark"),
    *("nmod:poss", "acl:relcl", "obl:tmod", "compound", "advcl"),
)
FEATURES = (
    *("_", "_", "Number=Sing", "Case=Nom|Number=Plur", "Definite=Def|PronType=Art", "Degree=Pos"),
    *("Mood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin", "VerbForm=Inf", "NumType=Card"),
)


def dep_corpus(folder: Path, count: int) -> tuple[str, str]:
    """Gold and system CoNLL-U files: sentences of about 15 words, one in fifty in a multiword token of two.

    The system errs in one head in ten, one label in twenty.
    """
    return written(folder, f"{count}.conllu", dep_pieces(count))


def dep_pieces(count: int) -> Iterator[tuple[str, str]]:
    """The text of each sentence on both sides."""
    chance = random.Random(count)
    left, number = count, 0
    while left > 0:
        size = min(left, chance.randrange(5, 26))
        left, number = left - size, number + 1
        rows = sentence(chance, size)
        name, whole = document_id(number // DOCUMENT), " ".join(row[0] for row in rows)
        comment = f"# sent_id = {name}-{number}\n# text = {whole}\n"
        if number % DOCUMENT == 1:
            comment = f"# newdoc id = {name}\n{comment}"
        yield f"{comment}{text(rows)}\n", f"{comment}{text(changed(chance, rows))}\n"


# form, tag, features, head, label, whether it begins a multiword token
Word = tuple[str, str, str, int, str, bool]


def sentence(chance: random.Random, size: int) -> list[Word]:
    """A sentence; every word but the first depends on one before it."""
    made: list[Word] = []
    for i, form in enumerate(words(chance, size)):
        head, label = (chance.randrange(1, i + 1), chance.choice(LABELS)) if i else (0, "root")
        first = i + 1 < size and chance.random() < 0.02 and not (made and made[-1][5])
        made.append((form, chance.choice(TAGS), chance.choice(FEATURES), head, label, first))
    return made


def changed(chance: random.Random, rows: list[Word]) -> list[Word]:
    """The sentence as the system has it: other heads and labels."""
    made = []
    for i, (form, tag, features, head, label, first) in enumerate(rows):
        wrong = i > 0 and chance.random() < 0.1
        another = chance.choice(LABELS) if i and chance.random() < 0.05 else label
        made.append((form, tag, features, chance.randrange(1, i + 1) if wrong else head, another, first))
    return made


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


def dep(at: Place) -> Rows:
    """The thirteen measures of the shared task of 2018, against udtools."""
    own = numbers(r"\tLAS\t\*\t\*\t\S+\t(\S+)\t(\S+)\t(\S+)")
    both = own, numbers(r"LAS +\| +(\S+) \| +(\S+) \| +(\S+)", 100)
    for count, runs in ((5_000, 5), (100_000, 5), (1_000_000, 1)):
        sides = dep_corpus(at.folder, count)
        ours, peer = nerkit("dep --preset ud18 -f tsv", *sides), at.peer("udeval", "-v", *sides)
        title = f"{count:,} words, ud18"
        yield Comparison(title, ours, "udtools", peer, runs, numbers=both, split=sides, on_page=True)
