"""Hugging Face: a `compute_metrics` function for a Trainer, and a metric for `evaluate.load`.

    trainer = Trainer(…, compute_metrics=compute_metrics(label_names))
    metric = evaluate.load(metric_folder())

This module imports neither transformers nor evaluate. Chunks are scored as in seqeval's default mode, or
strictly in a scheme. `evaluate` returns the nerkit result for a Trainer's predictions.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.compat.seqeval import counting
from nerkit.compat.seqeval.averages import averaged
from nerkit.compat.seqeval.counting import Tags
from nerkit.corpora import schemes
from nerkit.evaluation.objects import check_depth, is_array
from nerkit.exceptions import UsageError, some
from nerkit.readers import label_names
from nerkit.results.result import Result

Labels = Sequence[str] | Mapping[Any, Any]  # names by their ids
IGNORED = -100  # the id of special tokens, and of all word pieces but the first


def compute_metrics(
    labels: Labels, *, scheme: str | None = None, by_label: bool = False, ignored: int = IGNORED
) -> Callable[[Any], dict[str, float]]:
    """Make the function `compute_metrics` of a Trainer for token classification: (predictions, ids) ->
    precision, recall, f1, accuracy.

    labels     the name of each id, as `B-PER`: a list, or a model's `id2label` (ids as numbers or as texts)
    scheme     the tag scheme for strict scoring (`IOB2`, `BILOU` …); None for seqeval's default mode
    by_label   add `PER_precision`, `PER_recall`, `PER_f1` and `PER_number` for each type
    ignored    the id of tokens that are not scored

    Predictions are ids, shape (n, tokens), or a number for each id, shape (n, tokens, labels); the largest
    number counts. In a tuple of arrays, predictions come first. A Trainer with `batch_eval_metrics` calls it
    for each batch, with `compute_result` false before the last batch. Then batches add up, and the scores are
    for all batches. Raises UsageError for labels without names and for an unknown scheme. The function raises
    ValueError if the shapes do not fit, and for an id without a name.
    """
    if hasattr(labels, "label_ids") or (isinstance(labels, tuple) and any(map(is_array, labels))):
        raise UsageError(
            "compute_metrics needs the names of the labels and returns the function: write "
            "Trainer(compute_metrics=compute_metrics(label_names))"
        )
    names = label_names.read(labels)
    if scheme is not None:
        schemes.scheme(scheme)
    gold, system = list[list[str]](), list[list[str]]()

    def computed(predicted: Any, compute_result: bool = True) -> dict[str, float]:
        """The scores of a transformers.EvalPrediction, or of a pair (predictions, ids)."""
        for side, tags in zip((gold, system), tags_of(predicted, names, ignored), strict=True):
            side.extend(tags)
        if not compute_result:
            return {}
        try:
            return _scores(gold, system, scheme, by_label)
        finally:
            gold.clear()
            system.clear()

    return computed


def _scores(gold: Tags, system: Tags, scheme: str | None, by_label: bool) -> dict[str, float]:
    counts = counting.counts(gold, system, scheme=scheme)
    precision, recall, f_score, _ = averaged(counts, "micro", zero_division=0)
    correct, size = counting.equal_tags(gold, system)
    scores = {"precision": float(precision), "recall": float(recall), "f1": float(f_score)}
    scores["accuracy"] = correct / size if size else 0.0
    if by_label:
        for name, *four in zip(counts.names, *averaged(counts, None, zero_division=0), strict=True):
            titles = (f"{name}_{title}" for title in ("precision", "recall", "f1", "number"))
            scores |= dict(zip(titles, map(float, four), strict=True))
    return scores


def evaluate(predicted: Any, labels: Labels, *, scheme: str | None = None) -> Result:
    """The nerkit result for a Trainer's predictions, by label, with error lists, intervals and output
    formats.
    """
    gold, system = tags_of(predicted, labels)
    return counting.evaluate(gold, system, scheme=scheme)


def tags_of(
    predicted: Any, labels: Labels, ignored: int = IGNORED
) -> tuple[list[list[str]], list[list[str]]]:
    """The tags of each sequence as (gold, system), without ignored tokens.

    Raises ValueError if the shapes do not fit, and for an id without a name.
    """
    predictions, ids = predicted[0], _array(predicted[1])
    predictions = _array(predictions[0] if isinstance(predictions, tuple) else predictions)
    if predictions.ndim == ids.ndim + 1:
        predictions = predictions.argmax(axis=-1)
    if predictions.shape != ids.shape:
        raise ValueError(
            f"the predictions have the shape {predictions.shape}, but the ids have the shape {ids.shape}"
        )
    scored, names = ids != ignored, label_names.read(labels)
    return _named("gold", ids, scored, names), _named("predictions", predictions, scored, names)


def _array(values: Any) -> Any:
    """A numpy array from an array or a torch tensor, on any device and of any precision."""
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(values, torch.Tensor):
        values = values.detach().cpu()
        values = values.float() if values.is_floating_point() else values
    check_depth(values, "predictions and labels")
    return np.asarray(values)


def _named(side: str, ids: IntArray, scored: BoolArray, names: Mapping[str, str]) -> list[list[str]]:
    """The names of the *ids*, shape (n, tokens), for each row. Only tokens with *scored* true are included;
    *scored* has the shape of *ids*.
    """
    known = {code: names[str(code)] for code in np.unique(ids[scored]).tolist() if str(code) in names}
    unknown = sorted(set(ids[scored].tolist()) - set(known))
    if unknown:
        raise ValueError(f"id {unknown[0]} of {side} has no name; the labels are {some(names)}")
    return [[known[code] for code in row[mask].tolist()] for row, mask in zip(ids, scored, strict=True)]


def metric_folder() -> str:
    """The path of the metric folder for `evaluate.load`; the metric replaces `seqeval`."""
    return str(Path(__file__).parent / "nerkit_ner")


def metric_scores(references: Any, predictions: Any, *, suffix: bool, scheme: str | None) -> dict[str, Any]:
    """The dictionary that the metric returns: precision, recall, f1 and number of each type, and overall
    scores with accuracy.
    """
    counts = counting.counts(references, predictions, scheme=scheme, suffix=suffix)
    titles = ("precision", "recall", "f1", "number")
    rows = zip(counts.names, *averaged(counts, None), strict=True)
    scores: dict[str, Any] = {name: dict(zip(titles, four, strict=True)) for name, *four in rows}
    precision, recall, f_score, _ = averaged(counts, "micro")
    correct, size = counting.equal_tags(references, predictions)
    overall = {"precision": precision, "recall": recall, "f1": f_score}
    scores |= {f"overall_{title}": value for title, value in overall.items()}
    return scores | {"overall_accuracy": correct / size if size else 0.0}
