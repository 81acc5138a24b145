"""Large files scored in parts, one after the other or by several processes.

The output equals the output of a run in one piece. The files of the gold side and the systems are cut alike
(`nerkit.readers.cuts`). A shard is a range of bytes of each file. `nerkit.evaluation.sharding.one_shard`
reads a shard, pairs its documents and counts. The counts add up exactly: they are whole numbers, or sums of
fractions that are kept as a few numbers with an exact sum. If neither rows nor statistics need single
documents, a shard adds up its documents, so that memory does not grow with the data.

The first shard decides what depends on content (the scheme of tags), and the sum of all shards checks the
decision. If it was wrong, nerkit scores all shards again. If the shards cannot decide something, nerkit
scores the data in one piece. This happens with an error, a warning that does not add up, or an id in two
shards. So neither numbers nor messages depend on shards.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain, islice
from types import MappingProxyType
from typing import Any

from nerkit import readers
from nerkit.evaluation.error_lists import Listing, whole_list
from nerkit.evaluation.facts import Facts, items_of, with_items
from nerkit.evaluation.id_mismatch import FIRST, is_low, unmet
from nerkit.evaluation.inputs import Input, digest_of_digests, formats_of, inputs_of
from nerkit.evaluation.pipeline import choose, plan_of, result_of, runs_of
from nerkit.evaluation.request import Request
from nerkit.evaluation.sharding.files import FilePart, InputFiles, Shard, digests_of, groups
from nerkit.evaluation.sharding.one_shard import first_documents, score
from nerkit.evaluation.sharding.records import Scores, Work
from nerkit.evaluation.sharding.streams import check_kept
from nerkit.evaluation.sharding.totals import Total
from nerkit.exceptions import NerkitError, UsageError
from nerkit.ground.progress import staged
from nerkit.ground.streams import is_hashing
from nerkit.ground.warnings import on_reading
from nerkit.parallel import windowed
from nerkit.readers.cuts import Cuts, UncutError, aligned, readable, refuse, uncut, way_of
from nerkit.readers.leniency import together
from nerkit.results.counts import Counts
from nerkit.results.error_list import ErrorList
from nerkit.results.result import Result
from nerkit.scorers.task import InParts, Measure, Settled

SHARDS = 16  # the least shards per process, if they do not become smaller than LEAST
LEAST = 1_000_000  # the least bytes of a shard with several processes
EXPANDING = 16  # compressed files and folders so many times smaller than a shard count as small


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
    inputs, client, named_first = inputs_of(gold, systems), None, bool(request.measures)
    request = request.with_preset()
    with ExitStack() as stack:
        try:
            if request.dask is not None:
                from nerkit.evaluation.sharding.cluster import connected

                client = stack.enter_context(connected(request.dask, request.workers))
            size = int(request.shard_size or 0)
            sides = [InputFiles.of(one, size, stack) for one in inputs]
            if client is None and all(side.bytes <= size // EXPANDING for side in sides):
                return None, ""
            refuse("a pattern of several runs" for one in inputs[1:] if runs_of(one))
            if client is not None and any(file.passes for side in sides for file in side.files):
                uncut("a cluster cannot cut a compressed file")
            if all(side.bytes + side.overhead <= size for side in sides):
                return None, ""
            listing = listing and replace(listing, named_first=named_first)
            run = _Run(inputs, sides, request, client, listing, named_first=named_first)
            return run.result() if listing is None else run.errors(listing), ""
        except UncutError as reason:
            check_kept([gold, *systems.values()], reason)
            return None, str(reason)


class _Run:
    """A run in shards: its inputs, its options, and the state of reading.

    begun       the first shards;  documents   the number of gold documents so far
    """

    def __init__(
        self,
        inputs: Sequence[Input],
        sides: Sequence[InputFiles],
        request: Request,
        client: Any,
        listing: Listing | None,
        *,
        named_first: bool,
    ) -> None:
        self.inputs, self.client, self.named_first = inputs, client, named_first
        self.request = request
        self.several = sides[0].several
        if any(side.several != self.several for side in sides):
            uncut("one side is one file, the other side several files")
        opened = {i: side.sources() for i, side in enumerate(sides)}
        self.task, chosen = formats_of(opened, request, inputs)
        for source in chain(*([] if self.several else opened.values())):
            source.close()
        forms = tuple(chosen[i] for i in range(len(sides)))
        self.sides = [side.chosen(form) for side, form in zip(sides, forms, strict=True)]
        self.files = [file for side in self.sides for file in side.files]
        together = (form for form in forms if self.several and readers.reader(form).together)
        refuse(f"nerkit reads files of {form} together" for form in together)
        self.options = self.task.own_options(request.options, asked=request.measures)
        self.cuts = self._cut(forms)
        if len(set(forms)) > 1 and len({file.way for file in self.cuts}) > 1:
            uncut("the sides are of different formats")
        plan = plan_of(self.task, request, request.measures, self.options)
        cut = bool(self.cuts) and self.cuts[0].way.whole
        self._check(is_offset=listing is not None and cut)
        self.work = Work(
            task=self.task,
            forms=forms,
            systems=tuple(one.name for one in inputs[1:]),
            request=replace(request, label_map=None, only=()),
            selection=replace(request.selection, of_part=True),
            options=self.options,
            by_document=request.by_document or any("document" in one.fields for one in plan),
            cut=cut,
            listing=listing,
        )

    def _cut(self, forms: Sequence[str]) -> list[Cuts]:
        """Return the files to cut, from their beginnings; none for folders, whose files stay whole."""
        cuts = list[Cuts]()
        for file, form in () if self.several else zip(self.files, forms, strict=True):
            head = file.first_lines()
            way = way_of(readers.reader(form).cut, head)
            if way is None:
                uncut(f"{form} is read in one piece")
            cuts.append(Cuts(way, head, file))
        return cuts

    def _check(self, *, is_offset: bool) -> None:
        """Raise UncutError if shards cannot give the requested results."""
        training = self.request.training
        if training is not None and (self.client is not None or not os.path.exists(training)):
            uncut("only this machine reads training data")
        if self.request.ids is not None:
            uncut("documents get new ids")
        if is_offset:
            uncut("offsets count over the document, but no document is marked")
        if reason := self.task.parts.whole(self.options):
            uncut(reason)

    def result(self) -> Result:
        """Return the result. Raises UncutError if shards cannot give it."""
        total, settled = self._total()
        counts = total.counts(settled)
        bare, _ = self._uncounted(total, settled, counts)
        return replace(bare, counts=counts, by_unit=total.units())

    def errors(self, listing: Listing) -> ErrorList:
        """Return the list of errors. Raises UncutError if shards cannot give it."""
        total, settled = self._total()
        result, measure = self._uncounted(total, settled)
        headline = measure if listing.sums else None
        parts = {
            name: [part.errors for part in one.shards if part.errors is not None]
            for name, one in total.systems.items()
        }
        counted = replace(result, counts=total.counts(settled) if headline else {})
        try:
            errors = whole_list(counted, headline, parts, listing)
        except UsageError as error:
            uncut(str(error))
        return replace(errors, notes=tuple(on_reading(result.notes)))

    def _uncounted(
        self, total: Total, settled: Settled, counts: Mapping[str, Counts] = MappingProxyType({})
    ) -> tuple[Result, Measure]:
        """Return the result without counts, with all warnings, and its headline."""
        left_out = [warning for side in self.sides for warning in side.warnings]
        warnings = total.warnings([one.name for one in self.inputs], left_out)
        for file in self.files:
            file.check()
        first = total.shards[0]
        measures = choose(self.task, first.measures, [], self.options).measures
        name = first.measures[0] if self.named_first else self.task.headline_of(first.measures)
        headline = next(one for one in measures if one.name == name)
        bare = result_of(
            self.task,
            self.request,
            self.options,
            measures,
            counts={},
            stated=first.stated,
            notes=tuple(dict.fromkeys((*settled.notes, *first.notes))),
            lost_headline="" if self.named_first else first.lost_headline,
            named=first.named,
            headline=name,
            unit_name=self.task.unit,
        )
        mets = {name: one.met for name, one in total.systems.items() if one.met is not None}
        explained = partial(self._explained, total, settled, counts, headline)
        warnings += unmet(mets, counts, headline, explained)
        inputs = self._facts(total, headline, counts)
        return replace(bare, inputs=inputs, warnings=tuple(dict.fromkeys(warnings))), headline

    @cached_property
    def digests(self) -> list[str]:
        """The digests of the files, which streams have at their ends."""
        return digests_of(self.files)

    def _facts(self, total: Total, headline: Measure, counts: Mapping[str, Counts]) -> tuple[Facts, ...]:
        """Return the records of the inputs, with the numbers of items that the headline counts."""
        digests = iter(self.digests if is_hashing() else ())
        told = []
        for one, side, size, form in zip(self.inputs, self.sides, total.sizes, self.work.forms, strict=True):
            sha256 = digest_of_digests(islice(digests, len(side.files)))
            # the parts of a document that is cut are one document
            whole = size._replace(documents=1) if self.work.cut else size
            told.append(one.told(whole, form, self.task.held, sha256))
        items = {name: items_of(counted, headline) for name, counted in counts.items()}
        listed = {name: one.headline_items() for name, one in total.systems.items()}
        return with_items(told, self.task, headline, items or listed)

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
        return zero.explained(name, whole=total.systems[name].paired <= FIRST)

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
                total.add(scores)
                self.documents = total.sizes[0].documents
                if scores.failed:
                    settled = self.task.parts.settled(total.surveys, self.options)
                    if settled is None or used is None or settled.options == used.options:
                        uncut(scores.failed, scores.error)  # with other decisions, all are scored again
            settled = self.task.parts.settled(total.surveys, self.options)
            if settled is None:
                uncut("the tags are of several schemes")
            if used is not None and settled.options == used.options:
                refuse(scores.failed for scores in total.shards if scores.failed)
                total.check()
                return total, settled
            work, self.cuts = replace(work, settled=settled), self._cut(work.forms)

    def _shards(self) -> Iterator[Shard]:
        """Yield the shards in order, and keep the shards with the first documents for explanations.

        Shards that are parts of one document are not kept, because nothing reads them again.
        """
        self.begun, self.documents = list[Shard](), 0
        for shard in self._of_folders() if self.several else self._of_files():
            if self.documents < FIRST and not self.work.cut:
                self.begun.append(shard)
            yield shard

    def _of_folders(self) -> Iterator[Shard]:
        """Yield groups of files."""
        sides = []
        for side in self.sides:
            among = together([file.name for file in side.files])
            sides.append([file._replace(among=among) for file in side.files if isinstance(file, FilePart)])
        return groups(sides, self._size())

    def _of_files(self) -> Iterator[Shard]:
        """Yield ranges of bytes of the files."""
        with readable(NerkitError):
            for ranges in aligned(self.cuts, self._size()):
                pairs = zip(self.files, ranges, strict=True)
                yield [
                    [FilePart(file.name, file.path, part.end - part.begin, part=part)] for file, part in pairs
                ]

    def _size(self) -> int:
        """Return the bytes of a shard: at most the requested size and the task's limit.

        With several processes, shards are smaller, so that all processes end together.
        """
        asked = int(self.request.shard_size or 0)
        if self.client is None:
            asked = int(min(asked, self.task.parts.most))
        alone = self.client is not None or self.request.workers == 1
        if alone or any(file.passes for file in self.files):
            return asked
        even = (self.sides[0].bytes + self.sides[0].overhead) // (self.request.workers * SHARDS)
        return min(asked, max(even, LEAST))

    def _scored(self, work: Work) -> Iterator[Scores]:
        """Yield the scores of each shard, in order; the first shard decides what depends on content."""
        shards = self._shards()
        listed = list(islice(shards, 2))
        if len(listed) < 2:
            uncut("the file has no place to cut")
        # whether the first shard decides something for all shards
        if work.settled is None and type(self.task.parts).settled is not InParts.settled:
            scores = score(work, listed.pop(0))
            yield scores
            work = replace(work, settled=scores.settled)
        yield from staged(self._elsewhere(work, chain(listed, shards)), "shards")

    def _elsewhere(self, work: Work, shards: Iterator[Shard]) -> Iterator[Scores]:
        """Yield the scores of shards, computed here, by processes, or by a cluster."""
        if self.client is None:
            return windowed(score, work, shards, self.request.workers)
        from nerkit.evaluation.sharding.cluster import on_cluster

        told = zip(self.files, self.digests, strict=True)
        return on_cluster(
            self.client, work, shards, {file.path: (file.size, sha256) for file, sha256 in told}
        )
