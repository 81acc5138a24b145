"""The sum of all shards, and the checks that need all of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.evaluation.error_lists import in_place, not_adding_up
from nerkit.evaluation.facts import Sides, Size
from nerkit.evaluation.id_mismatch import Met
from nerkit.evaluation.pipeline import choose, plan_of
from nerkit.evaluation.sharding.one_shard import with_sentences
from nerkit.evaluation.sharding.records import Scores, SystemScores, Work
from nerkit.ground.warnings import Warned, added
from nerkit.readers.cuts import refuse, uncut
from nerkit.results.counts import Counts, averages_documents, joined, pooled_counts, unlike
from nerkit.results.result import ByUnit
from nerkit.scorers.slices import SENTENCE
from nerkit.scorers.task import Settled, Task, over_parts

NO_EFFECT = "no-effect"  # the key of warnings about options


class Total:
    """The sum of the shards so far, and the checks after the last shard.

    shards    the scores of each shard
    systems   the sum of each system
    sizes, sentences   the size of each side, and its sentences (0 if shards do not count them)
    """

    def __init__(self, work: Work) -> None:
        self.work, self.shards = work, list[Scores]()
        self.systems = {name: SystemTotal(work) for name in work.systems}
        self.sizes = [Size(0, 0) for _ in work.forms]
        self.sentences = [0 for _ in work.forms]

    @property
    def surveys(self) -> list[Any]:
        """The evidence of each shard."""
        return [scores.survey for scores in self.shards]

    def add(self, scores: Scores) -> None:
        """Add the next shard. Raises UncutError for a shard that does not fit the earlier shards."""
        self.shards.append(scores)
        if scores.failed or self.shards[0].failed:  # then all shards are scored again
            return
        refuse(self._differences(scores))
        pairs = zip(self.systems.values(), scores.systems, scores.sides[1:], self.sentences[1:], strict=True)
        for total, system, side, before in pairs:
            by_id = scores.sides[0].named and side.named
            shift = 0 if by_id or self.work.cut else self.sizes[0].documents
            refuse(total.differences(system, (self.sentences[0], before)))
            if self.work.by_sentence:
                system.counts = with_sentences(system.counts, self._sentence_name(shift))
            total.add(system, shift, (self.sentences[0], before))
        for i, one in enumerate(scores.sides):
            self.sizes[i] += one.size
            self.sentences[i] += one.sentences

    def _differences(self, scores: Scores) -> Iterator[str]:
        """Yield the reasons why a shard does not fit the earlier shards."""
        work, sides, first = self.work, scores.sides, self.shards[0]
        documents = {(side.size.documents, side.named) for side in sides}
        named = [side.named for side in sides]
        if [side.traits for side in sides] != [side.traits for side in first.sides] or (
            (scores.measures, scores.stated) != (first.measures, first.stated)
        ):
            yield "its parts differ in kind"
        if work.cut:
            if len({bool(side.size.items) for side in sides}) > 1:
                yield "a part of one side is blank"
            if documents != {(1, False)}:
                yield "documents are marked in some parts"
            if any(averages_documents(system.counts) for system in scores.systems):
                yield "a measure is a mean over documents, but no document is marked"
        if scores.unit != first.unit:
            yield "its parts have other units"
        if work.by_sentence and self.sentences_run_on and len({side.sentences for side in sides}) > 1:
            yield "the sides have other numbers of sentences"
        if named[0] and any(named[1:]) and not all(named[1:]):
            yield "some systems have ids, other systems have none"
        if not scores.named and len(documents) > 1:
            yield "sides have different numbers of documents"

    @property
    def sentences_run_on(self) -> bool:
        """Whether sentence numbers continue over all shards."""
        return self.work.cut or self.work.task.unit == SENTENCE

    def _sentence_name(self, shift: int) -> Callable[[str], str]:
        """Return a function: name of a sentence in the shard -> its name in the whole data.

        *shift* is the number of earlier documents without ids.
        """
        before = self.sentences[0] if self.sentences_run_on else 0

        def name(own: str) -> str:
            document, mark, number = own.rpartition("#")
            document = str(int(document) + shift) if shift and mark else document
            return f"{document}{mark}{int(number) + before}"

        return name

    def check(self) -> None:
        """Raise UncutError for an id that is in two shards, or in different shards on two sides."""
        sides = []
        for side in zip(*(scores.sides for scores in self.shards), strict=True):
            keys = [one.keys for one in side]
            ids, shards = np.concatenate(keys), np.repeat(np.arange(len(keys)), list(map(len, keys)))
            order = np.argsort(ids)
            sides.append((ids[order], shards[order]))
        if any((ids[1:] == ids[:-1]).any() for ids, _ in sides):
            uncut("documents continue in other parts, or share an id")
        gold, gold_shards = sides[0]
        for ids, shards in sides[1:]:
            _, ours, theirs = np.intersect1d(gold, ids, assume_unique=True, return_indices=True)
            if not np.array_equal(gold_shards[ours], shards[theirs]):
                uncut("the sides list documents in another order")

    def counts(self, settled: Settled) -> dict[str, Counts]:
        """Return the counts of each system; *settled* are the decisions that all shards share."""
        names = self.shards[0].measures
        return {name: one.counts(names, settled.options) for name, one in self.systems.items()}

    def units(self) -> ByUnit | None:
        """Return the units of statistics and their counts, numbered over all shards; None if units
        are documents.

        Raises UncutError for a single document, because its units are not known.
        """
        if unit := self.shards[0].unit:
            return unit, {name: one.by_unit() for name, one in self.systems.items()}
        has_units = self.work.task.units is not Task.units
        if self.work.by_document and has_units and min(one.paired for one in self.systems.values()) < 2:
            uncut("its documents are the units of statistics")
        return None

    def warnings(self, names: Sequence[str], left_out: Sequence[str]) -> list[str]:
        """Return all warnings, with the same wording as in a run in one piece.

        *names* are the names of the inputs, *left_out* warnings about files that are not read.

        Raises UncutError for warnings that do not add up.
        """
        of_shards = zip(*(one.warnings for one in self.shards), strict=True)
        prepared, *of_corpora = map(added, of_shards)
        sizes = zip(names, self.sizes, strict=True)
        empty = [Warned("no-items", side=name) for name, size in sizes if not size.items]
        systems = self.systems.values()
        unpaired = [added(shard.unpaired for shard in one.shards) for one in systems]
        counted = [one.warnings() for one in systems]
        lacking = self.work.selection.absent(frozenset[str]().union(*(one.chosen for one in self.shards)))
        listed = [prepared, left_out, lacking, *of_corpora, empty, *unpaired, *counted]
        if any(one is None for one in listed):
            uncut("warnings about its parts do not add up")
        return [text for one in listed for text in one or () if text]


class SystemTotal:
    """The sum of one system over the shards so far.

    shards   the scores of each shard, without its counts if they are added to *total*
    first    the counts of the first shard
    total    the counts, if they are not kept by document
    paired   the number of paired documents
    met      the names in its items and in the gold side
    kept     the data for measures that are counted after all shards
    """

    def __init__(self, work: Work) -> None:
        self.work, self.shards, self.paired = work, list[SystemScores](), 0
        self.first: Counts | None = None
        self.total: Counts | None = None
        self.met: Met | None = None
        self.kept: Any = None
        self.afterwards: Sequence[str] | None = None  # the warnings of counting after all shards

    def differences(self, one: SystemScores, before: tuple[int, int]) -> Iterator[str]:
        """Yield the reasons why a shard does not fit the earlier shards. It follows *before* sentences of
        both sides.
        """
        self.first = self.first or one.counts
        if reason := unlike(self.first, one.counts):
            yield reason
        if self.work.cut and (one.counts.numbers != np.floor(one.counts.numbers)).any():
            yield "nerkit adds fractions within documents, but no document is marked"
        if one.errors is not None:
            yield from not_adding_up(one.errors, one.in_gold.tolist(), before)

    def add(self, one: SystemScores, shift: int, before: tuple[int, int]) -> None:
        """Add the next shard; the numbers of its documents without ids continue from *shift*."""
        if one.counts.is_pooled:
            self.total = one.counts if self.total is None else pooled_counts(self.total + one.counts)
        elif shift:
            names = [str(int(name) + shift) for name in one.counts.documents]
            one.counts = replace(one.counts, documents=names)
        self.paired = 1 if self.work.cut else self.paired + len(one.in_gold)
        self.met = one.met if self.met is None else self.met + one.met
        if one.kept is not None:
            self.kept = self.kept or self.work.task.parts.start(self.work.options)
            self.kept.add(one.kept, one.in_gold, cut=self.work.cut)
        if one.errors is not None:
            one.errors = in_place(one.errors, one.in_gold.tolist(), shift, before)
        counts = one.counts if self.total is None else self.total
        self.shards.append(replace(one, kept=None, met=self.met, counts=counts))  # data of the shard is freed

    def counts(self, names: Sequence[str], options: Any) -> Counts:
        """Return the sum of the counts, with the measures that are counted after all shards: documents in
        gold order, then documents that gold lacks.
        """
        counts = self._in_order() if self.total is None else self.total
        if self.kept is not None:
            counts = self._with_kept(counts, names, options)
        if self.work.by_sentence and self.paired < 2:
            counts = with_sentences(counts, lambda sentence: sentence.rpartition("#")[2])
        has_no_id = self.work.cut and self.work.by_document
        return replace(counts, documents=["1"]) if has_no_id else counts

    def _in_order(self) -> Counts:
        whole = joined([one.counts for one in self.shards])
        present = np.concatenate([one.in_gold for one in self.shards])
        order = np.argsort(~present, kind="stable")
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        documents = [whole.documents[i] for i in order.tolist()]
        return replace(whole, documents=documents, document=place[whole.document])

    def _with_kept(self, counts: Counts, names: Sequence[str], options: Any) -> Counts:
        measures = choose(self.work.task, names, [], options).measures
        plan = plan_of(self.work.task, self.work.request, names, options)
        whole: Counts = self.kept.counts(over_parts(measures, cut=self.work.cut), plan)
        self.kept, self.afterwards = None, whole.warnings
        if counts.is_pooled and (whole.document != NONE).any():
            whole = pooled_counts(whole)
        return counts + replace(whole, documents=counts.documents, warnings=())

    def by_unit(self) -> Counts:
        """Return the counts by units of statistics, numbered over all shards."""
        whole = joined([one.units for one in self.shards if one.units is not None])
        return replace(whole, documents=[str(i + 1) for i in range(len(whole.documents))])

    def headline_items(self) -> Sides | None:
        """Return the items of both sides that the headline counts; None if a shard does not
        count them.
        """
        known = [one.items for one in self.shards if one.items is not None]
        if len(known) < len(self.shards):
            return None
        return sum(gold for gold, _ in known), sum(system for _, system in known)

    def warnings(self) -> list[str] | None:
        """Return the warnings of counting in shards and after all shards; None if they contradict or do
        not add up.

        An option has no effect only if it has no effect in both.
        """
        of_shards = added(one.counted for one in self.shards)
        if of_shards is None or self.afterwards is None:
            return of_shards
        both = of_shards, self.afterwards
        shards, whole = ([one for one in side if isinstance(one, Warned)] for side in both)
        idle = [one for one in shards if one.key == NO_EFFECT and one in whole]
        shards, whole = ([one for one in side if one.key != NO_EFFECT] for side in (shards, whole))
        contradict = {one.key for one in shards} & {one.key for one in whole}
        return None if contradict else [*shards, *whole, *idle]
