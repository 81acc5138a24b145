"""Made-up tagged text and the commands that score it; a part of `scripts.benchmark`."""

import random
import subprocess
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from scripts.benchmark.runs import SPLIT, Comparison, Place, Rows, nerkit, numbers, own_code, written
from scripts.benchmark.vocabulary import DOCUMENT, LABELS, SENTENCE, document_id, labels, words


def bio_corpus(
    folder: Path, tokens: int, *, noise: float = 0.0, marks: bool = True, distinct: int = 18
) -> tuple[str, str]:
    """Gold and system BIO files: an eighth of the tokens in entities of 18 types, or *distinct*; documents
    marked, and a comment in each, unless without *marks*.

    The system errs in one entity in ten; with *noise* that share of its characters is wrong too.
    """
    pieces = bio_pieces(tokens, noise, marks=marks, distinct=distinct)
    return written(folder, f"{tokens}-{noise}-{marks}-{distinct}.bio", pieces)


def bio_pieces(tokens: int, noise: float, *, marks: bool, distinct: int) -> Iterator[tuple[str, str]]:
    """The text of each sentence on both sides, with the mark of the document that it begins."""
    chance = random.Random(tokens)
    forms, of_entities = iter(words(chance, tokens)), list(dict.fromkeys(labels(chance, 999)))[:distinct]
    left, sentence = tokens, 0
    while left:
        if marks and sentence % DOCUMENT == 0:
            name = document_id(sentence // DOCUMENT)
            yield (f"-DOCSTART- ({name})\n\n# url = https://example.org/{name}\n",) * 2
        size = min(left, chance.randrange(5, 2 * SENTENCE - 4))
        left, sentence = left - size, sentence + 1
        rows = list(zip(islice(forms, size), *tags(chance, size, of_entities), strict=True))
        gold = "".join(f"{word} {tag}\n" for word, tag, _ in rows)
        system = "".join(f"{misread(chance, word, noise)} {tag}\n" for word, _, tag in rows)
        yield gold + "\n", system + "\n"


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


def objects(at: Place) -> Rows:
    """Objects in memory, in a process of their own: tags and seqeval 1.2.2, lists of spans and nervaluate
    1.2.1.
    """
    sides = bio_corpus(at.folder, 1_000_000, marks=False)
    micro, f1 = numbers(r"(?s)\A\S+ (?:.*micro avg +\S+ +\S+ +)?(\S+)"), numbers(r"\S+ (\S+)")
    for function in ("f1_score", "classification_report"):
        ours, theirs = (
            OBJECTS.format(package=package, function=function)
            for package in ("nerkit.compat.seqeval", "seqeval")
        )
        commands, shown = (own_code(ours, *sides), "seqeval", at.code(theirs, *sides)), function == "f1_score"
        title = f"1,000,000 tags in memory, {function}"
        yield Comparison(title, *commands, inside=True, numbers=(micro, micro), on_page=shown)
    title = "100,000 spans in memory, four SemEval measures by label"
    commands = own_code(SPAN_LISTS + OUR_SPANS), "nervaluate", at.code(SPAN_LISTS + THEIR_SPANS)
    yield Comparison(title, *commands, inside=True, numbers=(f1, f1))


def bio(at: Place) -> Rows:
    """Tagged text against seqeval 1.2.2, nervaluate 1.2.1 and, with --sources, two conlleval.py."""
    chunk, strict = (numbers(rf"\t{name}\t\*\t\*\t\S+\t(\S+)\t(\S+)\t(\S+)") for name in ("chunk", "strict"))
    report, first = numbers(r"micro avg +(\S+) +(\S+) +(\S+)"), numbers(r"(\S+) (\S+) (\S+)")
    phrases = numbers(r"precision: *(\S+)%; recall: *(\S+)%; FB1: *(\S+)", 100)
    command = "bio --by label"
    for tokens in (5_000, 100_000, 1_000_000):
        sides = bio_corpus(at.folder, tokens)
        ours, seqeval = [*nerkit(command, *sides), "-f", "tsv"], at.code(SEQEVAL, *sides)
        both, title = (chunk, report), f"{tokens:,} tokens, chunk by label"
        yield Comparison(title, ours, "seqeval report", seqeval, numbers=both, split=sides, on_page=True)
        own, peer = [*ours, "-m", "strict", "--scheme", "IOB2"], [*seqeval, "strict"]
        title = f"{tokens:,} tokens, strict by label"
        yield Comparison(title, own, "seqeval strict", peer, numbers=(strict, report))
        own = [*ours, *["-m", "strict", "-m", "exact", "-m", "partial", "-m", "type"]]
        peer, shown = at.code(NERVALUATE, *sides), tokens == 100_000
        title = f"{tokens:,} tokens, four SemEval measures"
        yield Comparison(title, own, "nervaluate", peer, numbers=(strict, first), on_page=shown)
        if not at.sources:
            continue
        joined = str(at.folder / f"joined{tokens}.txt")
        join(*sides, joined)
        own, title = nerkit(f"bio {joined} --by label -f tsv"), f"{tokens:,} tokens, chunk from one file"
        for name, folder in (("conlleval.py", "conlleval.py"), ("sighsmile/conlleval", "sighsmile")):
            peer = at.code(CONLLEVAL, f"{at.sources}/{folder}/conlleval.py", joined)
            yield Comparison(title, own, name, peer, numbers=(chunk, phrases), on_page=name == "conlleval.py")
    sides = bio_corpus(at.folder, 10_000_000)
    title, ours = "10,000,000 tokens, chunk by label", nerkit(command, *sides)
    yield Comparison(title, ours, "str.split", own_code(SPLIT, *sides), on_page=True)


def join(gold: str, system: str, joined: str) -> None:
    """Write both sides into one file, as conlleval reads them."""
    command = (
        f"paste -d' ' {gold} <(awk '{{print $NF}}' {system}) | grep -v '^#\\|^-DOCSTART-' "
        f"| sed 's/^ *$//' | sed '/./,$!d' > {joined}"
    )
    subprocess.run(command, shell=True, check=True, executable="/bin/bash")


def noisy(at: Place) -> Rows:
    """Texts that differ, against teklia-nerval 0.3.3: 8 % of the characters wrong."""
    both = (
        numbers(r"noisy +(?:\* +)?([01]\.\d+) +(\S+) +(\S+)"),
        numbers(r"ALL(?: +\| +\d+){2} +\| +(\S+) +\| +(\S+) +\| +(\S+)"),
    )
    for tokens in (1_000, 5_000, 30_000, 100_000):
        gold, system = bio_corpus(at.folder, tokens, noise=0.08, marks=False)
        peer = at.peer("nerval", "-a", gold, "-p", system)
        for mode in ("", " --nerval"):
            title, ours = f"{tokens:,} tokens, noisy{mode}", nerkit(f"noisy{mode}", gold, system)
            shown = not mode and tokens in (5_000, 100_000)
            yield Comparison(title, ours, "nerval", peer, numbers=both, on_page=shown)
    sides = bio_corpus(at.folder, 1_000_000, noise=0.08, marks=False)
    yield Comparison("1,000,000 tokens, noisy", nerkit("noisy", *sides), runs=1)
