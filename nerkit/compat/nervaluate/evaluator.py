"""`nervaluate.evaluator`: scores of the four strategies over all documents, overall and by label, with
reports.
"""

import csv
import io
from collections.abc import Sequence
from typing import Any

from nerkit.compat.nervaluate.entities import EvaluationIndices, EvaluationResult, InclusiveEntity
from nerkit.compat.nervaluate.loaders import ConllLoader, DictLoader, ListLoader
from nerkit.compat.nervaluate.pairing import PairedDocuments, spans_of
from nerkit.compat.nervaluate.strategies import (
    EntityTypeEvaluation,
    EvaluationStrategy,
    ExactEvaluation,
    PartialEvaluation,
    StrictEvaluation,
)
from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.results.result import Result

LOADERS: dict[str, type[ConllLoader | ListLoader | DictLoader]] = {
    "conll": ConllLoader,
    "list": ListLoader,
    "dict": DictLoader,
}
STRATEGIES: dict[str, type[EvaluationStrategy]] = {
    "strict": StrictEvaluation,
    "partial": PartialEvaluation,
    "ent_type": EntityTypeEvaluation,
    "exact": ExactEvaluation,
}
MODES = ("overall", "entities")
OUTCOMES = ("correct", "incorrect", "partial", "missed", "spurious")
SCORES = ("precision", "recall", "f1")
COLUMNS = (*OUTCOMES, "precision", "recall", "f1-score")
COLOURS = {"correct": 92, "incorrect": 91, "partial": 93, "missed": 95, "spurious": 94}
MARKS = {"bold": 1, "cyan": 96, "white": 97}


class Evaluator:
    """Compares gold and system entities with nervaluate's four strategies.

    true, pred               gold and system documents, in the form of *loader*
    loader                   `list`, `conll`, `dict`, or `default` (recognised from the first document with
                             entities or tags)
    tags                     the labels that count
    min_overlap_percentage   the percentage of a gold entity, from 1 to 100, that must overlap

    Raises ValueError if the numbers of documents or tokens differ, and for values that the loader does not
    accept.
    """

    def __init__(
        self,
        true: Any,
        pred: Any,
        tags: Sequence[str],
        loader: str = "default",
        min_overlap_percentage: float = 1.0,
    ) -> None:
        self.tags, self.min_overlap_percentage = tags, min_overlap_percentage
        name = _loader_of(true) if loader == "default" else loader
        if name not in LOADERS:
            raise ValueError(f"loader must be one of {', '.join(LOADERS)}, not {name!r}")
        if name == "list":
            _check_lengths(true, pred)
        self.loaders = {each: LOADERS[each]() for each in LOADERS}
        self.true, self.pred = self.loaders[name].load(true), self.loaders[name].load(pred)
        if len(self.true) != len(self.pred):
            raise ValueError(f"{len(self.true)} gold documents, but {len(self.pred)} system documents")
        self.strategies = {each: made(min_overlap_percentage) for each, made in STRATEGIES.items()}

    def evaluate(self) -> dict[str, Any]:
        """The scores as a dictionary with `overall` and `entities` (by label), and the indices of the
        entities of each outcome.

        Without documents `overall` is empty.
        """
        gold, system = self._counted(self.true), self._counted(self.pred)
        documents = PairedDocuments(gold, system, self.min_overlap_percentage)
        labels = sorted(documents.labels)
        results: dict[str, Any] = {"overall": {}, "entities": {label: {} for label in labels}}
        indices: dict[str, Any] = {"overall": {}, "entities": {label: {} for label in labels}}
        for name, strategy in self.strategies.items() if gold else ():
            whole = strategy.scored(documents.outcome(strategy.pairs))
            results["overall"][name], indices["overall"][name] = whole
            for label, outcome in documents.by_label(strategy.pairs).items():
                results["entities"][label][name], indices["entities"][label][name] = strategy.scored(outcome)
        named = {"overall_indices": indices["overall"], "entity_indices": indices["entities"]}
        return {**results, **named}

    def result(self) -> Result:
        """The result of `nerkit spans` with the measures strict, partial, type and exact, by label."""
        names = [str(i + 1) for i in range(len(self.true))]
        gold, system = (spans_of(self._counted(side), names) for side in (self.true, self.pred))
        request = Request.of(
            task="spans",
            measures=["strict", "partial", "type", "exact"],
            by=["label"],
            min_overlap=self.min_overlap_percentage,
        )
        return evaluate_systems(gold, {"system": system}, request)

    def results_to_csv(
        self, mode: str = "overall", scenario: str = "strict", file_path: str | None = None
    ) -> str | None:
        """The outcomes as CSV: for all strategies, or by label for one strategy. Returns None if written to
        *file_path*.

        Raises ValueError for an unknown mode or scenario.
        """
        rows = self._rows(mode, scenario)
        title = "Strategy" if mode == "overall" else "Entity"
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow([title, *(column.title() for column in COLUMNS)])
        writer.writerows([name, *_numbers(result)] for name, result in rows.items())
        if file_path is None:
            return text.getvalue()
        with open(file_path, "w", newline="", encoding="utf-8") as file:
            file.write(text.getvalue())
        return None

    def summary_report(self, mode: str = "overall", scenario: str = "strict", digits: int = 2) -> str:
        """A table of the outcomes: for all strategies, or by label for one strategy.

        Raises ValueError for an unknown mode or scenario.
        """
        rows = self._rows(mode, scenario)
        width = max(*map(len, (COLUMNS[0], *rows)), digits)
        lines = [f"Scenario: {scenario if mode == 'entities' else 'all'}", ""]
        lines += [f"{'':>{width}} " + "".join(f" {column:>11}" for column in COLUMNS), ""]
        for name in sorted(rows):
            numbers = _numbers(rows[name])
            counts = "".join(f" {number:>11}" for number in numbers[: len(OUTCOMES)])
            scores = "".join(f" {number:>11.{digits}f}" for number in numbers[len(OUTCOMES) :])
            lines.append(f"{name:>{width}} {counts}{scores}")
        return "\n".join(lines) + "\n"

    def summary_report_indices(
        self, mode: str = "overall", scenario: str = "strict", colors: bool = False
    ) -> str:
        """A table that lists the entities of each outcome of a strategy. For missed entities it lists gold
        entities.

        Raises ValueError for an unknown mode or scenario.
        """
        _check(mode, scenario, always=True)
        results = self.evaluate()
        gold, system = self._counted(self.true), self._counted(self.pred)
        if mode == "overall":
            title = f"\n{_coloured('Indices for error schema', 'bold', colors)} "
            title += f"'{_coloured(scenario, 'cyan', colors)}':\n\n"
            return title + _listed(results["overall_indices"][scenario], gold, system, colors)
        parts = []
        for label, strategies in results["entity_indices"].items():
            of_label = _of_label(gold, label), _of_label(system, label)
            parts.append(
                f"\n{_coloured('Entity Type', 'bold', colors)}: {_coloured(label, 'cyan', colors)}\n"
                f"{_coloured('Error Schema', 'bold', colors)}: '{_coloured(scenario, 'cyan', colors)}'\n\n"
            )
            parts.append(_listed(strategies[scenario], *of_label, colors))
        return "".join(parts)

    def _counted(self, documents: list[list[InclusiveEntity]]) -> list[list[InclusiveEntity]]:
        """The entities of each document whose labels are in `tags`."""
        return [[entity for entity in document if entity.label in self.tags] for document in documents]

    def _rows(self, mode: str, scenario: str) -> dict[str, EvaluationResult]:
        """Strategy -> outcomes, or with mode `entities` label -> outcomes of the strategy *scenario*."""
        _check(mode, scenario, always=False)
        results = self.evaluate()
        if mode == "overall":
            return dict(results["overall"])
        return {label: strategies[scenario] for label, strategies in results["entities"].items()}


def _of_label(documents: list[list[InclusiveEntity]], label: str) -> list[list[InclusiveEntity]]:
    return [[entity for entity in document if entity.label == label] for document in documents]


def _loader_of(true: Any) -> str:
    """The name of the loader that fits the gold documents. Raises ValueError if none fits."""
    if isinstance(true, str):
        return "conll"
    if not isinstance(true, list) or not true or not isinstance(true[0], list):
        raise ValueError(
            'nerkit cannot tell the form of the gold data; name it with loader="list", "conll" or "dict"'
        )
    first = next((document[0] for document in true if document), None)
    return "dict" if isinstance(first, dict) else "list"


def _check_lengths(true: Any, pred: Any) -> None:
    """Raise ValueError if the two lists of tags differ in the number or lengths of documents."""
    if len(true) != len(pred):
        raise ValueError(f"{len(true)} gold documents, but {len(pred)} system documents")
    for i, (gold, system) in enumerate(zip(true, pred, strict=True)):
        if len(gold) != len(system):
            raise ValueError(f"Document {i} has different lengths: true={len(gold)}, pred={len(system)}")


def _check(mode: str, scenario: str, *, always: bool) -> None:
    """Raise ValueError for an unknown mode or scenario. The scenario is checked for mode `entities`, or if
    *always*.
    """
    if mode not in MODES:
        raise ValueError(f"Invalid mode: must be one of {', '.join(MODES)}, not {mode!r}")
    if (always or mode == "entities") and scenario not in STRATEGIES:
        raise ValueError(f"Invalid scenario: must be one of {', '.join(STRATEGIES)}, not {scenario!r}")


def _numbers(result: EvaluationResult) -> list[Any]:
    return [getattr(result, name) for name in (*OUTCOMES, *SCORES)]


def _listed(
    indices: EvaluationIndices,
    gold: list[list[InclusiveEntity]],
    system: list[list[InclusiveEntity]],
    colors: bool,
) -> str:
    """A table of the entities of each outcome, with ANSI colours if *colors*."""
    heading = f"{'Category':<20} {'Instance':<10} {'Entity':<8} {'Details':<25}"
    lines = [_coloured(heading, "bold", colors), _coloured("-" * 78, "white", colors)]
    for field, listed in vars(indices).items():
        name = field.removesuffix("_indices")
        category = _coloured(name.capitalize(), name, colors)
        side = gold if name == "missed" else system
        for document, place in listed:
            entity = side[document][place]
            told = f"Label={entity.label}, Start={entity.start}, End={entity.end}"
            lines.append(f"{category:<20} {document:<10} {place:<8} {told:<10}")
        if not listed:
            lines.append(f"{category:<20} {'-':<10} {'-':<8} {'None':<10}")
    return "\n".join(lines) + "\n"


def _coloured(text: str, name: str, colors: bool) -> str:
    return f"\033[{(COLOURS | MARKS)[name]}m{text}\033[0m" if colors else text
