"""One shard: ranges of the files of the gold side and of the systems, read, paired and counted."""

import gc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import chain
from typing import Any

import numpy as np

from nerkit import readers
from nerkit.algorithms.digests import digests
from nerkit.corpora.pairing.by_text import in_order
from nerkit.corpora.tags import Tagged
from nerkit.evaluation.error_lists import list_of_shard
from nerkit.evaluation.explained_zero import Zero
from nerkit.evaluation.facts import Size, items_of
from nerkit.evaluation.id_mismatch import met
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
from nerkit.evaluation.sharding.files import FilePart, Shard
from nerkit.evaluation.sharding.records import Scores, SideFacts, SystemScores, Work
from nerkit.exceptions import NerkitError
from nerkit.ground.meant import meaning
from nerkit.ground.warnings import is_note, parted
from nerkit.readers.cuts import UncutError, refuse, uncut
from nerkit.readers.leniency import strictness
from nerkit.results.counts import Counts, averages_documents, pooled_counts
from nerkit.results.rows import POOLED
from nerkit.scorers.slices import SENTENCE, Slices
from nerkit.scorers.task import Measure, Settled, counted, over_parts


def score(work: Work, shard: Shard) -> Scores:
    """Return the counts of one shard, and free its data soon."""
    scores = _score(work, shard)
    gc.collect(1)  # reference cycles would keep columns over many shards; only young objects
    return scores


def _score(work: Work, shard: Shard) -> Scores:
    survey = None
    try:
        with strictness(strict=work.request.strict):
            corpora = _read(work, shard)
            survey = work.task.parts.surveyed(corpora, work.options)
            settled = work.settled or work.task.parts.settled([survey], work.options)
            if settled is None:
                uncut("the scheme of the tags is not clear")
            return _scored(work, corpora, survey, settled)
    except UncutError as error:
        return Scores(str(error), survey)
    except NerkitError as error:
        reason = f"nerkit cannot score a part by itself ({str(error).splitlines()[0]})"
        return Scores(reason, survey, error=error)


def _read(work: Work, shard: Shard) -> list[Any]:
    """Return the corpora of a shard, as they are asked for.

    Raises NerkitError for files that cannot be read, UncutError for documents that ids do not pair.
    """
    corpora, called = list[Any](), ["", *work.systems]
    roles = ("gold", *("system" for _ in work.systems))
    for form, side, role in zip(work.forms, shard, roles, strict=True):
        known = readers.known_to(form, work.task.reading(work.options, role))
        with meaning(work.request.meant(role)):
            sources = [part.source() for part in side]
            corpora.append(readers.reading(form, work.task.reads)(sources, **known))
    if under_one_name(corpora, called)[1]:
        uncut("documents have ids under another name")
    corpora, _ = as_asked(corpora, called, work.request)
    if not all(in_order(corpora[0], one) for one in corpora[1:]):
        uncut("texts tell which documents belong together")
    return corpora


def first_documents(
    work: Work, shards: Sequence[Shard], place: int, settled: Settled, headline: Measure
) -> Zero:
    """Return the first documents of the gold side and of the system with index *place*, to explain a
    headline near zero.

    *shards* are the shards that contain these documents.
    """
    name = work.systems[place]
    with strictness(strict=work.request.strict):
        corpora = _read(work, [_joined([*chain(*side)]) for side in zip(*shards, strict=True)])
        selected, _ = work.task.prepare(with_rest(corpora, work.request), work.selection, settled.options)
        batch, _ = paired(selected[0], selected[1 + place], work.request, work.implicit, name)
    how = read_as(work.request, work.forms[0], work.forms[1 + place])
    return Zero(work.task, headline, settled.options, batch, how)


def _joined(parts: Sequence[FilePart]) -> Sequence[FilePart]:
    """Join adjacent ranges of one file into one part; whole files stay separate."""
    ranges = [part.part for part in parts if part.part is not None]
    if not ranges:
        return parts
    first, last = ranges[0], ranges[-1]
    data = None if first.data is None else b"".join(one.data or b"" for one in ranges)
    return [parts[0]._replace(part=replace(first, end=last.end, last=last.last, data=data))]


def _scored(work: Work, corpora: Sequence[Any], survey: Any, settled: Settled) -> Scores:
    """Return the counts of the corpora of a shard.

    Raises NerkitError for inputs that do not fit together, UncutError if a part alone is not enough to
    decide something.
    """
    task, listing = work.task, work.listing
    rest = work.request.missing == EMPTY and isinstance(corpora[0], Tagged)
    if rest and not all(corpus.named for corpus in corpora):
        uncut("documents have no ids, so nerkit looks for missing documents in the whole text")
    complete = with_rest(corpora, work.request)
    selected, warned = task.prepare(complete, work.selection, settled.options)
    every = selected
    if "document" in work.selection.only:  # the facts are about all documents, also if they are not selected
        every, _ = task.prepare(complete, work.selection.items, settled.options)
        if not all(corpus.named for corpus in every):
            uncut("nerkit selects documents by position")
    fit = choose(task, work.request.measures, selected, settled.options)
    counting = _Counting(work, fit.measures, settled.options)
    pairs = zip(work.systems, selected[1:], strict=True)
    systems = [counting.system(name, selected[0], corpus) for name, corpus in pairs]
    unit = counting.add_units(systems)
    if listing:
        errors = list_of_shard(task, counting.batches, fit.measures, settled.options, listing)
        for system, listed in zip(systems, errors, strict=True):
            system.errors = listed
    numbered = work.by_sentence or (listing is not None and task.unit == SENTENCE)
    sentences = [sentences_of(one) if numbered else 0 for one in selected]
    chosen = {name for corpus in selected for name in corpus.documents} if every is not selected else ()
    of_corpora = [parted(corpus.warnings) for corpus in complete]
    return Scores(
        survey=survey,
        settled=settled,
        measures=tuple(measure.name for measure in fit.measures),
        stated=dict(task.stated(selected, work.options)),
        systems=tuple(systems),
        warnings=(tuple(text for text in warned if not is_note(text)), *(said for _, said in of_corpora)),
        sides=tuple(map(_facts, corpora, every, sentences)),
        chosen=frozenset(chosen),
        notes=(*(note for notes, _ in of_corpora for note in notes), *fit.notes),
        lost_headline=fit.lost_headline(task),
        unit=unit,
    )


class _Counting:
    """Counts the systems of a shard, one after the other."""

    def __init__(self, work: Work, asked: Sequence[Measure], options: Any) -> None:
        self.work, self.task, self.options, listing = work, work.task, options, work.listing
        self.plan = plan_of(self.task, work.request, [measure.name for measure in asked], options)
        self.headline = listing.headline(self.task, asked) if listing is not None else None
        if listing is not None:  # a list of errors counts at most the headline
            self.plan, asked = POOLED, [self.headline] if self.headline and listing.sums else []
        self.waiting = over_parts(asked, cut=work.cut)
        self.measures = [measure for measure in asked if measure not in self.waiting]
        is_kept = self.task.parts.joins and not listing
        for measure in self.waiting:
            if not (is_kept and all(one.is_joined for one in counted([measure]))):
                uncut(f"{measure.name} is computed over the whole corpus")
        self.has_units = work.cut and work.by_document
        if work.by_sentence:
            self._refuse_waiting()
            if work.cut and self.task.sliced is None:
                uncut("nerkit numbers sentences over the whole text")
        self.batches: dict[str, Any] = {}

    def system(self, name: str, gold: Any, corpus: Any) -> SystemScores:
        """Pair a system with the gold side, and count it."""
        work = self.work
        batch, unpaired = paired(gold, corpus, work.request, work.implicit, name)
        batch = self.batches[name] = sliced(batch, _training.slices_of(work), self.task)
        counted = self.count(batch)
        refuse(f"{name} is computed over the whole corpus" for name in counted.corpus_wide)
        whole = not (self.waiting or work.listing)
        if gold.named and corpus.named:
            present = set(gold.documents)
            in_gold = np.array([one in present for one in batch.documents], bool)
        else:
            in_gold = np.arange(len(batch.documents)) < len(gold.documents)
        scores = SystemScores(
            _lean(work, counted), in_gold, met(self.task, batch, counted if whole else None), unpaired
        )
        if self.waiting and self.task.parts.joins:
            scores.kept = self.task.parts.kept(batch, self.waiting, self.plan, self.options)
        if self.headline is None:
            scores.counted = counted.warnings
        else:
            if not (self.measures or self.headline.of):
                counted = self.task.count(batch, [self.headline], POOLED, self.options)
            scores.items = items_of(counted, self.headline)
        return scores

    def count(self, batch: Any) -> Counts:
        """Count a batch."""
        return self.task.count(batch, self.measures, self.plan, self.options)

    def add_units(self, systems: Sequence[SystemScores]) -> str:
        """Add counts by statistical unit to the scores, if the shard is part of a document; return the
        name of the unit.
        """
        if not self.has_units:
            return ""
        self._refuse_waiting()
        units = self.task.units(self.batches)
        if units is None or self.work.by_sentence:
            uncut("its documents are the units of statistics")
        for system, batch in zip(systems, units[1].values(), strict=True):
            system.units = replace(self.count(batch), warnings=())
        return units[0]

    def _refuse_waiting(self) -> None:
        """Raise UncutError for a measure that cannot be counted by sentence."""
        refuse(f"{measure.name} is computed over all sentences" for measure in self.waiting)


def _lean(work: Work, counts: Counts) -> Counts:
    """Return the counts without warnings, summed over documents if rows and statistics need no documents."""
    counts = replace(counts, warnings=())
    if work.by_sentence and work.task.unit != SENTENCE and len(counts.documents) == 1:
        # the document is in the name of each sentence, as in data with several documents
        counts = with_sentences(counts, f"{counts.documents[0]}#".__add__)
    is_needed = (work.by_document and not work.cut) or averages_documents(counts)
    return counts if is_needed else pooled_counts(counts)


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
        asked = work.task.name, work.request, work.selection
        if asked != self.asked:
            self.slices = slices_of(work.request, work.task, work.selection)
            self.asked = asked
        return self.slices


_training = _Training()


def _facts(corpus: Any, selected: Any, sentences: int) -> SideFacts:
    """Return the facts of one side: its size, the ids of its *selected* documents, its traits, and its
    sentences.

    If names depend on other documents with the same id, the ids are taken from the whole corpus.
    """
    named, joint = bool(selected.named), _traits(corpus).get("joint_names")
    names = [] if not named else list(dict.fromkeys(corpus.documents)) if joint else selected.documents
    keys = digests(names)
    return SideFacts(Size.of(corpus), named, keys, _traits(selected), sentences)


def _traits(corpus: Any) -> Mapping[str, Any]:
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
