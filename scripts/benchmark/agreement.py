"""Made-up annotations of several annotators and the commands that compare them."""

import json
import random
from pathlib import Path

from scripts.benchmark.runs import SPLIT, Comparison, Place, Rows, nerkit, numbers, own_code

ANNOTATORS = 5

KRIPPENDORFF = """
import sys
import krippendorff, numpy
sides = [[line.split()[1] for line in open(name) if line.strip()] for name in sys.argv[1:]]
names = sorted(set().union(*sides))
code = {name: number for number, name in enumerate(names)}
values = numpy.array([[code[tag] for tag in side] for side in sides])
print(krippendorff.alpha(values, level_of_measurement="nominal", value_domain=range(len(names))))
"""
ALPHA = r"\talpha\t\*\t\*\t(\S+)"


def agree(at: Place) -> Rows:
    """Annotators: values of tokens against krippendorff 0.9.0 and splitting their files, and gamma."""
    both = numbers(ALPHA), numbers(r"(\S+)")
    for tokens in (5_000, 100_000, 1_000_000):
        files = tagged(at.folder, tokens)
        title = f"alpha, {tokens * ANNOTATORS:,} values of 5 annotators"
        ours, peer = [*nerkit("agree -m alpha -f tsv"), *files], at.code(KRIPPENDORFF, *files)
        yield Comparison(
            title, ours, "krippendorff", peer, numbers=both, within=1e-9, split=tuple(files), on_page=True
        )
    title, split = "1,000,000 tokens, 5 annotators: kappa, alpha, f1", own_code(SPLIT, *files)
    yield Comparison(title, [*nerkit("agree"), *files], "str.split of the five files", split, 3)
    for how, width in (("that seldom overlap", 2000), ("that overlap", 600)):
        title = f"gamma: 100 documents, 20 units {how}, 3 annotators, 30 samples"
        yield Comparison(title, [*nerkit("agree -m gamma"), *units(at.folder, width)], runs=3)


def tagged(folder: Path, tokens: int) -> list[str]:
    """BIO files of annotators who differ from the same tags in one token of fifty."""
    chance = random.Random(tokens)
    tags = [chance.choice(("O",) * 12 + ("B-PER", "B-LOC", "B-ORG")) for _ in range(tokens)]
    paths = []
    for annotator in range(ANNOTATORS):
        path = folder / f"annotator{annotator}.bio"
        with path.open("w") as file:
            for i, tag in enumerate(tags):
                own = chance.choice(("O", "B-PER", "B-MISC")) if chance.random() < 0.02 else tag
                file.write(f"w{i % 997} {own}\n" + "\n" * (i % 20 == 19))
        paths.append(str(path))
    return paths


def units(folder: Path, width: int) -> list[str]:
    """Three files of 100 documents with up to 20 units; the smaller the width, the more units overlap."""
    chance = random.Random(width)
    paths = [folder / f"units{width}-{i}.jsonl" for i in range(3)]
    lines: list[list[str]] = [[] for _ in paths]
    longest = 50 if width < 1000 else 25
    for document in range(100):
        places = sorted(chance.sample(range(0, width, 5), 20))
        for own in lines:
            spans = [
                {"start": start, "end": start + chance.randrange(3, longest), "label": label}
                for place in places
                if chance.random() < 0.9
                for start in [max(0, place + chance.choice((0, 0, 0, -2, 3)))]
                for label in [chance.choice("XXXXY")]
            ]
            text = "w " * (width // 2 + 50)
            own.append(json.dumps({"id": str(document), "text": text, "spans": spans}) + "\n")
    for path, own in zip(paths, lines, strict=True):
        path.write_text("".join(own))
    return [str(path) for path in paths]
