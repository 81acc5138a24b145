"""Warnings that count how the outputs of a system had to be read."""

from collections.abc import Sequence
from operator import add

from nerkit.corpora.corpus import CLEAN, STATUSES
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.exceptions import plural
from nerkit.ground.warnings import Added


def statuses_warning(place: int, corpus: JsonDocuments) -> Added:
    """The warning that counts how the outputs of a system, one of several, had to be read.

    It is empty if all are clean.
    """
    name = corpus.origins[0].name if corpus.origins else "the system"
    return _read_as((place, name), [corpus.status.count(code) for code in range(len(STATUSES))])


def _read_as(system: tuple[int, str], counts: Sequence[int]) -> Added:
    odd = [f"{count:,} {STATUSES[code]}" for code, count in enumerate(counts) if count and code != CLEAN]
    text = f"{system[1]}: {plural(sum(counts), 'output')}, of which {', '.join(odd)}" if odd else ""
    return Added(text, _all_read_as, (system, tuple(counts)))


def _all_read_as(parts: Sequence[Added]) -> list[Added]:
    """The warnings about systems, from those about parts of them."""
    total: dict[tuple[int, str], list[int]] = {}
    for system, counts in (part.data for part in parts):
        total[system] = list(map(add, total.get(system, [0] * len(counts)), counts))
    return [_read_as(system, counts) for system, counts in total.items()]
