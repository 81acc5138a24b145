"""The way from paths or objects to a result, or to a list of errors: read, select, pair, count."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar, cast

from nerkit.corpora.corpus import Batch, Corpus
from nerkit.evaluation.facts import Size, items_of, with_items
from nerkit.evaluation.id_mismatch import is_low, met, unmet
from nerkit.evaluation.inputs import Input, check_number, digest_of_digests, inputs_of, is_data
from nerkit.evaluation.objects import Given, as_text, check_depth
from nerkit.evaluation.pipeline import (
    as_asked,
    choose,
    known_by_texts,
    paired,
    plan_of,
    read_as,
    read_runs,
    result_of,
    sliced,
    slices_of,
    under_one_name,
    with_rest,
)
from nerkit.evaluation.request import Request
from nerkit.exceptions import UsageError
from nerkit.ground.meant import ReadAs
from nerkit.ground.records import record
from nerkit.ground.streams import is_pipe, is_plain_file
from nerkit.ground.warnings import Warned, on_reading, parted
from nerkit.io import check_stdin
from nerkit.readers.leniency import strictness
from nerkit.results.counts import Counts
from nerkit.results.result import Result
from nerkit.results.rows import POOLED
from nerkit.results.scored_data import Scored
from nerkit.scorers.task import Measure, Task

if TYPE_CHECKING:
    from nerkit.evaluation.error_lists import Listing
    from nerkit.results.error_list import ErrorList

Made = TypeVar("Made")
Inspect = Callable[[str, Batch[Any], Any], None]  # gets a system's name, its batch, the task's options


def evaluate_systems(
    gold: Any,
    systems: Mapping[str, Any],
    request: Request,
    *,
    inspect: Inspect | None = None,
) -> Result:
    """Return the scores of several systems, by name, against one gold.

    *inspect* is called with every system's name, its batch, and the options of the task. Then inputs are
    scored in one piece, even with a `shard_size`.
    """
    gold, systems = as_text(gold), {name: as_text(system) for name, system in systems.items()}
    named = {"gold": gold, **systems}
    with Given(named):
        for name, data in named.items():
            check_depth(data, name)
        if inspect is not None:
            prepared = prepare(gold, systems, request)
            for name, batch in prepared.scored.batches.items():
                inspect(name, batch, prepared.scored.options)
            return prepared.result()

        def whole(first: Any, others: Mapping[str, Any]) -> Result:
            """Score the inputs in one piece."""
            return prepare(first, others, request).result()

        return on_inputs(gold, systems, request, whole)


def list_errors(gold: Any, systems: Mapping[str, Any], request: Request, listing: "Listing") -> "ErrorList":
    """Return the errors of the systems, by name, as *listing* selects them.

    Raises the errors of `evaluate_systems` and of `Result.errors`.
    """

    def whole(first: Any, others: Mapping[str, Any]) -> "ErrorList":
        """List the errors of the inputs in one piece."""
        one = listing.selected
        result = prepare(first, others, request).uncounted()
        errors = result.errors(one.kinds, one.labels, one.documents, changed=listing.changed)
        return replace(errors, notes=tuple(on_reading(result.notes)))

    return on_inputs(gold, systems, request, whole, listing)


def on_inputs(
    gold: Any,
    systems: Mapping[str, Any],
    request: Request,
    whole: Callable[[Any, Mapping[str, Any]], Made],
    listing: "Listing | None" = None,
) -> Made:
    """Score inputs in shards if an input is larger than a shard. Otherwise call *whole* on gold and systems.

    Returns the result, or with *listing* the list of errors that it selects. The bytes of pipes are kept, so
    that each pipe can be read again. A note in a result says why inputs could not be cut.
    """
    check_number(systems)
    size, targets = request.shard_size, [gold, *systems.values()]
    if not (systems and isinstance(size, int)):
        return whole(gold, systems)
    check_stdin(targets)
    if request.dask is not None and any(map(is_pipe, targets)):
        raise UsageError(
            "dask=… cannot be used with a pipe, because only this machine can read the pipe; give a file"
        )
    are_small = all(is_plain_file(one, size) for one in targets)
    are_files = all(isinstance(one, str | os.PathLike) and not is_data(one) for one in targets)
    if request.dask is None and (are_small or not are_files or any(map(is_pipe, request.options.values()))):
        return whole(gold, systems)
    from nerkit.evaluation.sharding.streams import kept

    with kept(targets, size) as (first, *others):
        from nerkit.evaluation.sharding.shards import in_shards

        again = dict(zip(systems, others, strict=True))
        made: Any
        made, reason = in_shards(first, again, request, listing=listing)
        made = whole(first, again) if made is None else made
        told = [f"scored in one piece: {reason}"] if reason and listing is None else []
        return cast(Made, replace(made, notes=(*made.notes, *told)) if told else made)


@record(frozen=True)
class Prepared:
    """Systems that are read, selected and paired with the gold side, but not yet counted.

    scored    the batches, with the task, measures and options
    bare      the result without counts
    read_as   how the offsets of each system, and of gold beside it, were read
    """

    scored: Scored
    bare: Result
    read_as: Mapping[str, ReadAs]

    def result(self) -> Result:
        """Return the counts of all systems, as a result."""
        counts = self.scored.counts()
        notes = [note for counted in counts.values() for note in counted.warnings if note]
        return self._result(counts, counts, notes)

    def uncounted(self) -> Result:
        """Return a result without counts and rows, which is enough for its `errors()`.

        Only the headline is counted, for the records of the inputs.
        """
        headline = self._headline
        counts = {} if headline.of else replace(self.scored, measures=[headline], plan=POOLED).counts()
        return self._result({}, counts, ())

    def _result(
        self, counts: dict[str, Counts], of_headline: Mapping[str, Counts], notes: Iterable[str]
    ) -> Result:
        """Return the result with these counts, and the warnings about them.

        *counts* are empty if only the headline was counted; *of_headline* has its counts.
        """
        items = {name: items_of(counted, self._headline) for name, counted in of_headline.items()}
        warnings = dict.fromkeys((*self.bare.warnings, *notes, *self._unmet(counts, of_headline)))
        inputs = with_items(self.bare.inputs, self.scored.task, self._headline, items)
        return replace(self.bare, counts=counts, inputs=inputs, warnings=tuple(warnings))

    def _unmet(self, counts: Mapping[str, Counts], of_headline: Mapping[str, Counts]) -> list[str]:
        """Return the warnings about systems that share no name with the gold side, or whose headline
        is near zero.

        *counts* are empty if only the headline was counted; *of_headline* has its counts.
        """
        task, batches = self.scored.task, self.scored.batches
        mets = {name: met(task, batch, counts.get(name)) for name, batch in batches.items()}

        def explained(name: str) -> list[str]:
            """Return the warning that explains a headline near zero, in a list; empty without an
            explanation.
            """
            counted, options = of_headline.get(name), self.scored.options
            if counted is not None and not is_low(task, self._headline, options, counted):
                return []
            from nerkit.evaluation.explained_zero import Zero

            zero = Zero(task, self._headline, options, batches[name], self.read_as.get(name, ReadAs()))
            return zero.explained(name)

        return unmet(mets, counts, self._headline, explained)

    @cached_property
    def _headline(self) -> Measure:
        return next(one for one in self.scored.measures if one.name == self.bare.headline)


def prepare(gold: Any, systems: Mapping[str, Any], request: Request) -> Prepared:
    """Read gold and the systems, select the scored items, and pair the documents."""
    with strictness(strict=request.strict):
        return _prepared(gold, systems, request)


def _prepared(gold: Any, systems: Mapping[str, Any], request: Request) -> Prepared:
    named_first = bool(request.measures)  # measures of a preset do not count as named by the user
    request = request.with_preset()
    if not systems:
        raise UsageError("no system to score: give one with -s FILE, or as an argument")
    check_stdin([gold, *systems.values()])
    inputs, read, groups, noted = read_runs(inputs_of(gold, systems), request)
    task, options, corpora, forms, implicit, left_out = read
    names_of_inputs = [one.name for one in inputs]
    corpora, other_names = under_one_name(corpora, names_of_inputs)
    corpora, unused = as_asked(corpora, names_of_inputs, request)
    corpora, by_texts = known_by_texts(
        corpora,
        ["gold", *names_of_inputs[1:]],
        request.extra,
        equal_counts=request.preset is not None,  # as scorers of shared tasks demand
    )
    complete = with_rest(corpora, request)
    selected, warnings = task.prepare(complete, request.selection, options)
    measures = (chosen := choose(task, request.measures, selected, options)).measures
    names = [measure.name for measure in measures]
    plan = plan_of(task, request, names, options)
    of_all = [*noted, *unused, *warnings, *other_names, *by_texts, *left_out]
    of_all += request.selection.lacking(selected)
    of_files = [note for corpus in complete for note in corpus.warnings]
    sizes = zip(names_of_inputs, map(len, corpora), strict=True)
    empty = [Warned("no-items", side=name) for name, size in sizes if not size]
    have_ids = {corpus.named for corpus in selected[1:]}
    by_gold = selected[0].named and True in have_ids
    batches: dict[str, Batch[Any]] = {}
    of_pairs: list[str] = []
    for name, corpus in zip(names_of_inputs[1:], selected[1:], strict=True):
        batches[name], unpaired = paired(selected[0], corpus, request, implicit, name, by_gold=by_gold)
        of_pairs += unpaired
    slices = slices_of(request, task)
    batches = {name: sliced(batch, slices, task) for name, batch in batches.items()}
    notes, warned = parted(filter(None, chain(of_all, of_files, empty, of_pairs, chosen.notes)))
    scored = Scored(task, batches, measures, plan, options, named_first)
    bare = result_of(
        task,
        request,
        options,
        measures,
        counts={},
        stated=task.stated(selected, options),
        inputs=tuple(map(partial(_told, task), inputs, corpora, forms)),
        warnings=warned,
        notes=notes,
        named=selected[0].named and False not in have_ids,
        scored=scored,
        headline=names[0] if named_first else task.headline_of(names),
        groups=groups,
        lost_headline="" if named_first else chosen.lost_headline(task),
    )
    read_forms = (read_as(request, forms[0], form) for form in forms[1:])
    return Prepared(scored, bare, dict(zip(batches, read_forms, strict=True)))


def _told(task: Task, one: Input, corpus: Corpus, form: str) -> dict[str, Any]:
    """Return the record of an input in a result."""
    sha256 = digest_of_digests(origin.sha256 for origin in corpus.origins) if corpus.origins else None
    return one.told(Size.of(corpus), form, task.held, sha256)
