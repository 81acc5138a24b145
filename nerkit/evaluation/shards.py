"""Large files scored in parts, one after the other or by several processes, with the bytes of a whole run.

The files of gold and of the systems are cut alike (`nerkit.evaluation.cutting`). A shard is a range of bytes
of each; what scores it reads them, pairs, counts, and gives counts back, which add up exactly: those of whole
numbers as they are, sums of fractions as a few numbers whose sum is exact. Where rows or statistics tell no
documents apart, counts are added up over documents in the shard already, so that memory does not grow with
the data.

What content decides (the scheme of tags, the measures where none is asked for) is taken from the first shard
and looked at again when all shards are done; those that were scored otherwise are scored again. What cannot
be told from the parts (an error, a warning that does not add up, the same id in two shards) makes a run in
one piece, which says it as it says it without shards: so a number or a message never depends on shards.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Thread
from typing import TYPE_CHECKING, Any

import numpy as np

from nerkit import readers
from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.selection import Selection
from nerkit.errors import InputError, NerkitError
from nerkit.evaluation.cutting import Cut, UncutError, parts
from nerkit.evaluation.pairs import paired
from nerkit.evaluation.request import Request
from nerkit.ground.progress import staged
from nerkit.ground.warnings import added
from nerkit.io import BLOCK, Range, Source
from nerkit.results.counts import Counts, pooled_counts
from nerkit.results.notes import Note
from nerkit.results.rows import Grouping
from nerkit.results.scores import MACRO
from nerkit.scorers import task_named
from nerkit.scorers.task import Measure, Settled, Task

KEY_BYTES = 8  # of the digest that stands for an id


@dataclass(frozen=True)
class Work:
    """What is done to each shard; it goes to other processes.

    names            gold, then the systems
    measures         by name; None: those of the content
    fields           what counts are cut by, as in the plan of the request
    settled          what was settled by content; None: settle it by the shard
    by_document      whether counts are kept by document
    cut              whether the shards are parts of one document
    """

    task: str
    form: str
    names: tuple[str, ...]
    request: Request
    selection: Selection
    options: Any
    implicit: bool
    by_document: bool
    cut: bool
    measures: tuple[str, ...]
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
    survey     what it says of what is to be settled
    counts     of each system
    warnings   those of preparing, then of each corpus, of pairing each system, of counting each
    in_gold    for each system, which of the documents of its counts gold has
    """

    failed: str = ""
    survey: Any = None
    settled: Settled | None = None
    measures: tuple[str, ...] = ()
    counts: tuple[Counts, ...] = ()
    warnings: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()
    sides: tuple[SideFacts, ...] = ()
    in_gold: tuple[IntArray, ...] = field(default=())


def score(work: Work, shard: Sequence[Range]) -> Scores:
    """The counts of one shard."""
    task = task_named(work.task)
    options = work.options
    survey = None
    try:
        reader = readers.reader(work.form)
        how = task.reading(options)
        corpora = [
            reader.read([Source(part, name)], **how) for part, name in zip(shard, work.names, strict=True)
        ]
        survey = task.surveyed(corpora, options)
        settled = work.settled or task.settled([survey], options)
        if settled is None:
            return Scores("what the tags are is not clear")
        return _scored(work, task, corpora, survey, settled)
    except NerkitError as error:
        return Scores(f"a part cannot be scored by itself ({str(error).splitlines()[0]})", survey)


def _scored(work: Work, task: Task, corpora: Sequence[Any], survey: Any, settled: Settled) -> Scores:
    selected, warned = task.prepare(corpora, work.selection, settled.options)
    measures = task.asked_measures(work.measures, selected, settled.options)
    plan = plan_of(task, work.request, [measure.name for measure in measures])
    warnings = [tuple(text for text in warned if not isinstance(text, Note))]
    warnings += [tuple(corpus.warnings) for corpus in corpora]
    counts, in_gold = [], []
    for name, corpus in zip(work.names[1:], selected[1:], strict=True):
        batch, unpaired = paired(selected[0], corpus, work.request, work.implicit, name)
        counted = task.count(batch, measures, plan, settled.options)
        warnings += [unpaired, counted.warnings]
        present = set(selected[0].documents) if selected[0].named and corpus.named else None
        in_gold.append(_in_gold(batch, counted, present, len(selected[0].documents)))
        counts.append(_lean(counted, by_document=work.by_document))
    return Scores(
        survey=survey,
        settled=settled,
        measures=tuple(measure.name for measure in measures),
        counts=tuple(counts),
        warnings=tuple(warnings),
        notes=tuple(text for text in warned if isinstance(text, Note)),
        sides=tuple(_facts(corpus) for corpus in corpora),
        in_gold=tuple(in_gold),
    )


def plan_of(task: Task, request: Request, names: Sequence[str]) -> list[Grouping]:
    """What is counted: the cuts of the rows, and those that reports and gates need."""
    scoring = request.scoring_of(task)
    of_label = () if set(request.gated) <= set(names) else ("label",)
    return [*scoring.plan, *(Grouping((name,), shown=False) for name in (*task.counted, *of_label))]


def _lean(counts: Counts, *, by_document: bool) -> Counts:
    counts = replace(counts, warnings=())
    return counts if by_document or averages_documents(counts) else pooled_counts(counts)


def averages_documents(counts: Counts) -> bool:
    """Whether a measure is an average over documents, which need be known for it."""
    return any(headline.average == MACRO for headline in counts.headlines.values())


def _in_gold(batch: Batch[Any], counts: Counts, present: set[str] | None, size: int) -> IntArray:
    if present is None:
        return np.arange(len(counts.documents)) < size
    return np.array([name in present for name in counts.documents], bool)


def _facts(corpus: Any) -> SideFacts:
    named = bool(corpus.named)
    names = corpus.documents if named else []
    digests = b"".join(hashlib.blake2b(name.encode(), digest_size=KEY_BYTES).digest() for name in names)
    return SideFacts(len(corpus.documents), len(corpus), named, np.frombuffer(digests, np.int64))
