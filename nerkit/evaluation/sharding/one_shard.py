"""One shard: ranges of the files of the gold side and of the systems, read, paired and counted."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import chain
from typing import Any

import numpy as np

from nerkit import readers
from nerkit.algorithms.columns import BoolArray
from nerkit.algorithms.digests import digests
from nerkit.corpora.pairing.by_text import in_order
from nerkit.corpora.tags import Tagged
from nerkit.evaluation.error_lists import list_of_shard
from nerkit.evaluation.explained_zero import Zero
from nerkit.evaluation.facts import Sides, Size, items_of
from nerkit.evaluation.id_mismatch import Met, met
from nerkit.evaluation.pipeline import (
    EMPTY,
    as_asked,
    choose,
    paired,
    plan_of,
    read_as,
    sentences_of,
    sliced,
    slices_of,
    under_one_name,
    with_rest,
)
from nerkit.evaluation.sharding.records import Scores, Shard, SideFacts, Work, joined
from nerkit.exceptions import NerkitError
from nerkit.ground.meant import meaning
from nerkit.ground.warnings import is_note, parted
from nerkit.readers.cuts import UncutError, refuse, uncut
from nerkit.readers.leniency import strictness
from nerkit.results.counts import Counts, averages_documents, pooled_counts
from nerkit.results.rows import POOLED
from nerkit.scorers import task_named
from nerkit.scorers.slices import SENTENCE, Slices
from nerkit.scorers.task import Measure, Settled, counted, over_parts

COLLECTED = 4_000_000  # bytes read between two collections of garbage


def score(work: Work, shard: Shard) -> Scores:
    """Return the counts of one shard, and free its data soon."""
    try:
        with strictness(strict=work.request.strict):
            return _score(work, shard)
    finally:
        _read_bytes[0] += sum(part.size for side in shard for part in side)
        if _read_bytes[0] >= COLLECTED:  # reference cycles would keep columns over many shards
            _read_bytes[0] = 0
            gc.collect(1)  # only young objects


_read_bytes = [0]  # since the last collection of garbage


def _score(work: Work, shard: Shard) -> Scores:
    task = task_named(work.task)
    options = work.options
    survey = None
    try:
        corpora = _read(work, shard)
        if under_one_name(corpora, ["", *work.systems])[1]:
            return Scores("documents have ids under another name")
        corpora, _ = as_asked(corpora, ["", *work.systems], work.request)
        if not all(in_order(corpora[0], one) for one in corpora[1:]):
            return Scores("texts tell which documents belong together")
        survey = task.parts.surveyed(corpora, options)
        settled = work.settled or task.parts.settled([survey], options)
        if settled is None:
            return Scores("the scheme of the tags is not clear")
        return _scored(work, corpora, survey, settled)
    except UncutError as reason:
        return Scores(str(reason), survey)
    except NerkitError as error:
        return Scores(
            f"nerkit cannot score a part by itself ({str(error).splitlines()[0]})", survey, error=error
        )


def _read(work: Work, shard: Shard) -> list[Any]:
    """Read the corpora of a shard. Raises NerkitError for files that cannot be read."""
    task, corpora = task_named(work.task), list[Any]()
    roles = ("gold", *("system" for _ in work.systems))
    for form, side, role in zip(work.forms, shard, roles, strict=True):
        known = readers.known_to(form, task.reading(work.options, role))
        with meaning(work.request.meant(role)):
            sources = [part.source() for part in side]
            corpora.append(readers.reading(form, task.reads)(sources, **known))
    return corpora


def first_documents(
    work: Work, shards: Sequence[Shard], place: int, settled: Settled, headline: Measure
) -> Zero:
    """Return the first documents of the gold side and of the system with index *place*, to explain a
    headline near zero.

    *shards* are the shards that contain these documents.
    """
    task, name = task_named(work.task), work.systems[place]
    with strictness(strict=work.request.strict):
        sides = zip(*shards, strict=True)
        corpora, _ = as_asked(
            _read(work, [joined([*chain(*side)]) for side in sides]), ["", *work.systems], work.request
        )
        selected, _ = task.prepare(with_rest(corpora, work.request), work.selection, settled.options)
        batch, _ = paired(selected[0], selected[1 + place], work.request, work.implicit, name)
    how = read_as(work.request, work.forms[0], work.forms[1 + place])
    return Zero(task, headline, settled.options, batch, how)


def _scored(work: Work, corpora: Sequence[Any], survey: Any, settled: Settled) -> Scores:
    """Return the counts of the corpora of a shard.

    Raises NerkitError for inputs that do not fit together, UncutError if a part alone is not enough to
    decide something.
    """
    task = task_named(work.task)
    rest = work.request.missing == EMPTY and isinstance(corpora[0], Tagged)
    if rest and not all(corpus.named for corpus in corpora):
        uncut("documents have no ids, so nerkit looks for missing documents in the whole text")
    complete = with_rest(corpora, work.request)
    selected, warned = task.prepare(complete, work.selection, settled.options)
    every = _every_document(work, complete, selected, settled)
    fit = choose(task, work.request.measures, selected, settled.options)
    asked = fit.measures
    systems = _Systems(work, asked, settled)
    for name, corpus in zip(work.systems, selected[1:], strict=True):
        systems.add(name, selected[0], corpus)
    unit, by_unit = systems.units()
    numbered = work.by_sentence or (work.listing is not None and task.unit == SENTENCE)
    sentences = [sentences_of(one) if numbered else 0 for one in selected]
    chosen = {name for corpus in selected for name in corpus.documents} if every is not selected else ()
    prepared = tuple(text for text in warned if not is_note(text))
    of_corpora = [parted(corpus.warnings) for corpus in complete]
    listing = work.listing
    return Scores(
        survey=survey,
        settled=settled,
        measures=tuple(measure.name for measure in asked),
        stated=dict(task.stated(selected, work.options)),
        counts=tuple(systems.counts),
        warnings=(
            prepared,
            *(said for _, said in of_corpora),
            *systems.warnings,
        ),
        sides=tuple(map(_facts, corpora, every, sentences)),
        chosen=frozenset(chosen),
        in_gold=tuple(systems.in_gold),
        errors=list_of_shard(task, systems.batches, asked, settled.options, listing) if listing else (),
        sha256=tuple(tuple(origin.sha256 for origin in corpus.origins) for corpus in corpora),
        over_all=tuple(systems.over_all),
        met=tuple(systems.met),
        listed=tuple(systems.listed),
        notes=(*(note for notes, _ in of_corpora for note in notes), *fit.notes),
        lost_headline=fit.lost_headline(task),
        unit=unit,
        unit_counts=tuple(replace(systems.count(batch), warnings=()) for batch in by_unit.values()),
    )


def _every_document(
    work: Work, corpora: Sequence[Any], selected: Sequence[Any], settled: Settled
) -> Sequence[Any]:
    """Return the sides as they are scored, but with all documents, also documents that are not selected.

    Raises UncutError if the names of documents cannot be known from a shard.
    """
    every = selected
    if "document" in work.selection.only:
        every, _ = task_named(work.task).prepare(corpora, work.selection.items, settled.options)
        if not all(corpus.named for corpus in every):
            uncut("nerkit selects documents by position")
    return every


class _Systems:
    """Counts the systems of a shard, one after the other."""

    def __init__(self, work: Work, asked: Sequence[Measure], settled: Settled) -> None:
        self.work, self.task, self.options = work, task_named(work.task), settled.options
        names = [measure.name for measure in asked]
        self.plan = plan_of(self.task, work.request, names, self.options)
        listing = work.listing
        self.headline = listing.headline(self.task, asked) if listing is not None else None
        if listing is not None:  # a list of errors counts at most the headline
            self.plan = POOLED
            asked = [self.headline] if self.headline and listing.sums else []
        self.waiting = over_parts(asked, cut=work.cut)
        self.measures = [measure for measure in asked if measure not in self.waiting]
        is_kept = self.task.parts.joins and not listing
        for measure in self.waiting:
            if not (is_kept and all(one.is_joined for one in counted([measure]))):
                uncut(f"{measure.name} is computed over the whole corpus")
        if work.by_sentence:
            refuse(self._waiting())
            if work.cut and self.task.sliced is None:
                uncut("nerkit numbers sentences over the whole text")
        self.slices = _training.slices_of(work)
        self.counts: list[Counts] = []
        self.warnings: list[tuple[str, ...]] = []
        self.in_gold: list[BoolArray] = []
        self.over_all: list[Any] = []
        self.met: list[Met] = []
        self.listed: list[Sides | None] = []  # the items that the headline counts, if errors are listed
        self.batches: dict[str, Any] = {}

    def add(self, name: str, gold: Any, corpus: Any) -> None:
        """Pair a system with the gold side, and count it."""
        work = self.work
        batch, unpaired = paired(gold, corpus, work.request, work.implicit, name)
        batch = self.batches[name] = sliced(batch, self.slices, self.task)
        counted = self.count(batch)
        refuse(f"{name} is computed over the whole corpus" for name in counted.corpus_wide)
        if self.waiting and self.task.parts.joins:
            self.over_all.append(self.task.parts.kept(batch, self.waiting, self.plan, self.options))
        whole = not (self.waiting or work.listing)
        self.met.append(met(self.task, batch, counted if whole else None))
        self.warnings += [unpaired, () if work.listing else counted.warnings]
        present = set(gold.documents) if gold.named and corpus.named else None
        self.in_gold.append(_in_gold(batch.documents, present, len(gold.documents)))
        if work.by_sentence and self.task.unit != SENTENCE and len(counted.documents) == 1:
            # the document is in the name of each sentence, as in data with several documents
            counted = with_sentences(counted, f"{counted.documents[0]}#".__add__)
        self.counts.append(lean(counted, by_document=work.by_document and not work.cut))
        if self.headline is not None:
            if not (self.measures or self.headline.of):
                counted = self.task.count(batch, [self.headline], POOLED, self.options)
            self.listed.append(items_of(counted, self.headline))

    def count(self, batch: Any) -> Counts:
        """Count a batch."""
        return self.task.count(batch, self.measures, self.plan, self.options)

    def units(self) -> tuple[str, Mapping[str, Any]]:
        """Return the name of the statistical unit and the batches by unit, if the shard is part of a
        document.
        """
        if not (self.work.cut and self.work.by_document):
            return "", {}
        refuse(self._waiting())
        units = self.task.units(self.batches)
        if units is None or self.work.by_sentence:
            uncut("its documents are the units of statistics")
        return units

    def _waiting(self) -> Iterator[str]:
        """Yield the reasons why measures cannot be counted by sentence."""
        yield from (f"{measure.name} is computed over all sentences" for measure in self.waiting)


def with_sentences(counts: Counts, name_of: Callable[[str], str]) -> Counts:
    """Return the counts with new names of sentences."""
    labels = [
        tuple((name, name_of(value) if name == SENTENCE else value) for name, value in label)
        for label in counts.labels
    ]
    return replace(counts, labels=labels)


@dataclass
class _Training:
    """The slices of the last scored shard, kept because training data is read once."""

    asked: Any = None
    slices: Slices | None = None

    def slices_of(self, work: Work) -> Slices | None:
        """Return the slices of the request."""
        asked = work.task, work.request, work.selection
        if asked != self.asked:
            self.slices = slices_of(work.request, task_named(work.task), work.selection)
            self.asked = asked
        return self.slices


_training = _Training()


def lean(counts: Counts, *, by_document: bool) -> Counts:
    """Return the counts without warnings, summed over documents unless counts *by_document* are needed."""
    counts = replace(counts, warnings=())
    return counts if by_document or averages_documents(counts) else pooled_counts(counts)


def _in_gold(documents: Sequence[str], present: set[str] | None, size: int) -> BoolArray:
    """Return whether gold has each document, shape (documents,).

    Gold has the documents in *present*; without ids (None), it has the first *size* documents.
    """
    if present is None:
        in_order: BoolArray = np.arange(len(documents)) < size
        return in_order
    return np.array([name in present for name in documents], bool)


def _facts(corpus: Any, selected: Any, sentences: int) -> SideFacts:
    """Return the facts of one side: its size, the ids of its *selected* documents, its traits, and its
    sentences.

    If names depend on other documents with the same id, the ids are taken from the whole corpus.
    """
    named, joint = bool(selected.named), _traits(corpus).get("joint_names")
    names = [] if not named else list(dict.fromkeys(corpus.documents)) if joint else selected.documents
    keys = digests(names)
    return SideFacts(Size.of(corpus), named, keys, _traits(selected), sentences)


def _traits(corpus: Any) -> dict[str, Any]:
    """Return the fields of a corpus that are None, truth values, texts or sets, also of its parts.

    All shards of a side must have the same traits.
    """
    found: dict[str, Any] = {}
    for one in fields(corpus) if is_dataclass(corpus) else ():
        value = getattr(corpus, one.name)
        if value is None or isinstance(value, bool | str | frozenset):
            found[one.name] = value
        elif is_dataclass(value):
            found[one.name] = _traits(value)
    return found
