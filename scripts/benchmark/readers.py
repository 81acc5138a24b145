"""Readers beside what Python takes to split their files; a part of `scripts.benchmark`."""

from scripts.benchmark.graphs import corpus, mrp_corpus
from scripts.benchmark.runs import Comparison, Place, Rows, own_code
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


def readers(at: Place) -> Rows:
    """Reading a file, beside splitting it into words or, of JSON, `json.loads` of its lines."""
    files = {
        "span-tsv": ("100,000 annotations", spans_corpus(at.folder, 100_000)),
        "bio": ("1,000,000 tokens", bio_corpus(at.folder, 1_000_000)),
        "conllu": ("250,000 words of CoNLL-U", dep_corpus(at.folder, 250_000)),
        "mrp": ("10,000 MRP graphs of 14 nodes", mrp_corpus(at.folder, 10_000, 14)),
        "penman": ("20,000 PENMAN graphs of 14 nodes", corpus(at.folder, 20_000, 14)),
    }
    for form, (title, (path, _)) in files.items():
        ours, split = (own_code(code, form, path) for code in (READ, SPLIT))
        yield Comparison(title, ours, "json.loads" if form == "mrp" else "str.split", split, inside=True)
