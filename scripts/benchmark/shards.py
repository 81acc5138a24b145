"""Large files in shards; a part of `scripts.benchmark`."""

from collections.abc import Iterator
from pathlib import Path

from scripts.benchmark.runs import NERKIT, Comparison
from scripts.benchmark.spans import spans_corpus
from scripts.benchmark.text import bio_corpus


def shards(folder: Path, _python: Path) -> Iterator[Comparison]:
    """Large files in shards, by one process and by two, against the same in one piece."""
    corpora = {
        "3,000,000 tokens": ["bio", *_files(bio_corpus(folder, 3_000_000))],
        "1,000,000 annotations": ["spans", "-m", "sets::span", *_files(spans_corpus(folder, 1_000_000))],
    }
    for name, command in corpora.items():
        whole = [NERKIT, *command, "--shard-size", "none"]
        yield Comparison(f"{name}, shards of 8 MB", [NERKIT, *command], "one piece", whole, 3)
        yield Comparison(f"{name}, --jobs 2", [NERKIT, *command, "--jobs", "2"], "one piece", whole, 3)


def _files(paths: tuple[str, str]) -> list[str]:
    gold, system = paths
    return ["-g", gold, "-s", system]
