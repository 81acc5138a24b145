"""Made-up folders of many small files, a document each; a part of `scripts.benchmark`."""

import json
import random
from collections.abc import Callable
from pathlib import Path

from scripts.benchmark.runs import Comparison, Place, Rows, nerkit
from scripts.benchmark.vocabulary import labels, words

WORDS, SENTENCE, ENTITIES = 40, 10, 8  # of a document; the words of a sentence
Entity = tuple[int, int, str]  # first word, word behind the last, type


def brat(text: list[str], entities: list[Entity]) -> dict[str, str]:
    """A text and its annotations."""
    starts = [sum(len(word) + 1 for word in text[:place]) for place in range(len(text))]
    lines = [
        f"T{i}\t{kind} {starts[begin]} {starts[end - 1] + len(text[end - 1])}\t{' '.join(text[begin:end])}\n"
        for i, (begin, end, kind) in enumerate(entities, 1)
    ]
    return {"txt": " ".join(text) + "\n", "ann": "".join(lines)}


def values(text: list[str], entities: list[Entity]) -> dict[str, str]:
    """A nested value."""
    parts = [{"a": text[begin], "b": kind} for begin, _, kind in entities]
    return {"json": json.dumps({"name": text[0], "tags": text[1:4], "price": len(entities), "parts": parts})}


def records(text: list[str], entities: list[Entity]) -> dict[str, str]:
    """Entities and a relation."""
    spans = [{"start": begin, "end": end, "type": kind} for begin, end, kind in entities]
    relations = [{"head": 0, "tail": 1, "type": "R"}] if len(spans) > 1 else []
    return {"json": json.dumps({"tokens": text, "entities": spans, "relations": relations})}


def tags(text: list[str], entities: list[Entity]) -> dict[str, str]:
    """Tagged tokens."""
    column = ["O"] * len(text)
    for begin, end, kind in entities:
        column[begin:end] = [f"B-{kind}", *[f"I-{kind}"] * (end - begin - 1)]
    lines = [f"{word} {tag}\n" for word, tag in zip(text, column, strict=True)]
    lines[SENTENCE - 1 :: SENTENCE] = [f"{line}\n" for line in lines[SENTENCE - 1 :: SENTENCE]]
    return {"bio": "".join(lines)}


def trees(text: list[str], entities: list[Entity]) -> dict[str, str]:
    """Words on the words before them, those that begin an entity on the first of the sentence."""
    begins = {begin for begin, _, _ in entities}
    lines = []
    for place, word in enumerate(text):
        number = place % SENTENCE
        head = min(1, number) if place in begins else number
        label = "dep" if number else "root"
        end = "\n" if number == SENTENCE - 1 else ""
        lines.append(f"{number + 1}\t{word}\t{word}\tNOUN\t_\t_\t{head}\t{label}\t_\t_\n{end}")
    return {"conllu": "".join(lines)}


Writer = Callable[[list[str], list[Entity]], dict[str, str]]
KINDS: dict[str, tuple[str, Writer]] = {  # what is written -> the command that scores it
    "brat": ("spans", brat),
    "JSON values": ("json", values),
    "JSON records": ("ie", records),
    "tags": ("bio", tags),
    "CoNLL-U": ("dep", trees),
}


def folders(folder: Path, documents: int, write: Writer) -> tuple[str, str]:
    """Folders of gold and of the system, which lacks one entity in twenty, and errs in the type of others."""
    chance = random.Random(documents)
    sides = folder / f"gold-{write.__name__}-{documents}", folder / f"system-{write.__name__}-{documents}"
    for side in sides:
        side.mkdir()
    for number in range(documents):
        text = words(chance, WORDS)
        begins = sorted(chance.sample(range(0, WORDS, 2), ENTITIES))
        kinds = labels(chance, ENTITIES)
        gold = [(at, at + chance.randint(1, 2), kind) for at, kind in zip(begins, kinds, strict=True)]
        system = [
            (begin, end, kind if chance.random() < 0.9 else "LAW")
            for begin, end, kind in gold
            if chance.random() < 0.95
        ]
        for side, entities in zip(sides, (gold, system), strict=True):
            for suffix, content in write(text, entities).items():
                (side / f"d{number:06}.{suffix}").write_text(content)
    return str(sides[0]), str(sides[1])


def files(at: Place) -> Rows:
    """Folders with one file per document of 40 words, or two files if the text has its own file."""
    for kind, (command, write) in KINDS.items():
        for documents in (2_000, 20_000, *((100_000,) if write in (brat, values) else ())):
            ours = nerkit(command, *folders(at.folder, documents, write))
            runs = 3 if documents < 100_000 else 1
            yield Comparison(f"{documents:,} pairs of files, {kind}", ours, runs=runs)
