"""An entity scorer for the training config of spaCy, registered as `nerkit.ner_scorer.v1`.

    [components.ner.scorer]
    @scorers = "nerkit.ner_scorer.v1"
    measures = ["partial"]

    python -P -m spacy train config.cfg --code …/nerkit/compat/spacy.py

Scores are spaCy's `ents_p`, `ents_r`, `ents_f` and `ents_per_type`. The F1 of each further measure of `nerkit
spans` has a key such as `nerkit_partial`, which you can use in `[training.score_weights]`. Keys of a config
cannot contain colons, so `overlap-sumsum::span` becomes `nerkit_overlap-sumsum_span`.

Differences from spacy.ner_scorer.v1
    - Entities are compared by characters, so the scores do not depend on the tokenisation.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.objects import plain
from nerkit.evaluation.request import Request
from nerkit.exceptions import UsageError
from nerkit.results.result import Result
from nerkit.results.rows import Row

HEADLINE = "sets::span+type"
PREFIX = "nerkit_"
ANNOTATED = "ENT_IOB"  # the annotation that a document has if its entities are known, even if there are none
Score = dict[str, Any]


def ner_scorer(measures: Sequence[str] = ()) -> Callable[..., Score]:
    """Make the scorer of a component; *measures* are further measures of `nerkit spans`."""

    def score(examples: Iterable[Any], **_: Any) -> Score:
        return score_entities(examples, measures)

    return score


def score_entities(examples: Iterable[Any], measures: Sequence[str] = ()) -> Score:
    """The scores of the examples with entity annotation in the reference. The scores are None if no example
    has it.
    """
    result = evaluate(examples, measures)
    types = [
        row.label for row in (result.rows if result else ()) if row.measure == HEADLINE and row.label != "*"
    ]
    if result is None or not types:
        return dict.fromkeys(("ents_p", "ents_r", "ents_f", "ents_per_type"))
    precision, recall, f_score = _numbers(result[HEADLINE])
    per_type = {label: dict(zip("prf", _numbers(result[HEADLINE, label]), strict=True)) for label in types}
    scores = {"ents_p": precision, "ents_r": recall, "ents_f": f_score, "ents_per_type": per_type}
    return scores | {key_of(name): result[name].value for name in measures}


def key_of(measure: str) -> str:
    """The key of a measure in the scores: `nerkit_` and its name, with underscores for colons."""
    return PREFIX + re.sub(":+", "_", measure)


def evaluate(examples: Iterable[Any], measures: Sequence[str] = ()) -> Result | None:
    """The nerkit result by label of the examples with entity annotation in the reference. None without such
    examples.
    """
    scored = [example for example in examples if example.reference.has_annotation(ANNOTATED)]
    if not scored:
        return None
    gold, system = (
        plain([getattr(example, side) for example in scored]) for side in ("reference", "predicted")
    )
    request = Request.of(task="spans", measures=[HEADLINE, *measures], by=["label"])
    return evaluate_systems(gold, {"system": system}, request)


def register() -> None:
    """Register the scorer with spaCy. Raises UsageError if spaCy is not installed."""
    try:
        from spacy.util import registry
    except ImportError:
        raise UsageError("spaCy is not installed, so nerkit cannot register a scorer") from None
    registry.scorers("nerkit.ner_scorer.v1", func=ner_scorer)


def _numbers(row: Row) -> tuple[float | None, float | None, float | None]:
    return row.precision, row.recall, row.f1


if __name__ != "nerkit.compat.spacy":  # spaCy runs the file of --code under a name of its own
    register()
