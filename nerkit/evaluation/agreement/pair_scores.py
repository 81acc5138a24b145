"""Measures of tasks on annotators: each pair is scored twice, with either annotator as gold.

    anna against ben .82, ben against anna .80: the value of the pair is .81. A note says that the value
    depends on who is gold. The value of all annotators is the mean over pairs.

nerkit leaves out a document if only one annotator of the pair has it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray, Vocabulary
from nerkit.evaluation.agreement.annotations import request_of
from nerkit.evaluation.agreement.items import nan_mean
from nerkit.evaluation.agreement.options import DOCUMENT, EVERYBODY, F1, LABEL, PAIR, AgreeRequest
from nerkit.evaluation.agreement.pairs import as_annotator, mean_of, named_gold
from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.facts import Facts
from nerkit.exceptions import UsageError
from nerkit.ground.warnings import on_reading
from nerkit.results.counts import NUMBERS
from nerkit.results.result import Result
from nerkit.results.rows import Row
from nerkit.stats.rows import units_of
from nerkit.stats.units import Key, Units

SAME = 1e-12  # values of both directions are equal up to this difference
IGNORE = "ignore"


@dataclass(frozen=True)
class MeasuredPairs:
    """The values of a task's measures for every pair of annotators.

    inputs    annotator -> a path or a corpus
    task      the task of the measures (None: chosen by content)
    measures  the names of the measures; `f1` means the headline of the task
    notes     notes about the values, which grow while rows are made
    """

    inputs: Mapping[str, Any]
    task: str | None
    measures: tuple[str, ...]
    asked: AgreeRequest
    notes: list[str] = field(default_factory=list)

    @cached_property
    def results(self) -> dict[str, Result]:
        """The annotator as gold -> the result of all other annotators as systems."""
        asked = self.asked
        if any(hasattr(target, "in_documents") for target in self.inputs.values()):
            asked = replace(asked, ends=None, offsets=None, unicode=None)  # the corpora are already read
        request = replace(
            request_of(asked),
            task=self.task,
            form=asked.form,
            measures=() if F1 in self.measures else self.measures,
            by=tuple(name for name in (DOCUMENT, LABEL) if name in asked.by),
            missing=IGNORE,
            extra=IGNORE,
            empty=asked.empty,
            options=asked.options,
            by_document=True,
        )
        found = {}
        for gold in self.inputs:
            systems = {name: target for name, target in self.inputs.items() if name != gold}
            found[gold] = evaluate_systems(self.inputs[gold], systems, request)
            for note in on_reading(found[gold].notes):
                self._note(note)
        if F1 in self.measures and set(self.measures) != {F1}:
            raise UsageError("f1 is the headline of the task; use f1 alone, or name the measures")
        return found

    @property
    def annotators(self) -> tuple[Facts, ...]:
        """The record of each annotator in a result, from the run with this annotator as gold."""
        return tuple(as_annotator(result.inputs[0], name) for name, result in self.results.items())

    @cached_property
    def called(self) -> dict[str, str]:
        """The name of each measure in rows -> its name in the task."""
        first = next(iter(self.results.values()))
        if F1 in self.measures:
            self.notes.append(f"f1 is {first.headline} of the task {first.task}")
            return {F1: first.headline}
        return {name: name for name in first.measures}

    @property
    def warnings(self) -> list[str]:
        """The warnings of all results, without repetitions."""
        said = [named_gold(gold, result.warnings) for gold, result in self.results.items()]
        return list(dict.fromkeys(text for texts in said for text in texts))

    @cached_property
    def _rows(self) -> dict[tuple[str, str], dict[tuple[str, Any], Row]]:
        """The rows of all results: (gold, system) -> (measure, cut) -> row."""
        table: dict[tuple[str, str], dict[tuple[str, Any], Row]] = defaultdict(dict)
        for gold, result in self.results.items():
            for row in result.rows:
                table[gold, row.system][row.measure, row.cut] = row
        return table

    def rows(self) -> Iterator[Row]:
        """Yield the rows of all measures: of pairs, if `by` has `pair`, and of all annotators."""
        pairs = list(combinations(self.inputs, 2))
        for name, measure in self.called.items():
            cuts = (cut for pair in pairs for known, cut in self._rows[pair] if known == measure)
            for cut in dict.fromkeys(cuts):
                every, values, depends = list[Row](), list[float | None](), False
                for pair in pairs:
                    ways = (self._rows[way].get((measure, cut)) for way in (pair, pair[::-1]))
                    both = [row for row in ways if row is not None]
                    value = mean_of([row.value for row in both]) if self._compared(pair) else None
                    if PAIR in self.asked.by and both:
                        yield self._row(name, "|".join(pair), both, value)
                    depends |= _differ(both)
                    every += both
                    values.append(value)
                yield self._row(name, EVERYBODY, every, mean_of(values))
                if depends:
                    text = "depends on which annotator is gold; its value is the mean of both directions"
                    self._note(f"{name} {text}")

    def _row(self, name: str, system: str, rows: list[Row], value: float | None) -> Row:
        """Return the row of a measure with this value; *rows* are the rows of both directions.

        A row of a pair has counts, with the first annotator as gold, if both directions have equal
        values.
        """
        pooled = system == EVERYBODY
        extra = {"annotators": len(self.inputs) if pooled else 2}
        none = pooled or value is None or _differ(rows)
        changed: dict[str, Any] = (
            dict.fromkeys(("precision", "recall", *NUMBERS)) | {"f1": value} if none else {}
        )
        return replace(rows[0], system=system, measure=name, value=value, extra=extra, **changed)

    def _compared(self, pair: tuple[str, str]) -> bool:
        """Return whether two annotators have common documents; if not, a note names the pair."""
        counts = self.results[pair[0]].counts.get(pair[1])
        found = counts is None or bool(counts.documents)
        if not found:
            self._note(f"{'|'.join(pair)}: no document in common, so the pair has no value")
        return found

    def _note(self, note: str) -> None:
        if note not in self.notes:
            self.notes.append(note)

    @cached_property
    def _units(self) -> tuple[Vocabulary, list[tuple[str, str, Units, IntArray]]]:
        """All units, and for each gold and system its units and their indices among all units."""
        places, found = Vocabulary(), []
        for gold, result in self.results.items():
            units = units_of(result)
            for system, counts in units.counts.items():
                found.append((gold, system, units, np.asarray(places.codes(counts.documents))))
        return places, found

    @property
    def size(self) -> int:
        """The number of units from which choices are drawn."""
        return len(self._units[0])

    def resampled(self, row: Row, weights: FloatArray) -> FloatArray:
        """Return the value of a row for each choice of units, shape (choices,); undefined values are nan."""
        measure = self.called[row.measure]
        parts: dict[frozenset[str], list[FloatArray]] = {}
        for gold, system, units, codes in self._units[1]:
            ours = row.system in (EVERYBODY, f"{gold}|{system}", f"{system}|{gold}")
            if not ours or (measure, row.cut) not in self._rows[gold, system]:
                continue
            units.check([measure])
            sheet = next(units.sheets(system, [Key(measure, row.cut)]))
            scores = sheet.scores(weights[:, codes] @ sheet.columns)[0, :, 0]
            scores = np.where(weights[:, codes].sum(axis=1) > 0, scores, np.nan)
            parts.setdefault(frozenset((gold, system)), []).append(scores)
        values = [nan_mean(np.stack(both)) for both in parts.values()]
        return nan_mean(np.stack(values)) if values else np.full(len(weights), np.nan)


def _differ(rows: list[Row]) -> bool:
    """Return whether the two directions have different values."""
    known = [row.value for row in rows if row.value is not None]
    return 0 < len(known) < len(rows) or (bool(known) and max(known) - min(known) > SAME)
