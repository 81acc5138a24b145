"""The choice of the measures to score: those that the user names, or the defaults, if they fit the corpora.

A measure that does not fit them, as one of types where no item has a type, would find everything right. It is
refused where the user names it, and left out of a group and of the defaults, with a note.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from nerkit.errors import UsageError, some
from nerkit.ground.warnings import Note
from nerkit.scorers.task import ALL, Measure, Task, Unfit


class FitMeasures(NamedTuple):
    """The measures that are scored, and those that were left out, with the reason."""

    measures: list[Measure]
    left_out: Mapping[str, Unfit]

    @property
    def notes(self) -> list[Note]:
        """A note for each reason for which measures were left out."""
        by_reason: dict[str, list[str]] = {}
        for name, unfit in self.left_out.items():
            by_reason.setdefault(unfit.problem, []).append(name)
        return [
            Note(f"{problem}, so {some(names)} {'is' if len(names) == 1 else 'are'} left out")
            for problem, names in by_reason.items()
        ]

    def lost_headline(self, task: Task) -> str:
        """The reason why the headline of the task's defaults is not scored though its field left a trace;
        empty without a trace, so that the next measure is the headline.
        """
        every = [*self.left_out, *(measure.name for measure in self.measures)]
        headline = task.headline_of(every) if self.left_out else ""
        unfit = self.left_out.get(headline)
        return f"{headline}: {unfit}" if unfit is not None and unfit.is_trace else ""


def choose(task: Task, names: Sequence[str], corpora: Sequence[Any], options: Any) -> FitMeasures:
    """The measures of these names, which the options may bring; the defaults if none is named.

    The group `all` stands for those that suit the corpora, where there are any; for the defaults, if none of
    them suits. Raises UsageError for a measure that says nothing of the corpora, and for a group of such.
    """
    brought = task.named.brought(options)
    asked: list[Measure] = []
    left_out: dict[str, Unfit] = {}
    for name in (single for each in names or () for single in task.separated(each, brought)):
        measures = [brought[name]] if name in brought else task.resolve([name])
        if name == ALL and corpora:
            measures = list(task.named.suited(measures, corpora, options))
        fit = _fit(task, measures, corpora, options, typed=name)
        if fit.left_out and (name not in task.groups or not fit.measures):
            refused, reason = next(iter(fit.left_out.items()))
            raise UsageError(f"{refused}: {reason}")
        asked += fit.measures
        left_out |= fit.left_out
    if not asked:
        return _fit(task, task.default_measures(corpora, options), corpora, options)
    distinct = list({measure.name: measure for measure in asked}.values())
    return FitMeasures(list(task.named.beside(distinct, options)), left_out)


def _fit(
    task: Task, measures: Sequence[Measure], corpora: Sequence[Any], options: Any, *, typed: str = ""
) -> FitMeasures:
    """The measures that fit the corpora, where there are any, and the reasons against the others.

    *typed* is the name that brought the measures.
    """
    found = task.named.unfit(measures, corpora, options) if corpora else {}
    unfit = {name: reason for name, reason in found.items() if not reason.stays or name == typed}
    return FitMeasures([measure for measure in measures if measure.name not in unfit], unfit)
