"""Made-up relations and facts, and the time of reading and scoring them; a part of `scripts.benchmark`."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.benchmark.runs import Comparison, Place, Rows, own_code, written

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


# this input is scored before the clock runs, so that all modules are loaded
FIRST_RELATIONS = '{"id": "a", "relations": [{"type": "A", "head": [0, 1], "tail": [2, 3]}]}\n'
FIRST_FACTS = '[{"title": "a", "h_idx": 0, "t_idx": 1, "r": "P1"}]'


def records(at: Place) -> Rows:
    """Relations and facts from files: reading and scoring without start-up, and json.loads of both alone."""
    first = at.folder / "first.jsonl", at.folder / "first.json"
    for path, text in zip(first, (FIRST_RELATIONS, FIRST_FACTS), strict=True):
        path.write_text(text)
    for title, paths, path, measure in (
        ("10,000 documents x 10 relations", relations(at.folder), first[0], "relation"),
        ("100,000 DocRED facts", facts(at.folder), first[1], "docred"),
    ):
        ours, peer = own_code(SCORING, *paths, str(path), measure), own_code(LOADING, *paths)
        yield Comparison(title, ours, "json.loads", peer, inside=True)


def relations(folder: Path, documents: int = 10_000) -> tuple[str, str]:
    """Documents of ten relations each; in the system's a fifth may have another type."""
    return written(folder, ".jsonl", relation_pieces(documents))


def relation_pieces(documents: int) -> Iterator[tuple[str, str]]:
    """The line of each document on both sides."""
    chance = random.Random(documents)
    for number in range(documents):
        gold = [relation(chance) for _ in range(10)]
        system = [{**each, "type": chance.choice("ABCD")} if chance.random() < 0.2 else each for each in gold]
        lines = (json.dumps({"id": f"d{number}", "relations": side}) + "\n" for side in (gold, system))
        yield next(lines), next(lines)


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
    return written(folder, ".json", [(json.dumps(gold), json.dumps(system))])


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
