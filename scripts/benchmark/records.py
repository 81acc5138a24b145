"""Made-up relations and facts, and the time of reading and scoring them; a part of `scripts.benchmark`."""

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.benchmark.runs import Comparison

ENTITIES, SENTENCES, WORDS = 12, 8, 25  # of a document with facts
# the command collects no garbage either: what it reads, it keeps
SCORING = """
import gc, sys, time
import nerkit
gc.disable()
gold, system, first, *measures = sys.argv[1:]
nerkit.evaluate(first, first, measures=measures)
begin = time.process_time()
nerkit.evaluate(gold, system, measures=measures).rows
print(time.process_time() - begin)
"""
LOADING = """
import gc, json, sys, time
gc.disable()
begin = time.process_time()
for path in sys.argv[1:]:
    with open(path) as file:
        for line in file if path.endswith("l") else [file.read()]:
            json.loads(line)
print(time.process_time() - begin)
"""


def records(folder: Path, _: Path) -> Iterator[Comparison]:
    """Relations and facts from files: reading and scoring without start-up, and json.loads of both alone."""
    for title, paths, first, measure in (
        ("10,000 documents x 10 relations", relations(folder), first_relations(folder), "relation"),
        ("100,000 DocRED facts", facts(folder), first_facts(folder), "docred"),
    ):
        ours = [sys.executable, "-c", SCORING, *paths, first, measure]
        peer = [sys.executable, "-c", LOADING, *paths]
        yield Comparison(title, ours, "json.loads", peer, inside=True)


def relations(folder: Path, documents: int = 10_000) -> tuple[str, str]:
    """Documents of ten relations each; in the system's a fifth may have another type."""
    chance = random.Random(documents)
    paths = folder / "gold.jsonl", folder / "system.jsonl"
    with paths[0].open("w") as gold, paths[1].open("w") as system:
        for number in range(documents):
            listed = [relation(chance) for _ in range(10)]
            gold.write(json.dumps({"id": f"d{number}", "relations": listed}) + "\n")
            changed = [
                {**each, "type": chance.choice("ABCD")} if chance.random() < 0.2 else each for each in listed
            ]
            system.write(json.dumps({"id": f"d{number}", "relations": changed}) + "\n")
    return str(paths[0]), str(paths[1])


def relation(chance: random.Random) -> dict[str, Any]:
    """A relation between two spans of a document of 200 tokens."""
    head, tail = chance.randrange(200), chance.randrange(200)
    return {"type": chance.choice("ABCD"), "head": [head, head + 2], "tail": [tail, tail + 1]}


def facts(folder: Path, documents: int = 5_000) -> tuple[str, str]:
    """Documents of twenty facts each, and a submission that has two thirds of them right."""
    chance = random.Random(documents)
    gold, system = [], []
    for number in range(documents):
        labels = [fact(chance) for _ in range(20)]
        gold.append(document(number, labels))
        for each in labels:
            told = each if chance.random() < 0.65 else fact(chance)
            system.append({"title": f"d{number}", "h_idx": told["h"], "t_idx": told["t"], "r": told["r"]})
    paths = folder / "gold.json", folder / "system.json"
    for path, side in zip(paths, (gold, system), strict=True):
        path.write_text(json.dumps(side))
    return str(paths[0]), str(paths[1])


def fact(chance: random.Random) -> dict[str, Any]:
    """A relation between two of a document's entities."""
    ends = chance.randrange(ENTITIES), chance.randrange(ENTITIES)
    return {"h": ends[0], "t": ends[1], "r": f"P{chance.randrange(96)}", "evidence": [0]}


def document(number: int, labels: list[dict[str, Any]]) -> dict[str, Any]:
    """A document of DocRED."""
    entities = [
        [{"name": f"E{i}", "sent_id": i % SENTENCES, "pos": [i, i + 1], "type": "PER"}]
        for i in range(ENTITIES)
    ]
    sentences = [[f"w{i}" for i in range(WORDS)] for _ in range(SENTENCES)]
    return {"title": f"d{number}", "sents": sentences, "vertexSet": entities, "labels": labels}


def first_relations(folder: Path) -> str:
    """A file that is scored before the clock runs, so that everything is loaded."""
    path = folder / "first.jsonl"
    path.write_text('{"id": "a", "relations": [{"type": "A", "head": [0, 1], "tail": [2, 3]}]}\n')
    return str(path)


def first_facts(folder: Path) -> str:
    """The same of facts."""
    path = folder / "first.json"
    path.write_text('[{"title": "a", "h_idx": 0, "t_idx": 1, "r": "P1"}]')
    return str(path)
