"""Large files scored in parts, one after the other or by several processes.

The output equals the output of a run in one piece. The files of the gold side and the systems are cut alike
(`nerkit.evaluation.sharding.cutting`). A shard is a range of bytes of each file.
`nerkit.evaluation.sharding.one_shard` reads a shard, pairs its documents and counts. The counts add up
exactly: they are whole numbers, or sums of fractions that are kept as a few numbers with an exact sum. If
neither rows nor statistics need single documents, a shard adds up its documents, so that memory does not grow
with the data.

The first shard decides what depends on content (the scheme of tags), and the sum of all shards checks the
decision. If it was wrong, nerkit scores all shards again. If the shards cannot decide something, nerkit
scores the data in one piece. This happens with an error, a warning that does not add up, or an id in two
shards. So neither numbers nor messages depend on shards.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from types import MappingProxyType
from typing import Any

from nerkit import readers
from nerkit.evaluation.error_lists import Listing, whole_list
from nerkit.evaluation.facts import Facts, items_of, with_items
from nerkit.evaluation.id_mismatch import FIRST, is_low
from nerkit.evaluation.inputs import Input, digest_of_digests, formats_of, input_name
from nerkit.evaluation.pipeline import choose, plan_of, result_of, runs_of
from nerkit.evaluation.request import Request
from nerkit.evaluation.sharding.cutting import FILE, CutFile, groups, parts
from nerkit.evaluation.sharding.files import (
    Digests,
    InputFile,
    ListedSources,
    LocalFile,
    StreamedFile,
    input_file,
)
from nerkit.evaluation.sharding.one_shard import first_documents, score
from nerkit.evaluation.sharding.records import FilePart, Scores, Shard, Work
from nerkit.evaluation.sharding.streams import KeptInput, check_kept
from nerkit.evaluation.sharding.totals import Total
from nerkit.exceptions import NerkitError, UsageError
from nerkit.ground.paths import is_remote
from nerkit.ground.progress import staged
from nerkit.ground.streams import is_hashing
from nerkit.ground.warnings import on_reading
from nerkit.io import Source, Sources, expand, folder, without_compression
from nerkit.parallel import windowed
from nerkit.readers.cuts import UncutError, readable, refuse, uncut
from nerkit.readers.leniency import together
from nerkit.results.counts import Counts
from nerkit.results.error_list import ErrorList
from nerkit.results.result import Result
from nerkit.scorers.task import InParts, Measure, Settled, Task

SHARDS = 16  # the least shards per process, if they do not become smaller than LEAST
LEAST = 1_000_000  # the least bytes of a shard with several processes


def in_shards(
    gold: Any,
    systems: Mapping[str, Any],
    request: Request,
    *,
    listing: Listing | None = None,
) -> tuple[Result | ErrorList | None, str]:
    """Score inputs in shards; return the result (or the list of errors), or None and the reason for one
    piece.

    The reason is empty if no input is larger than a shard. Raises InputError for a file that changed
    while nerkit read it, and for a pipe that cannot be read again.
    """
    with ExitStack() as stack:
        try:
            run = _run(gold, systems, request, stack, listing=listing)
            return None if run is None else run.result() if listing is None else run.errors(), ""
        except UncutError as reason:
            check_kept([gold, *systems.values()], reason)
            return None, str(reason)


def _run(
    gold: Any,
    systems: Mapping[str, Any],
    request: Request,
    stack: ExitStack,
    *,
    listing: Listing | None = None,
) -> "_Run | None":
    """Prepare the inputs for scoring in shards; return None if no input is larger than a shard."""
    inputs = [
        Input("gold", input_name(gold, "gold"), gold),
        *(Input("system", name, target) for name, target in systems.items()),
    ]
    client = None
    if request.dask is not None:
        from nerkit.evaluation.sharding.cluster import connected

        client = stack.enter_context(connected(request.dask, request.workers))
    refuse("a pattern of several runs" for one in inputs[1:] if runs_of(one))
    named_first = bool(request.measures)
    listing = None if listing is None else replace(listing, named_first=named_first)
    request = request.with_preset()
    size = int(request.shard_size or 0)
    sides = [_InputFiles.of(one, size, stack) for one in inputs]
    if client is not None:
        packed = (file for side in sides for file in side.files if isinstance(file, StreamedFile))
        refuse("a cluster cannot cut a compressed file" for _ in packed)
    if all(side.size <= size for side in sides):
        return None
    refuse(
        "one side is one file, the other side several files"
        for side in sides
        if side.several != sides[0].several
    )
    opened = {i: side.sources() for i, side in enumerate(sides)}
    task, forms = formats_of(opened, request, inputs)
    for source in (source for i, side in enumerate(sides) if not side.several for source in opened[i]):
        source.close()
    chosen = [side.chosen(forms[i]) for i, side in enumerate(sides)]
    return _Run(
        task,
        [forms[i] for i in range(len(sides))],
        inputs,
        chosen,
        request,
        client=client,
        listing=listing,
        named_first=named_first,
    )


@dataclass(frozen=True)
class _InputFiles:
    """The files of an input, and warnings about files left out. *several* means a folder or a pattern."""

    files: Sequence[InputFile]
    several: bool = False
    warnings: tuple[str, ...] = ()

    @classmethod
    def of(cls, one: Input, size: int, stack: ExitStack) -> "_InputFiles":
        """Return the files of an input, for parts of *size* bytes.

        Raises UncutError for an input that cannot be read.
        """
        is_path = isinstance(one.target, str | os.PathLike)
        if not (is_path or isinstance(one.target, KeptInput)):
            uncut("an input is not a file")
        if is_path and os.path.isdir(one.target):
            members, left_out = folder(os.fspath(one.target))
            named = ((path, without_compression(member)) for path, member in members)
            return cls(LocalFile.listed(named), True, tuple(left_out))
        sources = expand(one.target) if is_path and not os.path.isfile(one.target) else Sources([])
        if not sources or (is_remote(sources[0].name) and not sources[0].listed):
            file = input_file(one.target, size)
            if isinstance(file, StreamedFile):
                stack.callback(file.close)
            return cls([file])
        named = ((source.name, source.member) for source in sources)
        return cls(LocalFile.listed(named), True, sources.warnings)

    @property
    def size(self) -> int:
        """The bytes of all files together, plus an allowance for each file of a folder."""
        return sum(file.size for file in self.files) + FILE * len(self.files) * self.several

    def sources(self) -> Sequence[Source]:
        """Return the files as inputs, from their beginnings."""
        return ListedSources(self.files) if self.several else [file.source() for file in self.files]

    def chosen(self, form: str) -> "_InputFiles":
        """Return only the files that the format reads. Raises UncutError for a folder or pattern with
        a single file.
        """
        if not self.several:
            return self
        suffix = readers.suffix_of(form)
        files = [file for file in self.files if (file.member or "").endswith(suffix)]
        if len(files) < 2:
            uncut("the folder has a single file")
        return replace(self, files=files)


class _Run:
    """A run in shards: its inputs, its options, and the state of reading."""

    def __init__(
        self,
        task: Task,
        forms: Sequence[str],
        inputs: Sequence[Input],
        sides: Sequence[_InputFiles],
        request: Request,
        *,
        client: Any,
        listing: Listing | None,
        named_first: bool,
    ) -> None:
        self.task, self.request, self.inputs, self.sides = task, request, inputs, sides
        self.client, self.listing, self.named_first = client, listing, named_first
        self.begun, self.documents = list[Shard](), 0  # the first shards, the gold documents so far
        self.files = [file for side in sides for file in side.files]
        together = (form for form in forms if sides[0].several and readers.reader(form).together)
        refuse(f"nerkit reads files of {form} together" for form in together)
        self.options = task.own_options(request.options, asked=request.measures)
        self.cuts = self._cut(forms)
        if len(set(forms)) > 1 and len({file.way for file in self.cuts}) > 1:
            uncut("the sides are of different formats")
        self.digests = Digests(self.files if (self.cuts and is_hashing()) or client is not None else [])
        plan = plan_of(task, request, request.measures, self.options)
        of_documents = request.by_document or any("document" in one.fields for one in plan)
        cut = bool(self.cuts) and self.cuts[0].way.whole
        refuse(self._of_request(cut=cut))
        self.work = Work(
            task=task.name,
            forms=tuple(forms),
            systems=tuple(one.name for one in inputs[1:]),
            request=replace(request, label_map=None, only=()),
            selection=replace(request.selection, of_part=True),
            options=self.options,
            implicit=any(readers.reader(form).implicit_documents for form in forms),
            by_document=of_documents,
            cut=cut,
            listing=listing,
        )

    def _cut(self, forms: Sequence[str]) -> list[CutFile]:
        """Return the files to cut, from their beginnings; none for folders, whose files stay whole."""
        if self.sides[0].several:
            return []
        return [CutFile.of(file, form) for file, form in zip(self.files, forms, strict=True)]

    def _of_request(self, *, cut: bool) -> Iterator[str]:
        """Yield the reasons why shards cannot give the requested results."""
        training = self.request.training
        if training is not None and (self.client is not None or not os.path.exists(training)):
            yield "only this machine reads training data"
        if self.request.ids is not None:
            yield "documents get new ids"
        if self.listing is not None and cut:
            yield "offsets count over the document, but no document is marked"
        if reason := self.task.parts.whole(self.options):
            yield reason

    def result(self) -> Result:
        """Return the result. Raises UncutError if shards cannot give it."""
        total, settled = self._total()
        counts = total.counts(settled)
        return replace(self._uncounted(total, settled, counts), counts=counts, by_unit=total.units())

    def errors(self) -> ErrorList:
        """Return the list of errors. Raises UncutError if shards cannot give it."""
        assert self.listing is not None
        total, settled = self._total()
        result = self._uncounted(total, settled)
        measures = choose(self.task, result.measures, [], self.options).measures
        headline = self.listing.headline(self.task, measures) if self.listing.sums else None
        parts = dict(zip(self.work.systems, total.errors, strict=True))
        counted = replace(result, counts=total.counts(settled) if headline else {})
        try:
            errors = whole_list(counted, headline, parts, self.listing)
        except UsageError as error:
            uncut(str(error))
        return replace(errors, notes=tuple(on_reading(result.notes)))

    def _uncounted(
        self, total: Total, settled: Settled, counts: Mapping[str, Counts] = MappingProxyType({})
    ) -> Result:
        """Return the result without counts, with all warnings."""
        left_out = [warning for side in self.sides for warning in side.warnings]
        warnings = total.warnings([one.name for one in self.inputs], left_out)
        for file in self.files:
            file.check()
        bare = self._bare(total, settled)
        measures = choose(self.task, bare.measures, [], self.options).measures
        headline = next(one for one in measures if one.name == bare.headline)
        explained = partial(self._explained, total, settled, counts, headline)
        warnings += total.unmet(counts, headline, explained)
        return replace(
            bare,
            inputs=self._facts(total, headline, counts),
            warnings=tuple(dict.fromkeys(warnings)),
        )

    def _facts(self, total: Total, headline: Measure, counts: Mapping[str, Counts]) -> tuple[Facts, ...]:
        """Return the records of the inputs, with the numbers of items that the headline counts."""
        unit = self.task.held
        # the parts of a document that is cut are one document
        sizes = [size._replace(documents=1) if self.work.cut else size for size in total.sizes]
        columns = self.inputs, sizes, self.work.forms, self._digests(total)
        told = [one.told(size, form, unit, sha256) for one, size, form, sha256 in zip(*columns, strict=True)]
        items = {name: items_of(counted, headline) for name, counted in counts.items()} or total.items()
        return with_items(told, self.task, headline, items)

    def _explained(
        self, total: Total, settled: Settled, counts: Mapping[str, Counts], headline: Measure, name: str
    ) -> list[str]:
        """Return the warning, in a list, that explains the headline of a system near zero, from its
        first documents.
        """
        counted = counts.get(name)
        if counted is not None and not is_low(self.task, headline, settled.options, counted):
            return []
        if self.work.cut:
            uncut("")  # the first documents are not known
        place = self.work.systems.index(name)
        with readable(NerkitError):
            zero = first_documents(self.work, self.begun, place, settled, headline)
        return zero.explained(name, whole=total.paired[place] <= FIRST)

    def _bare(self, total: Total, settled: Settled) -> Result:
        """Return the result without counts, inputs and warnings."""
        first = total.first
        assert first is not None
        headline = first.measures[0] if self.named_first else self.task.headline_of(first.measures)
        return result_of(
            self.task,
            self.request,
            self.options,
            choose(self.task, first.measures, [], self.options).measures,
            counts={},
            stated=first.stated,
            notes=tuple(dict.fromkeys((*settled.notes, *first.notes))),
            lost_headline="" if self.named_first else first.lost_headline,
            named=first.named,
            headline=headline,
            unit_name=self.task.unit,
        )

    def _total(self) -> tuple[Total, Settled]:
        """Return the sum of all shards, and the decisions that they share."""
        work = self.work
        while True:
            total = Total(work)
            used = work.settled
            for scores in self._scored(work):
                used = used or scores.settled
                if scores.survey is None:
                    uncut(scores.failed, scores.error)
                total.surveys.append(scores.survey)
                if not scores.failed:
                    total.add(scores)
                    self.documents = total.documents
                    continue
                settled = self.task.parts.settled(total.surveys, self.options)
                if settled is None or used is None or settled.options == used.options:
                    uncut(scores.failed, scores.error)  # with other decisions, all shards are scored again
            settled = self.task.parts.settled(total.surveys, self.options)
            if settled is None:
                uncut("the tags are of several schemes")
            if used is not None and settled.options == used.options:
                total.check()
                return total, settled
            work, self.cuts = replace(work, settled=settled), self._cut(work.forms)

    def _digests(self, total: Total) -> Iterator[str | None]:
        """Return the digest of each input; None if no digests are wanted. For folders, it is a digest
        of digests.
        """
        if not is_hashing():
            return (None for _ in self.sides)
        if not self.digests.files:
            return (digest.hexdigest() for digest in total.digests)
        digests = iter(self.digests.of())
        return (digest_of_digests(islice(digests, len(side.files))) or None for side in self.sides)

    def _shards(self) -> Iterator[Shard]:
        """Yield the shards in order, and keep the shards with the first documents for explanations.

        Shards that are parts of one document are not kept, because nothing reads them again.
        """
        self.begun, self.documents = [], 0
        for shard in self._cut_shards():
            if self.documents < FIRST and not self.work.cut:
                self.begun.append(shard)
            yield shard

    def _cut_shards(self) -> Iterator[Shard]:
        """Yield the shards in order: groups of files, or ranges of bytes."""
        size = self._size()
        if not self.cuts:
            names = [together([file.name for file in side.files]) for side in self.sides]
            for group in groups([side.files for side in self.sides], size):
                yield tuple(
                    tuple(FilePart(file.path, file.name, file.member, file.size, name) for file in files)
                    for files, name in zip(group, names, strict=True)
                )
            return
        with readable(NerkitError):
            for ranges in parts(self.cuts, size):
                yield tuple(
                    (FilePart(part, file.name, size=part.end - part.begin),)
                    for part, file in zip(ranges, self.files, strict=True)
                )

    def _size(self) -> int:
        """Return the bytes of a shard: at most the requested size and the task's limit.

        With several processes, shards are smaller, so that all processes end together.
        """
        asked = int(self.request.shard_size or 0)
        if self.client is None:
            asked = int(min(asked, self.task.parts.most))
        alone = self.client is not None or self.request.workers == 1
        if alone or not all(isinstance(file, LocalFile) for file in self.files):
            return asked
        even = self.sides[0].size // (self.request.workers * SHARDS)
        return min(asked, max(even, LEAST))

    def _scored(self, work: Work) -> Iterator[Scores]:
        """Yield the scores of each shard, in order; the first shard decides what depends on content."""
        shards = self._shards()
        listed = list(islice(shards, 2))
        # whether the first shard decides something for all shards
        by_content = type(self.task.parts).settled is not InParts.settled
        if by_content and work.settled is None and len(listed) > 1:
            scores = score(work, listed.pop(0))
            yield scores
            work = replace(work, settled=scores.settled)
        elif len(listed) < 2:
            listed = []
        if not listed:
            uncut("the file has no place to cut")
        yield from staged(self._elsewhere(work, chain(listed, shards)), "shards")

    def _elsewhere(self, work: Work, shards: Iterator[Shard]) -> Iterator[Scores]:
        """Yield the scores of shards, computed here, by processes, or by a cluster."""
        if self.client is None:
            return windowed(score, work, shards, self.request.workers)
        from nerkit.evaluation.sharding.cluster import on_cluster

        told = zip(self.files, self.digests.of(), strict=True)
        return on_cluster(
            self.client, work, shards, {file.path: (file.size, sha256) for file, sha256 in told}
        )
