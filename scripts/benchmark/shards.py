"""Large files in shards; a part of `scripts.benchmark`."""

import re
from collections.abc import Iterator
from pathlib import Path

from scripts.benchmark.runs import NERKIT, Comparison
from scripts.benchmark.spans import spans_corpus
from scripts.benchmark.text import bio_corpus

NUMBER = re.compile(r"\d+(?:\.\d+)?")


def every_number(printed: str) -> list[float]:
    """All that a command prints."""
    return list(map(float, NUMBER.findall(printed)))


def shards(folder: Path, _python: Path) -> Iterator[Comparison]:
    """Large files in shards, by one process and by two, against large files in one piece."""
    corpora = {
        "3,000,000 tokens": ["bio", *_files(bio_corpus(folder, 3_000_000))],
        "1,000,000 annotations": ["spans", "-m", "sets::span", *_files(spans_corpus(folder, 1_000_000))],
    }
    for name, command in corpora.items():
        whole = [NERKIT, *command, "--shard-size", "none"]
        for title, options in (("shards of 8 MB", []), ("--jobs 2", ["--jobs", "2"])):
            ours = [NERKIT, *command, *options]
            yield Comparison(
                f"{name}, {title}", ours, "one piece", whole, 3, numbers=(every_number,) * 2, within=0
            )


def _files(paths: tuple[str, str]) -> list[str]:
    gold, system = paths
    return ["-g", gold, "-s", system]
