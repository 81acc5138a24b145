"""The scored data behind a result. nerkit makes counts by smaller units and lists of errors from them."""

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from nerkit.corpora.corpus import Batch
from nerkit.exceptions import named_documents
from nerkit.ground.progress import staged
from nerkit.ground.records import record
from nerkit.results.counts import Counts
from nerkit.results.rows import Grouping

if TYPE_CHECKING:
    from nerkit.results.errors import Errors
    from nerkit.scorers.task import Measure, Task


@record(frozen=True)
class Scored:
    """The paired documents of every system, and the way to count them.

    batches   system -> its documents paired with the gold documents
    measures, plan, options   the arguments of the task's `count`
    named     whether the user asked for the measures by name
    """

    task: "Task"
    batches: Mapping[str, Batch[Any]]
    measures: Sequence["Measure"]
    plan: Sequence[Grouping]
    options: Any
    named: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle measures by name. The task looks the names up when the record is restored."""
        names = [measure.name for measure in self.measures]
        return _restored, (self.task, names, (self.batches, self.plan, self.options, self.named))

    def errors(self, headline: str | None = None, kinds: Sequence[str] | None = None) -> "dict[str, Errors]":
        """Return the errors of each system that the *headline* counts, and errors of the classes *kinds*.

        Without a headline, return all errors of the first measure's items.
        """
        from nerkit.results.errors import errors_under

        measure = next((each for each in self.measures if each.name == headline), self.measures[0])
        named = self.named or headline is None
        return {
            system: errors_under(
                partial(_found, self.task, batch, self.options), self.measures, measure, kinds, named=named
            )
            for system, batch in staged(self.batches.items(), "listing errors")
        }

    def counts(self, *fields: str) -> dict[str, Counts]:
        """Return the counts of every system, also cut by *fields*. Raises UsageError for an unknown field."""
        plan = [*self.plan, *(Grouping((name,), shown=False) for name in fields)]
        return {
            system: self.task.count(batch, self.measures, plan, self.options)
            for system, batch in staged(self.batches.items(), "scoring")
        }

    @cached_property
    def units(self) -> tuple[str, Mapping[str, Counts]] | None:
        """The name of the statistical units, and each system's counts by unit; None if nerkit draws
        documents.
        """
        cut = self.task.units(self.batches)
        if cut is None:
            return None
        name, batches = cut
        counts = {
            system: self.task.count(batch, self.measures, self.plan, self.options)
            for system, batch in staged(batches.items(), f"counting {name}s")
        }
        return name, counts


def _found(task: "Task", batch: Batch[Any], options: Any, measures: Sequence["Measure"]) -> "Errors":
    """Return the errors of a batch under the first of some measures."""
    with named_documents(batch.documents):
        return task.errors(batch, measures, options)


def _restored(task: "Task", names: Sequence[str], others: tuple[Any, ...]) -> Scored:
    """Restore a pickled record. Measures are looked up by name or taken from the options."""
    batches, plan, options, named = others
    known = {one.name: one for name in names for one in task.looked_up(name)} | dict(task.brought(options))
    return Scored(task, batches, [known[name] for name in names], plan, options, named)
