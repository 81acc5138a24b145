"""Large files scored in parts, one after the other or by several processes, with the bytes of a whole run.

The files of gold and of the systems are cut alike (`nerkit.evaluation.cutting`). A shard is a range of bytes
of each; what scores it (`nerkit.evaluation.one_shard`) reads them, pairs, counts, and gives counts back. They
add up exactly: those of whole numbers as they are, sums of fractions as a few numbers whose sum is exact.
Where rows and statistics tell no documents apart, counts are added up over documents in the shard already, so
that memory does not grow with the data.

What content decides (the scheme of tags) is taken from the first shard and looked at again when all are done;
if it was something else, they are scored again. What cannot be told from the parts (an error, a warning that
does not add up, an id in two shards) makes a run in one piece, which says it as it says it without shards: so
neither a number nor a message depends on them.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from nerkit import readers
from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.evaluation.cutting import CutFile, UncutError, parts
from nerkit.evaluation.files import Digests, LocalFile
from nerkit.evaluation.inputs import Input, formats_of, input_name
from nerkit.evaluation.one_shard import Scores, Work, score
from nerkit.evaluation.request import Request
from nerkit.evaluation.steps import plan_of, result_of
from nerkit.evaluation.streams import KeptInput
from nerkit.ground.progress import staged
from nerkit.ground.streams import ByteRange
from nerkit.ground.warnings import added
from nerkit.io import Sources
from nerkit.parallel import windowed
from nerkit.results.counts import Counts, joined, pooled_counts
from nerkit.results.result import Result
from nerkit.results.rows import Grouping
from nerkit.scorers.slices import LENGTH, SEEN, SENTENCE
from nerkit.scorers.task import Settled, Task


def in_shards(gold: Any, systems: Mapping[str, Any], request: Request) -> Result | None:
    """The result of files that are larger than a shard; None where none is.

    Raises UncutError where all is to be scored in one piece, InputError for a file that has changed while it
    was read.
    """
    targets = [gold, *systems.values()]
    with ExitStack() as stack:
        client = None
        if request.dask is not None:
            from nerkit.evaluation.cluster import connected

            client = stack.enter_context(connected(request.dask, request.workers))
        if not all(isinstance(one, KeptInput) or os.path.isfile(one) for one in targets):
            raise UncutError("an input is no single file")
        named_first = bool(request.measures)
        request = request.with_preset()
        files = [LocalFile.of(target, stack) for target in targets]
        if client is not None and any(file.sha256 is not None for file in files):
            raise UncutError("a compressed file is one part on a cluster")
        if all(file.size <= int(request.shard_size or 0) for file in files):
            return None
        inputs = [
            Input("gold", input_name(gold, "gold"), gold),
            *(Input("system", name, target) for name, target in systems.items()),
        ]
        opened = {i: Sources([file.source()]) for i, file in enumerate(files)}
        task, forms = formats_of(opened, request, inputs)
        for (source,) in opened.values():
            source.close()
        if len(set(forms.values())) > 1:
            raise UncutError("the sides are of different formats")
        run = _Run(task, forms[0], inputs, files, request, client=client)
        return run.result(lambda names: names[0] if named_first else task.headline_of(names))


class _Run:
    """Files on their way through shards to a result."""

    def __init__(
        self,
        task: Task,
        form: str,
        inputs: Sequence[Input],
        files: Sequence[LocalFile],
        request: Request,
        *,
        client: Any,
    ) -> None:
        self.task, self.request, self.inputs, self.files = task, request, inputs, files
        self.client = client
        self.digests = Digests(files)
        reader = readers.reader(form)
        self.options = task.own_options(request.options)
        if reader.borders is None:
            raise UncutError(f"{form} is read in one piece")
        self.cuts = [CutFile.of(file.path, reader.borders) for file in files]
        of_documents = request.by_document or any("document" in one.fields for one in self._plan())
        cut = reader.borders.unmarked and not self.cuts[0].marked
        self._check(of_documents=of_documents, cut=cut)
        self.work = Work(
            task=task.name,
            form=form,
            names=tuple(file.name for file in files),
            systems=tuple(one.name for one in inputs[1:]),
            request=replace(request, label_map=None, only=()),
            selection=request.selection,
            options=self.options,
            implicit=reader.implicit_documents,
            by_document=of_documents,
            cut=cut,
        )

    def _plan(self) -> Sequence[Grouping]:
        return plan_of(self.task, self.request, self.request.measures)[1]

    def _check(self, *, of_documents: bool, cut: bool) -> None:
        """Raise UncutError for what cannot be had in parts."""
        if "document" in self.request.selection.only:
            raise UncutError("documents are chosen")
        if {LENGTH, SEEN, SENTENCE}.intersection(self.request.fields):
            raise UncutError("slices are asked for")
        if cut and of_documents:
            raise UncutError("no documents are marked, and sentences are told apart")
        names = self.request.measures
        measures = self.task.asked_measures(names, [], self.options) if names else []
        if reason := self.task.in_parts(measures, self.options, cut):
            raise UncutError(reason)

    def result(self, headline_of: Callable[[Sequence[str]], str]) -> Result:
        """The result. Raises UncutError where it cannot be had in parts."""
        total, settled = self._total()
        for file in self.files:
            file.check()
        first = total.first
        assert first is not None
        measures = self.task.asked_measures(first.measures, [], self.options)
        return result_of(
            self.task,
            self.request,
            self.options,
            measures,
            counts=total.counts(),
            recognised=first.recognised,
            inputs=tuple(
                {
                    "role": one.role,
                    "name": one.name,
                    "sha256": sha256,
                    "documents": total.documents[i],
                    "items": total.items[i],
                }
                for i, (one, sha256) in enumerate(zip(self.inputs, self.digests.of(), strict=True))
            ),
            warnings=tuple(dict.fromkeys(total.warnings([one.name for one in self.inputs]))),
            notes=tuple(dict.fromkeys(settled.notes)),
            named=first.named,
            headline=headline_of(first.measures),
            unit_name=self.task.unit,
        )

    def _total(self) -> "tuple[_Total, Settled]":
        """The sum of all shards, and what was settled for them."""
        work = self.work
        while True:
            total = _Total(work)
            used = work.settled
            for scores in self._scored(work):
                used = used or scores.settled
                if scores.survey is None:
                    raise UncutError(scores.failed)
                total.surveys.append(scores.survey)
                if not scores.failed:
                    total.add(scores)
                    continue
                settled = self.task.settled(total.surveys, self.options)
                if settled is None or used is None or settled.options == used.options:
                    raise UncutError(scores.failed)  # else all are scored again, with what is settled then
            settled = self.task.settled(total.surveys, self.options)
            if settled is None:
                raise UncutError("the tags are of several schemes")
            if used is not None and settled.options == used.options:
                total.check()
                return total, settled
            work = replace(work, settled=settled)

    def _scored(self, work: Work) -> Iterator[Scores]:
        """What comes of each shard, in their order."""
        shards = parts(self.cuts, int(self.request.shard_size or 0))
        first, second = next(shards), next(shards, None)
        if second is None:
            raise UncutError("there is no place where it could be cut")
        scores = score(work, first)
        yield scores
        settled = replace(work, settled=work.settled or scores.settled)
        rest = chain([second], shards)
        yield from staged(self._elsewhere(settled, rest), "shards")

    def _elsewhere(self, work: Work, shards: Iterator[tuple[ByteRange, ...]]) -> Iterator[Scores]:
        """What comes of shards that are scored one after the other, by processes, or on a cluster."""
        if self.client is None:
            return windowed(score, work, shards, self.request.workers)
        from nerkit.evaluation.cluster import on_cluster

        told = zip(self.files, self.digests.of(), strict=True)
        return on_cluster(
            self.client, work, shards, {file.path: (file.size, sha256) for file, sha256 in told}
        )


class _Total:
    """The sum of shards, and what is to be checked of it when all are there."""

    def __init__(self, work: Work) -> None:
        self.work = work
        sides = len(work.names)
        self.first: Scores | None = None
        self.documents, self.items = [0] * sides, [0] * sides
        self.surveys: list[Any] = []
        self.keys: list[list[IntArray]] = [[] for _ in work.names]
        self.warned: list[tuple[tuple[str, ...], ...]] = []
        self.sums: list[_Sum] = [_Sum() for _ in work.systems]

    def add(self, scores: Scores) -> None:
        """Add a shard, the next in order. Raises UncutError for one that does not go with the others."""
        assert self.first is not None or not scores.failed
        self.first = first = self.first or scores
        for problem, found in (
            ("its parts differ in kind", scores.kind != first.kind),
            ("documents are marked in some parts", self.work.cut and scores.documents != {(1, False)}),
            ("some systems have ids, others none", scores.mixed),
            ("sides have different numbers of documents", not scores.named and len(scores.documents) > 1),
        ):
            if found:
                raise UncutError(problem)
        for system, counts in enumerate(scores.counts):
            by_id = scores.sides[0].named and scores.sides[1 + system].named
            shift = 0 if by_id or self.work.cut else self.documents[0]
            self.sums[system].add(counts, scores.in_gold[system], shift, cut=self.work.cut)
        for i, side in enumerate(scores.sides):
            self.documents[i] = 1 if self.work.cut else self.documents[i] + side.documents
            self.items[i] += side.items
            self.keys[i].append(side.keys)
        self.warned.append(scores.warnings)

    def check(self) -> None:
        """Raise UncutError where an id is in two shards, or not in the same on both sides."""
        shards = [np.repeat(np.arange(len(keys)), list(map(len, keys))) for keys in self.keys]
        ids = [np.concatenate(keys) for keys in self.keys]
        order = [np.argsort(side) for side in ids]
        ids = [side[places] for side, places in zip(ids, order, strict=True)]
        shards = [side[places] for side, places in zip(shards, order, strict=True)]
        if any((side[1:] == side[:-1]).any() for side in ids):
            raise UncutError("documents go on in other parts, or have the same id")
        gold, *systems = zip(ids, shards, strict=True)
        for keys, parts_of in systems:
            _, ours, theirs = np.intersect1d(gold[0], keys, assume_unique=True, return_indices=True)
            if not np.array_equal(gold[1][ours], parts_of[theirs]):
                raise UncutError("the sides list documents in another order")

    def counts(self) -> dict[str, Counts]:
        """The counts of each system."""
        return {name: one.counts() for name, one in zip(self.work.systems, self.sums, strict=True)}

    def warnings(self, names: Sequence[str]) -> list[str]:
        """All that is warned of, as it is of a run in one piece; *names* are those of the inputs.

        Raises UncutError for warnings that do not add up.
        """
        prepared, *others = (added(said) for said in zip(*self.warned, strict=True))
        empty = [f"{name}: no items" for name, items in zip(names, self.items, strict=True) if not items]
        of_corpora, of_systems = others[: len(names)], others[len(names) :]
        listed = [prepared, *of_corpora, empty, *of_systems[::2], *of_systems[1::2]]
        if any(one is None for one in listed):
            raise UncutError("warnings about its parts do not add up")
        return [str(text) for one in listed for text in one or ()]


class _Sum:
    """The counts of one system, shard by shard."""

    def __init__(self) -> None:
        self.total: Counts | None = None
        self.parts: list[Counts] = []
        self.in_gold: list[BoolArray] = []

    def add(self, counts: Counts, in_gold: BoolArray, shift: int, *, cut: bool) -> None:
        """Add the counts of a shard; documents without ids are numbered on from *shift*."""
        if cut and (counts.numbers != np.floor(counts.numbers)).any():
            raise UncutError("fractions are added up within documents, and none is marked")
        if counts.is_pooled:
            self.total = counts if self.total is None else pooled_counts(self.total + counts)
            return
        if shift:
            counts = replace(counts, documents=[str(int(name) + shift) for name in counts.documents])
        self.parts.append(counts)
        self.in_gold.append(in_gold)

    def counts(self) -> Counts:
        """The sum; documents in gold order, then those that the system has alone."""
        if self.total is not None:
            return self.total
        whole = joined(self.parts)
        present = np.concatenate(self.in_gold)
        order = np.append(np.flatnonzero(present), np.flatnonzero(~present))
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        documents = [whole.documents[i] for i in order.tolist()]
        return replace(whole, documents=documents, document=place[whole.document])
