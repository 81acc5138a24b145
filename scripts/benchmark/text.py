"""Made-up tagged text and the commands that score it; a part of `scripts.benchmark`."""

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.benchmark.runs import NERKIT, Comparison

WORDS = (
    "the",
    "of",
    "harbour",
    "met",
    "in",
    "new",
    "council",
    "said",
    "which",
    "roof",
    "old",
    "lamp",
    "paid",
    "before",
)
NAMES = ("Vance", "Ellery", "Grenoch", "Rovers", "Aldous", "Okoye", "Port", "Bank", "Brigade", "Anglers")


def bio_corpus(folder: Path, tokens: int, *, noise: float = 0.0) -> tuple[str, str]:
    """Gold and system BIO files: sentences of about 20 tokens, an eighth of them in entities of four types.

    The system errs in one entity in ten; with *noise* that share of its characters is wrong too.
    """
    chance = random.Random(tokens)
    gold, system = folder / f"gold{tokens}-{noise}.bio", folder / f"system{tokens}-{noise}.bio"
    with gold.open("w") as gold_file, system.open("w") as system_file:
        left = 0
        kind = guess = "O"
        for i in range(tokens):
            prefix = "I"
            if not left:
                prefix = "B"
                entity = chance.random() < 0.07
                left = chance.randrange(1, 4) if entity else 1
                kind = guess = chance.choice(("PER", "ORG", "LOC", "MISC")) if entity else "O"
                if entity and chance.random() < 0.1:
                    guess = chance.choice(("PER", "O"))
            left -= 1
            word = chance.choice(WORDS if kind == "O" else NAMES)
            gold_file.write(f"{word} {tag(prefix, kind)}\n")
            wrong = "".join(chance.choice("aeiou") if chance.random() < noise else letter for letter in word)
            system_file.write(f"{wrong} {tag(prefix, guess)}\n")
            if i % 20 == 19:
                gold_file.write("\n")
                system_file.write("\n")
                left = 0
    return str(gold), str(system)


def tag(prefix: str, kind: str) -> str:
    return kind if kind == "O" else f"{prefix}-{kind}"


SEQEVAL = """
import sys
from seqeval.metrics import classification_report
from seqeval.scheme import IOB2
def read(path):
    blocks = open(path).read().split("\\n\\n")
    return [[line.split()[-1] for line in block.split("\\n") if line] for block in blocks]
options = {"mode": "strict", "scheme": IOB2} if len(sys.argv) > 3 else {}
print(classification_report(read(sys.argv[1]), read(sys.argv[2]), **options))
"""

NERVALUATE = """
import sys
from nervaluate import Evaluator
def read(path):
    blocks = open(path).read().split("\\n\\n")
    return [[line.split()[-1] for line in block.split("\\n") if line] for block in blocks]
sides = read(sys.argv[1]), read(sys.argv[2])
print(Evaluator(*sides, tags=["PER", "ORG", "LOC", "MISC"], loader="list").evaluate())
"""


SPAN_LISTS = """
import random, time
chance = random.Random(3)
def document():
    at, spans = 0, []
    for _ in range(50):
        at += chance.randrange(1, 20)
        spans.append((at, at + chance.randrange(1, 7), chance.choice(("PER", "ORG", "LOC"))))
        at = spans[-1][1] + 1
    return spans
gold = [document() for _ in range(2000)]
system = [
    [(begin, end + (chance.random() < 0.1), kind) for begin, end, kind in spans if chance.random() < 0.9]
    for spans in gold
]
"""
OUR_SPANS = """
import nerkit
def score(gold, system):
    return nerkit.evaluate(gold, system, measures=["strict", "exact", "partial", "type"], by="label").f1
score(gold[:1], system[:1])
begin = time.process_time()
score(gold, system)
print(time.process_time() - begin)
"""
THEIR_SPANS = """
from nervaluate.evaluator import Evaluator
gold, system = (
    [[{"start": begin, "end": end - 1, "label": kind} for begin, end, kind in spans] for spans in side]
    for side in (gold, system)
)
begin = time.process_time()
Evaluator(gold, system, tags=["PER", "ORG", "LOC"], loader="dict").evaluate()
print(time.process_time() - begin)
"""
OBJECTS = """
import sys, time
from {package}.metrics import classification_report, f1_score
def read(path):
    blocks = open(path).read().split("\\n\\n")
    return [[line.split()[-1] for line in block.split("\\n") if line] for block in blocks]
sides = read(sys.argv[1]), read(sys.argv[2])
f1_score([["B-A"]], [["B-A"]])
begin = time.process_time()
{function}(*sides)
print(time.process_time() - begin)
"""


def objects(folder: Path, python: Path) -> Iterator[Comparison]:
    """Objects in memory, in a process of their own: tags and seqeval 1.2.2, lists of spans and nervaluate
    1.2.1.
    """
    sides = bio_corpus(folder, 1_000_000)
    for function in ("f1_score", "classification_report"):
        ours, peer = (
            [program, "-c", OBJECTS.format(package=package, function=function), *sides]
            for program, package in ((sys.executable, "nerkit.compat.seqeval"), (str(python), "seqeval"))
        )
        yield Comparison(f"1,000,000 tags in memory, {function}", ours, "seqeval", peer, 5, inside=True)
    ours, peer = (
        [program, "-c", SPAN_LISTS + score]
        for program, score in ((sys.executable, OUR_SPANS), (str(python), THEIR_SPANS))
    )
    yield Comparison(
        "100,000 spans in memory, four SemEval measures by label", ours, "nervaluate", peer, 5, inside=True
    )


def bio(folder: Path, python: Path, conlleval: str | None = None) -> Iterator[Comparison]:
    """Tagged text against seqeval 1.2.2, nervaluate 1.2.1 and, with --conlleval PATH, the perl conlleval."""
    for tokens in (100_000, 1_000_000):
        gold, system = bio_corpus(folder, tokens)
        files = ["-g", gold, "-s", system]
        rows = [NERKIT, "bio", "--by", "label", *files]
        yield Comparison(
            f"{tokens:,} tokens, chunk by label",
            rows,
            "seqeval report",
            [str(python), "-c", SEQEVAL, gold, system],
            3,
        )
        strict = [*rows, "-m", "strict", "--scheme", "IOB2"]
        yield Comparison(
            f"{tokens:,} tokens, strict by label",
            strict,
            "seqeval strict",
            [str(python), "-c", SEQEVAL, gold, system, "strict"],
            3,
        )
        kinds = [part for name in ("strict", "exact", "partial", "type") for part in ("-m", name)]
        yield Comparison(
            f"{tokens:,} tokens, four SemEval measures",
            [*rows, *kinds],
            "nervaluate",
            [str(python), "-c", NERVALUATE, gold, system],
            3,
        )
        if conlleval:
            joined = folder / f"joined{tokens}.txt"
            subprocess.run(
                f"paste -d' ' {gold} <(awk '{{print $NF}}' {system}) | sed 's/^ *$//' > {joined}",
                shell=True,
                check=True,
                executable="/bin/bash",
            )
            yield Comparison(
                f"{tokens:,} tokens, chunk from one file",
                [NERKIT, "bio", str(joined), "--by", "label"],
                "conlleval.pl",
                ["bash", "-c", f"perl {conlleval} < {joined}"],
                3,
            )
    gold, system = bio_corpus(folder, 10_000_000)
    yield Comparison(
        "10,000,000 tokens, chunk by label",
        [NERKIT, "bio", "--by", "label", "-g", gold, "-s", system],
        runs=1,
    )


def noisy(folder: Path, python: Path) -> Iterator[Comparison]:
    """Texts that differ, against teklia-nerval 0.3.3: 8 % of the characters wrong."""
    nerval = str(python.with_name("nerval"))
    for tokens in (1_000, 5_000, 30_000, 100_000):
        gold, system = bio_corpus(folder, tokens, noise=0.08)
        for mode in ([], ["--nerval"]):
            title = f"{tokens:,} tokens, noisy {' '.join(mode)}".rstrip()
            yield Comparison(
                title,
                [NERKIT, "noisy", *mode, "-g", gold, "-s", system],
                "nerval",
                [nerval, "-a", gold, "-p", system],
                3,
            )
    gold, system = bio_corpus(folder, 1_000_000, noise=0.08)
    yield Comparison("1,000,000 tokens, noisy", [NERKIT, "noisy", "-g", gold, "-s", system], runs=1)
