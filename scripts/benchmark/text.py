"""Made-up tagged text and the commands that score it; a part of `scripts.benchmark`."""

import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from scripts.benchmark.runs import NERKIT, SPLIT, Comparison, numbers
from scripts.benchmark.vocabulary import DOCUMENT, LABELS, SENTENCE, document_id, labels, words


def bio_corpus(
    folder: Path, tokens: int, *, noise: float = 0.0, marks: bool = True, distinct: int = 18
) -> tuple[str, str]:
    """Gold and system BIO files: an eighth of the tokens in entities of 18 types, or *distinct*; documents
    marked, and a comment in each, unless without *marks*.

    The system errs in one entity in ten; with *noise* that share of its characters is wrong too.
    """
    chance = random.Random(tokens)
    gold, system = (folder / f"{side}{tokens}-{noise}-{marks}-{distinct}.bio" for side in ("gold", "system"))
    forms, of_entities = iter(words(chance, tokens)), list(dict.fromkeys(labels(chance, 999)))[:distinct]
    left, sentence = tokens, 0
    with gold.open("w") as gold_file, system.open("w") as system_file:
        while left:
            if marks and sentence % DOCUMENT == 0:
                name = document_id(sentence // DOCUMENT)
                for file in (gold_file, system_file):
                    file.write(f"-DOCSTART- ({name})\n\n# url = https://example.org/{name}\n")
            size = min(left, chance.randrange(5, 2 * SENTENCE - 4))
            left, sentence = left - size, sentence + 1
            rows = list(zip(islice(forms, size), *tags(chance, size, of_entities), strict=True))
            gold_file.write("".join(f"{word} {tag}\n" for word, tag, _ in rows) + "\n")
            system_file.write(
                "".join(f"{misread(chance, word, noise)} {tag}\n" for word, _, tag in rows) + "\n"
            )
    return str(gold), str(system)


def tags(chance: random.Random, size: int, types: Sequence[str]) -> tuple[list[str], list[str]]:
    """The tags of a sentence on both sides."""
    gold: list[str] = []
    system: list[str] = []
    while len(gold) < size:
        if chance.random() >= 0.07:
            gold.append("O")
            system.append("O")
            continue
        count = min(size - len(gold), chance.randrange(1, 4))
        type_ = guess = types[min(int(chance.expovariate(0.2)), len(types) - 1)]
        if chance.random() < 0.1:
            guess = chance.choice((types[0], "O"))
        gold += [f"B-{type_}", *[f"I-{type_}"] * (count - 1)]
        system += ["O"] * count if guess == "O" else [f"B-{guess}", *[f"I-{guess}"] * (count - 1)]
    return gold, system


def misread(chance: random.Random, word: str, noise: float) -> str:
    """The word with some letters wrong."""
    if not noise:
        return word
    return "".join(chance.choice("aeiou") if chance.random() < noise else letter for letter in word)


READ = """
import sys
def read(path):
    blocks = open(path).read().split("\\n\\n")
    kept = ([line.split()[-1] for line in block.split("\\n") if line and line[0] != "#" and line[:2] != "-D"]
            for block in blocks)
    return [tags for tags in kept if tags]
"""
SEQEVAL = (
    READ
    + """
from seqeval.metrics import classification_report
from seqeval.scheme import IOB2
options = {"mode": "strict", "scheme": IOB2} if len(sys.argv) > 3 else {}
print(classification_report(read(sys.argv[1]), read(sys.argv[2]), digits=4, **options))
"""
)

NERVALUATE = (
    READ
    + f"""
from nervaluate import Evaluator
sides = read(sys.argv[1]), read(sys.argv[2])
overall = Evaluator(*sides, tags={list(LABELS)}, loader="list").evaluate()["overall"]
for name in ("strict", "exact", "partial", "ent_type"):
    print(overall[name].precision, overall[name].recall, overall[name].f1)
"""
)


CONLLEVAL = """
import sys
program, joined = sys.argv[1:]
sys.argv, sys.stdin = [program], open(joined)
keys = "c.t_found_correct.keys() + c.t_found_guessed.keys()"  # which Python 3 cannot add
source = open(program).read().replace(keys, "[*c.t_found_correct, *c.t_found_guessed]")
exec(compile(source, program, "exec"))
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
of = score(gold, system)
print(time.process_time() - begin, of)
"""
THEIR_SPANS = """
from nervaluate.evaluator import Evaluator
gold, system = (
    [[{"start": begin, "end": end - 1, "label": kind} for begin, end, kind in spans] for spans in side]
    for side in (gold, system)
)
begin = time.process_time()
overall = Evaluator(gold, system, tags=["PER", "ORG", "LOC"], loader="dict").evaluate()["overall"]
print(time.process_time() - begin, overall["strict"].f1)
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
text = {function}(*sides)
print(time.process_time() - begin, text)
"""


def objects(folder: Path, python: Path) -> Iterator[Comparison]:
    """Objects in memory, in a process of their own: tags and seqeval 1.2.2, lists of spans and nervaluate
    1.2.1.
    """
    sides = bio_corpus(folder, 1_000_000, marks=False)
    for function in ("f1_score", "classification_report"):
        ours, peer = (
            [program, "-c", OBJECTS.format(package=package, function=function), *sides]
            for program, package in ((sys.executable, "nerkit.compat.seqeval"), (str(python), "seqeval"))
        )
        title, micro = (
            f"1,000,000 tags in memory, {function}",
            numbers(r"(?s)\A\S+ (?:.*micro avg +\S+ +\S+ +)?(\S+)"),
        )
        on_page = function == "f1_score"
        yield Comparison(
            title, ours, "seqeval", peer, 5, inside=True, numbers=(micro, micro), on_page=on_page
        )
    ours, peer = (
        [program, "-c", SPAN_LISTS + score]
        for program, score in ((sys.executable, OUR_SPANS), (str(python), THEIR_SPANS))
    )
    title, f1 = "100,000 spans in memory, four SemEval measures by label", numbers(r"\S+ (\S+)")
    yield Comparison(title, ours, "nervaluate", peer, 5, inside=True, numbers=(f1, f1))


def bio(folder: Path, python: Path, sources: Path | None = None) -> Iterator[Comparison]:
    """Tagged text against seqeval 1.2.2, nervaluate 1.2.1 and, with --sources, two conlleval.py."""
    for tokens in (5_000, 100_000, 1_000_000):
        gold, system = bio_corpus(folder, tokens)
        files = ["-g", gold, "-s", system, "-f", "tsv"]
        rows, split = [NERKIT, "bio", "--by", "label", *files], (gold, system)
        by_name = {
            name: numbers(rf"\t{name}\t\*\t\*\t\S+\t(\S+)\t(\S+)\t(\S+)") for name in ("chunk", "strict")
        }
        report = numbers(r"micro avg +(\S+) +(\S+) +(\S+)")
        yield Comparison(
            f"{tokens:,} tokens, chunk by label",
            rows,
            "seqeval report",
            [str(python), "-c", SEQEVAL, gold, system],
            numbers=(by_name["chunk"], report),
            split=split,
            on_page=True,
        )
        strict = [*rows, "-m", "strict", "--scheme", "IOB2"]
        yield Comparison(
            f"{tokens:,} tokens, strict by label",
            strict,
            "seqeval strict",
            [str(python), "-c", SEQEVAL, gold, system, "strict"],
            numbers=(by_name["strict"], report),
        )
        kinds = [part for name in ("strict", "exact", "partial", "type") for part in ("-m", name)]
        yield Comparison(
            f"{tokens:,} tokens, four SemEval measures",
            [*rows, *kinds],
            "nervaluate",
            [str(python), "-c", NERVALUATE, gold, system],
            numbers=(by_name["strict"], numbers(r"(\S+) (\S+) (\S+)")),
            on_page=tokens == 100_000,
        )
        if sources is None:
            continue
        joined = folder / f"joined{tokens}.txt"
        subprocess.run(
            f"paste -d' ' {gold} <(awk '{{print $NF}}' {system}) | grep -v '^#\\|^-DOCSTART-' "
            f"| sed 's/^ *$//' | sed '/./,$!d' > {joined}",
            shell=True,
            check=True,
            executable="/bin/bash",
        )
        phrases = numbers(r"precision: *(\S+)%; recall: *(\S+)%; FB1: *(\S+)", 100)
        for name, repository in (("conlleval.py", "conlleval.py"), ("sighsmile/conlleval", "sighsmile")):
            yield Comparison(
                f"{tokens:,} tokens, chunk from one file",
                [NERKIT, "bio", str(joined), "--by", "label", "-f", "tsv"],
                name,
                [str(python), "-c", CONLLEVAL, f"{sources}/{repository}/conlleval.py", str(joined)],
                numbers=(by_name["chunk"], phrases),
                on_page=name == "conlleval.py",
            )
    gold, system = bio_corpus(folder, 10_000_000)
    yield Comparison(
        "10,000,000 tokens, chunk by label",
        [NERKIT, "bio", "--by", "label", "-g", gold, "-s", system],
        "str.split",
        [sys.executable, "-c", SPLIT, gold, system],
        on_page=True,
    )


def noisy(folder: Path, python: Path) -> Iterator[Comparison]:
    """Texts that differ, against teklia-nerval 0.3.3: 8 % of the characters wrong."""
    nerval = str(python.with_name("nerval"))
    for tokens in (1_000, 5_000, 30_000, 100_000):
        gold, system = bio_corpus(folder, tokens, noise=0.08, marks=False)
        for mode in ([], ["--nerval"]):
            title = f"{tokens:,} tokens, noisy {' '.join(mode)}".rstrip()
            yield Comparison(
                title,
                [NERKIT, "noisy", *mode, "-g", gold, "-s", system],
                "nerval",
                [nerval, "-a", gold, "-p", system],
                on_page=not mode and tokens in (5_000, 100_000),
                numbers=(
                    numbers(r"noisy +(?:\* +)?([01]\.\d+) +(\S+) +(\S+)"),
                    numbers(r"ALL(?: +\| +\d+){2} +\| +(\S+) +\| +(\S+) +\| +(\S+)"),
                ),
            )
    gold, system = bio_corpus(folder, 1_000_000, noise=0.08, marks=False)
    yield Comparison("1,000,000 tokens, noisy", [NERKIT, "noisy", "-g", gold, "-s", system], runs=1)
