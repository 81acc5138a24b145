"""Errors listed shard by shard: the request of a list, the list of a shard, and the list of all shards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from nerkit.corpora.corpus import Batch
from nerkit.exceptions import named_documents
from nerkit.ground.warnings import added
from nerkit.results.error_changes import differing
from nerkit.results.error_list import AddedSums, ErrorList
from nerkit.results.error_parts import Selected, SystemPart, joined_parts, undecided_pairs
from nerkit.results.error_rows import Error
from nerkit.results.errors import Errors, errors_under
from nerkit.results.repair_gains import HeadlineCounts
from nerkit.results.result import Result
from nerkit.results.rows import Scoring
from nerkit.scorers.task import Measure, Task


@dataclass(frozen=True)
class Listing:
    """The request of a list of errors.

    selected     the errors to list;  changed  whether to list only errors that two systems do not share
    rows         whether the list has a row for each error
    sums         whether to count errors by class, with the F1 of the headline after their repair
    undecided    whether to list the pairs of values that disagree
    named_first  whether the headline is the first named measure
    """

    selected: Selected
    changed: bool = False
    rows: bool = True
    sums: bool = False
    undecided: bool = False
    named_first: bool = False

    def headline(self, task: Task, measures: Sequence[Measure]) -> Measure:
        """Return the measure for which the list shows gains."""
        names = [measure.name for measure in measures]
        headline = names[0] if self.named_first else task.headline_of(names)
        return measures[names.index(headline)]


def list_of_shard(
    task: Task, batches: Mapping[str, Batch[Any]], measures: Sequence[Measure], options: Any, listing: Listing
) -> tuple[SystemPart, ...]:
    """Return the errors of each system in a shard."""
    headline, kinds = listing.headline(task, measures), listing.selected.kinds
    errors = {
        name: errors_under(
            partial(_found, task, batch, options), measures, headline, kinds, named=listing.named_first
        )
        for name, batch in batches.items()
    }
    changes = differing(errors) if listing.changed else {}
    parts = []
    for name, of_system in errors.items():
        part = SystemPart.of(
            name, of_system, listing.selected, changes.get(name), counted_only=not listing.rows
        )
        if listing.sums:
            part.counted = part.count(of_system, headline)
        if listing.undecided:
            part.undecided = undecided_pairs(of_system, listing.selected)
        part.rows, part.places = list(part.rows), []  # frees the data behind the rows
        parts.append(part)
    return tuple(parts)


def _found(task: Task, batch: Batch[Any], options: Any, measures: Sequence[Measure]) -> Errors:
    """Return the errors of a batch under the first of these measures."""
    with named_documents(batch.documents):
        return task.errors(batch, measures, options)


def in_place(part: SystemPart, in_gold: Sequence[bool], shift: int, sentences: tuple[int, int]) -> SystemPart:
    """Return the errors of a shard with document and sentence numbers of the whole corpus.

    If documents have no ids, *shift* is the number of documents before the shard; otherwise it is 0.
    Before the shard there are *sentences* sentences of the gold side and of the system.
    """
    if shift:
        part.rows = [replace(row, document=str(int(row.document) + shift)) for row in part.rows]
        part.documents = [str(int(name) + shift) for name in part.documents]
    part.alone = {name for name, known in zip(part.documents, in_gold, strict=True) if not known}
    if any(sentences):
        part.rows = [_numbered(row, sentences) for row in part.rows]
    return part


def not_adding_up(part: SystemPart, in_gold: Sequence[bool], sentences: tuple[int, int]) -> Iterator[str]:
    """Yield the reasons why the errors of a shard cannot be added to the errors of earlier shards.

    The reasons are numbers whose sum is not exact, and sentences without a known number.
    """
    for counts in part.counted.classes.values() if part.counted else ():
        numbers = (counts.number or 0, *counts.wrong, *part.counted.wrong)  # type: ignore[union-attr]
        if not all(float(number).is_integer() for number in numbers):
            yield "errors count as fractions"
    if any(sentences) and not all(in_gold):
        yield "nerkit numbers sentences over the whole text"


def _numbered(row: Error, before: tuple[int, int]) -> Error:
    """Return the error with the number of its sentence in the corpus; *before* counts earlier sentences
    of both sides.
    """
    of_system = all(value is None for value in row.gold_item.values())
    return row if row.sentence is None else replace(row, sentence=row.sentence + before[of_system])


def whole_list(
    result: Result, measure: Measure | None, parts: Mapping[str, list[SystemPart]], listing: Listing
) -> ErrorList:
    """Return the list of all errors. *result* has the counts of the headline *measure*, if it was
    counted.

    Raises UsageError for a selection that no error can have.
    """
    systems = {name: _ordered(of_system) for name, of_system in parts.items()}
    headline = None
    if measure is not None:
        scoring = Scoring(empty=result.scoring.empty)
        pooled = replace(result, measures=(measure.name,), scoring=scoring).pooled(measure.name)
        known = not measure.lower_is_better
        headline = HeadlineCounts(
            measure, {row.system: row.numbers if known else None for row in pooled}, scoring.empty
        )
    return ErrorList.joined(
        result.without_rows(),
        systems,
        listing.selected,
        AddedSums(headline, systems),
        changed=listing.changed,
    )


def _ordered(parts: Sequence[SystemPart]) -> SystemPart:
    """Return the joined lists of a system: documents in gold order, then documents that gold lacks."""
    warnings = added(part.warnings for part in parts)
    if warnings is None:
        from nerkit.readers.cuts import uncut

        uncut("warnings about its parts do not add up")
    whole = joined_parts(parts)
    alone = set[str]().union(*(part.alone for part in parts))
    whole.rows = sorted(whole.rows, key=lambda row: row.document in alone)
    whole.warnings = [*warnings]
    return whole
