"""One shard: ranges of the files of gold and of the systems, read, paired and counted.

What is in a `Work` and in `Scores` goes to other processes and machines, and nothing else: names, ranges,
options, counts.
"""

import gc
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from nerkit import readers
from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.corpora.selection import Selection
from nerkit.errors import NerkitError
from nerkit.evaluation.request import Request
from nerkit.evaluation.steps import paired, plan_of
from nerkit.ground.streams import ByteRange
from nerkit.io import Source
from nerkit.results.counts import Counts, averages_documents, pooled_counts
from nerkit.results.notes import Note
from nerkit.scorers import task_named
from nerkit.scorers.task import Settled, Task

COLLECTED = 4_000_000  # bytes read after which memory in circles of objects is looked for
KEY_BYTES = 8  # of the digest that stands for an id


@dataclass(frozen=True)
class Work:
    """What is done to each shard; it goes to other processes.

    names         of the inputs in messages, gold first; systems   of the systems in results
    request, selection, options   what is asked for, and the task's own options
    implicit      whether documents exist through their items only
    by_document   whether counts are kept by document
    cut           whether shards are parts of one document
    settled       what was settled by content; None: settle it by the shard
    """

    task: str
    form: str
    names: tuple[str, ...]
    systems: tuple[str, ...]
    request: Request
    selection: Selection
    options: Any
    implicit: bool
    by_document: bool
    cut: bool
    settled: Settled | None = None


@dataclass(frozen=True)
class SideFacts:
    """What one side of a shard holds: numbers of documents and items, whether documents have ids, digests of
    these.
    """

    documents: int
    items: int
    named: bool
    keys: IntArray


@dataclass(frozen=True)
class Scores:
    """What comes of a shard.

    failed     why it cannot be scored by itself; all else is empty then
    survey     what it says of what is to be settled, and what was
    measures   the measures that were counted;  recognised   what the signature says of the content
    counts     of each system
    warnings   those of preparing, then of each corpus, of pairing each system, of counting each
    in_gold    for each system, which of the documents of its counts gold has
    """

    failed: str = ""
    survey: Any = None
    settled: Settled | None = None
    measures: tuple[str, ...] = ()
    recognised: Mapping[str, str] = field(default_factory=dict)
    counts: tuple[Counts, ...] = ()
    warnings: tuple[tuple[str, ...], ...] = ()
    sides: tuple[SideFacts, ...] = ()
    in_gold: tuple[BoolArray, ...] = ()

    @property
    def named(self) -> bool:
        """Whether the documents of all sides have ids."""
        return all(side.named for side in self.sides)

    @property
    def mixed(self) -> bool:
        """Whether some systems are paired by id, others by their order."""
        gold, *systems = (side.named for side in self.sides)
        return gold and any(systems) and not all(systems)

    @property
    def kind(self) -> tuple[Any, ...]:
        """What must be the same of all shards: which sides have ids, the measures, what was recognised."""
        return [side.named for side in self.sides], self.measures, self.recognised

    @property
    def documents(self) -> set[tuple[int, bool]]:
        """The numbers of documents of the sides, and whether these have ids."""
        return {(side.documents, side.named) for side in self.sides}


def score(work: Work, shard: Sequence[ByteRange]) -> Scores:
    """The counts of one shard; what was read of it is gone then, or soon."""
    try:
        return _score(work, shard)
    finally:
        _garbage.left += sum(part.end - part.begin for part in shard)
        if _garbage.left >= COLLECTED:  # or columns in circles of objects would wait for many shards
            _garbage.left = 0
            gc.collect()


@dataclass
class _Garbage:
    """How many bytes have been read since columns in circles of objects were looked for."""

    left: int = 0


_garbage = _Garbage()


def _score(work: Work, shard: Sequence[ByteRange]) -> Scores:
    task = task_named(work.task)
    options = work.options
    survey = None
    try:
        read = readers.reading(work.form, task.takes)
        how = readers.known_to(work.form, task.reading(options))
        corpora = [read([Source(part, name)], **how) for part, name in zip(shard, work.names, strict=True)]
        survey = task.surveyed(corpora, options)
        settled = work.settled or task.settled([survey], options)
        if settled is None:
            return Scores("what the tags are is not clear")
        return _scored(work, task, corpora, survey, settled)
    except NerkitError as error:
        return Scores(f"a part cannot be scored by itself ({str(error).splitlines()[0]})", survey)


def _scored(work: Work, task: Task, corpora: Sequence[Any], survey: Any, settled: Settled) -> Scores:
    """The counts of the corpora of a shard. Raises NerkitError for what does not go together."""
    selected, warned = task.prepare(corpora, work.selection, settled.options)
    measures = task.asked_measures(work.request.measures, selected, settled.options)
    _, plan = plan_of(task, work.request, [measure.name for measure in measures])
    warnings = [tuple(text for text in warned if not isinstance(text, Note))]
    warnings += [tuple(corpus.warnings) for corpus in corpora]
    counts, in_gold = [], []
    for name, corpus in zip(work.systems, selected[1:], strict=True):
        batch, unpaired = paired(selected[0], corpus, work.request, work.implicit, name)
        counted = task.count(batch, measures, plan, settled.options)
        if counted.corpus_wide:
            return Scores(f"{counted.corpus_wide[0]} is computed over the corpus as a whole")
        warnings += [unpaired, counted.warnings]
        present = set(selected[0].documents) if selected[0].named and corpus.named else None
        in_gold.append(_in_gold(counted, present, len(selected[0].documents)))
        counts.append(_lean(counted, by_document=work.by_document))
    return Scores(
        survey=survey,
        settled=settled,
        measures=tuple(measure.name for measure in measures),
        recognised=dict(task.recognised(selected, work.options)),
        counts=tuple(counts),
        warnings=tuple(warnings),
        sides=tuple(_facts(corpus) for corpus in corpora),
        in_gold=tuple(in_gold),
    )


def _lean(counts: Counts, *, by_document: bool) -> Counts:
    """The counts without warnings, over all documents where these need not be told apart."""
    counts = replace(counts, warnings=())
    return counts if by_document or averages_documents(counts) else pooled_counts(counts)


def _in_gold(counts: Counts, present: set[str] | None, size: int) -> BoolArray:
    """Which documents of the counts gold has: those *present*, or, where they have no ids, the first ones."""
    if present is None:
        in_order: BoolArray = np.arange(len(counts.documents)) < size
        return in_order
    return np.array([name in present for name in counts.documents], bool)


def _facts(corpus: Any) -> SideFacts:
    """What a corpus holds."""
    named = bool(corpus.named)
    names = corpus.documents if named else []
    digests = b"".join(hashlib.blake2b(name.encode(), digest_size=KEY_BYTES).digest() for name in names)
    return SideFacts(len(corpus.documents), len(corpus), named, np.frombuffer(digests, np.int64))
