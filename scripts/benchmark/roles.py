"""Made-up semantic roles and the commands that score them; a part of `scripts.benchmark`."""

import random
from collections.abc import Iterator
from pathlib import Path

from scripts.benchmark.runs import Comparison, Place, Rows, nerkit, numbers, written

ROLES = ("ARG0", "ARG1", "ARG1", "ARG2", "ARGM-TMP", "ARGM-LOC", "ARGM-MOD", "ARGM-NEG", "R-ARG0")
VERBS = ("say", "make", "go", "think", "take", "see", "give", "become", "work", "follow")
Phrase = tuple[int, int, str]  # first word, last word, label


def role_corpus(folder: Path, sentences: int) -> tuple[str, str]:
    """Gold and system propositions: sentences of about 12 words and 2.5 predicates, three arguments each.

    The system errs in one label in twelve and one border in twelve, and lacks one argument in fifteen.
    """
    return written(folder, f"{sentences}.props", role_pieces(sentences))


def role_pieces(sentences: int) -> Iterator[tuple[str, str]]:
    """The text of each sentence on both sides."""
    chance = random.Random(sentences)
    for _ in range(sentences):
        size = chance.randrange(6, 20)
        verbs = sorted(chance.sample(range(size), min(size, chance.choice((1, 2, 2, 3, 3, 4)))))
        names = {word: chance.choice(VERBS) for word in verbs}
        columns = [arguments(chance, size, word) for word in verbs]
        yield text(size, names, columns), text(size, names, [changed(chance, size, each) for each in columns])


def arguments(chance: random.Random, size: int, verb: int) -> list[Phrase]:
    """The phrases of a predicate, none of which overlap."""
    phrases: list[Phrase] = [(verb, verb, "V")]
    word = 0
    while word < size:
        last = min(size - 1, word + chance.choice((0, 0, 1, 2, 4)))
        if word <= verb <= last:
            last = verb - 1
        if word <= last and chance.random() < 0.35:
            label = chance.choice(ROLES)
            continued = any(label == other for _, _, other in phrases)
            phrases.append((word, last, f"C-{label}" if continued and chance.random() < 0.3 else label))
        word = max(word, last) + 1
    return phrases


def changed(chance: random.Random, size: int, phrases: list[Phrase]) -> list[Phrase]:
    """The phrases as the system has them."""
    system: list[Phrase] = []
    used = {word for first, last, _ in phrases for word in range(first, last + 1)}
    for first, last, label in phrases:
        if label != "V" and chance.random() < 1 / 15:
            continue
        if label != "V" and last + 1 < size and last + 1 not in used and chance.random() < 1 / 12:
            used.add(last + 1)
            system.append((first, last + 1, label))
        else:
            wrong = label != "V" and chance.random() < 1 / 12
            system.append((first, last, chance.choice(ROLES) if wrong else label))
    return system


def text(size: int, names: dict[int, str], columns: list[list[Phrase]]) -> str:
    """The lines of a sentence, columns under each other."""
    cells = [[names.get(word, "-"), *("*" for _ in columns)] for word in range(size)]
    for column, phrases in enumerate(columns, 1):
        for first, last, label in phrases:
            cells[first][column] = f"({label}{cells[first][column]}"
            cells[last][column] += ")"
    widths = [max(map(len, column)) + 1 for column in zip(*cells, strict=True)]
    padded = ([cell.rjust(width) for cell, width in zip(row, widths, strict=True)] for row in cells)
    lines = (row[0].strip().ljust(widths[0]) + "".join(row[1:]) for row in padded)
    return "\n".join(lines) + "\n\n"


def srl(at: Place) -> Rows:
    """The numbers of srl-eval.pl (`--sources`); 2,000 sentences have about 5,000 predicates."""
    own = numbers(r"srl-conll05 +\* +(\S+) +(\S+) +(\S+)")
    theirs = numbers(r"Overall(?: +\d+){3} +(\S+) +(\S+) +(\S+)", 100)
    program = ["perl", f"{at.sources}/structured_tuning_srl/srl-eval.pl"] if at.sources else []
    who = "srl-eval.pl" if program else ""
    for sentences, runs in ((2_000, 5), (20_000, 5), (200_000, 1)):
        sides = role_corpus(at.folder, sentences)
        ours, peer = nerkit("srl -m srl-conll05 --by label", *sides), [*program, *sides] if program else None
        title, both = f"{sentences:,} sentences", (own, theirs)
        yield Comparison(title, ours, who, peer, runs, numbers=both, on_page=bool(peer))
