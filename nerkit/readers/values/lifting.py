"""Finds answers that lie deeper in a system's records than expected.

If a value shares no path with the gold side, nerkit looks for an answer in two places. Envelopes of programs
hold answers at known keys (`enclosed`), and any key without siblings can hold an answer. A deeper value
counts if it has paths of the gold side, or if it is a text with JSON in it. A record with an empty envelope
is unreadable. A value that has a gold path stays as it is, whatever the names of its keys.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from nerkit.corpora.corpus import CLEAN, UNREADABLE
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.corpora.json_paths import Steps
from nerkit.readers.values import model_text
from nerkit.readers.values.enclosed import at_path, enclosures, leaf_steps
from nerkit.readers.values.records import COMPANIONS, IDS, Content, TextReading, accepted, fail_strict

ALONE = (*IDS, *COMPANIONS, "object", "created", "created_at", "finish_reason", "status", "type", "role")
SAMPLE = 25  # values in the sample
LEAVES = 200  # leaves of each value in the sample
ROUNDS = 4  # envelopes inside one another
SCALARS = (str, int, float, bool)


class LeafPaths:
    """The paths of the leaves of some values.

    The paths come from a sample of the values at first, and from all values once a path is not in the sample.
    """

    def __init__(self, values: Sequence[Any]) -> None:
        self.values, self.whole = values, False
        some = values[:: max(len(values) // SAMPLE, 1)]
        self.paths: set[Steps] = {steps for one in some for steps in islice(leaf_steps(one), LEAVES)}
        self.keys = frozenset(steps[0] for steps in self.paths if len(steps) == 1)

    def complete(self) -> set[Steps]:
        """The leaf paths of all values, not only of the sample."""
        if not self.whole:
            self.paths |= {steps for one in self.values for steps in leaf_steps(one)}
            self.keys, self.whole = frozenset(steps[0] for steps in self.paths if len(steps) == 1), True
        return self.paths

    def meet(self, value: Any) -> bool:
        """Whether a value has one of the paths, or has no leaf."""
        if type(value) is dict:
            for key, each in value.items():
                if key in self.keys and isinstance(each, SCALARS):
                    return True
        if not self.paths.isdisjoint(leaf_steps(value)):
            return True
        return next(leaf_steps(value), None) is None or not self.complete().isdisjoint(leaf_steps(value))

    def shared(self, value: Any) -> int:
        """The number of gold paths that a value has."""
        return len(self.complete().intersection(leaf_steps(value)))


class Lifted(NamedTuple):
    """The documents of a system after the search for deeper answers.

    Also the number of answers at each path of the records, and the positions of documents without a gold
    path.
    """

    corpus: JsonDocuments
    found: Mapping[str, int]
    strangers: list[int]


def lifted(corpus: JsonDocuments, gold: LeafPaths, how: TextReading, *, records: bool) -> Lifted:
    """The documents, with deeper answers in place of their records.

    If *records* is true and no document has a gold path, one key of any name may enclose the answers.
    """
    strangers = _strangers(corpus, gold, range(len(corpus.values)))
    if not strangers or not gold.complete():
        return Lifted(corpus, {}, strangers)
    values, status = list(corpus.values), list(corpus.status)
    found: Counter[str] = Counter()
    corpus = replace(corpus, values=values, status=status)
    for _ in range(ROUNDS):
        told = sum(next(leaf_steps(value), None) is not None for value in values)
        alone = ALONE if records and len(strangers) == told else None
        some = [values[at] for at in strangers]
        paths = _chosen(some[:: max(len(some) // SAMPLE, 1)], gold, how, alone)
        paths = paths or _chosen(some, gold, how, alone)
        moved = 0
        for at in strangers if paths else ():
            path = next((path for path in paths if _is_there(values[at], path)), None)
            if path is not None:
                read = _read_at(values[at], path, how)
                if how.strict and read.status != CLEAN:
                    fail_strict(corpus, at, corpus.documents[at], Content(values[at]))
                values[at], status[at] = read.value, max(status[at], read.status)
                found[path] += 1
                moved += 1
        if not moved:
            break
        strangers = _strangers(corpus, gold, strangers)
    return Lifted(corpus, found, strangers)


def _strangers(corpus: JsonDocuments, gold: LeafPaths, places: Sequence[int]) -> list[int]:
    """The positions of readable documents that have no path of the gold side."""
    status = corpus.status
    return [at for at in places if status[at] < UNREADABLE and not gold.meet(corpus.values[at])]


def _chosen(
    values: Sequence[Any], gold: LeafPaths, how: TextReading, alone: Sequence[str] | None
) -> list[str]:
    """The paths of the answers; the path whose values have most gold paths comes first."""
    shared, readable, held = Counter[str](), Counter[str](), Counter[str]()
    for value in values:
        known = set(enclosures(value, None))
        for path in enclosures(value, alone):
            there = at_path(value, path)
            text = there is not None and isinstance(there[0], str)
            read = _read_at(value, path, how)
            held[path] += 1
            shared[path] += gold.shared(read.value) if read.status < UNREADABLE else 0
            readable[path] += path in known and text and isinstance(read.value, Mapping | list)
    best = [path for path, number in shared.most_common() if number]
    return best or [path for path, number in readable.most_common() if 2 * number > held[path]]


def _is_there(value: Any, path: str) -> bool:
    """Whether a record has a value at a path, or has the first key of the path."""
    if at_path(value, path) is not None or path == "$":
        return isinstance(value, str) or path != "$"
    first = path.partition(".")[0].partition("[")[0]
    return bool(first) and isinstance(value, Mapping) and first in value


def _read_at(value: Any, path: str, how: TextReading) -> model_text.ReadText:
    """The value at a path, read as an answer. Without a value, the answer is unreadable."""
    there = at_path(value, path)
    if there is None or there[0] is None:
        return model_text.ReadText(None, UNREADABLE)
    if not isinstance(there[0], str):
        return model_text.ReadText(there[0], CLEAN)
    return accepted(model_text.read(there[0], how.choose), how)
