"""Relations, events, roles, templates: records scored by formulas of the matching algebra.

Conventions
    A document is a JSON object; what its fields mean is said by the formula. Documents that one side lacks are empty
    there. Offsets are whatever the data says: equality does not look at units.

Measures
    A measure is a formula (`nerkit.algebra`; Chen et al. 2023): similarities of records, best matchings of collections,
    normalisers. p_num = r_num = the matching score S(gold, system) of a document, p_den = S(system, system), r_den = S(gold, gold).
    FORMULAS has those with a name; `--metric FILE` brings a user's own, in TOML or Python. Rows of a formula with variables say
    whether their value is `optimal`; where `--limit` ended the proof, `upper_bound` is what none can exceed (`algebra.formula`).

    relation   F1[1:1](type × head × tail) over `relations`

Empty collections score 0 (the official scorers and the paper; metametric 0.2.1: 1). An element that another one repeats counts
once, with a warning.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nerkit.algebra import files as metric_file
from nerkit.algebra.formula import measured
from nerkit.algebra.levels import Level, RecordError, Solving
from nerkit.algebra.operators import field, record, same
from nerkit.algebra.sets import match_sets
from nerkit.algebra.similarity import Metric
from nerkit.algebra.toml import Formula
from nerkit.algorithms.correspondence.solver import LIMIT
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.corpora.selection import Selection
from nerkit.errors import UsageError, unknown
from nerkit.results.counts import Counts, Part
from nerkit.results.mistakes import Mistakes
from nerkit.results.rows import Grouping
from nerkit.scorers import Description
from nerkit.scorers.ie import mistakes as ie_errors

FORMATS = ("records",)
FORMULAS: dict[str, tuple[Metric, str]] = {  # name -> the formula, what it is in words
    "relation": (
        field("relations", match_sets(record(type=same, head=same, tail=same), normalize="f1")),
        "typed relations between a head and a tail, all three equal",
    ),
}
MEASURES = tuple(FORMULAS)
ERRORS_OF_MEASURES = True
PAPER = "Chen, Gantt, Chen, White & Van Durme (2023), A unified view of evaluation metrics for structured prediction, EMNLP"
LANGUAGE = (
    "nerkit ie --metric FILE scores a formula of your own, in TOML or Python (docs/algebra.md).",
    "fields: document",
)


@dataclass(frozen=True)
class Options:
    """What only this task knows.

    metric   the user's formulas, as files or as formulas by name
    limit    the work that is spent on a correspondence of variables (elementary steps); past it the result is a bound
    """

    metric: Sequence[str] | Mapping[str, Metric] | Metric | str = ()
    limit: int = LIMIT

    def __post_init__(self) -> None:
        Solving(self.limit)  # raises UsageError for what is no limit

    @cached_property
    def formulas(self) -> dict[str, Formula]:
        """All formulas by name. Raises InputError for mistakes in a file, UsageError for two of one name."""
        given = {str(self.metric): self.metric} if isinstance(self.metric, Metric) else self.metric
        if isinstance(given, Mapping):
            return {name: Formula(name, metric) for name, metric in given.items()}
        found: dict[str, Formula] = {}
        for path in [given] if isinstance(given, str) else given:
            formula = metric_file.read(path)
            if formula.name in found:
                raise UsageError(f"{path}: two metrics are called {formula.name!r}; set name in one of them")
            found[formula.name] = formula
        return found


def stated(options: Options) -> dict[str, str]:
    """What the signature always says: the user's formulas."""
    formulas = options.formulas.values()
    texts = [f"{'macro ' * (formula.average == 'macro')}{formula.metric}" for formula in formulas]
    return {"metric": ",".join(texts)} if texts else {}


def read_objects(given: Any, name: str = "<memory>") -> Documents:
    """Documents in memory: a list of them, or a mapping from ids to them."""
    if isinstance(given, Documents):
        return given
    if isinstance(given, Mapping):
        return Documents([str(key) for key in given], list(given.values()))
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise UsageError(f"{name}: ie takes a list of documents, or a mapping from ids to documents")
    return Documents([str(place) for place in range(1, len(given) + 1)], list(given), named=False)


def prepare(
    corpora: Sequence[Documents], selection: Selection, _: Options
) -> tuple[list[Documents], list[str]]:
    """The documents that are scored. Raises UsageError for a selection of items, which have no labels here."""
    if selection.concerns_items:
        raise UsageError(
            "--labels, --map and --only FIELD go with labels, which records have none; --only document=ID works"
        )
    return [selection.documents(corpus) for corpus in corpora], []


def brought(options: Options) -> dict[str, Formula]:
    """The measures that the options bring, by name: the default where there are any."""
    return options.formulas


def defaults(corpora: Iterable[Documents]) -> Sequence[str]:
    """The measures of what the documents hold, if there are any. Raises UsageError where that is nothing known."""
    values = [value for corpus in corpora for value in corpus.values]
    if not values or any(isinstance(value, dict) and "relations" in value for value in values):
        return ("relation",)
    raise UsageError(
        "the documents have no field that a measure is known for; give a formula with --metric FILE"
    )


def resolve(names: Sequence[str]) -> list[Formula]:
    """The formulas of these names. Raises UsageError for a name that is none."""
    for name in names:
        if name not in FORMULAS:
            raise unknown("measure", name, FORMULAS)
    return [Formula(name, FORMULAS[name][0]) for name in dict.fromkeys(names)]


def measures() -> Iterator[Description]:
    """All formulas with a name, in display order."""
    for name, (_, words) in FORMULAS.items():
        yield Description(name, words, (), "", (), ())


def describe(name: str) -> Description:
    """Everything there is to say of a measure. Raises UsageError for a name that is none."""
    (formula,) = resolve([name])
    lines = (
        str(formula.metric),
        "precision  S(gold, system) / S(system, system)",
        "recall     S(gold, system) / S(gold, gold)",
        "S          the best matching, Σ over the matched pairs of their similarity",
    )
    edges = (
        "Collections without elements score 0.",
        "An element that repeats another one counts once, with a warning.",
    )
    return Description(name, f"{FORMULAS[name][1]}.", lines, PAPER, edges, ())


def count(
    batch: Batch[Documents], measures: Sequence[Formula], plan: Sequence[Grouping], options: Options
) -> Counts:
    """Counts of the batch for every formula. Raises InputError for data without the shape that a formula asks for."""
    for name in {name for grouping in plan if grouping.shown for name in grouping.fields}:
        if name != "document":
            raise unknown("field", name, ["document"])
    levels: dict[str, Level] = {}
    parts: list[Part] = []
    warnings: list[str] = []
    for formula in measures:
        empty = formula.metric.empty()
        if repr(empty) not in levels:  # of one shape: they share the columns of the data
            levels[repr(empty)] = _level(batch, empty, options)
        level = levels[repr(empty)]
        try:
            part, notes = measured(formula.metric, level, formula.name, formula.average)
        except RecordError as error:
            _locate(error, batch, formula)
            raise
        parts.append(part)
        warnings += [f"{formula.name}: {note}" for note in notes]
        level.repeats.clear()
    return Counts.collect(batch.documents, (), parts, warnings)


def errors(batch: Batch[Documents], options: Options, measures: Sequence[Formula]) -> Mistakes:
    """What is wrong under the first formula, element by element (`mistakes`)."""
    (first, *_others) = measures
    return ie_errors.find(first.metric, batch.documents, _level(batch, first.metric.empty(), options))


def _level(batch: Batch[Documents], empty: Any, options: Options) -> Level:
    """The documents of both sides; those that a side lacks are *empty*."""
    sides = [
        empty if value is None else value for side in (batch.gold, batch.system) for value in side.values
    ]
    level = Level(sides, len(batch.documents))
    level.solving = Solving(options.limit)
    return level


def _locate(error: RecordError, batch: Batch[Documents], formula: Formula) -> None:
    """Raise the InputError for what a formula did not find: in the formula's file if no document has it, else in the data."""
    formula.locate(error)
    side = batch.gold if error.side == "gold" else batch.system
    side.fail(error.problem, error.path, f"the formula is {formula.metric}")
