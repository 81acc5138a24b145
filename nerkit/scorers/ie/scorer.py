"""From documents to counts, by formulas."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from nerkit.algebra.formula import measured
from nerkit.algebra.levels import Level, RecordError
from nerkit.algebra.toml import Formula
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.corpora.selection import Selection
from nerkit.errors import UsageError, unknown
from nerkit.results.counts import Counts, Part
from nerkit.results.rows import Grouping
from nerkit.scorers.ie import mistakes
from nerkit.scorers.ie.levels import batch_level
from nerkit.scorers.ie.measures import MEASURES
from nerkit.scorers.ie.options import FORMATS, Options
from nerkit.scorers.task import Measure, Task

LANGUAGE = (
    "nerkit ie metric=FILE scores a formula of your own, in TOML or Python (docs/algebra.md).",
    "fields: document",
)


def read_objects(objects: Any, name: str = "<memory>") -> Documents:
    """The corpus of a list of documents, or of a mapping from ids to documents; else UsageError."""
    if isinstance(objects, Documents):
        return objects
    if isinstance(objects, Mapping):
        return Documents([str(key) for key in objects], list(objects.values()))
    if not isinstance(objects, Sequence) or isinstance(objects, str):
        raise UsageError(f"{name}: ie takes a list of documents, or a mapping from ids to documents")
    return Documents([str(place) for place in range(1, len(objects) + 1)], list(objects), named=False)


def prepare(
    corpora: Sequence[Documents], selection: Selection, _: Options
) -> tuple[list[Documents], list[str]]:
    """The documents that are scored. Raises UsageError for a selection of items, as they have no labels."""
    if selection.concerns_items:
        raise UsageError(
            "labels=…, label_map=… and only=FIELD go with labels, which records have none; "
            'only="document=ID" works'
        )
    return [selection.documents(corpus) for corpus in corpora], []


def stated(options: Options) -> dict[str, str]:
    """What the signature always says: the user's formulas."""
    formulas = options.formulas.values()
    texts = [f"{'macro ' * (formula.average == 'macro')}{formula.metric}" for formula in formulas]
    return {"metric": ",".join(texts)} if texts else {}


def brought(options: Options) -> dict[str, Measure]:
    """The measures that the options bring, by name: the default where there are any."""
    return {name: Measure(name, formula) for name, formula in options.formulas.items()}


def defaults(corpora: Iterable[Documents]) -> list[str]:
    """The measures whose fields some document has; all of them where there are no documents.

    Raises UsageError for documents without a field that a measure looks at.
    """
    values = [value for corpus in corpora for value in corpus.values]
    marked = [measure for measure in MEASURES if measure.default]
    names = [
        measure.name for measure in marked if not values or any(_suits(measure, value) for value in values)
    ]
    if not names:
        raise UsageError(
            "the documents have no field that a measure is known for; give a formula with metric=FILE"
        )
    return names


def _suits(measure: Measure, document: Any) -> bool:
    """Whether a document has the fields of documents that the measure's formula looks at."""
    return isinstance(document, dict) and measure.compute.metric.empty().keys() <= document.keys()


def count(
    batch: Batch[Documents], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> Counts:
    """Counts of the batch for every formula.

    Raises InputError for data without the shape that a formula asks for, UsageError for a field to cut by
    that is not the document.
    """
    for field in {field for grouping in plan if grouping.shown for field in grouping.fields}:
        if field != "document":
            raise unknown("field", field, ["document"])
    levels: dict[str, Level] = {}
    parts: list[Part] = []
    warnings: list[str] = []
    for measure in measures:
        formula: Formula = measure.compute
        empty = formula.metric.empty()
        shape = repr(empty)
        if shape not in levels:  # formulas of one shape share the columns of the data
            levels[shape] = batch_level(batch, empty, options.limit)
        try:
            part, notes = measured(formula.metric, levels[shape], measure.name, formula.average)
        except RecordError as error:
            _locate(error, batch, formula)
            raise
        parts.append(part)
        warnings += [f"{measure.name}: {note}" for note in notes]
        levels[shape].repeats.clear()
    return Counts.collect(batch.documents, (), parts, warnings)


def _locate(error: RecordError, batch: Batch[Documents], formula: Formula) -> None:
    """Raise the InputError for a shape that data do not have.

    It points into the formula's file if no document has the field that the formula names, else into the data.
    """
    formula.locate(error)
    side = batch.gold if error.side == "gold" else batch.system
    side.fail(error.problem, error.path, f"the formula is {formula.metric}")


TASK = Task(
    name="ie",
    formats=FORMATS,
    options=Options,
    measures=MEASURES,
    read_objects=read_objects,
    prepare=prepare,
    count=count,
    mistakes=mistakes.find,
    headline=MEASURES[0].name,
    defaults=defaults,
    brought=brought,
    stated=stated,
    language=LANGUAGE,
)
