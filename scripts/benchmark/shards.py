"""Large files in shards; a part of `scripts.benchmark`."""

import re

from scripts.benchmark.runs import Comparison, Place, Rows, nerkit
from scripts.benchmark.spans import spans_corpus
from scripts.benchmark.text import bio_corpus

NUMBER = re.compile(r"\d+(?:\.\d+)?")


def every_number(printed: str) -> list[float]:
    """All that a command prints."""
    return list(map(float, NUMBER.findall(printed)))


def shards(at: Place) -> Rows:
    """Large files in shards, by one process and by two, against large files in one piece."""
    corpora = {
        "3,000,000 tokens": nerkit("bio", *bio_corpus(at.folder, 3_000_000)),
        "1,000,000 annotations": nerkit("spans -m sets::span", *spans_corpus(at.folder, 1_000_000)),
    }
    both = {"numbers": (every_number,) * 2, "within": 0}
    for name, ours in corpora.items():
        peer = "one piece", [*ours, "--shard-size", "none"]
        yield Comparison(f"{name}, shards of 8 MB", ours, *peer, 3, **both)
        yield Comparison(f"{name}, --jobs 2", [*ours, "--jobs", "2"], *peer, 3, **both)
