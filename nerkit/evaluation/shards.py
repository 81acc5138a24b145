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

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import chain
from threading import Thread
from typing import Any

import numpy as np

from nerkit import readers
from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.errors import InputError, NerkitError
from nerkit.evaluation.cutting import Cut, UncutError, parts
from nerkit.evaluation.inputs import Input, formats_of, input_name, is_data
from nerkit.evaluation.one_shard import Scores, Work, score
from nerkit.evaluation.request import Request
from nerkit.evaluation.steps import plan_of, result_of
from nerkit.evaluation.streams import Kept, is_pipe, temporary
from nerkit.ground.progress import staged
from nerkit.ground.warnings import added
from nerkit.io import Source, expand
from nerkit.parallel import windowed
from nerkit.results.counts import Counts, joined, pooled_counts
from nerkit.results.result import Result
from nerkit.results.rows import Grouping
from nerkit.scorers.task import Settled, Task

EXPANDING = 16  # a compressed file this many times smaller than a shard is not looked into


def in_shards(gold: Any, systems: Mapping[str, Any], request: Request) -> Result | None:
    """The result of files that are larger than a shard; None where none is.

    Raises UncutError where all is to be scored in one piece, InputError for a file that has changed while it
    was read.
    """
    targets = [gold, *systems.values()]
    if not _may_be_large(targets, request):
        return None
    named_first = bool(request.measures)
    request = request.with_preset()
    with ExitStack() as stack:
        files = [_File.of(target, stack) for target in targets]
        if all(file.size <= int(request.shard_size or 0) for file in files):
            return None
        inputs = [
            Input("gold", input_name(gold, "gold"), gold),
            *(Input("system", name, target) for name, target in systems.items()),
        ]
        opened = {i: [file.source()] for i, file in enumerate(files)}
        task, forms = formats_of(opened, request, inputs)
        for (source,) in opened.values():
            source.close()
        if len(set(forms.values())) > 1:
            raise UncutError("the sides are of different formats")
        run = _Run(task, forms[0], inputs, files, request)
        return run.result(lambda names: names[0] if named_first else task.headline_of(names))


def _may_be_large(targets: Sequence[Any], request: Request) -> bool:
    """Whether all targets are single files, and one of them may be larger than a shard."""
    size = int(request.shard_size or 0)
    if any(isinstance(value, str) and is_pipe(value) for value in request.options.values()):
        return False  # which can be read once alone
    large = False
    for target in targets:
        if isinstance(target, Kept):
            large |= target.path is not None or len(target.data) > size // EXPANDING
        elif isinstance(target, str | os.PathLike) and not is_data(target) and os.path.isfile(target):
            large |= os.stat(target).st_size > size // EXPANDING
        else:
            return False
    return large


@dataclass(frozen=True)
class _File:
    """An input as a file that is not compressed: what was typed, what messages call it, where it is.

    sha256   the digest of the input, where it is known already
    """

    typed: str
    name: str
    path: str
    size: int
    changed: int
    sha256: str | None = None

    @classmethod
    def of(cls, target: Any, stack: ExitStack) -> "_File":
        """The input; a copy of it, which the stack takes away, where it is compressed or came through a pipe.

        Raises UncutError for one that cannot be read.
        """
        is_kept = isinstance(target, Kept)
        source = Source(target.again(), target.name) if is_kept else expand(target)[0]
        try:
            if not is_kept and not source.packed:
                state = os.stat(target)
                source.close()
                return cls(os.fspath(target), source.name, source.name, state.st_size, state.st_mtime_ns)
            copy = temporary(stack)
            for piece in source.pieces():
                copy.write(piece)
            copy.flush()
        except (NerkitError, OSError):
            raise UncutError("an input cannot be read") from None
        state = os.stat(copy.name)
        return cls(
            input_name(target, ""), source.name, copy.name, state.st_size, state.st_mtime_ns, source.sha256
        )

    def source(self) -> Source:
        """The input from its beginning."""
        return Source(self.path, self.name)

    def check(self) -> None:
        """Raise InputError where the file is not what it was."""
        try:
            state = os.stat(self.path)
        except OSError:
            state = None
        if state is None or (state.st_size, state.st_mtime_ns) != (self.size, self.changed):
            remedy = "score it when it is complete, or a copy of it"
            raise InputError("the file was changed while it was read", source=self.name, remedy=remedy)


class _Digests:
    """The digests of files, computed beside the scoring."""

    def __init__(self, files: Sequence[_File]) -> None:
        self.files = files
        self.known = {file.path: file.sha256 for file in files if file.sha256 is not None}
        self.thread = Thread(target=self._compute, daemon=True)
        self.thread.start()

    def of(self) -> list[str]:
        """The digest of each file."""
        self.thread.join()
        return [self.known[file.path] for file in self.files]

    def _compute(self) -> None:
        for file in self.files:
            if file.path not in self.known:
                self.known[file.path] = digest(file.path)


def digest(path: str) -> str:
    """The SHA-256 digest of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class _Run:
    """Files on their way through shards to a result."""

    def __init__(
        self,
        task: Task,
        form: str,
        inputs: Sequence[Input],
        files: Sequence[_File],
        request: Request,
    ) -> None:
        self.task, self.request, self.inputs, self.files = task, request, inputs, files
        reader = readers.reader(form)
        self.options = task.own_options(request.options)
        if reader.borders is None:
            raise UncutError(f"{form} is read in one piece")
        self.cuts = [Cut.of(file.path, reader.borders) for file in files]
        of_documents = request.documents or any("document" in one.fields for one in self._plan())
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
            raise UncutError("documents are chosen by --only")
        if cut and of_documents:
            raise UncutError("no documents are marked, and sentences are told apart")
        names = self.request.measures
        measures = self.task.asked_measures(names, [], self.options) if names else []
        if reason := self.task.in_parts(measures, self.options, cut):
            raise UncutError(reason)

    def result(self, headline_of: Callable[[Sequence[str]], str]) -> Result:
        """The result. Raises UncutError where it cannot be had in parts."""
        digests = _Digests(self.files)
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
                for i, (one, sha256) in enumerate(zip(self.inputs, digests.of(), strict=True))
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
        yield from staged(windowed(score, settled, rest, self.request.workers), "shards")


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
