"""The slices that a request asks for: which they are, and what training data has."""

from typing import Any

from nerkit.corpora.corpus import Batch
from nerkit.corpora.selection import Selection
from nerkit.evaluation.inputs import Input, read_all
from nerkit.evaluation.request import Request
from nerkit.scorers.slices import SLICES, Known, Slices
from nerkit.scorers.task import Task


def asked(request: Request, task: Task, selection: Selection | None = None) -> Slices | None:
    """The slices of a request; None for none of them, and where the task knows such fields itself or refuses
    them.

    *selection* says how items of training data are called and which count, by default that of the request.
    Raises UsageError for slices that are misspelt, InputError where training data does not parse.
    """
    training = request.training
    fields = SLICES.intersection(request.fields)
    if not fields or task.rows.sliced is None:
        return None
    items = (selection or request.selection).items
    return Slices(fields, None if training is None else _known(training, request, task, items))


def sliced(batch: Batch[Any], slices: Slices | None, task: Task) -> Batch[Any]:
    """The batch with the fields that slices are."""
    return batch if slices is None or task.rows.sliced is None else task.rows.sliced(batch, slices)


def _known(path: str, request: Request, task: Task, selection: Selection) -> Known:
    """The items of training data, its labels renamed and kept as those of the sides are."""
    asks = Request(task=task.name, options=request.options, workers=request.workers, strict=request.strict)
    corpora = read_all([Input("training", path, path)], asks).corpora
    options = task.own_options(request.options, request.workers, request.measures)
    (side, *_), _warnings = task.prepare(corpora, selection, options)
    return Known.of(task.rows.seen_items(side))
