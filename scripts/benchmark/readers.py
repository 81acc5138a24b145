"""Readers beside what Python takes to split their files; a part of `scripts.benchmark`."""

import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.benchmark.graphs import corpus, mrp_corpus
from scripts.benchmark.runs import Comparison
from scripts.benchmark.spans import spans_corpus
from scripts.benchmark.text import bio_corpus
from scripts.benchmark.trees import dep_corpus

READ = """
import gc, sys, time
gc.disable()
from nerkit import readers
from nerkit.io import Source
reader = readers.reader(sys.argv[1])
reader.read([Source(sys.argv[2], sys.argv[2])])
begin = time.process_time()
reader.read([Source(sys.argv[2], sys.argv[2])])
print(time.process_time() - begin)
"""
SPLIT = """
import gc, json, sys, time
gc.disable()
begin = time.process_time()
with open(sys.argv[2]) as file:
    parts = [json.loads(line) for line in file] if sys.argv[1] == "mrp" else file.read().split()
print(time.process_time() - begin)
"""


def readers(folder: Path, _: Path) -> Iterator[Comparison]:
    """Reading a file, beside splitting it into words or, of JSON, `json.loads` of its lines."""
    files = {
        "span-tsv": ("100,000 annotations", spans_corpus(folder, 100_000)[0]),
        "bio": ("1,000,000 tokens", bio_corpus(folder, 1_000_000)[0]),
        "conllu": ("250,000 words of CoNLL-U", dep_corpus(folder, 250_000)[0]),
        "mrp": ("10,000 MRP graphs of 14 nodes", mrp_corpus(folder, 10_000, 14)[0]),
        "penman": ("20,000 PENMAN graphs of 14 nodes", corpus(folder, 20_000, 14)[0]),
    }
    for form, (title, path) in files.items():
        ours, split = ([sys.executable, "-c", code, form, path] for code in (READ, SPLIT))
        yield Comparison(title, ours, "json.loads" if form == "mrp" else "str.split", split, 5, inside=True)


def why() -> str:
    """The reason why the PENMAN reader takes more than three times as long as splitting."""
    return (
        "PENMAN takes more than three times as long as splitting, because a pattern finds each node and\n"
        "constant. This is half of the work. A version with arrays for 500 graphs at a time was slower,\n"
        "because most of its work was to turn strings into numbers."
    )
