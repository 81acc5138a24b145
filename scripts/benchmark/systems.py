"""Made-up taggers that are compared with each other, and many errors; a part of `scripts.benchmark`."""

import random
from itertools import islice
from pathlib import Path

from scripts.benchmark.runs import Comparison, Place, Rows, nerkit
from scripts.benchmark.spans import spans_corpus
from scripts.benchmark.text import tags
from scripts.benchmark.vocabulary import SENTENCE, labels, words


def taggers(folder: Path, systems: int, sentences: int) -> list[str]:
    """The files of gold and of systems that miss 6 to 22 % of the entities, the hard ones more often."""
    chance = random.Random(systems)
    types = list(dict.fromkeys(labels(chance, 999)))
    sizes = [chance.randrange(5, 2 * SENTENCE - 4) for _ in range(sentences)]
    forms = words(chance, sum(sizes))
    gold = [tags(chance, size, types)[0] for size in sizes]
    hard = [[chance.random() for _ in sentence] for sentence in gold]
    paths = [folder / f"{name}-{systems}.bio" for name in ("gold", *(f"s{i:02}" for i in range(systems)))]
    for number, path in enumerate(paths):
        missed = 0.0 if number == 0 else 2 * (0.06 + 0.16 * number / systems)
        rest = iter(forms)
        with path.open("w") as file:
            for column, hardness in zip(gold, hard, strict=True):
                answer = _answered(chance, column, hardness, missed)
                rows = zip(islice(rest, len(column)), answer, strict=True)
                file.write("".join(f"{word} {tag}\n" for word, tag in rows) + "\n")
    return [str(path) for path in paths]


def _answered(chance: random.Random, column: list[str], hardness: list[float], missed: float) -> list[str]:
    """The tags of a sentence without the entities that are missed."""
    answer: list[str] = []
    for tag, hard in zip(column, hardness, strict=True):
        inside = tag.startswith("I-") and answer[-1] == "O"
        answer.append("O" if inside or (tag.startswith("B-") and chance.random() < missed * hard) else tag)
    return answer


def compare(at: Place) -> Rows:
    """All pairs of systems: exact p of precision, recall and F1, and intervals of the differences."""
    for systems, sentences in ((10, 3_164), (30, 20_000)):
        paths = taggers(at.folder, systems, sentences)
        title = f"{systems} systems x {sentences:,} sentences"
        yield Comparison(title, [*nerkit("compare -f tsv -g"), *paths], runs=1)


def errors(at: Place) -> Rows:
    """Every error of a system with 1,000,000 annotations in 50,000 documents, and rows by document."""
    sides = spans_corpus(at.folder, 1_000_000)
    yield Comparison("all errors as lines", nerkit("errors", *sides), runs=1)
    yield Comparison("a page about them", nerkit(f"report -o {at.folder / 'page.html'}", *sides), runs=1)
    for form in ("tsv", "json", "jsonl"):
        rows = nerkit(f"spans -m sets::span --by document -f {form}", *sides)
        yield Comparison(f"rows of each document, {form}", rows, runs=1)
