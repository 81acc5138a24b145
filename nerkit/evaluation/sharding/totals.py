"""The sum of all shards, and the checks that need all of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.evaluation.error_lists import in_place, not_adding_up
from nerkit.evaluation.facts import Sides, Size
from nerkit.evaluation.id_mismatch import Met, unmet
from nerkit.evaluation.pipeline import choose, plan_of
from nerkit.evaluation.sharding.one_shard import with_sentences
from nerkit.evaluation.sharding.records import Scores, Work
from nerkit.ground.streams import is_hashing, new_digest
from nerkit.ground.warnings import Warned, added
from nerkit.readers.cuts import refuse, uncut
from nerkit.results.counts import Counts, averages_documents, joined, pooled_counts, unlike
from nerkit.results.error_parts import SystemPart
from nerkit.results.result import ByUnit
from nerkit.scorers import task_named
from nerkit.scorers.slices import SENTENCE
from nerkit.scorers.task import Measure, Settled, Task, over_parts

NO_EFFECT = "no-effect"  # the key of warnings about options


class Total:
    """The sum of the shards so far, and the checks after the last shard."""

    def __init__(self, work: Work) -> None:
        self.work = work
        sides = 1 + len(work.systems)
        self.first: Scores | None = None
        self.sizes = [Size(0, 0)] * sides
        self.listed: list[tuple[Sides | None, ...]] = []  # for each shard, the items of gold and each system
        self.surveys: list[Any] = []
        self.digests = [new_digest() for _ in range(sides if is_hashing() else 0)]  # of the digests of files
        self.keys: list[list[IntArray]] = [[] for _ in range(sides)]
        self.warned: list[tuple[tuple[str, ...], ...]] = []
        self.sums: list[SystemSum] = [SystemSum() for _ in work.systems]
        self.errors: list[list[SystemPart]] = [[] for _ in work.systems]
        self.unit_counts: list[list[Counts]] = [[] for _ in work.systems]  # by system, then by shard
        self.over_all = OverAllTotal(work)
        self.met: list[Met | None] = [None] * len(work.systems)
        self.sentences = [0] * sides  # 0 if shards do not count sentences
        self.paired = [0] * len(work.systems)  # the paired documents of each system
        self.chosen: frozenset[str] = frozenset()

    def add(self, scores: Scores) -> None:
        """Add the next shard. Raises UncutError for a shard that does not fit the earlier shards."""
        assert self.first is not None or not scores.failed
        self.first = self.first or scores
        refuse(self._differences(self.first, scores))
        for system, counts in enumerate(scores.counts):
            by_id = scores.sides[0].named and scores.sides[1 + system].named
            shift = 0 if by_id or self.work.cut else self.documents
            name_of = self._sentence_name(shift) if self.work.by_sentence else None
            numbered = with_sentences(counts, name_of) if name_of else counts
            self.sums[system].add(numbered, scores.in_gold[system], shift)
            self.unit_counts[system] += scores.unit_counts[system : system + 1]
            for kept in scores.over_all[system : system + 1]:
                self.over_all.add(system, kept, scores.in_gold[system])
            in_gold = scores.in_gold[system].tolist()
            for part in scores.errors[system : system + 1]:
                self.errors[system].append(in_place(part, in_gold, shift, self._before(system)))
        for system, met in enumerate(scores.met):
            earlier = self.met[system]
            self.met[system] = met if earlier is None else earlier + met
        self.listed.append(scores.listed)
        for i, side in enumerate(scores.sides):
            self.sizes[i] += side.size
            self.sentences[i] += side.sentences
            self.keys[i].append(side.keys)
            between = "\n" if self.warned else ""
            if self.digests:
                self.digests[i].update((between + "\n".join(scores.sha256[i])).encode())
        self.warned.append(scores.warnings)
        self.chosen |= scores.chosen
        for system, known in enumerate(scores.in_gold):
            self.paired[system] = 1 if self.work.cut else self.paired[system] + len(known)

    @property
    def documents(self) -> int:
        """The number of gold documents so far."""
        return 1 if self.work.cut and self.warned else self.sizes[0].documents

    def items(self) -> dict[str, Sides | None]:
        """Return the items of the gold side and of each system that the headline counts, if errors
        are listed.
        """
        of_systems = zip(*self.listed, strict=True)
        return {
            name: (sum(one[0] for one in parts), sum(one[1] for one in parts)) if all(parts) else None
            for name, parts in zip(self.work.systems, of_systems, strict=False)
        }

    def _before(self, system: int) -> tuple[int, int]:
        """Return the numbers of the gold side and system sentences before the next shard."""
        return self.sentences[0], self.sentences[1 + system]

    def _differences(self, first: Scores, scores: Scores) -> Iterator[str]:
        """Yield the reasons why a shard does not fit the earlier shards."""
        for problem, found in (
            ("its parts differ in kind", scores.kind != first.kind),
            (
                "a part of one side is blank",
                self.work.cut and len({bool(one.size.items) for one in scores.sides}) > 1,
            ),
            ("documents are marked in some parts", self.work.cut and scores.documents != {(1, False)}),
            (
                "a measure is a mean over documents, but no document is marked",
                self.work.cut and any(map(averages_documents, scores.counts)),
            ),
            ("its parts have other units", scores.unit != first.unit),
            (
                "the sides have other numbers of sentences",
                len({side.sentences for side in scores.sides}) > 1
                and self.work.by_sentence
                and self.sentences_run_on,
            ),
            ("some systems have ids, other systems have none", scores.mixed),
            ("sides have different numbers of documents", not scores.named and len(scores.documents) > 1),
        ):
            if found:
                yield problem
        for system, counts in enumerate(scores.counts):
            if reason := unlike(first.counts[system], counts):
                yield reason
            if self.work.cut and (counts.numbers != np.floor(counts.numbers)).any():
                yield "nerkit adds fractions within documents, but no document is marked"
            for part in scores.errors[system : system + 1]:
                yield from not_adding_up(part, scores.in_gold[system].tolist(), self._before(system))

    @property
    def sentences_run_on(self) -> bool:
        """Whether sentence numbers continue over all shards."""
        return self.work.cut or task_named(self.work.task).unit == SENTENCE

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
        shards = [np.repeat(np.arange(len(keys)), list(map(len, keys))) for keys in self.keys]
        ids = [np.concatenate(keys) for keys in self.keys]
        order = [np.argsort(side) for side in ids]
        ids = [side[places] for side, places in zip(ids, order, strict=True)]
        shards = [side[places] for side, places in zip(shards, order, strict=True)]
        if any((side[1:] == side[:-1]).any() for side in ids):
            uncut("documents continue in other parts, or share an id")
        gold, *systems = zip(ids, shards, strict=True)
        for keys, parts_of in systems:
            _, ours, theirs = np.intersect1d(gold[0], keys, assume_unique=True, return_indices=True)
            if not np.array_equal(gold[1][ours], parts_of[theirs]):
                uncut("the sides list documents in another order")

    def counts(self, settled: Settled) -> dict[str, Counts]:
        """Return the counts of each system; *settled* are the decisions that all shards share."""
        assert self.first is not None
        so_far = {name: one.counts() for name, one in zip(self.work.systems, self.sums, strict=True)}
        counts = self.over_all.added_to(so_far, self.first.measures, settled.options)
        for name, documents in zip(self.work.systems, self.paired, strict=True):
            if self.work.by_sentence and documents < 2:
                counts[name] = with_sentences(counts[name], lambda sentence: sentence.rpartition("#")[2])
        if not (self.work.cut and self.work.by_document):
            return counts
        return {name: replace(one, documents=["1"]) for name, one in counts.items()}  # which has no id

    def units(self) -> ByUnit | None:
        """Return the units of statistics and their counts, numbered over all shards; None if units
        are documents.

        Raises UncutError for a single document, because its units are not known.
        """
        assert self.first is not None
        if not self.first.unit:
            has_units = task_named(self.work.task).units is not Task.units
            if self.work.by_document and has_units and min(self.paired) < 2:
                uncut("its documents are the units of statistics")
            return None
        counts = dict(zip(self.work.systems, map(joined, self.unit_counts), strict=True))
        for name, one in counts.items():
            counts[name] = replace(one, documents=[str(i + 1) for i in range(len(one.documents))])
        return self.first.unit, counts

    def unmet(
        self, counts: Mapping[str, Counts], headline: Measure, explained: Callable[[str], list[str]]
    ) -> list[str]:
        """Return the warnings about systems that share no name with the gold side or have a headline
        of zero.

        The names are from all shards. *explained* returns the explanation of a headline near zero,
        given a system.
        """
        mets = zip(self.work.systems, self.met, strict=True)
        return unmet({name: one for name, one in mets if one is not None}, counts, headline, explained)

    def warnings(self, names: Sequence[str], left_out: Sequence[str]) -> list[str]:
        """Return all warnings, with the same wording as in a run in one piece.

        *names* are the names of the inputs, *left_out* warnings about files that are not read.

        Raises UncutError for warnings that do not add up.
        """
        prepared, *others = (added(said) for said in zip(*self.warned, strict=True))
        empty = [
            Warned("no-items", side=name)
            for name, size in zip(names, self.sizes, strict=True)
            if not size.items
        ]
        of_corpora, of_systems = others[: len(names)], others[len(names) :]
        of_counting = self.over_all.beside(of_systems[1::2])
        lacking = self.work.selection.absent(self.chosen)
        listed = [prepared, left_out, lacking, *of_corpora, empty, *of_systems[::2], *of_counting]
        if any(one is None for one in listed):
            uncut("warnings about its parts do not add up")
        return [text for one in listed for text in one or () if text]


class OverAllTotal:
    """The data that shards keep for measures that are counted after all shards."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.kept: dict[int, Any] = {}  # by the place of the system
        self.warnings: dict[int, Sequence[str]] = {}

    def add(self, system: int, kept: Any, in_gold: BoolArray) -> None:
        """Add the data of a system in a shard; *in_gold* tells whether gold has each document."""
        if system not in self.kept:
            self.kept[system] = task_named(self.work.task).parts.start(self.work.options)
        self.kept[system].add(kept, in_gold, cut=self.work.cut)

    def added_to(self, counts: Mapping[str, Counts], names: Sequence[str], options: Any) -> dict[str, Counts]:
        """Return the counts of all systems, with the measures that are counted after all shards."""
        task = task_named(self.work.task)
        if not self.kept:
            return dict(counts)
        measures = choose(task, names, [], options).measures
        waiting = over_parts(measures, cut=self.work.cut)
        plan = plan_of(task, self.work.request, names, options)
        every = dict(counts)
        for place, (name, one) in enumerate(counts.items()):
            whole = self.kept.pop(place).counts(waiting, plan)
            self.warnings[place] = whole.warnings
            if one.is_pooled and (whole.document != NONE).any():
                whole = pooled_counts(whole)
            every[name] = one + replace(whole, documents=one.documents, warnings=())
        return every

    def beside(self, listed: Sequence[list[str] | None]) -> list[list[str] | None]:
        """Return the warnings of counting each system, in shards and after all shards; None if they
        contradict.
        """
        return [
            None
            if warnings is None
            else _together(warnings, self.warnings[place])
            if place in self.warnings
            else warnings
            for place, warnings in enumerate(listed)
        ]


def _together(of_shards: Sequence[str], over_all: Sequence[str]) -> list[str] | None:
    """Join the warnings of counting in shards and after all shards; return None if both have the same
    kind.

    An option has no effect only if it has no effect in both.
    """
    shards, whole = ([one for one in side if isinstance(one, Warned)] for side in (of_shards, over_all))
    idle = {one for one in shards if one.key == NO_EFFECT} & {one for one in whole if one.key == NO_EFFECT}
    shards, whole = ([one for one in side if one.key != NO_EFFECT] for side in (shards, whole))
    if {one.key for one in shards} & {one.key for one in whole}:
        return None
    return [*shards, *whole, *idle]


class SystemSum:
    """The counts of one system, added shard by shard."""

    def __init__(self) -> None:
        self.total: Counts | None = None
        self.parts: list[Counts] = []
        self.in_gold: list[BoolArray] = []

    def add(self, counts: Counts, in_gold: BoolArray, shift: int) -> None:
        """Add the counts of a shard; the numbers of documents without ids continue from *shift*."""
        if counts.is_pooled:
            self.total = counts if self.total is None else pooled_counts(self.total + counts)
            return
        if shift:
            counts = replace(counts, documents=[str(int(name) + shift) for name in counts.documents])
        self.parts.append(counts)
        self.in_gold.append(in_gold)

    def counts(self) -> Counts:
        """Return the sum of the counts: documents in gold order, then documents that gold lacks."""
        if self.total is not None:
            return self.total
        whole = joined(self.parts)
        present = np.concatenate(self.in_gold)
        order = np.append(np.flatnonzero(present), np.flatnonzero(~present))
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        documents = [whole.documents[i] for i in order.tolist()]
        return replace(whole, documents=documents, document=place[whole.document])
