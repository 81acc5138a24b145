"""What was scored, kept beside the result: from it come counts by smaller units, and lists of errors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

from nerkit.corpora.corpus import Batch
from nerkit.errors import UsageError
from nerkit.results.counts import Counts
from nerkit.results.mistakes import Mistakes
from nerkit.results.rows import Grouping
from nerkit.scorers import scorer


@dataclass(frozen=True)
class Scored:
    """The paired documents of every system and how they were counted.

    batches   system -> its documents beside those of gold, as scored
    measures, plan, options   what the task's `count` was called with
    """

    task: str
    batches: Mapping[str, Batch[Any]]
    measures: Sequence[Any]
    plan: Sequence[Grouping]
    options: Any

    @property
    def scorer(self) -> ModuleType:
        """The module of the task."""
        return scorer(self.task)

    def errors(self) -> dict[str, Mistakes]:
        """What each system got wrong. Raises UsageError for a task that does not list errors."""
        if not hasattr(self.scorer, "errors"):
            raise UsageError(f"nerkit {self.task} does not list errors yet")
        how = (self.measures,) if getattr(self.scorer, "ERRORS_OF_MEASURES", False) else ()
        return {
            system: self.scorer.errors(batch, self.options, *how) for system, batch in self.batches.items()
        }

    def counts(self, *fields: str) -> dict[str, Counts]:
        """The counts of every system, cut by these fields too. Raises UsageError for a field that the task does not have."""
        plan = [*self.plan, *(Grouping((name,), shown=False) for name in fields)]
        return {
            system: self.scorer.count(batch, self.measures, plan, self.options)
            for system, batch in self.batches.items()
        }

    @cached_property
    def units(self) -> tuple[str, Mapping[str, Counts]] | None:
        """What the units of statistics are called and the counts by unit; None where they are the documents."""
        cut = self.scorer.units(self.batches) if hasattr(self.scorer, "units") else None
        if cut is None:
            return None
        name, batches = cut
        counts = {
            system: self.scorer.count(batch, self.measures, self.plan, self.options)
            for system, batch in batches.items()
        }
        return name, counts
